/** The terms under which a piece of text is stored, and under which a question looks for it. */
import { isAscii } from "./ascii.ts";
import { splitIdentifier } from "./identifiers.ts";
import { stem } from "./stem.ts";

/** Scripts written without spaces: one word would be a whole sentence, so pairs of characters are stored. */
function unspaced(): RegExp {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/gu;
}

/** Longer runs are data, not words: hashes, base64, minified code. */
const LONGEST_WORD = 64;

/** Folds case, compatibility forms and accents, so that `Größe`, `GRÖSSE` and `grosse` can meet halfway. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower.normalize("NFKD").replace(/\p{Mn}+/gu, "").replaceAll("ß", "ss");
}

/** The stems of the parts of a name, in order: `loginUsers` gives `login` and `user`. */
export function nameStems(name: string): string[] {
  return splitIdentifier(name).map((part) => stem(fold(part)));
}

function addPairs(run: string, terms: string[]): void {
  const characters = [...run];
  if (characters.length === 1) terms.push(characters[0]!);
  for (let i = 0; i + 1 < characters.length; i++) terms.push(characters[i]! + characters[i + 1]!);
}

function addWord(word: string, terms: string[]): void {
  const runs = isAscii(word) ? null : word.match(unspaced());
  if (runs) {
    for (const run of runs) addPairs(run.normalize("NFKC"), terms);
    const rest = word.replace(unspaced(), " ").trim();
    if (rest) { for (const part of rest.split(/\s+/)) addWord(part, terms); }
    return;
  }
  const parts = splitIdentifier(word);
  if (parts.length > 1) {
    const whole = fold(word.replace(/[_$]+/g, ""));
    if (whole) terms.push(whole);
  }
  for (const part of parts) terms.push(stem(fold(part)));
}

const cache = new Map<string, readonly string[]>();
const CACHE_LIMIT = 50_000;

/**
 * Terms of one run of word characters: the stems of its parts, preceded by the whole identifier (folded, without
 * underscores) when it has more than one part.
 */
export function termsOfWord(word: string): readonly string[] {
  if (word.length > LONGEST_WORD) return [];
  const known = cache.get(word);
  if (known) return known;
  const terms: string[] = [];
  addWord(word, terms);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(word, terms);
  return terms;
}

/** Terms of a text in order, repeats kept. */
export function indexTerms(text: string): string[] {
  const run = isAscii(text) ? /[A-Za-z0-9_$]+/g : /[\p{L}\p{M}\p{Nd}_$]+/gu;
  const terms: string[] = [];
  for (const word of text.match(run) ?? []) {
    for (const term of termsOfWord(word)) terms.push(term);
  }
  return terms;
}
