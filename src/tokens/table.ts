import { RepoctxError } from "../model/mod.ts";

/** Tokens of o200k_base without the special ones; ranks run from 0. */
const TOKEN_COUNT = 199_998;
/** Slots of the hash table, a power of two: three in four are taken. */
const SLOT_COUNT = 1 << 18;
/** A slot is 0 when free, else fingerprint << 18 | rank + 1. */
const RANK_BITS = 18;
const RANK_MASK = (1 << RANK_BITS) - 1;
/** First bytes of a table file: what it is and the version of its layout. */
const MAGIC = new TextEncoder().encode("repoctx o200k 2\n");

/** SHA-256 of the one correct table file. Building is deterministic, so anything else is corrupt or forged. */
const TABLE_SHA256 = "a252be66596e5bfc75440ab49fbb3bbc6c57e4ee7d70a5b27d3820dc8cbd59d7";

/** Its size in bytes. */
const TABLE_SIZE = 3_246_258;
/** Length of the longest token in bytes. */
const LONGEST_TOKEN = 128;

/** Where the parts of a table file begin, in bytes. */
const SLOTS_START = MAGIC.length;
const OFFSETS_START = SLOTS_START + SLOT_COUNT * 4;
const TOKENS_START = OFFSETS_START + (TOKEN_COUNT + 1) * 4;

/**
 * The tokens as an open-addressing hash table over their bytes.
 *
 * File layout, little-endian: 16 bytes of magic, the slots as 32-bit words, in the order of their ranks where in the
 * file the bytes of each token begin as 32-bit words, where the last one ends, and the bytes of all tokens.
 */
export class TokenTable {
  readonly #slots: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #bytes: Uint8Array;

  /** @param file a table file that came from {@link readTokenTable} or {@link buildTokenTable}; it is used in place and must not change. */
  constructor(file: Uint8Array<ArrayBuffer>) {
    this.#slots = new Uint32Array(file.buffer, file.byteOffset + SLOTS_START, SLOT_COUNT);
    this.#offsets = new Uint32Array(file.buffer, file.byteOffset + OFFSETS_START, TOKEN_COUNT + 1);
    this.#bytes = file;
  }

  /** Rank of the token that consists of exactly these bytes, or -1. Lower ranks merge first. */
  rankOf(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > LONGEST_TOKEN) return -1;
    const hash = hashOf(bytes, start, end);
    const fingerprint = hash >>> RANK_BITS;
    for (let slot = hash & SLOT_COUNT - 1;; slot = slot + 1 & SLOT_COUNT - 1) {
      const entry = this.#slots[slot]!;
      if (entry === 0) return -1;
      if (entry >>> RANK_BITS !== fingerprint) continue;
      const rank = (entry & RANK_MASK) - 1;
      const offset = this.#offsets[rank]!;
      if (this.#offsets[rank + 1]! - offset === length && this.#matches(offset, bytes, start, end)) {
        return rank;
      }
    }
  }

  #matches(offset: number, bytes: Uint8Array, start: number, end: number): boolean {
    for (let index = start; index < end; index++) {
      if (this.#bytes[offset++] !== bytes[index]) return false;
    }
    return true;
  }
}

/** How far a file in a place is to be trusted: one that belongs to the program was verified when it was built. */
export type TableOrigin = "shipped" | "cached";

/**
 * The table file at `path`, or undefined when there is none or it is not exactly the one this program was made for.
 * A remote URL is never fetched, a link never followed.
 */
export async function readTokenTable(
  path: string | URL,
  origin: TableOrigin,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (path instanceof URL && path.protocol !== "file:") return undefined;
  try {
    const { isFile, size } = Deno.lstatSync(path);
    if (!isFile || size !== TABLE_SIZE) return undefined;
    const file = readExactly(path, size);
    if (file === undefined || !hasMagic(file)) return undefined;
    return origin === "shipped" || await isTokenTable(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a file whose size is known: half the cost of `Deno.readFile`, which does not know it. */
function readExactly(path: string | URL, size: number): Uint8Array<ArrayBuffer> | undefined {
  using handle = Deno.openSync(path);
  const bytes = new Uint8Array(size);
  for (let length = 0; length < size;) {
    const read = handle.readSync(bytes.subarray(length));
    if (read === null) return undefined;
    length += read;
  }
  return bytes;
}

function hasMagic(file: Uint8Array): boolean {
  return MAGIC.every((byte, index) => file[index] === byte);
}

async function isTokenTable(file: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (!hasMagic(file)) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", file));
  return digest.toHex() === TABLE_SHA256;
}

/**
 * Builds the table file from the rank data of the tokenizer package.
 *
 * @throws RepoctxError when that data is not o200k_base as this program knows it.
 */
export async function buildTokenTable(): Promise<Uint8Array<ArrayBuffer>> {
  const { default: tokens } = await import("gpt-tokenizer/bpeRanks/o200k_base");
  const encoder = new TextEncoder();
  const encoded = tokens.map((token) =>
    typeof token === "string" ? encoder.encode(token) : Uint8Array.from(token)
  );
  const file = layOut(encoded);
  if (!await isTokenTable(file)) {
    throw new RepoctxError(
      "The token data of the installed tokenizer package is not o200k_base; reinstall repoctx.",
    );
  }
  return file;
}

function layOut(tokens: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(tokens.reduce((size, token) => size + token.length, TOKENS_START));
  const view = new DataView(file.buffer);
  file.set(MAGIC);
  let offset = TOKENS_START;
  tokens.forEach((token, rank) => {
    view.setUint32(OFFSETS_START + rank * 4, offset, true);
    file.set(token, offset);
    offset += token.length;
    const hash = hashOf(token, 0, token.length);
    let slot = hash & SLOT_COUNT - 1;
    while (view.getUint32(SLOTS_START + slot * 4, true) !== 0) slot = slot + 1 & SLOT_COUNT - 1;
    view.setUint32(SLOTS_START + slot * 4, hash >>> RANK_BITS << RANK_BITS | rank + 1, true);
  });
  view.setUint32(OFFSETS_START + tokens.length * 4, offset, true);
  return file;
}

/** FNV-1a with a final mix, because its low bits alone would fill the table unevenly. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ bytes[index]!, 0x01000193);
  hash = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d);
  return hash ^ hash >>> 13;
}
