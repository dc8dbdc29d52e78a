/** Splitting of identifiers into the words they are made of. */

// A word boundary stands between lower and upper case, between letter and digit, and before the last capital of
// an upper-case run that a lower-case letter follows (`JSONParser`).
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}|\p{Nd}+/gu;

/**
 * Splits an identifier into lower-case words, the first occurrence of each kept.
 *
 * @example
 * ```ts
 * import { splitIdentifier } from "./identifiers.ts";
 *
 * splitIdentifier("parseJSON2Object"); // ["parse", "json", "2", "object"]
 * ```
 */
export function splitIdentifier(name: string): string[] {
  const words = new Set<string>();
  for (const part of name.match(WORD) ?? []) words.add(part.toLowerCase());
  return [...words];
}
