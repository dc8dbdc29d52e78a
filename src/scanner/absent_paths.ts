/** Which paths that are not there would be selected if they were. */
import type { Config } from "../model/mod.ts";
import { enterOnDisk } from "./_descent.ts";
import { includeRoots, isIncluded } from "./_include_roots.ts";
import { CANDIDATE, type EntryType, type Folder, INTERNAL, isSkipped, Selection } from "./selection.ts";
import type { SelectionOptions } from "./selection.ts";

/**
 * A test for files that existed in another state of the tree, such as a past commit: whether the rules of today,
 * as far as a name can tell, select a file of that path.
 *
 * @param root absolute path of the repository; its ignore files count where they are there.
 */
export function absentPathTest(
  root: string,
  config: Config,
  options: SelectionOptions,
): (path: string) => boolean {
  const selection = new Selection(root, config, options, () => {});
  const roots = includeRoots(config.include);
  /** Entered folders by path; undefined for those that are left out. */
  const known = new Map<string, Folder | undefined>([["", enterOnDisk(root, selection, selection.root)]]);
  /** Paths of those that are folders on disk; only they have ignore files, which are not sought behind links. */
  const present = new Set([""]);

  const judge = (folder: Folder, name: string, type: EntryType): Folder | typeof CANDIDATE | undefined => {
    const judged = selection.judge(folder, name, type);
    return judged === INTERNAL || (judged !== CANDIDATE && isSkipped(judged)) ? undefined : judged;
  };
  const folderOf = (path: string): Folder | undefined => {
    let folder = known.get("");
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const prefix = path.slice(0, end + 1);
      if (!known.has(prefix)) {
        const judged = judge(folder!, path.slice(folder!.path.length, end), "directory");
        const child = judged === CANDIDATE ? undefined : judged;
        if (child !== undefined && present.has(folder!.path) && isFolder(`${root}/${path.slice(0, end)}`)) {
          present.add(prefix);
        }
        known.set(prefix, child && present.has(prefix) ? enterOnDisk(root, selection, child) : child);
      }
      folder = known.get(prefix);
      if (folder === undefined) return undefined;
    }
    return folder;
  };
  return (path) => {
    // No listing of a folder has such names, but a foreign list of paths may.
    if (path.split("/").some((name) => name === "" || name === "." || name === "..")) return false;
    const folder = folderOf(path);
    return folder !== undefined && isIncluded(path, roots) &&
      judge(folder, path.slice(folder.path.length), "file") === CANDIDATE &&
      !isSkipped(selection.classify(path));
  };
}

function isFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}
