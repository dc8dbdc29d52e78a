import { NumberHeap } from "./_number_heap.ts";
import type { TokenTable } from "./table.ts";

/** Rank of a pair that is no token, and of a part that is gone. */
const NONE = -1;
/** Positions stay below this, so `rank * POSITIONS + position` orders by rank, then from left to right, exactly. */
const POSITIONS = 2 ** 32;
/** Longest piece in bytes whose working storage is kept; real code hardly has longer ones. */
const KEPT_LENGTH = 4096;

/**
 * Byte-pair merging of one piece: again and again the leftmost pair with the lowest rank becomes one token. A heap
 * of pairs keeps long pieces at O(n log n), where looking for the minimum each time is quadratic.
 */
export class Merger {
  readonly #table: TokenTable;
  #storage = new Storage(KEPT_LENGTH);

  /** @param table where the ranks come from. */
  constructor(table: TokenTable) {
    this.#table = table;
  }

  /** Tokens of `bytes[start, end)`, which is one piece of at least one byte. */
  countTokens(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const { next, previous, rank, pairs } = length > KEPT_LENGTH ? new Storage(length) : this.#storage;

    const rankPairAt = (left: number): void => {
      const right = next[left]!;
      rank[left] = right < length ? this.#table.rankOf(bytes, start + left, start + next[right]!) : NONE;
      if (rank[left] !== NONE) pairs.push(rank[left]! * POSITIONS + left);
    };

    for (let part = 0; part < length; part++) {
      next[part] = part + 1;
      previous[part] = part - 1;
    }
    pairs.clear();
    for (let part = 0; part < length; part++) rankPairAt(part);

    let parts = length;
    while (pairs.size > 0) {
      const pair = pairs.pop();
      const left = pair % POSITIONS;
      // Entries of pairs that changed after they were queued are left in the heap and skipped here.
      if (rank[left] !== (pair - left) / POSITIONS) continue;
      const right = next[left]!;
      next[left] = next[right]!;
      if (next[left]! < length) previous[next[left]!] = left;
      rank[right] = NONE;
      parts--;
      rankPairAt(left);
      if (left > 0) rankPairAt(previous[left]!);
    }
    return parts;
  }
}

/** Working storage for pieces up to a length. The parts of a piece are a linked list, named by their first byte. */
class Storage {
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Rank of a part joined with the one after it. */
  readonly rank: Int32Array;
  readonly pairs = new NumberHeap();

  constructor(length: number) {
    this.next = new Int32Array(length);
    this.previous = new Int32Array(length);
    this.rank = new Int32Array(length);
  }
}
