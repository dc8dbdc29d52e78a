/** Links scripts: TypeScript, JavaScript and the files that embed them. */
import type { GraphFile, ImportRecord, ReferenceKind } from "../../model/mod.ts";
import { ExportTable } from "../export_table.ts";
import type { FileTable } from "../file_table.ts";
import type { LinkCollector, LinkUse } from "../link_collector.ts";
import { readExports } from "./module_exports.ts";
import { ModuleResolver } from "./module_resolver.ts";
import type { ImporterStyle } from "./source_candidates.ts";

const STYLES: ReadonlyMap<string, ImporterStyle> = new Map([
  ["typescript", "typescript"],
  ["tsx", "typescript"],
  ["javascript", "javascript"],
  ["jsx", "javascript"],
  ["vue", "typescript"],
  ["svelte", "typescript"],
  ["astro", "typescript"],
]);

/** A local name and the module and name behind it. */
interface Binding {
  target: string;
  imported: string;
}

/** Records an edge for every import that leads to an indexed file, and what is used of it. */
export function linkJavaScript(table: FileTable, links: LinkCollector): void {
  const resolver = new ModuleResolver(table);
  const resolve = (file: GraphFile, specifier: string): string | undefined => {
    return resolver.resolve(file.path, specifier, STYLES.get(file.language) ?? "typescript");
  };
  const exports = new ExportTable(table, (file) => readExports(file, resolve));
  for (const file of table.files) {
    if (!STYLES.has(file.language)) continue;
    const bindings = new Map<string, Binding>();
    const uses = usesOfNames(file);
    for (const record of file.imports) {
      const target = resolve(file, record.specifier);
      if (target === undefined) continue;
      links.addImport(file.path, target, useOf(record, uses));
      if (record.kind === "reexport") continue;
      for (const { imported, local } of record.names ?? []) bindings.set(local, { target, imported });
    }
    if (bindings.size > 0) linkSymbols(file, bindings, exports, links);
  }
}

function linkSymbols(
  file: GraphFile,
  bindings: ReadonlyMap<string, Binding>,
  exports: ExportTable,
  links: LinkCollector,
): void {
  for (const reference of file.references) {
    const [first, ...members] = [...reference.qualifier?.split(".") ?? [], reference.name];
    const binding = bindings.get(first!);
    const used = binding && exports.findChain(binding.target, binding.imported, members);
    if (used !== undefined) links.addUse(file.path, reference, used, "import");
  }
}

/** For every name the kinds of its uses; a qualified use counts for its first name. */
function usesOfNames(file: GraphFile): Map<string, Set<ReferenceKind>> {
  const uses = new Map<string, Set<ReferenceKind>>();
  for (const { name, qualifier, kind } of file.references) {
    const first = qualifier === undefined ? name : qualifier.split(".", 1)[0]!;
    const kinds = uses.get(first);
    if (kinds === undefined) uses.set(first, new Set([kind]));
    else kinds.add(kind);
  }
  return uses;
}

function useOf(record: ImportRecord, uses: ReadonlyMap<string, ReadonlySet<ReferenceKind>>): LinkUse {
  if (record.kind === "type") return "type";
  if (record.kind !== "static" || record.names === undefined || record.names.length === 0) return "value";
  const onlyTypes = record.names.every(({ local }) => {
    const kinds = uses.get(local);
    return kinds !== undefined && kinds.size === 1 && kinds.has("type");
  });
  return onlyTypes ? "type" : "value";
}
