/** Cuts a stream of bytes into records, holding no more than one chunk and one record in memory. */
export class RecordSplitter {
  readonly #separator: number;
  readonly #onRecord: (record: Uint8Array, isCut: boolean) => void;
  /** Start of a record that the chunks so far did not finish. */
  readonly #kept: Uint8Array;
  #keptLength = 0;
  #isKeptCut = false;

  /**
   * @param separator byte after each record.
   * @param longest bytes of a record that are kept; the rest of it is dropped.
   * @param onRecord gets each record without its separator, valid until it returns, and whether it was cut.
   */
  constructor(separator: number, longest: number, onRecord: (record: Uint8Array, isCut: boolean) => void) {
    this.#separator = separator;
    this.#onRecord = onRecord;
    this.#kept = new Uint8Array(longest);
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end; (end = chunk.indexOf(this.#separator, start)) >= 0; start = end + 1) {
      this.#emit(chunk.subarray(start, end));
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** Hands out a last record that has no separator. */
  end(): void {
    if (this.#keptLength > 0) this.#emit(new Uint8Array());
  }

  #emit(bytes: Uint8Array): void {
    const longest = this.#kept.length;
    if (this.#keptLength === 0) {
      this.#onRecord(bytes.subarray(0, longest), bytes.length > longest);
      return;
    }
    this.#keep(bytes);
    const record = this.#kept.subarray(0, this.#keptLength);
    const isCut = this.#isKeptCut;
    this.#keptLength = 0;
    this.#isKeptCut = false;
    this.#onRecord(record, isCut);
  }

  #keep(bytes: Uint8Array): void {
    const fitting = bytes.subarray(0, this.#kept.length - this.#keptLength);
    this.#kept.set(fitting, this.#keptLength);
    this.#keptLength += fitting.length;
    this.#isKeptCut ||= fitting.length < bytes.length;
  }
}
