/** What the client already holds, and how it is acknowledged instead of being sent again. */
import { compareStrings, type ContextSpan, type ReusedUnit } from "../model/mod.ts";
import type { EvidenceFile } from "./evidence_file.ts";
import { MAX_REUSED_LISTED } from "./identities.ts";
import type { ItemBuilder } from "./items.ts";
import type { PackRequest } from "./request.ts";
import type { Range } from "./selection.ts";

/** A shorter asserted hash could match by accident. */
const SHORTEST_KNOWN_HASH = 8;

/** The reused units of an answer. */
export interface Reuse {
  /** All acknowledged units, true count. */
  readonly count: number;
  readonly hasAny: boolean;
  /** The units that may be listed, in order, at most 20. */
  readonly listed: readonly ReusedUnit[];
  /** Ids of files that are held whole, or whose pointer is. */
  readonly acknowledged: ReadonlySet<number>;
  /** Lines that were delivered before. */
  readonly held: ReadonlyMap<EvidenceFile, readonly Range[]>;
  /** Positions of symbols that were delivered before. */
  readonly heldSymbols: ReadonlyMap<EvidenceFile, ReadonlySet<number>>;
  /** Notes a span that would have been delivered but is held. */
  acknowledge(file: EvidenceFile, range: Range, span: ContextSpan): void;
}

/** Compares the client's claims with the considered files. Claims that match nothing change nothing. */
export async function findReuse(
  request: PackRequest,
  files: readonly EvidenceFile[],
  builder: ItemBuilder,
): Promise<Reuse> {
  const { known, seen, delivered } = request.possession;
  const units = new Map<string, ReusedUnit>();
  const acknowledged = new Set<number>();
  const held = new Map<EvidenceFile, readonly Range[]>();
  const heldSymbols = new Map<EvidenceFile, Set<number>>();
  const add = (unit: ReusedUnit): void => void units.set(unit.receipt, unit);
  for (const file of files) {
    const { path, contentHash, fileId } = file.candidate;
    const claim = known.get(path)?.toLowerCase();
    if (claim !== undefined && claim.length >= SHORTEST_KNOWN_HASH && contentHash.startsWith(claim)) {
      acknowledged.add(fileId);
      add({ path, receipt: await builder.pointerReceipt(file) });
      continue;
    }
    if (seen.size > 0) {
      const pointer = await builder.pointerReceipt(file);
      if (request.detail === "paths" && seen.has(pointer)) {
        acknowledged.add(fileId);
        add({ path, receipt: pointer });
      } else if (request.detail === "outline") {
        const positions = await heldPositions(file, seen, builder, add);
        if (positions.size > 0) heldSymbols.set(file, positions);
        if (positions.size > 0 && positions.size === file.symbols.length) acknowledged.add(fileId);
      }
    }
    if (request.detail !== "slices") continue;
    for (const entry of delivered) {
      if (entry.path !== path || !contentHash.startsWith(entry.hash)) continue;
      const ranges = entry.ranges.map(([startLine, endLine]) => ({ startLine, endLine }));
      held.set(file, [...(held.get(file) ?? []), ...ranges]);
      for (const range of ranges) add(reusedSpan(file, (await builder.span(file, range)).span));
    }
  }
  return {
    get count() {
      return units.size;
    },
    get hasAny() {
      return units.size > 0;
    },
    get listed() {
      return [...units.values()].sort(byPlace).slice(0, MAX_REUSED_LISTED);
    },
    acknowledged,
    held,
    heldSymbols,
    acknowledge: (file, _range, span) => add(reusedSpan(file, span)),
  };
}

async function heldPositions(
  file: EvidenceFile,
  seen: ReadonlySet<string>,
  builder: ItemBuilder,
  add: (unit: ReusedUnit) => void,
): Promise<Set<number>> {
  const positions = new Set<number>();
  for (const position of file.symbols.keys()) {
    const { symbol } = await builder.symbol(file, position);
    if (symbol.receipt === undefined || !seen.has(symbol.receipt)) continue;
    positions.add(position);
    add({
      path: file.candidate.path,
      start_line: symbol.start_line,
      end_line: symbol.end_line,
      symbol: symbol.name,
      receipt: symbol.receipt,
    });
  }
  return positions;
}

function reusedSpan(file: EvidenceFile, span: ContextSpan): ReusedUnit {
  return {
    path: file.candidate.path,
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
