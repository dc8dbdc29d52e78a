/** Pieces longer than this many bytes are not remembered. */
const LONGEST = 31;
/** Bytes per entry: the length, then the piece. */
const STRIDE = 32;
/** Entries, a power of two. A new piece takes the place of the one before it. */
const ENTRIES = 1 << 13;

/**
 * Token counts of recent pieces that are not single tokens, so that nearly equal documents are counted without
 * merging again. A direct-mapped cache of fixed size: 256 kB, no garbage, no order.
 */
export class PieceCounts {
  readonly #pieces = new Uint8Array(ENTRIES * STRIDE);
  readonly #counts = new Uint8Array(ENTRIES);

  /** The count that was set for these bytes, or 0. */
  get(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > LONGEST) return 0;
    const entry = entryOf(bytes, start, end);
    const pieces = this.#pieces;
    let offset = entry * STRIDE;
    if (pieces[offset++] !== length) return 0;
    for (let index = start; index < end; index++) {
      if (pieces[offset++] !== bytes[index]) return 0;
    }
    return this.#counts[entry]!;
  }

  /** Remembers a count of 1 to {@link LONGEST}; a piece has at least one byte for each token. */
  set(bytes: Uint8Array, start: number, end: number, count: number): void {
    const length = end - start;
    if (length > LONGEST) return;
    const entry = entryOf(bytes, start, end);
    let offset = entry * STRIDE;
    this.#counts[entry] = count;
    this.#pieces[offset++] = length;
    for (let index = start; index < end; index++) this.#pieces[offset++] = bytes[index]!;
  }
}

function entryOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ bytes[index]!, 0x5bd1e995);
  return (hash ^ hash >>> 15) & ENTRIES - 1;
}
