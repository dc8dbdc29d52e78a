/**
 * Cutting a file into the ranges that compete as evidence. Ranges follow declarations: small neighbours are merged,
 * long bodies are covered by overlapping windows, so that neither a one-line property nor a 400-line class is a unit.
 */
import type { SymbolRecord } from "../model/mod.ts";
import { InnermostNames } from "./innermost.ts";

/** A range of lines that may be delivered, 1-based and inclusive. */
export interface Segment {
  startLine: number;
  endLine: number;
  /** Name of the innermost declaration that holds the range; empty outside of all. */
  symbol: string;
}

/** What is known of a declaration for cutting. */
export type SegmentSymbol = Pick<SymbolRecord, "name" | "startLine" | "endLine" | "docStartLine" | "kind">;

/** Neighbours are merged until a segment has this many lines. */
const MERGE_LINES = 16;
/** Segments longer than this are cut into windows. */
const WINDOW_ABOVE = 30;
/** Length and step of the windows. */
const WINDOW_LINES = 16;
const WINDOW_STEP = 8;

/** Cuts a file of `lineCount` lines into segments that together cover every line. */
export function segmentFile(lineCount: number, symbols: readonly SegmentSymbol[]): Segment[] {
  if (lineCount === 0) return [];
  const names = new InnermostNames(symbols);
  const segments: Segment[] = [];
  for (const block of mergeSmall(atomicBlocks(lineCount, symbols))) {
    for (const [startLine, endLine] of windows(block)) {
      segments.push({ startLine, endLine, symbol: names.next(startLine, endLine) });
    }
  }
  return segments;
}

/** Covers a file of `lineCount` lines by windows of `length` lines that overlap by half. */
export function windowsOf(lineCount: number, symbols: readonly SegmentSymbol[], length: number): Segment[] {
  const names = new InnermostNames(symbols);
  const cut: Segment[] = [];
  for (let startLine = 1; startLine <= lineCount; startLine += Math.max(1, length >> 1)) {
    const endLine = Math.min(startLine + length - 1, lineCount);
    cut.push({ startLine, endLine, symbol: names.next(startLine, endLine) });
    if (endLine === lineCount) break;
  }
  return cut;
}

type Range = [startLine: number, endLine: number];

/** Splits where a declaration (its doc comment included) begins or ends. */
function atomicBlocks(lineCount: number, symbols: readonly SegmentSymbol[]): Range[] {
  const starts = new Set<number>([1]);
  for (const symbol of symbols) {
    if (symbol.kind === "enummember") continue;
    const first = symbol.docStartLine ?? symbol.startLine;
    if (first <= lineCount) starts.add(first);
    if (symbol.endLine < lineCount) starts.add(symbol.endLine + 1);
  }
  const ordered = [...starts].sort((a, b) => a - b);
  return ordered.map((start, i) => [start, (ordered[i + 1] ?? lineCount + 1) - 1]);
}

function mergeSmall(blocks: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of blocks) {
    const last = merged[merged.length - 1];
    if (last && (last[1] - last[0] + 1 < MERGE_LINES || end - start < 2) && end - last[0] < WINDOW_ABOVE) {
      last[1] = end;
    } else merged.push([start, end]);
  }
  return merged;
}

function windows([start, end]: Range): Range[] {
  if (end - start + 1 <= WINDOW_ABOVE) return [[start, end]];
  const cut: Range[] = [];
  for (let from = start;; from += WINDOW_STEP) {
    const to = Math.min(from + WINDOW_LINES - 1, end);
    cut.push([from, to]);
    if (to === end) return cut;
  }
}

/** Kinds whose inside cannot be understood without their head. */
const CALLABLE_KINDS: ReadonlySet<string> = new Set([
  "function",
  "method",
  "constructor",
  "route",
  "operator",
  "macro",
]);
/** A longer head is cut: it is there to name, not to read. */
const HEAD_CHARACTERS = 100;

/**
 * The innermost function or method that a range begins in the middle of, as its lines and head; empty when the range
 * begins at a declaration or outside of all.
 *
 * @param name what the range is named after: the head of just that declaration would say it again.
 */
export function partOf(
  symbols: readonly (SegmentSymbol & { signature: string })[],
  startLine: number,
  name: string,
): string {
  let holder: (SegmentSymbol & { signature: string }) | undefined;
  for (const symbol of symbols) {
    if (symbol.startLine >= startLine || symbol.endLine < startLine || !CALLABLE_KINDS.has(symbol.kind)) {
      continue;
    }
    if (!holder || symbol.startLine >= holder.startLine) holder = symbol;
  }
  if (!holder) return "";
  const { startLine: first, endLine: last, signature } = holder;
  const lines = `L${first}-${last}`;
  if (holder.name === name) return lines;
  return `${lines} ${
    signature.length > HEAD_CHARACTERS ? `${signature.slice(0, HEAD_CHARACTERS - 1)}…` : signature
  }`;
}

/** Name of the smallest declaration that holds the range, else of the first one that starts inside of it. */
export function innermostName(symbols: readonly SegmentSymbol[], startLine: number, endLine: number): string {
  let holder: SegmentSymbol | undefined;
  let inside: SegmentSymbol | undefined;
  for (const symbol of symbols) {
    const first = symbol.docStartLine ?? symbol.startLine;
    if (first <= startLine && symbol.endLine >= endLine) {
      if (!holder || symbol.endLine - symbol.startLine < holder.endLine - holder.startLine) holder = symbol;
    } else if (!inside && first >= startLine && symbol.startLine <= endLine) inside = symbol;
  }
  return (inside ?? holder)?.name ?? "";
}
