/** The facts that both views of a whole repository show: section 4.11 of the specification. */
import { compareStrings } from "../model/mod.ts";
import type { FileRow, IndexReader } from "../store/mod.ts";

/** Names of files in which a program starts, in lower case. */
const ENTRY_NAMES: ReadonlySet<string> = new Set([
  "program.cs",
  "main.cs",
  "main.ts",
  "main.js",
  "main.tsx",
  "middleware.ts",
  "middleware.js",
  "page.tsx",
  "page.jsx",
  "layout.tsx",
  "layout.jsx",
  "route.ts",
  "route.tsx",
  "route.js",
]);

function hasEntryName(path: string): boolean {
  return ENTRY_NAMES.has(path.slice(path.lastIndexOf("/") + 1).toLowerCase());
}

/**
 * Files where the program seems to start, by path: those with a telling name, and sources that import something and
 * that nothing imports.
 */
export function entrypointsOf(reader: IndexReader): string[] {
  const importers = reader.centralities();
  const imports = reader.importCounts();
  return reader.allFiles().filter(({ id, path, kind }) =>
    hasEntryName(path) || (kind === "source" && !importers.has(id) && imports.has(id))
  ).map(({ path }) => path);
}

/** Folders of programs that only try, show or measure the real ones. */
const SIDE_FOLDER =
  /(?:^|\/)(?:tests?|specs?|e2e|fixtures?|examples?|samples?|demos?|playgrounds?|bench(?:marks?)?)\//i;
/** Settings of a tool, which nothing imports either. */
const TOOL_SETTINGS = /\.config\.[cm]?[jt]s$/i;

/**
 * The entry points that a reader wants first, sorted by path, and how many more there are: those of the programs
 * themselves before those of tests, examples and tools, telling names before others, high up before deep down.
 */
export function leadingEntrypoints(reader: IndexReader, most: number): { paths: string[]; omitted: number } {
  const ranked = entrypointsOf(reader).map((path) => ({
    path,
    rank: (SIDE_FOLDER.test(path) || TOOL_SETTINGS.test(path) ? 2 : 0) + (hasEntryName(path) ? 0 : 1),
    depth: path.split("/").length,
  })).sort((a, b) => a.rank - b.rank || a.depth - b.depth || compareStrings(a.path, b.path));
  return {
    paths: ranked.slice(0, most).map(({ path }) => path).sort(compareStrings),
    omitted: Math.max(0, ranked.length - most),
  };
}

/** Files and lines of each language, in no particular order. */
export function languagesOf(files: readonly FileRow[]): { language: string; files: number; loc: number }[] {
  const languages = new Map<string, { language: string; files: number; loc: number }>();
  for (const { language, lineCount } of files) {
    let sums = languages.get(language);
    if (sums === undefined) languages.set(language, sums = { language, files: 0, loc: 0 });
    sums.files++;
    sums.loc += lineCount;
  }
  return [...languages.values()];
}

/** Imported files with the number of files that import them: most first, then by path. */
export function mostImported(
  reader: IndexReader,
  most: number,
): { file: FileRow; dependents: number }[] {
  const importers = reader.centralities();
  return reader.allFiles().filter(({ id }) => importers.has(id))
    .map((file) => ({ file, dependents: importers.get(file.id)! }))
    .sort((a, b) => b.dependents - a.dependents || compareStrings(a.file.path, b.file.path))
    .slice(0, most);
}
