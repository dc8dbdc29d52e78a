/** What a script exports. */
import type { GraphFile } from "../../model/mod.ts";
import { stemOf } from "../_paths.ts";
import { isTopLevel, type ModuleExports, noExports } from "../export_table.ts";

/**
 * Reads the exported names of a script, its re-exports and, because they may be exported again, its imports.
 *
 * @param resolve finds the file an import specifier means.
 */
export function readExports(
  file: GraphFile,
  resolve: (file: GraphFile, specifier: string) => string | undefined,
): ModuleExports {
  const module = noExports();
  file.symbols.forEach((symbol, index) => {
    if (isTopLevel(symbol) && symbol.exported && !module.own.has(symbol.name)) {
      module.own.set(symbol.name, index);
    }
  });
  const standard = module.own.get("default") ?? defaultExport(file, [...module.own.values()]);
  if (standard !== undefined) module.own.set("default", standard);
  for (const { kind, specifier, names } of file.imports) {
    const target = resolve(file, specifier);
    if (target === undefined) continue;
    if (kind === "reexport" && names === undefined) module.stars.push(target);
    for (const { imported, local } of names ?? []) module.forwarded.set(local, { target, imported });
  }
  return module;
}

/** The symbol a default import means: the one named like the file, or the only exported one. */
function defaultExport(file: GraphFile, exported: readonly number[]): number | undefined {
  const stem = plain(stemOf(file.path));
  return exported.find((index) => plain(file.symbols[index]!.name) === stem) ??
    (exported.length === 1 ? exported[0] : undefined);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_.]/g, "");
}
