/** `@path` imports in instruction files: which there are and where they lead. */
import { blankCode } from "./markdown_code.ts";
import { contains, parentPath, relativePath, resolvePath } from "./paths.ts";
import { isFile, readInside } from "./repository_files.ts";
import { platformOf, type Workspace } from "./workspace.ts";

/** A word that may be an import. */
export interface ImportWord {
  /** The path as written, without `@`. */
  path: string;
  /** 1-based. */
  line: number;
  /** It cannot be anything else: an npm scope such as `@types/node` has no such form. */
  certain: boolean;
}

/** The words with the form of an import, outside of code. */
export function findImports(text: string): ImportWord[] {
  const words: ImportWord[] = [];
  for (const [index, line] of blankCode(text).split("\n").entries()) {
    if (!line.includes("@")) continue;
    for (const match of line.matchAll(/(?<=^|\s)@(\S+)/g)) {
      const path = trimPunctuation(match[1] as string);
      if (path === "" || path.includes("@")) continue;
      const certain = /^(?:\.{1,2}|~)?\//.test(path) || /\.(?:md|mdx|mdc|markdown|txt|rst|adoc)$/i.test(path);
      words.push({ path, line: index + 1, certain });
    }
  }
  return words;
}

/** A sentence may go on after the path. */
function trimPunctuation(word: string): string {
  let end = word.length;
  while (end > 0 && ".,;:!?)]}'\"*_".includes(word[end - 1] as string)) end--;
  return word.slice(0, end);
}

/** Where an import leads. */
export type ImportTarget =
  | { kind: "file"; path: string }
  | { kind: "missing" | "outside" };

/** Looks an import up. `from` is the absolute path of the file that holds it. */
export async function resolveImport(
  workspace: Workspace,
  root: string,
  from: string,
  path: string,
): Promise<ImportTarget> {
  const platform = platformOf(workspace);
  if (path.startsWith("~/")) return { kind: "outside" };
  const target = resolvePath(parentPath(from, platform), path, platform);
  if (!contains(root, target, platform)) return { kind: "outside" };
  if (!await isFile(workspace, target)) return { kind: "missing" };
  return { kind: "file", path: target };
}

/** A file that comes in through imports. */
export interface ImportedFile {
  path: string;
  /** The file that imports it. */
  by: string;
  text: string;
  bytes: number;
}

/** All files that a file imports, directly or not, each once, as deep as `depth` hops. Paths are absolute. */
export async function importedFiles(
  workspace: Workspace,
  root: string,
  start: { path: string; text: string },
  depth: number,
): Promise<ImportedFile[]> {
  const found: ImportedFile[] = [];
  const seen = new Set([start.path]);
  let level: { path: string; text: string }[] = [start];
  for (let hop = 0; hop < depth && level.length > 0; hop++) {
    const next: ImportedFile[] = [];
    for (const file of level) {
      for (const { path } of findImports(file.text)) {
        const target = await resolveImport(workspace, root, file.path, path);
        if (target.kind !== "file" || seen.has(target.path)) continue;
        seen.add(target.path);
        const read = await readInside(workspace, root, target.path);
        if (read !== undefined) {
          next.push({ path: target.path, by: file.path, text: read.text, bytes: read.bytes });
        }
      }
    }
    found.push(...next);
    level = next;
  }
  return found;
}

/** A path below the working directory or above it, as results show it. */
export function shown(workspace: Workspace, cwd: string, path: string): string {
  return relativePath(cwd, path, platformOf(workspace)) ?? path;
}
