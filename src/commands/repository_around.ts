/** Which repository a folder belongs to, for a door that serves a folder instead of starting in one. */

/** The `.git` file of a linked worktree; that of a submodule points elsewhere. */
const WORKTREE = /^gitdir: .*[\\/]worktrees[\\/][^\\/]+[\\/]?\s*$/;

/** Longer files are no such pointer. */
const LONGEST_POINTER = 8192;

/**
 * The root of the repository around a folder. A linked git worktree is another checkout: the search never leaves it,
 * so that nobody who works in it is answered from the files of the main one.
 *
 * @param folder absolute.
 */
export async function repositoryAround(folder: string): Promise<string | undefined> {
  const { findRoot } = await import("../repository/mod.ts");
  const { dirname, resolve } = await import("node:path");
  const root = findRoot(folder);
  if (root === undefined) return undefined;
  for (let inner = resolve(folder); inner !== root; inner = dirname(inner)) {
    if (isLinkedWorktree(inner)) return undefined;
  }
  return root;
}

function isLinkedWorktree(folder: string): boolean {
  try {
    const path = `${folder}/.git`;
    const { isFile, size } = Deno.lstatSync(path);
    return isFile && size <= LONGEST_POINTER && WORKTREE.test(Deno.readTextFileSync(path));
  } catch {
    return false;
  }
}
