/** What the client already holds, and how it is acknowledged instead of being sent again. */
import { type Candidate, compareStrings, type ContextSpan, type ReusedUnit } from "../model/mod.ts";
import type { EvidenceFile } from "./evidence_file.ts";
import { MAX_REUSED_LISTED } from "./identities.ts";
import type { ItemBuilder } from "./items.ts";
import type { Possession } from "./request.ts";
import { type ChosenFile, overlap, type Range, type Selection, type Unit } from "./selection.ts";

/** A shorter asserted hash could match by accident. */
const SHORTEST_KNOWN_HASH = 8;

/**
 * The reused units of an answer. A claim counts only when it names something that the answer would have sent: the
 * others, of which a session has many, change nothing.
 */
export class Reuse {
  readonly #possession: Possession;
  readonly #builder: ItemBuilder;
  readonly #units = new Map<string, ReusedUnit>();
  readonly #files = new Set<number>();
  readonly #whole = new Set<EvidenceFile>();
  readonly #symbols = new Map<EvidenceFile, Set<number>>();
  #held: ReadonlyMap<EvidenceFile, readonly Range[]> = new Map();

  constructor(possession: Possession, builder: ItemBuilder) {
    this.#possession = possession;
    this.#builder = builder;
  }

  /** All acknowledged units, true count. */
  get count(): number {
    return this.#units.size;
  }

  /** The units that may be listed, in order, at most 20. */
  get listed(): ReusedUnit[] {
    return [...this.#units.values()].sort(byPlace).slice(0, MAX_REUSED_LISTED);
  }

  /** Lines that are held, of files that are not held whole. */
  get held(): ReadonlyMap<EvidenceFile, readonly Range[]> {
    return this.#held;
  }

  /** Whether anything of a file is acknowledged. */
  acknowledges(fileId: number): boolean {
    return this.#files.has(fileId);
  }

  /** Whether a unit, apart from its lines, may still be sent. */
  leaves(unit: Unit): boolean {
    return !this.#whole.has(unit.file) && !this.#symbols.get(unit.file)?.has(unit.symbol);
  }

  /** Acknowledges a file that the client asserts to hold whole. */
  async acknowledgeKnown(file: EvidenceFile): Promise<void> {
    this.#acknowledgeFile(file, await this.#builder.pointerReceipt(file));
  }

  /** Acknowledges what a tentative answer would send although it is held; whether there was any. */
  async acknowledge(selection: Selection): Promise<boolean> {
    const { seen, known, delivered } = this.#possession;
    if (seen.size === 0 && known.size === 0 && delivered.length === 0) return false;
    let changed = false;
    for (const chosen of selection.files) changed = await this.#acknowledgeChosen(chosen) || changed;
    return changed;
  }

  async #acknowledgeChosen(chosen: ChosenFile): Promise<boolean> {
    const { file, ranges, symbols } = chosen;
    if (isKnown(file.candidate, this.#possession)) {
      await this.acknowledgeKnown(file);
      return true;
    }
    if (ranges.length > 0) return await this.#acknowledgeLines(file, ranges);
    if (symbols.size > 0) return await this.#acknowledgeSymbols(file, symbols);
    const receipt =
      await (chosen.duplicate ? this.#builder.duplicateReceipt(file) : this.#builder.pointerReceipt(file));
    if (!this.#possession.seen.has(receipt)) return false;
    this.#acknowledgeFile(file, receipt);
    return true;
  }

  async #acknowledgeLines(file: EvidenceFile, ranges: readonly Range[]): Promise<boolean> {
    const { seen, delivered } = this.#possession;
    const { path, contentHash } = file.candidate;
    const matched: Range[] = [];
    for (const entry of delivered) {
      if (entry.path !== path || !contentHash.startsWith(entry.hash)) continue;
      for (const [startLine, endLine] of entry.ranges) {
        const range = { startLine, endLine };
        if (ranges.some((other) => overlap(range, other))) matched.push(range);
      }
    }
    for (const range of ranges) {
      if (seen.has((await this.#builder.span(file, range)).receipt)) matched.push(range);
    }
    if (matched.length === 0) return false;
    for (const range of matched) this.#add(file, reusedSpan(path, await this.#builder.span(file, range)));
    const held = [...this.#held.get(file) ?? [], ...matched];
    this.#held = new Map([...this.#held, [file, held]]);
    return true;
  }

  async #acknowledgeSymbols(file: EvidenceFile, positions: ReadonlySet<number>): Promise<boolean> {
    const held = this.#symbols.get(file) ?? new Set<number>();
    const before = held.size;
    for (const position of positions) {
      const symbol = await this.#builder.symbol(file, position);
      if (symbol.receipt === undefined || !this.#possession.seen.has(symbol.receipt)) continue;
      held.add(position);
      this.#add(file, {
        path: file.candidate.path,
        start_line: symbol.start_line,
        end_line: symbol.end_line,
        symbol: symbol.name,
        receipt: symbol.receipt,
      });
    }
    this.#symbols.set(file, held);
    return held.size > before;
  }

  #acknowledgeFile(file: EvidenceFile, receipt: string): void {
    this.#whole.add(file);
    this.#add(file, { path: file.candidate.path, receipt });
  }

  #add(file: EvidenceFile, unit: ReusedUnit): void {
    this.#units.set(unit.receipt, unit);
    this.#files.add(file.candidate.fileId);
  }
}

/** Whether the client asserts to hold this very version of a file. */
export function isKnown(candidate: Pick<Candidate, "path" | "contentHash">, { known }: Possession): boolean {
  const claim = known.get(candidate.path)?.toLowerCase();
  return claim !== undefined && claim.length >= SHORTEST_KNOWN_HASH &&
    candidate.contentHash.startsWith(claim);
}

function reusedSpan(path: string, span: ContextSpan): ReusedUnit {
  return {
    path,
    start_line: span.start_line,
    end_line: span.end_line,
    ...(span.symbol === undefined ? {} : { symbol: span.symbol }),
    receipt: span.receipt,
  };
}

function byPlace(a: ReusedUnit, b: ReusedUnit): number {
  return compareStrings(a.path, b.path) || (a.start_line ?? 0) - (b.start_line ?? 0) ||
    compareStrings(a.receipt, b.receipt);
}
