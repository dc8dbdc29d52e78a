/** What has been chosen so far, and what one more unit would cost. */
import type { EvidenceFile } from "./evidence_file.ts";
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
const JOIN_WITHIN_LINES = 10;

/** Tokens around the evidence, per format: measured on rendered documents, corrected after the first rendering. */
const ENVELOPES: Record<PackFormat, { item: number; span: number; symbol: number }> = {
  json: { item: 66, span: 50, symbol: 58 },
  md: { item: 70, span: 50, symbol: 45 },
  text: { item: 80, span: 48, symbol: 45 },
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
  readonly #count: (text: string) => number;
  readonly #overheads = new Map<EvidenceFile, number>();

  /**
   * @param held lines the client already holds: never delivered again, never joined over.
   * @param count raw token count of a text.
   */
  constructor(
    format: PackFormat,
    held: ReadonlyMap<EvidenceFile, readonly Range[]>,
    count: (text: string) => number,
  ) {
    this.#format = format;
    this.#held = held;
    this.#count = count;
  }

  /** Files in the order of the ranking. */
  get files(): ChosenFile[] {
    return [...this.#chosen.values()].sort((a, b) => a.file.rank - b.file.rank);
  }

  /** How many files have a unit. */
  get size(): number {
    return this.#chosen.size;
  }

  /** Whether a file has a unit. */
  has(file: EvidenceFile): boolean {
    return this.#chosen.has(file);
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
    const item = chosen ? 0 : envelope.item + this.#overhead(file);
    if (kind === "symbol") {
      const symbol = file.symbols[unit.symbol]!;
      return item + envelope.symbol + this.#count(symbol.signature) + this.#count(symbol.name) +
        Math.ceil(Math.min(symbol.doc.length, 140) / 4);
    }
    if (kind !== "span") return item;
    const before = chosen?.ranges ?? [];
    const held = this.#held.get(file) ?? [];
    const isAlone = before.length === 0 && held.length === 0;
    const after = isAlone ? [unit] : addRange(before, unit, held);
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
    let chosen = this.#chosen.get(unit.file);
    if (!chosen) {
      chosen = { file: unit.file, pointer: false, duplicate: false, symbols: new Set(), ranges: [] };
      this.#chosen.set(unit.file, chosen);
    }
    if (unit.kind === "pointer") chosen.pointer = true;
    else if (unit.kind === "duplicate") chosen.duplicate = true;
    else if (unit.kind === "symbol") chosen.symbols.add(unit.symbol);
    else chosen.ranges = addRange(chosen.ranges, unit, this.#held.get(unit.file) ?? []);
  }

  #overhead(file: EvidenceFile): number {
    let cost = this.#overheads.get(file);
    if (cost === undefined) {
      cost = this.#count(file.candidate.path) + this.#count(file.candidate.reasons.join('","'));
      this.#overheads.set(file, cost);
    }
    return cost;
  }
}

/** Adds a range to a sorted list: held lines are cut out, near ranges are joined. */
export function addRange(ranges: readonly Range[], added: Range, held: readonly Range[]): Range[] {
  const pieces = subtract([{ startLine: added.startLine, endLine: added.endLine }], held);
  let result = [...ranges];
  for (const piece of pieces) result = joinNear([...result, piece], held);
  return result;
}

function joinNear(ranges: Range[], held: readonly Range[]): Range[] {
  ranges.sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined[joined.length - 1];
    const near = last && range.startLine - last.endLine - 1 <= JOIN_WITHIN_LINES &&
      !held.some((part) => part.startLine > last.endLine && part.endLine < range.startLine);
    if (near) {
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
