/** Which symbols of a file an outline shows. */
import type { SymbolKind, SymbolMatch, SymbolRecord } from "../model/mod.ts";

/** How a symbol relates to the task. */
export type SymbolRole = "match" | "container" | undefined;

/** At most so many symbols of a file are outlined in `context`. */
export const MAX_OUTLINE_SYMBOLS = 12;
const DOC_SUMMARY_CHARACTERS = 140;

/** The part of a doc comment that an outline shows: its first line, at most 140 characters. */
export function docSummary(doc: string): string {
  const newline = doc.indexOf("\n");
  const line = newline < 0 ? doc : doc.slice(0, newline);
  if (line.length <= DOC_SUMMARY_CHARACTERS) return line;
  const cut = line.slice(0, DOC_SUMMARY_CHARACTERS - 1);
  // A cut through a surrogate pair would leave half a character.
  return (/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut) + "…";
}

/** The role of every symbol: hit by the task, strictly around one that is, or neither. */
export function symbolRoles(symbols: readonly SymbolRecord[], matches: readonly SymbolMatch[]): SymbolRole[] {
  const hits = new Set(
    symbols.filter((symbol) =>
      matches.some((match) => match.name === symbol.name && match.startLine === symbol.startLine)
    ),
  );
  const found = [...hits];
  return symbols.map((symbol) => {
    if (hits.has(symbol)) return "match";
    const contains = found.some((other) =>
      symbol.startLine <= other.startLine && symbol.endLine >= other.endLine &&
      symbol.endLine - symbol.startLine > other.endLine - other.startLine
    );
    return contains ? "container" : undefined;
  });
}

/** Kinds that are read for what they do or contain; the others are state. */
const TELLING_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(
  ("function class interface typealias enum method constructor struct record delegate operator route trait impl " +
    "protocol extension macro object module").split(" ") as SymbolKind[],
);

/**
 * Indexes of symbols in the order in which they are worth showing: matches, what is around them, what lies in the best
 * passage, declarations that others can use, the rest; then by line.
 */
export function outlineOrder(
  symbols: readonly SymbolRecord[],
  roles: readonly SymbolRole[],
  passage: { startLine: number; endLine: number },
): number[] {
  const rank = (position: number): number => {
    const symbol = symbols[position]!;
    if (roles[position] === "match") return 0;
    if (roles[position] === "container") return 1;
    if (symbol.startLine <= passage.endLine && symbol.endLine >= passage.startLine) return 2;
    if (!TELLING_KINDS.has(symbol.kind)) return 5;
    return symbol.exported ? 3 : 4;
  };
  const ranks = symbols.map((_, position) => rank(position));
  return symbols.map((_, position) => position).sort((a, b) => ranks[a]! - ranks[b]! || a - b).slice(
    0,
    MAX_OUTLINE_SYMBOLS,
  );
}
