import { CharacterClass, characterClass } from "./_character_class.ts";

const { upper, lower, caseless, mark, number, space, lineEnd, other } = CharacterClass;

/** What may stand in the first part of a word: capitals, as in `HTTP` of `HTTPServer`. */
const HEAD = upper | caseless | mark;
/** What may stand in the second part of a word. */
const TAIL = lower | caseless | mark;
const WORD = HEAD | TAIL;
const WHITE = space | lineEnd;

const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const SPACE = 0x20;

/**
 * End of the piece that starts at `start`: tokens never cross pieces. Equal to the first match of the o200k_base
 * split expression, whose seven alternatives are words (a camel-case hump with an optional character before and an
 * English contraction after it), up to three digits, punctuation, white space up to the last line end, white space
 * but for its last character, and lone white space. Linear in the length of the piece and what follows up to the
 * next change of class.
 *
 * @param bytes valid UTF-8 up to `end`.
 * @returns a byte position greater than `start`.
 */
export function pieceEnd(bytes: Uint8Array, start: number, end: number): number {
  const first = classAt(bytes, start);
  const second = start + widthAt(bytes, start);
  if (first & WORD) return wordEnd(bytes, start, end);
  if (first & number) return numberEnd(bytes, second, end);
  if (first & (space | other) && second < end && classAt(bytes, second) & WORD) {
    return wordEnd(bytes, second, end);
  }
  if (first & other) return punctuationEnd(bytes, second, end);
  if (bytes[start] === SPACE && second < end && classAt(bytes, second) & other) {
    return punctuationEnd(bytes, second + widthAt(bytes, second), end);
  }
  return whiteSpaceEnd(bytes, start, end);
}

/** `HEAD* TAIL+`, else `HEAD+`, then a contraction. There is at least one character of WORD at `start`. */
function wordEnd(bytes: Uint8Array, start: number, end: number): number {
  let position = start;
  let afterLastCaseless = -1;
  let found = 0;
  while (position < end && (found = classAt(bytes, position)) & HEAD) {
    position += widthAt(bytes, position);
    if (found & TAIL) afterLastCaseless = position;
  }
  if (position < end && found & lower) {
    while (position < end && classAt(bytes, position) & TAIL) position += widthAt(bytes, position);
  } else if (afterLastCaseless >= 0) {
    // The expression gives capitals back until its second part has something to match.
    position = afterLastCaseless;
  }
  return contractionEnd(bytes, position, end);
}

/** Past `'s 't 'd 'm 'll 've 're` in any case, if one is here. U+017F, the long s, is one of the cases of `s`. */
function contractionEnd(bytes: Uint8Array, position: number, end: number): number {
  if (position + 1 >= end || bytes[position] !== APOSTROPHE) return position;
  const second = position + 2 < end ? bytes[position + 2]! : 0;
  switch (String.fromCharCode(bytes[position + 1]! | 0x20)) {
    case "s":
    case "t":
    case "d":
    case "m":
      return position + 2;
    case "l":
      return (second | 0x20) === 0x6c ? position + 3 : position;
    case "v":
    case "r":
      return (second | 0x20) === 0x65 ? position + 3 : position;
  }
  return bytes[position + 1] === 0xc5 && second === 0xbf ? position + 3 : position;
}

function numberEnd(bytes: Uint8Array, second: number, end: number): number {
  let position = second;
  for (let digits = 1; digits < 3 && position < end && classAt(bytes, position) & number; digits++) {
    position += widthAt(bytes, position);
  }
  return position;
}

/** The rest of a run of punctuation and marks, then line ends and slashes. */
function punctuationEnd(bytes: Uint8Array, second: number, end: number): number {
  let position = second;
  while (position < end && classAt(bytes, position) & (other | mark)) position += widthAt(bytes, position);
  while (position < end && (bytes[position] === SLASH || classAt(bytes, position) & lineEnd)) position++;
  return position;
}

function whiteSpaceEnd(bytes: Uint8Array, start: number, end: number): number {
  let position = start;
  let last = start;
  let afterLineEnd = -1;
  let found = 0;
  while (position < end && (found = classAt(bytes, position)) & WHITE) {
    last = position;
    position += widthAt(bytes, position);
    if (found & lineEnd) afterLineEnd = position;
  }
  if (afterLineEnd >= 0) return afterLineEnd;
  // The last white space before a word belongs to that word.
  return position < end && last > start ? last : position;
}

function classAt(bytes: Uint8Array, position: number): number {
  const byte = bytes[position]!;
  return characterClass(byte < 0x80 ? byte : codePointAt(bytes, position, byte));
}

function codePointAt(bytes: Uint8Array, position: number, first: number): number {
  const second = bytes[position + 1]! & 0x3f;
  if (first < 0xe0) return (first & 0x1f) << 6 | second;
  const third = bytes[position + 2]! & 0x3f;
  if (first < 0xf0) return (first & 0x0f) << 12 | second << 6 | third;
  return (first & 0x07) << 18 | second << 12 | third << 6 | bytes[position + 3]! & 0x3f;
}

/** Bytes of the character at `position`. */
function widthAt(bytes: Uint8Array, position: number): number {
  const byte = bytes[position]!;
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}
