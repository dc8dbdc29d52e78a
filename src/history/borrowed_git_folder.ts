import { join, relative, resolve, sep } from "node:path";
import { locateRepository, readTextOf, shallowList } from "./_repository_folders.ts";

/** The contents of a `.git` folder that makes any folder look like a checkout of another repository. */
export interface GitFolder {
  /** Text by path below `.git`. */
  files: ReadonlyMap<string, string>;
  /** The one of them that names the commit that is checked out. */
  branch: string;
  /** Where the asked-for folder lies below the top of its work tree, with `/`; empty for the top itself. */
  prefix: string;
}

/** The only branch. A HEAD with a name of its own would need an empty folder for branches. */
const BRANCH = "refs/heads/past";
/** Bytes of local ignore rules, as far as a scan reads them. */
const LARGEST_EXCLUDE = 1 << 20;
/** Digits of an object name in repositories that use SHA-256. */
const LONG_NAME = 64;

/**
 * What to write into a `.git` folder so that git finds `commit` checked out there, its whole past, and nothing later.
 * The objects stay where they are and are read from there; no setting of the repository and no hook comes along.
 *
 * @param root a folder of the repository that lends its objects.
 * @param commit full object name.
 */
export function borrowedGitFolder(root: string, commit: string): GitFolder | undefined {
  const folders = locateRepository(root);
  if (folders === undefined) return undefined;
  const { commonDir, top } = folders;
  const format = commit.length === LONG_NAME
    ? "\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n"
    : "\trepositoryformatversion = 0\n";
  const files = new Map([
    ["HEAD", `ref: ${BRANCH}\n`],
    [BRANCH, `${commit}\n`],
    ["config", `[core]\n${format}`],
    ["objects/info/alternates", `${alternate(join(commonDir, "objects"))}\n`],
    ["info/exclude", readTextOf(join(commonDir, "info/exclude"), LARGEST_EXCLUDE) ?? ""],
  ]);
  const shallow = shallowList(folders);
  if (shallow !== "") files.set("shallow", shallow);
  return { files, branch: BRANCH, prefix: relative(top, resolve(root)).replaceAll(sep, "/") };
}

/** A path as a line of the list of alternates: one with a line end, or that looks like a comment, is quoted. */
function alternate(path: string): string {
  const slashed = path.replaceAll(sep, "/");
  return /^["#]|[\r\n]/.test(slashed) ? JSON.stringify(slashed) : slashed;
}
