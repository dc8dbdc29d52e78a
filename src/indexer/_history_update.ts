/** Bringing the stored history to what is checked out. */
import { headOf, readHistory } from "../history/mod.ts";
import type { Commit, History } from "../model/mod.ts";
import { isParsed, languageOf } from "../parser/mod.ts";
import type { IndexMeta, IndexWriter, StoredCommit } from "../store/mod.ts";

/** What an index says of the history it knows. */
export type HistoryMeta = Pick<IndexMeta, "indexedCommit" | "shallowHistory">;

/** A history, and which of its commits the index holds already as they are. */
interface Update {
  history: History | undefined;
  unchanged: ReadonlySet<string>;
}

/**
 * Brings the stored commits to the history around `root`, unless the index has it already. Nothing else runs meanwhile:
 * git is stopped after a time, and however long the files take must not decide how much of the past is known.
 */
export async function updateHistory(
  root: string,
  writer: IndexWriter,
  signal: AbortSignal | undefined,
): Promise<HistoryMeta> {
  const head = await headOf(root);
  const { previous } = writer;
  // A shallow or cut history may be completed without another commit being checked out.
  if (previous !== undefined && head === previous.indexedCommit && !previous.shallowHistory) {
    return head === undefined ? {} : { indexedCommit: head };
  }
  return writeUpdate(writer, await readUpdate(root, writer.storedCommits(), signal));
}

/** Reads the history, without the lines of commits that are stored with theirs. */
async function readUpdate(
  root: string,
  stored: ReadonlyMap<string, StoredCommit>,
  signal: AbortSignal | undefined,
): Promise<Update> {
  const unchanged = new Set<string>();
  const history = await readHistory(root, {
    ...(signal === undefined ? {} : { signal }),
    wantsLines: (path) => isParsed(languageOf(path)),
    hasLines: (commit) => {
      const hasLines = holds(stored.get(commit.sha), commit, true);
      if (hasLines) unchanged.add(commit.sha);
      return hasLines;
    },
  });
  for (const commit of history?.commits ?? []) {
    const hasLines = commit.files.some(({ hashes }) => hashes !== undefined);
    if (!hasLines && holds(stored.get(commit.sha), commit, false)) unchanged.add(commit.sha);
  }
  return { history, unchanged };
}

function holds(stored: StoredCommit | undefined, commit: Commit, hasLines: boolean): boolean {
  return stored !== undefined && stored.hasLines === hasLines &&
    stored.paths.length === commit.files.length &&
    commit.files.every(({ path }, position) => path === stored.paths[position]);
}

/** Afterwards the index holds exactly the commits of the history. */
function writeUpdate(writer: IndexWriter, { history, unchanged }: Update): HistoryMeta {
  writer.keepCommits(unchanged);
  if (history === undefined) return {};
  writer.addCommits(history.commits.filter(({ sha }) => !unchanged.has(sha)));
  return { indexedCommit: history.head, ...(history.shallow ? { shallowHistory: true } : {}) };
}
