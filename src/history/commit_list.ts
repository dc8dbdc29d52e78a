import { resolve } from "node:path";
import { locateRepository, shallowList } from "./_repository_folders.ts";
import { type LoggedCommit, readCommitLog } from "./commit_log.ts";
import type { GitOptions } from "./git.ts";
import { headOf } from "./head.ts";

/** What a list of commits began with and whether it is whole. */
export interface CommitList {
  /** The commit that is checked out. */
  head: string;
  /** Older commits exist elsewhere. */
  shallow: boolean;
  /** False when git broke off: then the list is what came before. */
  complete: boolean;
}

/** Undoes the `--no-merges` of the log. */
const WITH_MERGES = "--no-max-parents";

/**
 * Lists the newest commits as they are, merges among them, with the files they changed below `root` under the names
 * they had then. A merge comes without files.
 *
 * @param most commits to list.
 * @param onCommit gets them one by one, newest first.
 * @returns undefined when there is no git, no repository, no commit, or git refuses the folder as someone else's.
 */
export async function listCommits(
  root: string,
  most: number,
  onCommit: (commit: LoggedCommit) => void,
  options: Pick<GitOptions, "signal"> = {},
): Promise<CommitList | undefined> {
  const folders = locateRepository(root);
  const head = await headOf(root);
  if (folders === undefined || head === undefined) return undefined;
  const folder = resolve(root) === folders.top ? [] : ["--relative", "--", "."];
  let count = 0;
  const complete = await readCommitLog(root, head, most, [WITH_MERGES, ...folder], (commit) => {
    count++;
    onCommit(commit);
  }, options);
  options.signal?.throwIfAborted();
  return complete || count > 0 ? { head, shallow: shallowList(folders) !== "", complete } : undefined;
}
