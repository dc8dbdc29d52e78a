import { Merger } from "./merge.ts";
import { PieceCounts } from "./_piece_counts.ts";
import { pieceEnd } from "./split.ts";
import type { TokenTable } from "./table.ts";

/** Counts o200k_base tokens. */
export interface Tokenizer {
  /**
   * The exact number of tokens of `text`, in time linear in its length (n log n within one long word). Text such as
   * `<|endoftext|>` is ordinary text, lone surrogates count as U+FFFD, and a byte order mark counts like any other
   * character.
   */
  count(text: string): number;
}

/** UTF-16 code units of the longest text that is encoded into the kept buffer. */
const KEPT_LENGTH = 1 << 16;
/** Bytes that one UTF-16 code unit takes at most in UTF-8. */
const BYTES_PER_UNIT = 3;

/** A tokenizer over a loaded table. It keeps less than 1 MB of recent piece counts; counting changes nothing else. */
export function createTokenizer(table: TokenTable): Tokenizer {
  const encoder = new TextEncoder();
  const merger = new Merger(table);
  const counts = new PieceCounts();
  const kept = new Uint8Array(KEPT_LENGTH * BYTES_PER_UNIT);

  function countPiece(bytes: Uint8Array, start: number, end: number): number {
    if (end - start === 1 || table.rankOf(bytes, start, end) >= 0) return 1;
    const known = counts.get(bytes, start, end);
    if (known > 0) return known;
    const count = merger.countTokens(bytes, start, end);
    counts.set(bytes, start, end, count);
    return count;
  }

  return {
    count(text: string): number {
      const isLong = text.length > KEPT_LENGTH;
      const bytes = isLong ? encoder.encode(text) : kept;
      const length = isLong ? bytes.length : encoder.encodeInto(text, kept).written;
      let total = 0;
      for (let start = 0; start < length;) {
        const end = pieceEnd(bytes, start, length);
        total += countPiece(bytes, start, end);
        start = end;
      }
      return total;
    },
  };
}
