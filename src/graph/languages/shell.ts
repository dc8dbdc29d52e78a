/** Links shell scripts by the files they source. */
import { type Declaration, topLevelNames } from "../_declared_names.ts";
import { folderOf, joinPath } from "../_paths.ts";
import { append, type FileTable } from "../file_table.ts";
import type { LinkCollector } from "../link_collector.ts";

/** Records an edge for every sourced file, and the uses of functions that exactly one of them declares. */
export function linkShell(table: FileTable, links: LinkCollector): void {
  for (const file of table.files) {
    if (file.language !== "bash") continue;
    const functions = new Map<string, Declaration[]>();
    for (const { specifier } of file.imports) {
      const path = sourcedFile(table, file.path, specifier);
      if (path === undefined || path === file.path) continue;
      links.addImport(file.path, path, "value");
      for (const [name, symbol] of topLevelNames(table.get(path)!)) append(functions, name, { path, symbol });
    }
    const own = topLevelNames(file);
    for (const reference of file.references) {
      const found = own.has(reference.name) ? [] : functions.get(reference.name) ?? [];
      if (found.length === 1) links.addUse(file.path, reference, found[0]!, "import");
    }
  }
}

/** Relative to the script, else to the root. */
function sourcedFile(table: FileTable, path: string, specifier: string): string | undefined {
  return [folderOf(path), ""].flatMap((start) => joinPath(start, specifier) ?? [])
    .find((target) => table.has(target));
}
