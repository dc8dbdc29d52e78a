/** A light stemmer: plural, past tense and progressive of English words, nothing that changes the meaning. */

const VOWEL = /[aeiouy]/;
const DOUBLED = /([bdfgmnprt])\1$/;

/**
 * Reduces a lower-case word to a stem shared by its plural, `-ed` and `-ing` forms. Words with digits or outside
 * ASCII come back as they are.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let result = word;
  if (result.endsWith("ies") && result.length > 4) result = result.slice(0, -3) + "y";
  else if (/(?:ss|sh|ch|x|z)es$/.test(result)) result = result.slice(0, -2);
  else if (/[^sui]s$/.test(result)) result = result.slice(0, -1);
  if (result.endsWith("ing") && result.length > 5 && VOWEL.test(result.slice(0, -3))) {
    result = result.slice(0, -3).replace(DOUBLED, "$1");
  } else if (result.endsWith("ed") && result.length > 4 && VOWEL.test(result.slice(0, -2))) {
    result = result.slice(0, -2).replace(DOUBLED, "$1");
  }
  // "create", "created" and "creating" meet only when the silent e goes from all of them.
  if (result.length > 4 && result.endsWith("e")) result = result.slice(0, -1);
  return result;
}
