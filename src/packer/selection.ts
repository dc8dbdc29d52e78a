/** What has been chosen so far, and what one more unit would cost. */
import type { EvidenceFile } from "./evidence_file.ts";
import { itemReasons } from "./reasons.ts";
import type { PackFormat } from "./request.ts";

/** One thing that can be delivered. */
export interface Unit {
  file: EvidenceFile;
  kind: "pointer" | "duplicate" | "symbol" | "span";
  /** 1-based and inclusive; 0 for pointers. */
  startLine: number;
  endLine: number;
  /** Index into the symbols of the file; -1 for other units. */
  symbol: number;
}

/** A contiguous range of lines of a file. */
export interface Range {
  startLine: number;
  endLine: number;
}

/** Delivered ranges that are this close become one: the lines between cost less than a second envelope. */
const NEAR_LINES = 10;
/**
 * The same where ranges compete for a budget: what lies between two that won is worth more than the ones that come
 * next. 40 to 60 lines deliver the same.
 */
const MOST_NEAR_LINES = 50;
/** A line costs about ten tokens; a gap should not take more than a quarter of the budget. */
const LINES_PER_TOKEN = 1 / 40;

/** How many lines may lie between two ranges that are delivered as one. */
export function nearLines(responseBudget: number | undefined): number {
  if (responseBudget === undefined) return NEAR_LINES;
  return Math.max(NEAR_LINES, Math.min(MOST_NEAR_LINES, Math.floor(responseBudget * LINES_PER_TOKEN)));
}

/** Tokens around an item, by what it delivers, and around a single span or symbol in it. */
interface Envelope {
  item: Record<Unit["kind"], number>;
  span: number;
  symbol: number;
}

/** Per format, fitted to rendered documents. What they get wrong is corrected after the first rendering. */
const ENVELOPES: Record<PackFormat, Envelope> = {
  json: { item: { pointer: 85, duplicate: 85, symbol: 69, span: 53 }, span: 58, symbol: 54 },
  md: { item: { pointer: 70, duplicate: 70, symbol: 50, span: 30 }, span: 53, symbol: 5 },
  text: { item: { pointer: 80, duplicate: 80, symbol: 50, span: 34 }, span: 50, symbol: 4 },
};

/** The chosen units of one file. */
export interface ChosenFile {
  file: EvidenceFile;
  pointer: boolean;
  duplicate: boolean;
  symbols: Set<number>;
  ranges: Range[];
}

/** An ordered list of admitted units with the state they add up to. */
export class Selection {
  readonly units: Unit[] = [];
  readonly #chosen = new Map<EvidenceFile, ChosenFile>();
  readonly #format: PackFormat;
  readonly #held: ReadonlyMap<EvidenceFile, readonly Range[]>;
  readonly #near: number;
  readonly #count: (text: string) => number;
  readonly #overheads = { lines: new Map<EvidenceFile, number>(), other: new Map<EvidenceFile, number>() };

  /**
   * @param held lines the client already holds: never delivered again, never joined over.
   * @param given `count` is the raw token count of a text, `near` that of {@link nearLines}.
   */
  constructor(
    held: ReadonlyMap<EvidenceFile, readonly Range[]>,
    given: { format: PackFormat; count: (text: string) => number; near: number },
  ) {
    this.#format = given.format;
    this.#held = held;
    this.#near = given.near;
    this.#count = given.count;
  }

