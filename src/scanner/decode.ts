/** From bytes to text: Unicode first, a guess among the older code pages only where the bytes are not UTF-8. */
import { byteOrderMark, decodeMarked } from "./_content.ts";

/** Decoded bytes and the encoding they were read as. */
export interface DecodedText {
  /** Without a byte order mark; undecodable bytes are U+FFFD. */
  readonly text: string;
  /** A WHATWG label in lower case, or `utf-32le` / `utf-32be`. */
  readonly encoding: string;
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Decodes a file. Bytes that are valid UTF-8 never reach the detector, nor does UTF-8 with a few stray bytes, which
 * stays UTF-8 with U+FFFD in place of the strays.
 */
export async function decodeBytes(bytes: Uint8Array): Promise<DecodedText> {
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) return { text: decodeMarked(bytes, mark), encoding: mark.encoding };
  try {
    return { text: strictUtf8.decode(bytes), encoding: "utf-8" };
  } catch {
    const encoding = isMostlyUtf8(bytes) ? "utf-8" : await guessEncoding(bytes);
    return { text: new TextDecoder(encoding).decode(bytes), encoding };
  }
}

/**
 * Whether the bytes have at least as many UTF-8 sequences as bytes that fit in none. Older code pages form such
 * sequences by accident only: at most one for every five bad bytes in Chinese text, fewer elsewhere.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let sequences = 0;
  let strays = 0;
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at]!;
    if (first < 0x80) continue;
    const following = first >= 0xf0 && first <= 0xf4 ? 3 : first >= 0xe0 ? 2 : 1;
    let isSequence = first >= 0xc2 && first <= 0xf4;
    for (let offset = 1; isSequence && offset <= following; offset++) {
      isSequence = (bytes[at + offset]! & 0xc0) === 0x80;
    }
    if (isSequence) {
      sequences++;
      at += following;
    } else {
      strays++;
    }
  }
  return sequences >= strays;
}

/** Windows-1252, the code page of the West: what a file is when nothing speaks for another one. */
const WESTERN = "windows-1252";

/** Code pages of Latin letters whose symbols look alike to the detector. */
const LATIN: ReadonlySet<string> = new Set(
  "windows-1250 windows-1254 windows-1257 windows-1258 iso-8859-2 iso-8859-4 iso-8859-10 iso-8859-13 iso-8859-16"
    .split(" "),
);

/** € … ‘ ’ “ ” • – — NBSP £ § © « ® ° ± µ · » in Windows-1252. */
const WESTERN_SYMBOLS: ReadonlySet<number> = new Set(
  [
    0x80,
    0x85,
    0x91,
    0x92,
    0x93,
    0x94,
    0x95,
    0x96,
    0x97,
    0xa0,
    0xa3,
    0xa7,
    0xa9,
    0xab,
    0xae,
    0xb0,
    0xb1,
    0xb5,
    0xb7,
  ]
    .concat(0xbb),
);

/**
 * The most likely code page of bytes that are not UTF-8.
 *
 * The detector is the one of Firefox. It knows letters, and takes the `©` of a copyright line for a letter of another
 * Latin code page; so among those, symbols that stand alone are left out of a second look.
 */
async function guessEncoding(bytes: Uint8Array): Promise<string> {
  const guess = await detect(bytes);
  if (!LATIN.has(guess)) return guess;
  const letters = bytes.map((byte, at) => isLoneSymbol(bytes, at) ? SPACE : byte);
  const second = letters.some((byte) => byte >= 0x80) ? await detect(letters) : WESTERN;
  return LATIN.has(second) ? second : WESTERN;
}

const SPACE = 0x20;

function isLoneSymbol(bytes: Uint8Array, at: number): boolean {
  return WESTERN_SYMBOLS.has(bytes[at]!) && !isLetter(bytes[at - 1]) && !isLetter(bytes[at + 1]);
}

/** Whether a byte can be part of a word. */
function isLetter(byte: number | undefined): boolean {
  return byte !== undefined &&
    (byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
}

async function detect(bytes: Uint8Array): Promise<string> {
  try {
    // Loaded here because only files in old code pages need it.
    const { EncodingDetector } = await import("npm:chardetng-wasm@1.0.2/dist/chardetng_wasm.js");
    const detector = EncodingDetector.new();
    try {
      detector.feed(bytes, true);
      return new TextDecoder(detector.guess(undefined, false)).encoding;
    } finally {
      detector.free();
    }
  } catch {
    // Without the detector a file is still worth more in the wrong code page than missing.
    return WESTERN;
  }
}
