/** The words of a question, as the specification counts and reports them. */
import { isAscii } from "./ascii.ts";

/** Maximal runs of letters and decimal digits, lower-cased, repeats kept. */
export function words(text: string): string[] {
  const run = isAscii(text) ? /[A-Za-z0-9]+/g : /[\p{L}\p{M}\p{Nd}]+/gu;
  return (text.match(run) ?? []).map((word) => word.toLowerCase());
}

/** Splits a text into its distinct lower-case words, in order of first occurrence. */
export function queryTerms(text: string): string[] {
  return [...new Set(words(text))];
}