  /** Files in the order of the ranking. */
  get files(): ChosenFile[] {
    return [...this.#chosen.values()].sort((a, b) => a.file.rank - b.file.rank);
  }

  /** How many files have a unit. */
  get size(): number {
    return this.#chosen.size;
  }

  /** What is chosen of a file. */
  of(file: EvidenceFile): ChosenFile | undefined {
    return this.#chosen.get(file);
  }

  /** What would be chosen of the file of `unit` if it were admitted. */
  with(unit: Unit): ChosenFile {
    const { file, kind } = unit;
    const chosen = this.#chosen.get(file) ??
      { file, pointer: false, duplicate: false, symbols: new Set<number>(), ranges: [] };
    if (kind === "pointer") return { ...chosen, pointer: true };
    if (kind === "duplicate") return { ...chosen, duplicate: true };
    if (kind === "symbol") return { ...chosen, symbols: new Set([...chosen.symbols, unit.symbol]) };
    return { ...chosen, ranges: addRange(chosen.ranges, unit, this.#held.get(file) ?? [], this.#near) };
  }

  /**
   * Estimated raw tokens that `unit` adds to the document; 0 when it adds nothing new.
   *
   * @param atMost above this the cost does not matter: counting ends there, with any number above it.
   */
  costOf(unit: Unit, atMost: number): number {
    const { file, kind } = unit;
    const chosen = this.#chosen.get(file);
    const envelope = ENVELOPES[this.#format];
    const item = chosen ? 0 : envelope.item[kind] + this.#overhead(unit);
    if (kind === "symbol") {
      const symbol = file.symbols[unit.symbol]!;
      return item + envelope.symbol + this.#count(symbol.signature) + this.#count(symbol.name) +
        Math.ceil(Math.min(symbol.doc.length, 140) / 4);
    }
    if (kind !== "span") return item;
    const before = chosen?.ranges ?? [];
    const held = this.#held.get(file) ?? [];
    const isAlone = before.length === 0 && held.length === 0;
    const after = isAlone ? [unit] : addRange(before, unit, held, this.#near);
    const added = isAlone ? after : subtract(after, before);
    if (added.length === 0) return 0;
    let cost = item + (after.length - before.length) * envelope.span;
    // No line is free, so the number of lines tells most refusals without counting a token.
    let uncounted = added.reduce((sum, range) => sum + range.endLine - range.startLine + 1, 0);
    for (const { startLine, endLine } of added) {
      for (let line = startLine; line <= endLine; line++) {
        if (cost + uncounted > atMost) return cost + uncounted;
        cost += file.lineCost(line);
        uncounted--;
      }
    }
    return cost;
  }

  /** Admits a unit. */
  add(unit: Unit): void {
    this.units.push(unit);
    this.#apply(unit);
  }

  /** Takes back the units from position `length` on. */
  truncate(length: number): void {
    this.units.length = length;
    this.#chosen.clear();
    for (const unit of this.units) this.#apply(unit);
  }

  #apply(unit: Unit): void {
    this.#chosen.set(unit.file, this.with(unit));
  }

  /** Path and reasons of an item that has none yet. */
  #overhead({ file, kind, startLine, endLine }: Unit): number {
    const hasLines = kind === "span";
    const known = hasLines ? this.#overheads.lines : this.#overheads.other;
    let cost = known.get(file);
    if (cost === undefined) {
      const reasons = itemReasons({ file, ranges: hasLines ? [{ startLine, endLine }] : [] });
      cost = this.#count(file.candidate.path) + this.#count(reasons.join('","'));
      known.set(file, cost);
    }
    return cost;
  }
}

/** Whether two ranges have a line in common. */
export function overlap(a: Range, b: Range): boolean {
  return a.startLine <= b.endLine && b.startLine <= a.endLine;
}

/** Adds a range to a sorted list: held lines are cut out, ranges with at most `near` lines between them are joined. */
export function addRange(
  ranges: readonly Range[],
  added: Range,
  held: readonly Range[],
  near: number,
): Range[] {
  const pieces = subtract([{ startLine: added.startLine, endLine: added.endLine }], held);
  let result = [...ranges];
  for (const piece of pieces) result = joinNear([...result, piece], held, near);
  return result;
}

function joinNear(ranges: Range[], held: readonly Range[], near: number): Range[] {
  ranges.sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined[joined.length - 1];
    const isNear = last && range.startLine - last.endLine - 1 <= near &&
      !held.some((part) => part.startLine > last.endLine && part.endLine < range.startLine);
    if (isNear) {
      joined[joined.length - 1] = {
        startLine: last.startLine,
        endLine: Math.max(last.endLine, range.endLine),
      };
    } else joined.push(range);
  }
  return joined;
}

/** The lines of `ranges` that are not in `removed`. */
export function subtract(ranges: readonly Range[], removed: readonly Range[]): Range[] {
  let left = [...ranges];
  for (const part of removed) {
    left = left.flatMap((range) => {
      if (part.endLine < range.startLine || part.startLine > range.endLine) return [range];
      const pieces: Range[] = [];
      if (range.startLine < part.startLine) {
        pieces.push({ startLine: range.startLine, endLine: part.startLine - 1 });
      }
      if (range.endLine > part.endLine) pieces.push({ startLine: part.endLine + 1, endLine: range.endLine });
      return pieces;
    });
  }
  return left;
}
