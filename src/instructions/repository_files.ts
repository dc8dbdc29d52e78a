/** Looking at a repository as a whole: its root, its files by path, and their text without leaving it. */
import { compareStrings } from "../model/mod.ts";
import { decodeText } from "./decode.ts";
import { resolveLinks } from "./links.ts";
import { contains, labelIn, parentPath } from "./paths.ts";
import { type FileEntry, platformOf, type Workspace } from "./workspace.ts";

/** Folders that hold no instructions of the repository's own. */
const FOREIGN = new Set([".git", ".repoctx", "node_modules"]);

/** More files than this are not walked through. */
export const MAX_FILES = 200_000;

/** The nearest directory, from `cwd` upwards, that holds `.git`; else `cwd` itself. Both resolved. */
export async function findRepositoryRoot(workspace: Workspace, cwd: string): Promise<string> {
  const platform = platformOf(workspace);
  for (let directory = cwd;;) {
    try {
      await workspace.lstat(labelIn(directory, ".git"));
      return directory;
    } catch {
      const parent = parentPath(directory, platform);
      if (parent === directory) return cwd;
      directory = parent;
    }
  }
}

/** The directories from `root` down to `cwd`, both included; `cwd` alone when it is not below `root`. */
export function directoriesBetween(workspace: Workspace, root: string, cwd: string): string[] {
  const platform = platformOf(workspace);
  if (!contains(root, cwd, platform)) return [cwd];
  const directories = [cwd];
  while (!contains(directories[0] as string, root, platform)) {
    directories.unshift(parentPath(directories[0] as string, platform));
  }
  return directories;
}

/** A decoded file. */
export interface TextFile {
  text: string;
  /** Size on disk. */
  bytes: number;
  lossy: boolean;
  bom: boolean;
}

/** Larger files are not read when a repository is looked through. */
export const MAX_TEXT_BYTES: number = 4 * 1024 * 1024;

/** The text of a regular file that resolves inside `root`; undefined for everything else. */
export async function readInside(
  workspace: Workspace,
  root: string,
  path: string,
): Promise<TextFile | undefined> {
  const resolution = await resolveLinks(workspace, path);
  if ("reason" in resolution || !contains(root, resolution.path, platformOf(workspace))) return undefined;
  try {
    const { kind, size = 0, id } = await workspace.stat(resolution.path);
    if (kind !== "file" || size > MAX_TEXT_BYTES) return undefined;
    const bytes = await workspace.readFile(resolution.path, {
      maxBytes: MAX_TEXT_BYTES,
      ...(id === undefined ? {} : { id }),
    });
    const decoded = decodeText(bytes);
    if ("skip" in decoded) return decoded.skip === "binary" ? undefined : emptyFile(bytes.length);
    return { text: decoded.text, bytes: bytes.length, lossy: decoded.lossy, bom: decoded.bom };
  } catch {
    return undefined;
  }
}

function emptyFile(bytes: number): TextFile {
  return { text: "", bytes, lossy: false, bom: false };
}

/** Whether a path leads to a regular file. */
export async function isFile(workspace: Workspace, path: string): Promise<boolean> {
  const resolution = await resolveLinks(workspace, path);
  if ("reason" in resolution) return false;
  try {
    return (await workspace.stat(resolution.path)).kind === "file";
  } catch {
    return false;
  }
}

/** All files below a directory. */
export interface FileList {
  /** Relative to the directory, sorted; links are listed and not followed. */
  paths: string[];
  /** Those of them that are links. */
  links: Set<string>;
  truncated: boolean;
}

/** Walks through a directory, in the order of the names. Folders that cannot be read are passed over. */
export async function listFiles(workspace: Workspace, directory: string): Promise<FileList> {
  const paths: string[] = [];
  const links = new Set<string>();
  const pending = ["."];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = await sortedEntries(workspace, folder === "." ? directory : labelIn(directory, folder));
    const folders: string[] = [];
    for (const { name, kind } of entries) {
      const path = labelIn(folder, name);
      if (kind === "directory" && !FOREIGN.has(name)) folders.push(path);
      if (kind !== "file" && kind !== "link") continue;
      if (paths.length === MAX_FILES) return { paths: paths.sort(compareStrings), links, truncated: true };
      paths.push(path);
      if (kind === "link") links.add(path);
    }
    pending.push(...folders.reverse());
  }
  return { paths: paths.sort(compareStrings), links, truncated: false };
}

async function sortedEntries(workspace: Workspace, directory: string): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  try {
    for await (const entry of workspace.readDir(directory)) entries.push(entry);
  } catch {
    return [];
  }
  return entries.sort((a, b) => compareStrings(a.name, b.name));
}

/** The files below a folder with an extension, as paths below the folder, sorted. A missing folder has none. */
export async function listFolder(workspace: Workspace, folder: string, extension: string): Promise<string[]> {
  const { paths } = await listFiles(workspace, folder);
  return paths.filter((path) => path.endsWith(extension));
}
