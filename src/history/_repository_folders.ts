import { dirname, join, resolve } from "node:path";

/** Where a repository keeps its data. */
export interface RepositoryFolders {
  /** The work tree's own data: HEAD. */
  gitDir: string;
  /** Data that linked work trees share: branches, tags, objects. */
  commonDir: string;
  /** Top of the work tree: the folder that holds `.git`. */
  top: string;
}

/** Larger than any HEAD, branch or pointer file. */
const LARGEST_SMALL_FILE = 8192;
/** Bytes of the list of a shallow clone's border commits. */
const LARGEST_SHALLOW = 1 << 22;

/** The repository that the work tree around `folder` belongs to, found as git finds it. */
export function locateRepository(folder: string): RepositoryFolders | undefined {
  for (let top = resolve(folder);; top = dirname(top)) {
    // In submodules and linked work trees `.git` is a file that says where the folder is; if it errs, git stops.
    const pointer = readTextOf(join(top, ".git"));
    const gitDir = resolve(top, pointer === undefined ? ".git" : pointer.replace(/^gitdir:/, "").trim());
    if (readTextOf(join(gitDir, "HEAD")) !== undefined) {
      return { gitDir, commonDir: commonDirOf(gitDir), top };
    }
    if (pointer !== undefined || top === dirname(top)) return undefined;
  }
}

function commonDirOf(gitDir: string): string {
  const pointer = readTextOf(join(gitDir, "commondir"))?.trim();
  return pointer ? resolve(gitDir, pointer) : gitDir;
}

/** The list of the commits at the border of a shallow clone, one a line; empty when the past is whole. */
export function shallowList({ commonDir }: RepositoryFolders): string {
  return readTextOf(join(commonDir, "shallow"), LARGEST_SHALLOW) ?? "";
}

/** Text of a regular file of at most `largest` bytes, or undefined. Never waits on a pipe or a device. */
export function readTextOf(path: string, largest: number = LARGEST_SMALL_FILE): string | undefined {
  try {
    const { isFile, size } = Deno.statSync(path);
    return isFile && size <= largest ? Deno.readTextFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}
