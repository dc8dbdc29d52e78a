/** Hashes by which lines of today are compared with lines of the past. */

/** Longest line in bytes that has a hash; longer ones are data or minified code. */
export const LONGEST_HASHED_LINE = 4096;

/**
 * Word characters a line needs to say something. Brackets, `else`, `try {` and `break;` occur everywhere and would
 * link everything with everything.
 */
const FEWEST_WORD_CHARACTERS = 6;

const NEWLINE = 0x0a;
const WHITE_SPACE = 2;
const WORD_CHARACTER = 1;
const byteClasses = Uint8Array.from(
  { length: 256 },
  (_, byte) => isWhiteSpace(byte) ? WHITE_SPACE : isWordCharacter(byte) ? WORD_CHARACTER : 0,
);

/** Space and the ASCII controls from tab to carriage return. */
function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || byte >= 0x09 && byte <= 0x0d;
}

/** ASCII letters, digits, underscore, and any part of a character outside ASCII. */
function isWordCharacter(byte: number): boolean {
  const lowerCase = byte | 0x20;
  return lowerCase >= 0x61 && lowerCase <= 0x7a || byte >= 0x30 && byte <= 0x39 || byte === 0x5f ||
    byte >= 0x80;
}

const encoder = new TextEncoder();
const buffer = new Uint8Array(LONGEST_HASHED_LINE * 3);

/**
 * The hash by which a line of today is compared with the added lines of the past: 32 bits of its text without the
 * white space around it. Undefined for a line that is too short to say something or too long to be code.
 */
export function lineHash(line: string): number | undefined {
  if (line.length > LONGEST_HASHED_LINE) return undefined;
  return hashLineBytes(buffer, 0, encoder.encodeInto(line, buffer).written);
}

/** {@link lineHash} of the UTF-8 bytes from `start` to `end`. */
export function hashLineBytes(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start > LONGEST_HASHED_LINE) return undefined;
  if (bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf) start += 3;
  while (start < end && byteClasses[bytes[start]!] === WHITE_SPACE) start++;
  while (end > start && byteClasses[bytes[end - 1]!] === WHITE_SPACE) end--;
  let wordCharacters = 0;
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index++) {
    const byte = bytes[index]!;
    wordCharacters += byteClasses[byte]! & WORD_CHARACTER;
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  if (wordCharacters < FEWEST_WORD_CHARACTERS) return undefined;
  // FNV-1a leaves the last characters almost unmixed.
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  return (hash ^ hash >>> 13) >>> 0;
}

/**
 * The lines of a text whose hash has a value, by number from 1.
 *
 * @param text with LF line ends.
 */
export function linesWithHash<T>(text: string, values: ReadonlyMap<number, T>): Map<number, T> {
  const bytes = encoder.encode(text);
  const found = new Map<number, T>();
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    const hash = end - start < FEWEST_WORD_CHARACTERS ? undefined : hashLineBytes(bytes, start, end);
    const value = hash === undefined ? undefined : values.get(hash);
    if (value !== undefined) found.set(line, value);
    start = end + 1;
  }
  return found;
}
