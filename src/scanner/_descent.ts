/** The way from the root down to one path, by the same rules as the walk. */
import type { SkippedPath } from "../model/mod.ts";
import { unreadable } from "./_unreadable.ts";
import { IGNORE_FILES } from "./ignore_scopes.ts";
import { CANDIDATE, entryType, type Folder, INTERNAL, isSkipped, type Selection } from "./selection.ts";

/** Where a descent ended. */
export type Descent =
  | { readonly end: "folder"; readonly folder: Folder }
  | { readonly end: "file" }
  | { readonly end: "missing" }
  | { readonly end: "skipped"; readonly skipped: SkippedPath | typeof INTERNAL };

/**
 * Follows a path folder by folder.
 *
 * @param root absolute path of the repository.
 * @param path root-relative and normalised; empty for the root.
 * @returns `folder` with a folder that is not yet entered, or why the way ends earlier.
 */
export function descend(root: string, selection: Selection, path: string): Descent {
  let folder = selection.root;
  const names = path === "" ? [] : path.split("/");
  if (names.some((name) => name === "" || name === "." || name === "..")) return { end: "missing" };
  for (const [index, name] of names.entries()) {
    folder = enterOnDisk(root, selection, folder);
    const childPath = folder.path + name;
    let information: Deno.FileInfo;
    try {
      information = Deno.lstatSync(`${root}/${childPath}`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return { end: "missing" };
      return { end: "skipped", skipped: unreadable(childPath, error) };
    }
    const judged = selection.judge(folder, name, entryType(information));
    if (judged === CANDIDATE) return { end: index === names.length - 1 ? "file" : "missing" };
    if (judged === INTERNAL || isSkipped(judged)) return { end: "skipped", skipped: judged };
    const worktree = selection.worktreeProblem(judged);
    if (worktree !== undefined) return { end: "skipped", skipped: worktree };
    folder = judged;
  }
  return { end: "folder", folder };
}

/** Adds the ignore files that a folder has on disk, without listing it. */
export function enterOnDisk(root: string, selection: Selection, folder: Folder): Folder {
  return selection.enter(folder, IGNORE_FILES.filter((name) => isFile(`${root}/${folder.path}${name}`)));
}

function isFile(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch {
    return false;
  }
}
