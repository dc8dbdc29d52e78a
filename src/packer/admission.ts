/** Admits units in order, as long as every budget holds by estimate. */
import type { EvidenceFile } from "./evidence_file.ts";
import type { PackRequest } from "./request.ts";
import type { Selection, Unit } from "./selection.ts";

/** Why a file has no unit in the answer, by file id: the first budget that refused one of its units. */
export type Blocked = Map<number, "response_budget" | "projected_read_budget" | "budget_tokens">;

/** Legacy charge of an embedded item before path, reasons and content, and of one outlined symbol. */
const ENVELOPE_TOKENS = 40;
const SYMBOL_TOKENS = 26;

/**
 * Adds to `selection` every unit, in order, that fits; one that does not is skipped and smaller ones may follow.
 *
 * @param room estimated raw tokens that may be added.
 * @returns the estimated raw cost of each added unit.
 */
export function admit(
  selection: Selection,
  units: readonly Unit[],
  request: PackRequest,
  room: number,
  blocked: Blocked,
): Map<Unit, number> {
  const { budgets, top, meter } = request;
  const costs = new Map<Unit, number>();
  const present = new Set(selection.units);
  let left = room;
  let charged = request.memories.reduce((sum, memory) => sum + (memory.estimated_tokens ?? 0), 0);
  let reads = 0;
  const files = new Set<EvidenceFile>();
  for (const unit of selection.units) {
    charged += chargeOf(unit, request, !files.has(unit.file));
    files.add(unit.file);
    if (unit.kind === "pointer") reads += meter.scale(unit.file.candidate.fileTokens);
  }
  for (const unit of units) {
    if (present.has(unit)) continue;
    const isNew = !selection.has(unit.file);
    if (isNew && selection.size >= top) continue;
    const refuse = (cause: "response_budget" | "projected_read_budget" | "budget_tokens"): void => {
      if (isNew && !blocked.has(unit.file.candidate.fileId)) blocked.set(unit.file.candidate.fileId, cause);
    };
    const cost = selection.costOf(unit, left);
    if (cost === 0 && unit.kind === "span") continue;
    const charge = chargeOf(unit, request, isNew);
    const read = unit.kind === "pointer" ? meter.scale(unit.file.candidate.fileTokens) : 0;
    if (budgets.chargedWork !== undefined && charged + charge > budgets.chargedWork) refuse("budget_tokens");
    else if (budgets.projectedReads !== undefined && reads + read > budgets.projectedReads) {
      refuse("projected_read_budget");
    } else if (cost > left) refuse("response_budget");
    else {
      selection.add(unit);
      costs.set(unit, cost);
      blocked.delete(unit.file.candidate.fileId);
      left -= cost;
      charged += charge;
      reads += read;
    }
  }
  return costs;
}

/** Legacy charge of a unit: section 13 of the specification. */
function chargeOf(unit: Unit, request: PackRequest, isNew: boolean): number {
  if (request.budgets.chargedWork === undefined) return 0;
  const { meter } = request;
  if (unit.kind === "duplicate") return 0;
  if (unit.kind === "pointer") return meter.scale(unit.file.candidate.fileTokens);
  const content = unit.kind === "symbol"
    ? meter.count(
      `${unit.file.symbols[unit.symbol]!.signature} ${unit.file.symbols[unit.symbol]!.doc.slice(0, 140)}`,
    ) +
      SYMBOL_TOKENS
    : unit.file.rangeCost(unit.startLine, unit.endLine);
  return meter.scale(content + (isNew ? envelopeOf(unit.file, meter.count) : 0));
}

function envelopeOf(file: EvidenceFile, count: (text: string) => number): number {
  return ENVELOPE_TOKENS + count(file.candidate.path) + count(file.candidate.reasons.join(","));
}
