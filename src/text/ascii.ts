/**
 * Telling plain text from the rest of the world. Names and questions are nearly always ASCII, and a pattern with
 * Unicode classes takes up to a millisecond before it matches anything: whoever has one keeps a twin for ASCII beside
 * it, and both in a function, so that nothing is built before it is needed.
 */

// deno-lint-ignore no-control-regex
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** Whether a text has no character beyond U+007F. */
export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}
