/** What an answer made unnecessary: the estimate behind the savings. */
import type { ChangedResult, ContextResult, OutlineResult } from "../model/mod.ts";
import type { Usage } from "./record.ts";

/** The part of a usage that the answer itself decides. */
export type Credit = Pick<Usage, "replaced" | "files" | "unchanged">;

/**
 * A context answer replaces one full read of each file of which it delivers spans or symbols, and of each file the
 * caller asserted to hold with `--known`.
 *
 * @param knownTokens calibrated full-read tokens of the matched `--known` files, by path.
 */
export function contextCredit(result: ContextResult, knownTokens: ReadonlyMap<string, number>): Credit {
  const reads = new Map(knownTokens);
  for (const { path, spans, symbols, file_tokens } of result.results) {
    if (spans?.length || symbols?.length) reads.set(path, file_tokens ?? 0);
  }
  return {
    replaced: sum(reads.values()),
    files: result.results.length,
    unchanged: new Set(result.reused.map(({ path }) => path)).size,
  };
}

/** An outline with symbols replaces one full read. */
export function outlineCredit(result: OutlineResult): Credit {
  return { replaced: result.symbols.length > 0 ? result.estimated_tokens : 0, files: 1 };
}

/** A patch replaces one full read of each file that it shows. */
export function changedCredit(result: ChangedResult): Credit {
  return {
    replaced: sum(result.changed.map(({ hunks, file_tokens }) => hunks?.length ? file_tokens ?? 0 : 0)),
  };
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
