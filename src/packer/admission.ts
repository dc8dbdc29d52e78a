/** Admits units in order, as long as every budget holds: the response by estimate, the others exactly. */
import type { Charges } from "./charges.ts";
import type { EvidenceFile } from "./evidence_file.ts";
import type { PackRequest } from "./request.ts";
import { type Selection, subtract, type Unit } from "./selection.ts";
import type { Offer } from "./units.ts";

/** A budget that can refuse a unit, in the order in which they are asked. */
export type Cause = "budget_tokens" | "projected_read_budget" | "response_budget";

const CAUSES: readonly Cause[] = ["budget_tokens", "projected_read_budget", "response_budget"];

/**
 * Why a file has no unit in the answer, by file id: the budget that the unit came to that got furthest. A file is left
 * out for charged work only if nothing of it fits that.
 */
export type Blocked = Map<number, Cause>;

/** A text has at least this share of the tokens of its single lines. */
const SURE_SHARE = 0.8;

/** What one admission works with. */
export interface Admission {
  readonly request: PackRequest;
  readonly charges: Charges;
  readonly offer: Pick<Offer, "units" | "leader" | "windows">;
}

/**
 * Adds to `selection` every unit, in order, that fits; one that does not is skipped and smaller ones may follow.
 *
 * @param room estimated raw tokens that may be added.
 * @returns the estimated raw cost of each added unit.
 */
export function admit(
  selection: Selection,
  { request, charges, offer }: Admission,
  room: number,
  blocked: Blocked,
): Map<Unit, number> {
  const costs = new Map<Unit, number>();
  const present = new Set(selection.units);
  const spent = new Spending(selection, request, charges);
  let left = room;
  const hasTwin = ({ candidate: { contentHash } }: EvidenceFile): boolean =>
    selection.files.some(({ file }) => file.candidate.contentHash === contentHash);
  const tryUnit = (unit: Unit): Cause | "admitted" | "nothing new" => {
    const cost = selection.costOf(unit, left);
    if (cost === 0 && unit.kind === "span") return "nothing new";
    // A copy says where its text is to be found: in this answer or nowhere.
    if (unit.kind === "duplicate" && !hasTwin(unit.file)) return "nothing new";
    const cause = spent.refusalOf(unit) ?? (cost > left ? "response_budget" : undefined);
    if (cause !== undefined) return cause;
    spent.spend(unit);
    selection.add(unit);
    costs.set(unit, cost);
    left -= cost;
    return "admitted";
  };
  for (const unit of offer.units) {
    const { file } = unit;
    if (present.has(unit)) continue;
    const isNew = selection.of(file) === undefined;
    if (isNew && selection.size >= request.top) continue;
    const outcome = tryUnit(unit);
    if (!isNew || outcome === "nothing new") continue;
    // The best file is rather there in part than left out for weaker ones.
    if (
      outcome === "admitted" ||
      (file === offer.leader && !blocked.has(file.candidate.fileId) &&
        offer.windows().some((window) => tryUnit(window) === "admitted"))
    ) blocked.delete(file.candidate.fileId);
    else note(blocked, file, outcome);
  }
  return costs;
}

function note(blocked: Blocked, { candidate: { fileId } }: EvidenceFile, cause: Cause): void {
  const before = blocked.get(fileId);
  if (before === undefined || CAUSES.indexOf(cause) > CAUSES.indexOf(before)) blocked.set(fileId, cause);
}

/** Whether the budgets beside that for the response would let `selection` have the unit. */
export function fitsOtherBudgets(unit: Unit, selection: Selection, admission: Admission): boolean {
  return new Spending(selection, admission.request, admission.charges).refusalOf(unit) === undefined;
}

/** Charged work and projected reads of a selection. */
class Spending {
  readonly #selection: Selection;
  readonly #request: PackRequest;
  readonly #charges: Charges;
  #charged: number;
  #reads = 0;

  constructor(selection: Selection, request: PackRequest, charges: Charges) {
    this.#selection = selection;
    this.#request = request;
    this.#charges = charges;
    this.#charged = request.memories.reduce((sum, memory) => sum + (memory.estimated_tokens ?? 0), 0);
    if (!this.#isBounded) return;
    for (const chosen of selection.files) {
      const { estimated_tokens, projected_read_tokens } = charges.of(chosen);
      this.#charged += estimated_tokens;
      this.#reads += projected_read_tokens;
    }
  }

  /** The budget that a unit would break. */
  refusalOf(unit: Unit): Cause | undefined {
    const { chargedWork = Infinity, projectedReads = Infinity } = this.#request.budgets;
    if (this.#charged + this.#leastChargeOf(unit) > chargedWork) return "budget_tokens";
    const added = this.#addedBy(unit);
    if (this.#charged + added.charged > chargedWork) return "budget_tokens";
    return this.#reads + added.reads > projectedReads ? "projected_read_budget" : undefined;
  }

  /** Notes a unit that is about to be admitted. */
  spend(unit: Unit): void {
    const added = this.#addedBy(unit);
    this.#charged += added.charged;
    this.#reads += added.reads;
  }

  /** What a span surely costs, told without counting its text: most are refused for that. */
  #leastChargeOf(unit: Unit): number {
    const { budgets: { chargedWork }, meter, stripComments } = this.#request;
    if (chargedWork === undefined || unit.kind !== "span") return 0;
    const { file, startLine, endLine } = unit;
    const before = this.#selection.of(file);
    const frame = before === undefined ? this.#charges.frame({ file, ranges: [unit] }) : 0;
    if (stripComments) return meter.scale(frame);
    const lines = subtract([{ startLine, endLine }], before?.ranges ?? []);
    const content = lines.reduce((sum, range) => sum + file.rangeCost(range.startLine, range.endLine), 0);
    return meter.scale(Math.floor(frame + content * SURE_SHARE));
  }

  get #isBounded(): boolean {
    const { chargedWork, projectedReads } = this.#request.budgets;
    return chargedWork !== undefined || projectedReads !== undefined;
  }

  #addedBy(unit: Unit): { charged: number; reads: number } {
    if (!this.#isBounded) return { charged: 0, reads: 0 };
    const before = this.#selection.of(unit.file);
    const costBefore = before === undefined ? undefined : this.#charges.of(before);
    const cost = this.#charges.of(this.#selection.with(unit));
    return {
      charged: cost.estimated_tokens - (costBefore?.estimated_tokens ?? 0),
      reads: cost.projected_read_tokens - (costBefore?.projected_read_tokens ?? 0),
    };
  }
}
