/** Reading of type parameters and arguments out of signatures. */

/** Number of type parameters of a declaration: its own name stands first in its signature. */
export function declaredArity(name: string, signature: string): number {
  for (const arity of aritiesIn(name, signature)) return arity;
  return 0;
}

/** With how many type arguments a name occurs in a text: 0 stands for an occurrence without any. */
export function mentionedArities(name: string, text: string): Set<number> {
  return new Set(aritiesIn(name, text));
}

const WORD = /[\p{L}\p{N}_]/u;

function* aritiesIn(name: string, text: string): Generator<number> {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (WORD.test(text[at - 1] ?? "") || WORD.test(text[end] ?? "")) continue;
    yield text[end] === "<" ? countArguments(text, end + 1) : 0;
  }
}

/** Counts what the commas separate between an opening bracket and the one that closes it. */
function countArguments(text: string, from: number): number {
  let count = 1;
  let depth = 1;
  for (let at = from; at < text.length && depth > 0; at++) {
    const character = text[at];
    if (character === "<" || character === "(") depth++;
    else if (character === ">" || character === ")") depth--;
    else if (depth === 1 && character === ",") count++;
  }
  return count;
}
