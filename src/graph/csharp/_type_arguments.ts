/** Reading of type parameters and arguments out of signatures. */

/** The names between the angle brackets behind a declared name; empty when it has none. */
export function typeParameters(name: string, signature: string): string[] {
  const start = signature.indexOf(`${name}<`);
  if (start < 0) return [];
  return splitArguments(signature, start + name.length + 1).map((each) => each.replace(/^(?:in|out)\s+/, ""));
}

/** With how many type arguments a name occurs in a text: 0 stands for an occurrence without any. */
export function mentionedArities(name: string, text: string): Set<number> {
  const arities = new Set<number>();
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (WORD.test(text[at - 1] ?? "") || WORD.test(text[end] ?? "")) continue;
    arities.add(text[end] === "<" ? splitArguments(text, end + 1).length : 0);
  }
  return arities;
}

const WORD = /[\p{L}\p{N}_]/u;

/** Splits at the commas between an opening bracket and the one that closes it. */
function splitArguments(text: string, from: number): string[] {
  const parts: string[] = [];
  let depth = 1;
  let start = from;
  for (let at = from; at < text.length && depth > 0; at++) {
    const character = text[at];
    if (character === "<" || character === "(") depth++;
    else if (character === ">" || character === ")") depth--;
    if (depth === 0 || (depth === 1 && character === ",")) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts;
}
