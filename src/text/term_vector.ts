/** What the terms of one file are and where they stand, packed so that a single term can be looked up in place. */

/** At most this many places of a term are kept per file; its total is always exact. */
export const MAX_TERM_LINES = 400;

/** How many terms each part of a file has, repeats counted. */
export interface FieldLengths {
  /** Names of declared symbols. */
  name: number;
  /** Their signatures. */
  signature: number;
  /** Their doc comments. */
  doc: number;
  /** The whole text of the file, line by line. */
  body: number;
}

/** How often a term stands in each part of a file, and in which lines of its text. */
export interface TermOccurrences extends FieldLengths {
  /**
   * 1-based lines of the text, ascending; a line appears once per occurrence in it. Only the first
   * {@link MAX_TERM_LINES} occurrences are listed.
   */
  lines: number[];
}

const FORMAT = 1;
const HASH_BYTES = 4;
const IN_NAME = 1;
const IN_SIGNATURE = 2;
const IN_DOC = 4;
const HAS_TOTAL = 8;
const FLAG_BITS = 4;
/** The highest bit of a hash. */
const SIGN = 0x80000000;

/**
 * 32-bit FNV-1a over the UTF-16 code units of a term, low byte first; the high byte only where it is not zero. A term
 * meets a stranger's hash in a file of 300 terms about once in 14 million times, and then only takes its counts.
 */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    if (unit > 0xff) hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return hash >>> 0;
}

/** A term while its file is being read. */
interface Entry extends TermOccurrences {
  hash: number;
}

/** Collects the terms of one file and packs them. */
export class TermVectorBuilder {
  readonly #entries = new Map<string, Entry>();
  readonly #lengths: FieldLengths = { name: 0, signature: 0, doc: 0, body: 0 };

  #entry(term: string): Entry {
    let entry = this.#entries.get(term);
    if (entry === undefined) {
      entry = { hash: termHash(term), name: 0, signature: 0, doc: 0, body: 0, lines: [] };
      this.#entries.set(term, entry);
    }
    return entry;
  }

  /** Adds terms of a symbol. */
  addField(field: "name" | "signature" | "doc", terms: readonly string[]): void {
    for (const term of terms) this.#entry(term)[field]++;
    this.#lengths[field] += terms.length;
  }

  /** Adds the terms of one line of the text. Lines are 1-based and must come in ascending order. */
  addLine(line: number, terms: readonly string[]): void {
    for (const term of terms) {
      const entry = this.#entry(term);
      entry.body++;
      if (entry.lines.length < MAX_TERM_LINES) entry.lines.push(line);
    }
    this.#lengths.body += terms.length;
  }

  /** The packed vector: equal files give equal bytes. */
  encode(): Uint8Array<ArrayBuffer> {
    return encodeTermVector(this.#lengths, mergeCollisions([...this.#entries.values()]));
  }
}

/** Sorts by hash and adds up entries that share one. */
function mergeCollisions(entries: Entry[]): Entry[] {
  entries.sort((a, b) => a.hash - b.hash);
  const merged: Entry[] = [];
  for (const entry of entries) {
    const last = merged[merged.length - 1];
    if (last === undefined || last.hash !== entry.hash) {
      merged.push(entry);
      continue;
    }
    last.name += entry.name;
    last.signature += entry.signature;
    last.doc += entry.doc;
    last.body += entry.body;
    last.lines = [...last.lines, ...entry.lines].sort((a, b) => a - b).slice(0, MAX_TERM_LINES);
  }
  return merged;
}

class ByteSink {
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(4096);
  length = 0;

