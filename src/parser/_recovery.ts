import type { Extraction } from "./_extraction.ts";
import { oneLine } from "./_signature.ts";
import { ERROR_NODE, type SyntaxTree } from "./_syntax_tree.ts";
import type { GrammarBinding, RecoveryRule } from "./language.ts";

/** Longest range, in lines, given to a declaration whose end can only be guessed. */
const RECOVERED_LINES_LIMIT = 400;

/** Lines longer than this are not read: declarations in broken source are looked for, not in broken bundles. */
const RECOVERED_LINE_LENGTH_LIMIT = 1_000;

/**
 * Looks, line by line, for declarations in the parts of a file that the grammar could not place and that therefore
 * have no node of their own. What already was declared there, comments and strings are left alone.
 */
export function recoverDeclarations(extraction: Extraction, binding: GrammarBinding): void {
  const rules = binding.recovery ?? [];
  if (rules.length === 0) return;
  const { tree } = extraction;
  const literals = new Set([...binding.literals, ...binding.comments]);
  const declared = declaredLines(extraction);
  const indents = lineIndents(tree);
  for (let node = 0; node < tree.size;) {
    if (tree.type(node) !== ERROR_NODE) {
      node++;
      continue;
    }
    recoverInside(extraction, node, literals, rules, declared, indents);
    node = tree.after(node);
  }
}

function recoverInside(
  extraction: Extraction,
  error: number,
  literals: ReadonlySet<string>,
  rules: readonly RecoveryRule[],
  declared: Set<string>,
  indents: Int32Array,
): void {
  const { tree } = extraction;
  const opaque = literalRanges(tree, error, literals);
  const lastLine = tree.lineAt(Math.max(tree.start(error), tree.end(error) - 1));
  let range = 0;
  for (let line = tree.lineAt(tree.start(error)); line <= lastLine; line++) {
    const start = tree.lineStart(line);
    const text = lineText(tree, line);
    if (text.length > RECOVERED_LINE_LENGTH_LIMIT) continue;
    for (const rule of rules) {
      const match = rule.pattern.exec(text);
      const name = match?.groups?.["name"];
      if (match === null || name === undefined) continue;
      const at = start + match.index + match[0].lastIndexOf(name);
      while ((opaque[range]?.end ?? Infinity) <= at) range++;
      const isOpaque = (opaque[range]?.start ?? Infinity) <= at;
      if (at < tree.start(error) || isOpaque || declared.has(`${line} ${name}`)) break;
      declared.add(`${line} ${name}`);
      const indent = indents[line] ?? 0;
      extraction.declare({
        name,
        kind: typeof rule.kind === "function" ? rule.kind(match) : rule.kind,
        node: error,
        start: start + indent,
        end: tree.lineStart(lastLineOf(tree, indents, line) + 1),
        signature: oneLine(text.replace(/[{;]$/, "")),
        exported: rule.isExported(match),
        opensScope: "no",
      });
      break;
    }
  }
}

/** Last line of what starts on a line, told from the indentation of the lines below. */
function lastLineOf(tree: SyntaxTree, indents: Int32Array, first: number): number {
  const indent = indents[first] ?? 0;
  let last = first;
  const limit = Math.min(tree.lineCount, first + RECOVERED_LINES_LIMIT);
  for (let line = first + 1; line <= limit; line++) {
    const own = indents[line] ?? BLANK_LINE;
    if (own === BLANK_LINE) continue;
    if (own <= indent) return /^\s*(?:[)}\]]|end\b)/.test(lineText(tree, line)) ? line : last;
    last = line;
  }
  return last;
}

const BLANK_LINE = -1;

/** White space in front of every line (1-based), or {@link BLANK_LINE}. */
function lineIndents(tree: SyntaxTree): Int32Array {
  const indents = new Int32Array(tree.lineCount + 1);
  for (let line = 1; line <= tree.lineCount; line++) {
    const text = lineText(tree, line);
    indents[line] = text === "" ? BLANK_LINE : text.length - text.trimStart().length;
  }
  return indents;
}

function lineText(tree: SyntaxTree, line: number): string {
  return tree.text.slice(tree.lineStart(line), tree.lineStart(line + 1)).trimEnd();
}

function literalRanges(
  tree: SyntaxTree,
  error: number,
  literals: ReadonlySet<string>,
): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (let node = error; node < tree.after(error);) {
    const isLiteral = literals.has(tree.type(node));
    if (isLiteral) ranges.push({ start: tree.start(node), end: tree.end(node) });
    node = isLiteral ? tree.after(node) : node + 1;
  }
  return ranges;
}

/** `line name` of every line a known declaration's head may stand on. */
function declaredLines(extraction: Extraction): Set<string> {
  const declared = new Set<string>();
  for (let index = 0; index < extraction.symbolCount; index++) {
    const symbol = extraction.symbolAt(index);
    if (symbol === undefined) continue;
    const last = Math.min(symbol.bodyStartLine ?? symbol.endLine, symbol.startLine + 20);
    for (let line = symbol.startLine; line <= last; line++) declared.add(`${line} ${symbol.name}`);
  }
  return declared;
}
