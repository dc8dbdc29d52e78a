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

/** In order: the first matching class wins. `\s` is not used, because JavaScript's differs from Unicode's. */
const rules = (): [RegExp, number][] => [
  [/[\r\n]/u, lineEnd],
  [/\p{White_Space}/u, space],
  [/[\p{Lu}\p{Lt}]/u, upper],
  [/\p{Ll}/u, lower],
  [/\p{L}/u, caseless],
  [/\p{M}/u, mark],
  [/\p{N}/u, number],
];

/** Class of every code point met so far; 0 where it was not asked for yet. Untouched pages cost no memory. */
const known = new Uint8Array(0x110000);

/** The class of a code point. */
export function characterClass(codePoint: number): number {
  return known[codePoint] || classify(codePoint);
}

/** The same as the rules say; their patterns are slow to build, and most text needs none of them. */
function classifyAscii(codePoint: number): number {
  if (codePoint >= 0x61 && codePoint <= 0x7a) return lower;
  if (codePoint >= 0x41 && codePoint <= 0x5a) return upper;
  if (codePoint >= 0x30 && codePoint <= 0x39) return number;
  if (codePoint === 0x0a || codePoint === 0x0d) return lineEnd;
  return codePoint === 0x20 || codePoint === 0x09 || codePoint === 0x0b || codePoint === 0x0c ? space : other;
}

function classify(codePoint: number): number {
  const found = codePoint < 0x80 ? classifyAscii(codePoint) : classifyByRules(codePoint);
  known[codePoint] = found;
  return found;
}

function classifyByRules(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  return rules().find(([pattern]) => pattern.test(character))?.[1] ?? other;
}
