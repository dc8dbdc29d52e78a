/** What an answer made unnecessary: the estimate behind the savings. The reasons are in docs/decisions. */
import type { ChangedResult, ContextItem, ContextResult, OutlineResult } from "../model/mod.ts";
import type { Usage } from "./record.ts";

/** The part of a usage that the answer itself decides. */
export type Credit = Pick<Usage, "replaced" | "files" | "unchanged">;

/** Lines that an agent's reading tool shows around a place: whoever needs one line reads this many. */
export const WINDOW_LINES = 100;
/** Lines of a file that an agent's reading tool returns at most: no answer replaces more of one file. */
export const MOST_LINES = 2000;

/** Lines of a file, 1-based and inclusive. */
type Range = readonly [start: number, end: number];

/** What the answer alone does not tell about the files it names. */
export interface FileFacts {
  /** Lines of each delivered and each known file, by path. */
  lineCounts: ReadonlyMap<string, number>;
  /** Calibrated full-read tokens of the files that the caller holds as it claimed with `--known`, by path. */
  knownTokens: ReadonlyMap<string, number>;
}

/**
 * A context answer replaces the reads around the lines and declarations that it delivers, and one full read of each
 * file that the caller asserted to hold.
 */
export function contextCredit(result: ContextResult, { lineCounts, knownTokens }: FileFacts): Credit {
  const reads = new Map<string, number>();
  const note = (path: string, tokens: number, ranges: readonly Range[]): void => {
    reads.set(path, readTokens(tokens, lineCounts.get(path) ?? 0, ranges));
  };
  for (const item of result.results) note(item.path, item.file_tokens ?? 0, rangesOf(item));
  for (const [path, tokens] of knownTokens) note(path, tokens, [[1, Infinity]]);
  return {
    replaced: sum(reads.values()),
    files: result.results.length,
    unchanged: new Set(result.reused.map(({ path }) => path)).size,
  };
}

function rangesOf({ spans = [], symbols = [] }: ContextItem): Range[] {
  return [
    ...spans.map(({ start_line, end_line }): Range => [start_line, end_line]),
    ...symbols.map(({ start_line }): Range => [start_line, start_line]),
  ];
}

/** An outline replaces the reads around the heads of its declarations. */
export function outlineCredit({ symbols, lines, estimated_tokens }: OutlineResult): Credit {
  const heads = symbols.map(({ start_line }): Range => [start_line, start_line]);
  return { replaced: readTokens(estimated_tokens, lines, heads), files: 1 };
}

/** A patch replaces, in each file that it shows, the reads around the places that changed. */
export function changedCredit({ changed }: ChangedResult): Credit {
  return {
    replaced: sum(changed.map(({ hunks = [], patch_tokens = 0, file_tokens = 0 }) => {
      const ranges = hunks.map(({ new_start, new_lines }): Range => [
        new_start,
        new_start + Math.max(new_lines, 1) - 1,
      ]);
      // The answer does not say how long the file is; lines of the patch stand for lines of the file.
      const patchLines = sum(hunks.map(({ text }) => text.split("\n").length));
      const tokensPerLine = patchLines === 0 ? 0 : patch_tokens / patchLines;
      return Math.min(file_tokens, Math.floor(windowLines(ranges, Infinity) * tokensPerLine));
    })),
  };
}

/** The share of a full read that falls on the windows around `ranges`, as if all lines cost the same. */
function readTokens(fileTokens: number, lineCount: number, ranges: readonly Range[]): number {
  if (lineCount <= 0) return 0;
  return Math.floor(fileTokens * Math.min(1, windowLines(ranges, lineCount) / lineCount));
}

/** How many lines one sees who reads the window around each range, and each line once. */
function windowLines(ranges: readonly Range[], lineCount: number): number {
  const windows = ranges.map(([start, end]): Range => {
    const missing = Math.max(0, WINDOW_LINES - (end - start + 1));
    // Near an end of the file a tool shows more of the other side.
    const first = Math.max(1, Math.min(start - Math.floor(missing / 2), lineCount - WINDOW_LINES + 1));
    return [first, Math.min(lineCount, Math.max(end, first + WINDOW_LINES - 1))];
  }).sort(([a], [b]) => a - b);
  let lines = 0;
  let seen = 0;
  for (const [first, last] of windows) {
    lines += Math.max(0, last - Math.max(first - 1, seen));
    seen = Math.max(seen, last);
  }
  return Math.min(lines, MOST_LINES);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
