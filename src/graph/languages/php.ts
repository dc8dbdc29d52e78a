/** Links PHP files: by `use`, by namespaces and by included files. */
import type { GraphFile } from "../../model/mod.ts";
import { folderOf, joinPath } from "../_paths.ts";
import type { FileTable } from "../file_table.ts";
import type { LinkCollector } from "../link_collector.ts";
import { type FullNameImports, type FullNameLanguage, linkFullNames } from "./_full_name_links.ts";

const PHP: FullNameLanguage = {
  languages: new Set(["php"]),
  buildFiles: ["composer.json"],
  packageOf: (file) => dotted(file.namespaces[0] ?? ""),
  importsOf,
};

/** Records an edge for every use of a class of the repository and for every included file. */
export function linkPhp(table: FileTable, links: LinkCollector): void {
  linkFullNames(table, links, PHP);
  for (const file of table.files) {
    if (file.language !== "php") continue;
    for (const { kind, specifier } of file.imports) {
      if (kind !== "require") continue;
      const target = includedFile(table, file.path, specifier);
      if (target !== undefined) links.addImport(file.path, target, "value");
    }
  }
}

function importsOf(file: GraphFile): FullNameImports {
  const imports: FullNameImports = { names: new Map(), stars: [] };
  for (const { kind, specifier, names } of file.imports) {
    if (kind === "require") continue;
    for (const { local } of names ?? []) imports.names.set(local, dotted(specifier));
  }
  return imports;
}

/** A path that does not say where it starts may start at the file's folder or at the root. */
function includedFile(table: FileTable, path: string, specifier: string): string | undefined {
  const starts = specifier.startsWith(".") ? [folderOf(path)] : [folderOf(path), ""];
  return starts.flatMap((start) => joinPath(start, specifier) ?? []).find((target) => table.has(target));
}

function dotted(name: string): string {
  return name.replace(/^\\/, "").replaceAll("\\", ".");
}
