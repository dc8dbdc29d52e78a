/** The terms under which a piece of text is stored, and under which a question looks for it. */
import { splitIdentifier } from "./identifiers.ts";
import { stem } from "./stem.ts";

const RUN = /[\p{L}\p{M}\p{Nd}_$]+/gu;
/** Scripts written without spaces: one word would be a whole sentence, so pairs of characters are stored. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/gu;
// deno-lint-ignore no-control-regex
const ASCII_ONLY = /^[\x00-\x7f]*$/;
/** Longer runs are data, not words: hashes, base64, minified code. */
const LONGEST_WORD = 64;

/** Folds case, compatibility forms and accents, so that `Größe`, `GRÖSSE` and `grosse` can meet halfway. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower;
  return lower.normalize("NFKD").replace(/\p{Mn}+/gu, "").replaceAll("ß", "ss");
}

function addPairs(run: string, terms: string[]): void {
  const characters = [...run];
  if (characters.length === 1) terms.push(characters[0]!);
  for (let i = 0; i + 1 < characters.length; i++) terms.push(characters[i]! + characters[i + 1]!);
}

function addWord(word: string, terms: string[]): void {
  const unspaced = ASCII_ONLY.test(word) ? null : word.match(UNSPACED);
  if (unspaced) {
    for (const run of unspaced) addPairs(run.normalize("NFKC"), terms);
    const rest = word.replace(UNSPACED, " ").trim();
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
  const terms: string[] = [];
  for (const run of text.match(RUN) ?? []) {
    for (const term of termsOfWord(run)) terms.push(term);
  }
  return terms;
}
