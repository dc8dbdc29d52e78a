/** From a built file, which is not indexed, back to the source it is built from. */
import { baseName, folderOf, joinPath } from "../_paths.ts";
import type { FileTable } from "../file_table.ts";
import { findSource, type ImporterStyle } from "./source_candidates.ts";

/** Folder names that builds write to, alone or inside each other (`dist/esm`). */
const OUTPUT_FOLDERS = new Set(
  "dist build lib out output esm cjs es umd mjs types typings dts module modules commonjs prod dev node browser"
    .split(" "),
);
const SOURCE_FOLDERS = ["src", "source", "lib", ""];
/** Builds do not nest their output deeper; keeps a hostile manifest from costing time. */
const MAX_OUTPUT_DEPTH = 4;
/** Marks of a build flavour in a file name: `index.umd.min.js`. */
const FLAVOUR = /\.(?:min|umd|iife|esm|cjs|es|prod|production|dev|development|global|common|legacy|browser)$/;

/**
 * Finds the source of a file a manifest or import names: itself when it is indexed, otherwise the file of the same
 * name in a source folder of the package, output folders removed one by one.
 *
 * @param packageFolder folder of the nearest manifest.
 * @param target path of the named file, relative to the root.
 */
export function findBuiltSource(
  table: FileTable,
  packageFolder: string,
  target: string,
  style: ImporterStyle,
): string | undefined {
  return findSource(table, target, style) ?? findBehindOutput(table, packageFolder, target, style);
}

function findBehindOutput(
  table: FileTable,
  packageFolder: string,
  target: string,
  style: ImporterStyle,
): string | undefined {
  const inside = packageFolder === "" ? target : target.slice(packageFolder.length + 1);
  const segments = inside.split("/");
  const outputs = segments.slice(0, -1).findIndex((segment) => !OUTPUT_FOLDERS.has(segment));
  const depth = Math.min(outputs < 0 ? segments.length - 1 : outputs, MAX_OUTPUT_DEPTH);
  for (let removed = 1; removed <= depth; removed++) {
    for (const name of withoutFlavours(segments.slice(removed).join("/"))) {
      for (const folder of SOURCE_FOLDERS) {
        const candidate = joinPath(packageFolder, `${folder}/${name}`);
        if (candidate === undefined || candidate === target) continue;
        const found = findSource(table, candidate, style);
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

/** The path as it is, then without up to two marks of a build flavour. */
function withoutFlavours(path: string): string[] {
  const written = /(?:\.d)?\.[cm]?[jt]sx?$/.exec(baseName(path))?.[0] ?? "";
  const stem = baseName(path).slice(0, baseName(path).length - written.length);
  const bare = stem.replace(FLAVOUR, "").replace(FLAVOUR, "");
  const folder = folderOf(path);
  const prefix = folder === "" ? "" : `${folder}/`;
  // Every output extension may come from any source extension, so none is kept.
  return bare === stem ? [prefix + stem] : [prefix + stem, prefix + bare];
}
