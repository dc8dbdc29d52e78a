/** The words of a question, as the specification counts and reports them. */

const RUN = /[\p{L}\p{M}\p{Nd}]+/gu;

/** Maximal runs of letters and decimal digits, lower-cased, repeats kept. */
export function words(text: string): string[] {
  return (text.match(RUN) ?? []).map((word) => word.toLowerCase());
}

/** Splits a text into its distinct lower-case words, in order of first occurrence. */
export function queryTerms(text: string): string[] {
  return [...new Set(words(text))];
}
