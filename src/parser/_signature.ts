import type { SyntaxTree } from "./_syntax_tree.ts";

/** Longest signature, in UTF-16 units: a head with many parameters still fits, a table of values does not. */
export const SIGNATURE_LIMIT = 300;

/** Text looked at for one signature, comments included; longer heads are cut anyway. */
const HEAD_LIMIT = 8_000;

/** One line of at most {@link SIGNATURE_LIMIT} units: line breaks and repeated white space become one space. */
export function oneLine(text: string): string {
  // Cutting early keeps huge initialisers from being collapsed only to be thrown away.
  const head = text.length > SIGNATURE_LIMIT * 8 ? text.slice(0, SIGNATURE_LIMIT * 8) : text;
  const line = head
    .replace(/[ \t]+/g, " ")
    .replace(/([([<])[ \t]*\r?\n\s*/g, "$1")
    .replace(/,?[ \t]*\r?\n\s*([)\]>])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= SIGNATURE_LIMIT && head === text) return line;
  const cut = line.slice(0, SIGNATURE_LIMIT - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/**
 * The text from `from` to `until`, without the subtrees of `node` that `isLeftOut` names (comments, attributes).
 *
 * @returns the raw text: put it through {@link oneLine}.
 */
export function textWithout(
  tree: SyntaxTree,
  node: number,
  from: number,
  until: number,
  isLeftOut: (node: number) => boolean,
): string {
  let text = "";
  let at = from;
  const end = tree.after(node);
  const to = Math.min(until, from + HEAD_LIMIT);
  for (let inner = node; inner < end && tree.start(inner) < to;) {
    if (tree.start(inner) >= at && isLeftOut(inner)) {
      text += `${tree.text.slice(at, tree.start(inner))} `;
      at = tree.end(inner);
      inner = tree.after(inner);
    } else inner++;
  }
  return at < to ? text + tree.text.slice(at, to) : text;
}
