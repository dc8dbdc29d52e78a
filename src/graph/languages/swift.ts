/**
 * Links Swift files by the types they use. A file sees its whole module and the modules it imports, and no import
 * names a file: so a type counts only when exactly one visible file declares one of its name.
 */
import type { ReferenceRecord, SymbolKind } from "../../model/mod.ts";
import { type Declaration, topLevelNames } from "../_declared_names.ts";
import { append, type FileTable } from "../file_table.ts";
import type { LinkCollector } from "../link_collector.ts";

const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set(
  ["class", "struct", "enum", "protocol", "typealias", "object", "interface"] as const,
);

/** Records an edge for every use of a type that exactly one visible file declares. */
export function linkSwift(table: FileTable, links: LinkCollector): void {
  const files = table.files.filter((file) => file.language === "swift");
  const types = new Map<string, Declaration[]>();
  for (const file of files) {
    for (const [name, symbol] of topLevelNames(file)) {
      if (TYPE_KINDS.has(file.symbols[symbol]!.kind)) append(types, name, { path: file.path, symbol });
    }
  }
  for (const file of files) {
    const visible = new Set([
      moduleOf(file.path),
      ...file.imports.map(({ specifier }) => specifier.split(".", 1)[0]!),
    ]);
    for (const reference of file.references) {
      const found = usedType(reference, types, visible);
      if (found !== undefined) links.addDependency(file.path, reference, found, "namespace");
    }
  }
}

function usedType(
  { name, qualifier }: ReferenceRecord,
  types: ReadonlyMap<string, Declaration[]>,
  visible: ReadonlySet<string>,
): Declaration | undefined {
  // `Type.member`, or `Module.Type`, or the type alone.
  for (const candidate of [...qualifier?.split(".") ?? [], name]) {
    const declared = types.get(candidate);
    if (declared === undefined) continue;
    const seen = declared.filter(({ path }) => visible.has(moduleOf(path)));
    return seen.length === 1 ? seen[0] : undefined;
  }
  return undefined;
}

/** `Sources/App/View.swift` belongs to `App`; files outside of such folders form one module. */
function moduleOf(path: string): string {
  return /(?:^|\/)(?:Sources|Tests)\/([^/]+)\//.exec(path)?.[1] ?? "";
}
