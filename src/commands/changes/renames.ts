/** Which added files are deleted ones under another name. */
import { compareStrings } from "../../model/mod.ts";
import { linesOfText } from "../../text/mod.ts";
import type { Comparison, FileChange } from "./comparison.ts";

/** At least this share of the larger text must be in both, counted in characters of whole lines. */
const LEAST_SIMILARITY = 0.5;
/** With more pairs than this only files that keep their name are compared, as a moved folder has them. */
const MOST_PAIRS = 2500;

/** A file that was moved. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/**
 * Pairs deleted with added files: equal contents first, then the most similar ones. Each file is in one pair at most;
 * among equals a file that keeps its name wins, then the order of the paths.
 */
export async function findRenames(comparison: Comparison): Promise<Rename[]> {
  let deleted = comparison.changes.filter(({ status }) => status === "deleted");
  let added = comparison.changes.filter(({ status }) => status === "added");
  if (deleted.length === 0 || added.length === 0) return [];
  const renames = await equalPairs(deleted, added, comparison);
  const paired = new Set(renames.flatMap(({ from, to }) => [from, to]));
  deleted = deleted.filter(({ path }) => !paired.has(path));
  added = added.filter(({ path }) => !paired.has(path));
  const similar = await similarPairs(deleted, added, comparison);
  similar.sort((a, b) =>
    b.similarity - a.similarity || Number(b.keepsName) - Number(a.keepsName) ||
    compareStrings(a.from, b.from) || compareStrings(a.to, b.to)
  );
  for (const { from, to } of similar) {
    if (paired.has(from) || paired.has(to)) continue;
    paired.add(from).add(to);
    renames.push({ from, to });
  }
  return renames;
}

async function equalPairs(
  deleted: readonly FileChange[],
  added: readonly FileChange[],
  comparison: Comparison,
): Promise<Rename[]> {
  const byContent = Map.groupBy(
    added.filter(({ contentId }) => contentId !== undefined),
    ({ contentId }) => contentId!,
  );
  const renames: Rename[] = [];
  const takeFrom = (list: FileChange[], isWanted: (change: FileChange) => boolean): string | undefined => {
    const position = list.findIndex(isWanted);
    return position < 0 ? undefined : list.splice(position, 1)[0]!.path;
  };
  const open: { from: string; list: FileChange[] }[] = [];
  for (const { path: from, contentId } of deleted) {
    const list = byContent.get(contentId ?? "");
    // Empty files are all alike.
    if (list === undefined || (await comparison.textBefore(from)) === "") continue;
    const to = takeFrom(list, ({ path }) => nameOf(path) === nameOf(from));
    if (to === undefined) open.push({ from, list });
    else renames.push({ from, to });
  }
  for (const { from, list } of open) {
    const to = takeFrom(list, () => true);
    if (to !== undefined) renames.push({ from, to });
  }
  return renames;
}

/** A text as its distinct lines with their numbers. */
interface LineCounts {
  readonly path: string;
  readonly counts: ReadonlyMap<string, number>;
  /** Characters, line ends included. */
  readonly size: number;
}

interface SimilarPair extends Rename {
  readonly similarity: number;
  readonly keepsName: boolean;
}

async function similarPairs(
  deleted: readonly FileChange[],
  added: readonly FileChange[],
  comparison: Comparison,
): Promise<SimilarPair[]> {
  const comparesAll = deleted.length * added.length <= MOST_PAIRS;
  const names = new Set(deleted.map(({ path }) => nameOf(path)));
  const later: LineCounts[] = [];
  for (const { path } of added) {
    if (comparesAll || names.has(nameOf(path))) {
      later.push(countLines(path, await comparison.textAfter(path)));
    }
  }
  const byName = Map.groupBy(later, ({ path }) => nameOf(path));
  const pairs: SimilarPair[] = [];
  for (const { path } of deleted) {
    const candidates = comparesAll ? later : byName.get(nameOf(path)) ?? [];
    if (candidates.length === 0) continue;
    const before = countLines(path, await comparison.textBefore(path));
    for (const after of candidates) {
      const similarity = similarityOf(before, after);
      if (similarity < LEAST_SIMILARITY) continue;
      const keepsName = nameOf(path) === nameOf(after.path);
      pairs.push({ from: path, to: after.path, similarity, keepsName });
    }
  }
  return pairs;
}

function countLines(path: string, text: string = ""): LineCounts {
  const counts = new Map<string, number>();
  let size = 0;
  for (const line of linesOfText(text)) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
    size += line.length + 1;
  }
  return { path, counts, size };
}

function similarityOf(a: LineCounts, b: LineCounts): number {
  const larger = Math.max(a.size, b.size);
  if (Math.min(a.size, b.size) < larger * LEAST_SIMILARITY) return 0;
  let common = 0;
  for (const [line, count] of a.counts) {
    common += Math.min(count, b.counts.get(line) ?? 0) * (line.length + 1);
  }
  return larger === 0 ? 0 : common / larger;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
