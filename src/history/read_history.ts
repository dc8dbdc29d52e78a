import { resolve } from "node:path";
import { type Commit, type CommittedFile, compareStrings, type History } from "../model/mod.ts";
import { locateRepository, type RepositoryFolders, shallowList } from "./_repository_folders.ts";
import { type AddedLines, readAddedLines } from "./added_lines.ts";
import { type LoggedCommit, readCommitLog } from "./commit_log.ts";
import { headOf } from "./head.ts";
import { RenameTracker } from "./rename_tracker.ts";

/** How much of the past is read. */
export interface HistoryOptions {
  /**
   * Newest commits to list. Listing takes about 0.1 s for each 2,000.
   * @default 5000
   */
  maxCommits?: number;
  /**
   * Newest commits of those listed whose added lines are read. Reading takes 1 to 2 s for each 2,000.
   * @default 2000
   */
  maxCommitsWithLines?: number;
  /**
   * Whether added lines of this file are of use. Commits without such a file are passed over when lines are read; in
   * many repositories every second one only raises versions or translates texts.
   * @default every file
   */
  wantsLines?: (path: string) => boolean;
  /**
   * Whether the caller holds the added lines of this commit for exactly these files from an earlier time. They are
   * not read again then and the files come without them, so that after a new commit next to nothing is read.
   */
  hasLines?: (commit: Commit) => boolean;
  /**
   * Time after which git is stopped and what was read is kept, as a shallow history. A guard against repositories made
   * to take long: in ordinary ones it is not reached, so it does not make results depend on the machine.
   * @default 60 s
   */
  timeLimitMs?: number;
  /** Gives up with the reason of the signal. */
  signal?: AbortSignal;
}

/** A commit that changed more files says nothing of any of them: an import, a reformatting, a move of everything. */
const MOST_FILES = 1000;
/** A commit that changed more files weighs next to nothing as evidence for single lines. */
const MOST_FILES_WITH_LINES = 50;

/**
 * Reads the recent past of the repository around `root`, restricted to what lies below `root`. Where contents are
 * missing, as in partial clones, or a `.gitattributes` says that files are not for diffs, there are no lines.
 *
 * @returns undefined when there is no git, no repository, no commit, or git refuses the folder as someone else's.
 */
export async function readHistory(root: string, options: HistoryOptions = {}): Promise<History | undefined> {
  const { maxCommits = 5000, maxCommitsWithLines = 2000, timeLimitMs = 60_000 } = options;
  const { wantsLines = () => true, hasLines = () => false } = options;
  const folders = locateRepository(root);
  const head = await headOf(root);
  if (folders === undefined || head === undefined) return undefined;

  const timeLimit = AbortSignal.timeout(timeLimitMs);
  const signal = AbortSignal.any([timeLimit, ...(options.signal ? [options.signal] : [])]);
  const pathspec = resolve(root) === folders.top ? [] : ["--relative", "--", "."];
  const borders = borderCommits(folders);
  const tracker = new RenameTracker();
  const entries: Entry[] = [];
  const isComplete = await readCommitLog(root, head, maxCommits, pathspec, (logged) => {
    const names = tracker.step(logged.changes);
    const saysNothing = names.length > MOST_FILES || borders.has(logged.sha);
    entries.push(saysNothing ? { logged: { ...logged, changes: [] }, names: [] } : { logged, names });
  }, { signal });
  options.signal?.throwIfAborted();
  if (!isComplete && entries.length === 0) return undefined;

  const wanted = entries
    .filter(({ names }) => names.length <= MOST_FILES_WITH_LINES && names.some((name) => wantsLines(name)))
    .slice(0, maxCommitsWithLines)
    .filter((entry) => !hasLines(toCommit(entry)))
    .map(({ logged }) => logged);
  const lines = await readAddedLines(root, wanted, pathspec, { signal });
  options.signal?.throwIfAborted();
  return {
    head,
    shallow: borders.size > 0 || timeLimit.aborted,
    commits: entries.map((entry) => toCommit(entry, lines.get(entry.logged.sha))),
  };
}

/** A listed commit and the names its files have today. */
interface Entry {
  logged: LoggedCommit;
  /** One per change; none for a commit whose files say nothing. */
  names: string[];
}

/** Commits at the border of a shallow clone: git shows them as if they had added everything that was there. */
function borderCommits(folders: RepositoryFolders): Set<string> {
  return new Set(shallowList(folders).split("\n").filter((line) => line !== ""));
}

function toCommit({ logged, names }: Entry, lines?: readonly AddedLines[]): Commit {
  const { sha, time, subject, body } = logged;
  const added = new Map<string, AddedLines[]>();
  names.forEach((path, change) => {
    const ofChange = lines?.[change];
    added.set(path, [...added.get(path) ?? [], ...ofChange === undefined ? [] : [ofChange]]);
  });
  const files = [...added].map(([path, parts]) => toFile(path, parts));
  return { sha, time, subject, body, files: files.sort((a, b) => compareStrings(a.path, b.path)) };
}

/** Two changes of one commit can be about files that have the same name today; mostly there is one part or none. */
function toFile(path: string, parts: readonly AddedLines[]): CommittedFile {
  const file: CommittedFile = { path };
  const counts = parts.flatMap(({ added }) => added ?? []);
  if (counts.length > 0) file.added = counts.reduce((sum, count) => sum + count);
  if (parts.length > 0) file.hashes = union(parts.map(({ hashes }) => hashes));
  return file;
}

function union(lists: readonly Uint32Array[]): Uint32Array {
  const [first, ...others] = lists;
  if (first !== undefined && others.length === 0) return first;
  return Uint32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}
