/** Lines that past commits like the task added and that still stand. */
import type { ResemblingCommit } from "../model/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import { linesWithHash } from "../text/mod.ts";

/** Commits beyond these resemble the task too little to vouch for a line. */
const COMMITS = 40;

/**
 * Looks lines up by the hash of their text: a line counts when a resembling commit added it to this file and it stands
 * there unchanged. Its value is the resemblance of the best such commit.
 *
 * @param textOf the text of a file of the index.
 */
export function lineHistory(
  reader: IndexReader,
  commits: readonly ResemblingCommit[],
  textOf: (fileId: number) => string,
): (fileId: number, path: string) => ReadonlyMap<number, number> {
  const best = [...commits].sort((a, b) => b.score - a.score || (a.sha < b.sha ? -1 : 1)).slice(0, COMMITS);
  const scores = new Map(best.map((commit) => [commit.id, commit.score]));
  let byPath: Map<string, Map<number, number>> | undefined;
  const valuesOf = (path: string): Map<number, number> | undefined => {
    if (byPath === undefined) {
      byPath = new Map();
      for (const { commitId, path: touched, hashes } of reader.commitFiles(scores.keys())) {
        if (hashes === undefined) continue;
        let values = byPath.get(touched);
        if (values === undefined) byPath.set(touched, values = new Map());
        const score = scores.get(commitId) ?? 0;
        for (const hash of hashes) values.set(hash, Math.max(values.get(hash) ?? 0, score));
      }
    }
    return byPath.get(path);
  };
  return (fileId, path) => {
    const values = valuesOf(path);
    return values === undefined ? new Map() : linesWithHash(textOf(fileId), values);
  };
}
