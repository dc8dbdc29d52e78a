/** From answers to figures. */
import type { EvalFigures } from "../model/mod.ts";

/** One answer to one task, counted. */
export interface Score {
  /** Place of each file that is to be found, from 1; undefined for one that is not in the answer. */
  ranks: (number | undefined)[];
  /** Share of the lines that are to be found. */
  lines: number;
}

/** 1 / place of the first file that is to be found, 0 without one. */
export function reciprocalRank(ranks: readonly (number | undefined)[]): number {
  const first = ranks.reduce<number>((best, rank) => Math.min(best, rank ?? Infinity), Infinity);
  return 1 / first;
}

/** Where each of `wanted` stands in an ordered list of paths. */
export function ranksOf(wanted: readonly string[], listed: readonly string[]): (number | undefined)[] {
  const places = new Map(listed.map((path, index) => [path, index + 1]));
  return wanted.map((path) => places.get(path));
}

/** The means of some scores, at least one, of answers with at most `top` files. */
export function figuresOf(scores: readonly Score[], top: number): EvalFigures {
  const recallAt = (most: number): number => mean(scores.map(({ ranks }) => shareWithin(ranks, most)));
  return {
    mrr: mean(scores.map(({ ranks }) => reciprocalRank(ranks))),
    recall_at_1: recallAt(1),
    recall_at_5: recallAt(5),
    ...(top >= 10 ? { recall_at_10: recallAt(10) } : {}),
    ...(top >= 20 ? { recall_at_20: recallAt(20) } : {}),
    all_files_at_5: mean(scores.map(({ ranks }) => shareWithin(ranks, 5) === 1 ? 1 : 0)),
    lines: mean(scores.map(({ lines }) => lines)),
  };
}

function shareWithin(ranks: readonly (number | undefined)[], most: number): number {
  return ranks.filter((rank) => rank !== undefined && rank <= most).length / ranks.length;
}

/** The arithmetic mean of at least one number. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
