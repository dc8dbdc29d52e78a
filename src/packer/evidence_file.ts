/** One ranked file while it is being packed: its lines, its segments and what each of them costs. */
import type { Candidate, SymbolRecord } from "../model/mod.ts";
import { type SymbolRole, symbolRoles } from "./outline_units.ts";
import type { EvidenceSource, PackFormat, TokenMeter } from "./request.ts";

/** A file whose evidence competes for a place in the answer. */
export class EvidenceFile {
  readonly candidate: Candidate;
  /** Position in the ranking, from 0. */
  readonly rank: number;
  readonly #source: EvidenceSource;
  readonly #meter: TokenMeter;
  readonly #format: PackFormat;
  #lines: readonly string[] | undefined;
  #symbols: readonly SymbolRecord[] | undefined;
  #roles: readonly SymbolRole[] | undefined;
  #resemblingLines: ReadonlyMap<number, number> | undefined;
  readonly #lineCosts = new Map<number, number>();

  constructor(
    candidate: Candidate,
    rank: number,
    context: { source: EvidenceSource; meter: TokenMeter; format: PackFormat },
  ) {
    this.candidate = candidate;
    this.rank = rank;
    this.#source = context.source;
    this.#meter = context.meter;
    this.#format = context.format;
  }

  /** Lines of the file; empty when its text cannot be rebuilt. */
  get lines(): readonly string[] {
    this.#lines ??= this.#source.textOf(this.candidate.fileId)?.split("\n") ?? [];
    return this.#lines;
  }

  /** Symbols in source order. */
  get symbols(): readonly SymbolRecord[] {
    this.#symbols ??= this.#source.symbolsOf(this.candidate.fileId);
    return this.#symbols;
  }

  /** How each symbol relates to the task. */
  get roles(): readonly SymbolRole[] {
    return this.#roles ??= symbolRoles(this.symbols, this.candidate.symbols);
  }

  /** Lines on which a term occurs. */
  occurrences(term: string): readonly number[] {
    return this.#source.occurrences(this.candidate.fileId, term);
  }

  /** Lines that a past commit like the task added, with their value. */
  get resemblingLines(): ReadonlyMap<number, number> {
    const { fileId, path } = this.candidate;
    return this.#resemblingLines ??= this.#source.resemblingLines?.(fileId, path) ?? new Map();
  }

  /** Text of a range of lines, 1-based and inclusive. */
  text(startLine: number, endLine: number): string {
    return this.lines.slice(startLine - 1, endLine).join("\n");
  }

  /** Raw tokens of one line as the format writes it. Sums of lines run about 1 % above the exact count. */
  lineCost(line: number): number {
    let cost = this.#lineCosts.get(line);
    if (cost === undefined) {
      const text = this.lines[line - 1] ?? "";
      cost = this.#meter.count(
        this.#format === "json"
          ? JSON.stringify(text).slice(1, -1) + "\\n"
          : `${this.#format === "text" ? "| " : ""}${text}\n`,
      );
      this.#lineCosts.set(line, cost);
    }
    return cost;
  }

  /** Raw tokens of a range of lines, as a sum of its lines. */
  rangeCost(startLine: number, endLine: number): number {
    let cost = 0;
    for (let line = startLine; line <= endLine; line++) cost += this.lineCost(line);
    return cost;
  }
}
