/**
 * The classes of code points that the split rules of o200k_base tell apart. Bits, so that a set of classes is a mask.
 */
export const CharacterClass = {
  /** Upper and title case letters. */
  upper: 1,
  /** Lower case letters. */
  lower: 2,
  /** Letters without case: modifier and other letters. */
  caseless: 4,
  /** Combining marks. */
  mark: 8,
  number: 16,
  /** White space other than line ends. */
  space: 32,
  /** CR and LF. */
  lineEnd: 64,
  /** Punctuation, symbols, controls, format characters, unassigned. */
  other: 128,
} as const;

const { upper, lower, caseless, mark, number, space, lineEnd, other } = CharacterClass;

/** What nearly all text consists of, as ranges: the patterns of the rules take milliseconds before they match anything. */
const COMMON: readonly [first: number, last: number, characterClass: number][] = [
  [0x61, 0x7a, lower],
  [0x41, 0x5a, upper],
  [0x30, 0x39, number],
  [0x20, 0x20, space],
  [0x0a, 0x0a, lineEnd],
  [0x21, 0x2f, other],
  [0x3a, 0x40, other],
  [0x5b, 0x60, other],
  [0x7b, 0x7f, other],
  [0x09, 0x09, space],
  [0x0d, 0x0d, lineEnd],
  // Signs of Latin-1, its letters, dashes and quotation marks, arrows and symbols, lines, boxes and dingbats.
  [0xa1, 0xa9, other],
  [0xab, 0xb1, other],
  [0xb6, 0xb8, other],
  [0xc0, 0xd6, upper],
  [0xd8, 0xde, upper],
  [0xdf, 0xf6, lower],
  [0xf8, 0xff, lower],
  [0x2010, 0x2027, other],
  [0x2190, 0x245f, other],
  [0x2500, 0x2775, other],
];

/** In order: the first matching class wins. `\s` is not used, because JavaScript's differs from Unicode's. */
const rules = (): readonly [RegExp, number][] => [
  [/[\r\n]/u, lineEnd],
  [/\p{White_Space}/u, space],
  [/[\p{Lu}\p{Lt}]/u, upper],
  [/\p{Ll}/u, lower],
  [/\p{L}/u, caseless],
  [/\p{M}/u, mark],
  [/\p{N}/u, number],
];

/** Class of every code point of the first plane met so far; 0 where it was not asked for yet. */
const known = new Uint8Array(0x10000);
/** The same for all others. */
const knownBeyond = new Map<number, number>();

/** The class of a code point. */
export function characterClass(codePoint: number): number {
  return known[codePoint] || classify(codePoint);
}

function classify(codePoint: number): number {
  const isBeyond = codePoint >= known.length;
  let found = isBeyond ? knownBeyond.get(codePoint) : undefined;
  if (found !== undefined) return found;
  found = COMMON.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2] ??
    classifyByRules(codePoint);
  if (isBeyond) knownBeyond.set(codePoint, found);
  else known[codePoint] = found;
  return found;
}

/** {@link characterClass} as the rules say, for all code points. */
export function classifyByRules(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  return rules().find(([pattern]) => pattern.test(character))?.[1] ?? other;
}