  /** Appends a non-negative integer below 2^53, seven bits per byte, low bits first. */
  varint(value: number): void {
    if (this.length + 8 > this.bytes.length) {
      const grown = new Uint8Array(this.bytes.length * 2);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    while (value > 0x7f) {
      this.bytes[this.length++] = (value % 0x80) | 0x80;
      value = Math.floor(value / 0x80);
    }
    this.bytes[this.length++] = value;
  }
}

/**
 * Layout: format byte, width of an offset (2 or 4), five varints (number of terms, then the field lengths), the
 * sorted hashes, one offset per term into the rest, and there per term a varint of flags and the number of listed
 * lines, the counts the flags announce, and the lines as differences.
 */
function encodeTermVector(lengths: FieldLengths, entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const data = new ByteSink();
  const offsets = new Array<number>(entries.length);
  for (const [position, entry] of entries.entries()) {
    offsets[position] = data.length;
    const { name, signature, doc, body, lines } = entry;
    const flags = (name > 0 ? IN_NAME : 0) | (signature > 0 ? IN_SIGNATURE : 0) | (doc > 0 ? IN_DOC : 0) |
      (body > lines.length ? HAS_TOTAL : 0);
    data.varint((lines.length << FLAG_BITS) | flags);
    if (name > 0) data.varint(name);
    if (signature > 0) data.varint(signature);
    if (doc > 0) data.varint(doc);
    if (body > lines.length) data.varint(body);
    let previous = 0;
    for (const line of lines) {
      data.varint(line - previous);
      previous = line;
    }
  }
  const offsetBytes = data.length <= 0xffff ? 2 : 4;
  const head = new ByteSink();
  head.varint(FORMAT);
  head.varint(offsetBytes);
  for (const value of [entries.length, lengths.name, lengths.signature, lengths.doc, lengths.body]) {
    head.varint(value);
  }
  const hashStart = head.length;
  const offsetStart = hashStart + entries.length * HASH_BYTES;
  const dataStart = offsetStart + entries.length * offsetBytes;
  const bytes = new Uint8Array(dataStart + data.length);
  bytes.set(head.bytes.subarray(0, head.length));
  const view = new DataView(bytes.buffer);
  for (const [position, entry] of entries.entries()) {
    view.setUint32(hashStart + position * HASH_BYTES, entry.hash, true);
    const at = offsetStart + position * offsetBytes;
    if (offsetBytes === 2) view.setUint16(at, offsets[position]!, true);
    else view.setUint32(at, offsets[position]!, true);
  }
  bytes.set(data.bytes.subarray(0, data.length), dataStart);
  return bytes;
}

/**
 * Reads a packed vector in place. Bytes that are no vector, or half of one, behave like a file without terms; reading
 * never throws and never takes longer than the bytes are long.
 *
 * @example
 * ```ts
 * import { TermVector, TermVectorBuilder } from "./term_vector.ts";
 *
 * const builder = new TermVectorBuilder();
 * builder.addLine(7, ["retry", "delay", "retry"]);
 * new TermVector(builder.encode()).lookup("retry")?.lines; // [7, 7]
 * ```
 */
export class TermVector {
  readonly #bytes: Uint8Array;
  #hashStart = 0;
  #offsetStart = 0;
  #dataStart = 0;
  #offsetBytes = 2;
  #position = 0;
  /** Number of distinct terms. */
  readonly termCount: number = 0;
  /** Number of terms per part of the file. */
  readonly lengths: FieldLengths = { name: 0, signature: 0, doc: 0, body: 0 };

  /**
   * Takes a packed vector.
   *
   * @param bytes what {@link TermVectorBuilder.encode} returned; it is not copied.
   */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const format = this.#varint();
    const offsetBytes = this.#varint();
    const termCount = this.#varint();
    const [name, signature, doc, body] = [this.#varint(), this.#varint(), this.#varint(), this.#varint()];
    if (format !== FORMAT || (offsetBytes !== 2 && offsetBytes !== 4) || termCount === undefined) return;
    if (name === undefined || signature === undefined || doc === undefined || body === undefined) return;
    this.#hashStart = this.#position;
    this.#offsetStart = this.#hashStart + termCount * HASH_BYTES;
    this.#dataStart = this.#offsetStart + termCount * offsetBytes;
    if (this.#dataStart > bytes.length) return;
    this.#offsetBytes = offsetBytes;
    this.termCount = termCount;
    this.lengths = { name, signature, doc, body };
  }

  /** Where a term stands, or undefined when the file does not have it. */
  lookup(term: string): TermOccurrences | undefined {
    return this.lookupHash(termHash(term));
  }

  /** Like {@link lookup}, for a hash computed once for many files. */
  lookupHash(hash: number): TermOccurrences | undefined {
    const wanted = hash ^ SIGN;
    let low = 0;
    let high = this.termCount - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#hashAt(middle);
      if (found === wanted) return this.#occurrences(middle);
      if (found < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  #occurrences(position: number): TermOccurrences | undefined {
    this.#position = this.#dataStart + this.#offsetAt(position);
    const head = this.#varint();
    if (head === undefined) return undefined;
    const listed = Math.floor(head / (1 << FLAG_BITS));
    const name = head & IN_NAME ? this.#varint() : 0;
    const signature = head & IN_SIGNATURE ? this.#varint() : 0;
    const doc = head & IN_DOC ? this.#varint() : 0;
    const body = head & HAS_TOTAL ? this.#varint() : listed;
    if (name === undefined || signature === undefined || doc === undefined || body === undefined) {
      return undefined;
    }
    // Each takes a byte at least.
    if (listed > this.#bytes.length - this.#position) return undefined;
    const lines = new Array<number>(listed);
    let line = 0;
    for (let i = 0; i < listed; i++) {
      const step = this.#varint();
      if (step === undefined) return undefined;
      line += step;
      lines[i] = line;
    }
    return { name, signature, doc, body, lines };
  }

  /** A stored hash with its highest bit flipped: in the same order as a signed number, which takes no memory. */
  #hashAt(position: number): number {
    const bytes = this.#bytes;
    const at = this.#hashStart + position * HASH_BYTES;
    return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) ^ SIGN;
  }

  /** Where the counts of a term begin in the data. */
  #offsetAt(position: number): number {
    const bytes = this.#bytes;
    const at = this.#offsetStart + position * this.#offsetBytes;
    const low = bytes[at]! | (bytes[at + 1]! << 8);
    return this.#offsetBytes === 2 ? low : (low | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
  }

  /** The next varint, or undefined at the end of the bytes or when it is longer than any we write. */
  #varint(): number | undefined {
    const first = this.#bytes[this.#position];
    if (first !== undefined && first < 0x80) {
      this.#position++;
      return first;
    }
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 8; i++) {
      const byte = this.#bytes[this.#position++];
      if (byte === undefined) return undefined;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return Number.isSafeInteger(value) ? value : undefined;
      scale *= 0x80;
    }
    return undefined;
  }
}
