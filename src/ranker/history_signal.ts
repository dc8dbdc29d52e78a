/** What past commits say: whose subject resembles the task, and which files they touched. */
import type { ResemblingCommit } from "../model/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import type { RankingParameters } from "./parameters.ts";

const SECONDS_PER_DAY = 86_400;

/** The history evidence of a question. */
export interface HistorySignal {
  /** File id → summed votes and the commit that contributed most. */
  files: Map<number, { score: number; sha: string }>;
  /** Resembling commits, best first. */
  commits: ResemblingCommit[];
}

/**
 * Lets resembling commits vote for the files they touched. A vote is the commit's BM25 score, decayed by its age
 * relative to the newest indexed commit and shared among the files of the commit (square root), so that a sweeping
 * change says little about each of its files.
 */
export function historySignal(
  reader: IndexReader,
  terms: readonly string[],
  parameters: RankingParameters,
): HistorySignal {
  const files = new Map<number, { score: number; sha: string; best: number }>();
  const commits: ResemblingCommit[] = [];
  const newest = reader.meta.headTime ?? 0;
  for (const hit of reader.commitsMatching(terms, parameters.commits)) {
    const ageDays = Math.max(0, newest - hit.time) / SECONDS_PER_DAY;
    const decay = Math.pow(0.5, ageDays / parameters.commitHalfLifeDays);
    const share = hit.score / Math.sqrt(Math.max(1, hit.fileCount));
    const vote = share * decay;
    commits.push({ id: hit.commitId, sha: hit.sha, score: share });
    for (const fileId of hit.fileIds) {
      const known = files.get(fileId);
      if (!known) files.set(fileId, { score: vote, sha: hit.sha, best: vote });
      else {
        known.score += vote;
        if (vote > known.best) {
          known.best = vote;
          known.sha = hit.sha;
        }
      }
    }
  }
  return { files, commits };
}
