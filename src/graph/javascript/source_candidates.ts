/** Which indexed file a module path without a certain extension stands for. */
import { extensionOf } from "../_paths.ts";
import type { FileTable } from "../file_table.ts";

/**
 * Whose rules apply. For `typescript` a declaration file comes before a script of the same name, as its compiler
 * has it; for `javascript` the script that really runs comes first.
 */
export type ImporterStyle = "typescript" | "javascript";

const TYPESCRIPT_EXTENSIONS = [".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs"];
const JAVASCRIPT_EXTENSIONS = [".ts", ".tsx", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs", ".d.ts"];
/** Tried after all of the above. */
const OTHER_EXTENSIONS = [".d.mts", ".d.cts", ".vue", ".svelte", ".astro", ".json"];

const EXTENSIONS: Record<ImporterStyle, readonly string[]> = {
  typescript: [...TYPESCRIPT_EXTENSIONS, ...OTHER_EXTENSIONS],
  javascript: [...JAVASCRIPT_EXTENSIONS, ...OTHER_EXTENSIONS],
};

/** Written extension → extensions of the sources it may be compiled from. */
const SOURCES_OF_OUTPUT: Record<string, readonly string[]> = {
  ".js": [".ts", ".tsx", ".d.ts", ".jsx"],
  ".jsx": [".tsx", ".d.ts"],
  ".mjs": [".mts", ".d.mts"],
  ".cjs": [".cts", ".d.cts"],
};

/** Finds the file a joined module path names: with another extension, as it is, or as the index of a folder. */
export function findSource(table: FileTable, joined: string, style: ImporterStyle): string | undefined {
  return findSourceFile(table, joined, style) ?? findFolderIndex(table, joined, style);
}

/** The same without folders. */
export function findSourceFile(table: FileTable, joined: string, style: ImporterStyle): string | undefined {
  if (joined === "") return undefined;
  const exact = table.has(joined) ? joined : undefined;
  if (exact !== undefined && style === "javascript") return exact;
  const written = extensionOf(joined);
  const bare = joined.slice(0, joined.length - written.length);
  return firstIndexed(table, bare, SOURCES_OF_OUTPUT[written] ?? []) ??
    firstIndexed(table, joined, EXTENSIONS[style]) ?? exact;
}

/** The `index` file of a folder. */
export function findFolderIndex(table: FileTable, folder: string, style: ImporterStyle): string | undefined {
  if (!table.hasFolder(folder)) return undefined;
  return firstIndexed(table, folder === "" ? "index" : `${folder}/index`, EXTENSIONS[style]);
}

function firstIndexed(table: FileTable, base: string, extensions: readonly string[]): string | undefined {
  for (const extension of extensions) {
    if (table.has(base + extension)) return base + extension;
  }
  return undefined;
}
