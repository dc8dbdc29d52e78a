/** The little that a scan has to know about git's own folder. It starts no git. */
import { readSmallFile } from "./_small_file.ts";

/** A `.git` file and `commondir` hold one path. */
const LINK_FILE_LIMIT = 16 * 1024;

function readLine(path: string): string | undefined {
  const bytes = readSmallFile(path, LINK_FILE_LIMIT);
  return typeof bytes === "string" ? undefined : new TextDecoder().decode(bytes).replace(/[\r\n]+$/, "");
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith("\\\\");
}

/** Where the `.git` file of a folder points, as written; undefined without such a file. */
function gitFileTarget(directory: string): string | undefined {
  return /^gitdir: (.+)$/s.exec(readLine(`${directory}/.git`) ?? "")?.[1];
}

/**
 * Whether a folder is a linked worktree, another checkout of a repository that lies elsewhere. The `.git` file of a
 * submodule points into `.git/modules/` and is none.
 */
export function isLinkedWorktree(directory: string): boolean {
  const target = gitFileTarget(directory)?.replaceAll("\\", "/");
  return target !== undefined && /(?:^|\/)\.git\/(?:modules\/.+\/)?worktrees\/[^/]+\/?$/.test(target);
}

/** The path of `info/exclude` for the checkout at `root`, which a linked worktree shares with the main one. */
export function infoExcludePath(root: string): string {
  const target = gitFileTarget(root);
  if (target === undefined) return `${root}/.git/info/exclude`;
  const gitFolder = isAbsolute(target) ? target : `${root}/${target}`;
  const common = readLine(`${gitFolder}/commondir`);
  if (common === undefined) return `${gitFolder}/info/exclude`;
  return `${isAbsolute(common) ? common : `${gitFolder}/${common}`}/info/exclude`;
}
