/** Splitting of identifiers into the words they are made of. */
import { isAscii } from "./ascii.ts";

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
  // A word boundary stands between lower and upper case, between letter and digit, and before the last capital of
  // an upper-case run that a lower-case letter follows (`JSONParser`).
  const pattern = isAscii(name)
    ? /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]|[0-9]+/g
    : /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}|\p{Nd}+/gu;
  const words = new Set<string>();
  for (const part of name.match(pattern) ?? []) words.add(part.toLowerCase());
  return [...words];
}
