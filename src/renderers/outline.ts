/** `outline` in any format. Receipts are in the JSON only: they would double the length of the other two. */
import type { OutlineResult, OutlineSymbol } from "../model/mod.ts";
import { document, filled, jsonText, list, number, record } from "./_json.ts";
import { joined, plural } from "./_labels.ts";
import { code } from "./_markdown.ts";
import { fileStaleness, staleFileJson } from "./_staleness.ts";
import { symbolMarkdown, symbolText } from "./_symbols.ts";
import { visible } from "../text/mod.ts";
import { type Format, formatted } from "./format.ts";

/** Deeper nesting is shown at this depth, so that hostile input cannot make the indentation quadratic. */
const MAX_INDENT = 8;

const json = document<OutlineResult>({
  schema_version: number,
  command: jsonText,
  path: jsonText,
  kind: jsonText,
  language: jsonText,
  lines: number,
  estimated_tokens: number,
  hash: jsonText,
  stale: staleFileJson,
  symbols: list(record<OutlineSymbol>({
    name: jsonText,
    kind: jsonText,
    start_line: number,
    end_line: number,
    signature: jsonText,
    doc: filled,
    receipt: jsonText,
  })),
});

/** How many earlier symbols enclose each one, by lines. */
function depths(symbols: readonly OutlineSymbol[]): number[] {
  const open: OutlineSymbol[] = [];
  return symbols.map((symbol) => {
    while (open.length > 0 && !encloses(open.at(-1)!, symbol)) open.pop();
    open.push(symbol);
    return Math.min(open.length - 1, MAX_INDENT);
  });
}

function encloses(outer: OutlineSymbol, inner: OutlineSymbol): boolean {
  return outer.start_line <= inner.start_line && outer.end_line >= inner.end_line &&
    outer.end_line - outer.start_line > inner.end_line - inner.start_line;
}

function facts(result: OutlineResult): string {
  return `${result.kind} · ${visible(result.language)} · ${plural(result.lines, "line")} · ` +
    `~${result.estimated_tokens} tokens · ${result.hash}`;
}

function text(result: OutlineResult): string {
  const depth = depths(result.symbols);
  const lines = result.symbols.map((symbol, index) => "  ".repeat(depth[index]! + 1) + symbolText(symbol));
  const stale = result.stale === undefined ? [] : [fileStaleness(result.stale)];
  return [`${visible(result.path)}: ${facts(result)}`, ...lines, ...stale].join("\n");
}

function markdown(result: OutlineResult): string {
  const depth = depths(result.symbols);
  const lines = result.symbols.map((symbol, index) => "  ".repeat(depth[index]!) + symbolMarkdown(symbol));
  const head = `# Outline: ${code(result.path)}\n\n${facts(result)}`;
  return joined([head, lines.join("\n"), result.stale && fileStaleness(result.stale)], "\n\n");
}

/** Renders the symbols of a file. */
export const renderOutline: (result: OutlineResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
