/** Packs ranked files into one answer that keeps every given budget exactly. */
import { type MemoryHit, UsageError } from "../model/mod.ts";
import { shortHash } from "../repository/mod.ts";
import { ParagraphCounts } from "../tokens/mod.ts";
import { type Admission, admit, type Blocked, fitsOtherBudgets } from "./admission.ts";
import { Charges } from "./charges.ts";
import { type Draft, DraftMaker } from "./drafts.ts";
import { EvidenceFile } from "./evidence_file.ts";
import { analysisState, receiptsOfItem } from "./identities.ts";
import { type Filling, fillResponse } from "./filling.ts";
import { ItemBuilder } from "./items.ts";
import { producerTags } from "./receipts.ts";
import type { PackOutcome, PackRequest } from "./request.ts";
import { isKnown, Reuse } from "./reuse.ts";
import { nearLines, overlap, type Range, Selection, type Unit } from "./selection.ts";
import { NOTHING, type Offer, offerOf } from "./units.ts";

/** Share of a response budget that naming held units may take from new evidence; what is left over may be theirs too. */
const REUSED_SHARE = 0.2;
/** Added to a proposed budget, so that a longer number in the answer itself cannot break it. */
const RETRY_MARGIN = 8;

/** An answer that keeps all budgets. */
interface Choice {
  draft: Draft;
  selection: Selection;
}

/**
 * Packs an answer. Where another budget than that for the response leaves no room for anything, it is empty.
 *
 * @throws {UsageError} when a response budget cannot hold the smallest useful answer; the message ends with
 * `retry_budget_tokens=<n>`, a budget that is known to work.
 */
export async function packContext(request: PackRequest): Promise<PackOutcome> {
  return await new Packer(request, await analysisState(request.identity)).pack();
}

class Packer {
  #request: PackRequest;
  readonly #charges: Charges;
  readonly #builder: ItemBuilder;
  readonly #drafts: DraftMaker;
  readonly #reuse: Reuse;
  readonly #files: readonly EvidenceFile[];
  #offer: Offer = NOTHING;

  constructor(request: PackRequest, state: string) {
    this.#request = request;
    const { meter, format, detail, stripComments } = request;
    // Tentative answers differ in a few paragraphs.
    const counts = new ParagraphCounts(meter.count);
    this.#files = consideredFiles(request);
    this.#charges = new Charges({ meter, counts, format, stripComments });
    this.#builder = new ItemBuilder({
      detail,
      charges: this.#charges,
      tags: producerTags(request.identity.producerVersion),
      duplicateOf: (file) => this.#offer.originalOf(file)?.candidate.path,
      bestOf: (file) => this.#bestOf(file),
    });
    this.#drafts = new DraftMaker(this.#builder, counts, state);
    this.#reuse = new Reuse(request.possession, this.#builder);
  }

  async pack(): Promise<PackOutcome> {
    this.#request = { ...this.#request, memories: affordableMemories(this.#request) };
    const open = await this.#acknowledgeKnown();
    this.#offer = offerOf(this.#request, open);
    const complete = await this.#choose();
    const lacksFiles = (choice: Choice | undefined): boolean =>
      !choice || (choice.selection.size === 0 && this.#admission.offer.units.length > 0);
    let chosen = complete;
    while (lacksFiles(chosen) && this.#request.memories.length > 0) {
      this.#request = { ...this.#request, memories: this.#request.memories.slice(0, -1) };
      chosen = await this.#choose();
    }
    // If no file fits without them either, it was not the memories that stood in the way.
    if (lacksFiles(chosen)) chosen = complete ?? chosen;
    if (!chosen) throw await this.#shortfall();
    return this.#outcome(chosen);
  }

  /** Acknowledges the files that are held whole, as far down as the answer may reach; the others are returned. */
  async #acknowledgeKnown(): Promise<EvidenceFile[]> {
    const { possession, top } = this.#request;
    const open: EvidenceFile[] = [];
    for (const file of this.#files) {
      if (open.length < top && isKnown(file.candidate, possession)) await this.#reuse.acknowledgeKnown(file);
      else open.push(file);
    }
    return open;
  }

  /**
   * The ranges whose absence an item tells of. Under a ceiling on the response none: that something was left out goes
   * without saying there, and saying it at every file would displace lines.
   */
  #bestOf(file: EvidenceFile): readonly Range[] {
    if (this.#request.budgets.response !== undefined) return [];
    const held = this.#reuse.held.get(file) ?? [];
    return this.#offer.bestOf(file).filter((best) => !held.some((range) => overlap(range, best)));
  }

  /** What may be admitted; units that are held are not. */
  get #admission(): Admission {
    const units = this.#offer.units.filter((unit) => this.#reuse.leaves(unit));
    return { request: this.#request, charges: this.#charges, offer: { ...this.#offer, units } };
  }

  /** An answer without anything that is held; nothing when not even the smallest fits. */
  async #choose(): Promise<Choice | undefined> {
    const response = this.#request.budgets.response ?? Infinity;
    while (true) {
      const admission = this.#admission;
      const selection = this.#emptySelection();
      const blocked: Blocked = new Map();
      const filling = response === Infinity ? undefined : await this.#filling(selection, response);
      if (filling && filling.empty.tokens > response) return undefined;
      const filled = filling && await fillResponse(selection, admission, filling);
      if (!filled) admit(selection, admission, Infinity, blocked);
      if (await this.#reuse.acknowledge(selection)) {
        if (filling) await this.#settleDelivered(response - filling.spent);
        continue;
      }
      if (!filled) return { draft: await this.#draft(selection, blocked), selection };
      if (selection.size > 0 || this.#reuse.count > 0) return { draft: filled, selection };
      const compactest = this.#compactest(admission);
      if (!compactest) return { draft: filled, selection };
      const smallest = await this.#smallest(admission, compactest, response);
      if (smallest && await this.#reuse.acknowledge(smallest.selection)) continue;
      return smallest;
    }
  }

  /**
   * Acknowledges by estimate what comes into reach when held lines give up their room, so that few of the steps of a
   * long session are measured. Not for receipts alone: they name whole spans, which only measured steps repeat.
   */
  async #settleDelivered(room: number): Promise<void> {
    if (this.#request.possession.delivered.length === 0) return;
    const rawRoom = room / this.#request.meter.scale(10_000) * 10_000;
    let selection: Selection;
    do {
      selection = this.#emptySelection();
      admit(selection, this.#admission, rawRoom, new Map());
    } while (await this.#reuse.acknowledge(selection));
  }

  /** How a response budget is filled: the list of reused units may take no more than a share from evidence. */
  async #filling(selection: Selection, budget: number): Promise<Filling> {
    const empty = await this.#draft(selection, new Map());
    let spent = empty.tokens;
    if (empty.result.reused.length > 0) {
      const bare = await this.#draft(selection, new Map(), { mostListed: 0 });
      spent = Math.min(spent, bare.tokens + Math.floor(budget * REUSED_SHARE));
    }
    return { budget, empty, spent, draft: (blocked) => this.#draft(selection, blocked) };
  }

  /** The compactest unit of all, or of the parts of one file, that alone keeps every budget but the response's. */
  #compactest(admission: Admission, file?: EvidenceFile): Unit | undefined {
    const none = this.#emptySelection();
    let best: Unit | undefined;
    let least = Infinity;
    for (const unit of [...admission.offer.units, ...admission.offer.windows()]) {
      if (unit.kind === "duplicate" || unit.file !== (file ?? unit.file) || !this.#reuse.leaves(unit)) {
        continue;
      }
      const cost = none.costOf(unit, least);
      if (cost === 0 || cost >= least || !fitsOtherBudgets(unit, none, admission)) continue;
      least = cost;
      best = unit;
    }
    return best;
  }

  /** The least of the best file or the compactest unit of all, if even that alone keeps the budget. */
  async #smallest(admission: Admission, compactest: Unit, budget: number): Promise<Choice | undefined> {
    const { leader } = admission.offer;
    const ofLeader = leader && this.#compactest(admission, leader);
    for (const unit of new Set([ofLeader ?? compactest, compactest])) {
      const selection = this.#emptySelection();
      selection.add(unit);
      const draft = await this.#draft(selection, new Map(), { mostListed: 0 });
      if (draft.tokens <= budget) return { draft, selection };
    }
    return undefined;
  }

  async #shortfall(): Promise<UsageError> {
    const response = this.#request.budgets.response!;
    const selection = this.#emptySelection();
    const unit = this.#compactest(this.#admission);
    if (unit) selection.add(unit);
    let proposal = response;
    for (let round = 0; round < 8; round++) {
      const draft = await this.#draft(selection, new Map(), { mostListed: 0, budget: proposal });
      if (draft.tokens <= proposal) break;
      proposal = draft.tokens + RETRY_MARGIN;
    }
    return new UsageError(
      `A response budget of ${response} tokens cannot hold any useful answer to this task. ` +
        `Try again with --response-budget-tokens ${proposal} or more.\nretry_budget_tokens=${proposal}`,
    );
  }

  #emptySelection(): Selection {
    const { format, meter, budgets } = this.#request;
    return new Selection(this.#reuse.held, { format, count: meter.count, near: nearLines(budgets.response) });
  }

  #draft(
    selection: Selection,
    blocked: Blocked,
    given: { mostListed?: number; budget?: number } = {},
  ): Promise<Draft> {
    return this.#drafts.make({ request: this.#request, selection, reuse: this.#reuse, blocked, ...given });
  }

  #outcome({ draft, selection }: Choice): PackOutcome {
    const { result, document, tokens } = draft;
    return {
      result,
      document,
      responseTokens: tokens,
      renders: this.#drafts.renders,
      deliveredReceipts: [
        ...result.results.flatMap(receiptsOfItem),
        ...result.reused.map((unit) => unit.receipt),
      ],
      deliveredRanges: selection.files.filter((chosen) => chosen.ranges.length > 0).map((
        { file, ranges },
      ) => ({
        path: file.candidate.path,
        hash: shortHash(file.candidate.contentHash),
        ranges: ranges.map((range) => [range.startLine, range.endLine] as const),
      })),
    };
  }
}

/** The best memories whose own charge is inside the budget for charged work. */
function affordableMemories({ memories, budgets: { chargedWork = Infinity } }: PackRequest): MemoryHit[] {
  let charged = 0;
  return memories.filter(({ estimated_tokens = 0 }) => {
    if (charged + estimated_tokens > chargedWork) return false;
    charged += estimated_tokens;
    return true;
  });
}

/** Files beyond the cap that may still move up when earlier ones have nothing to deliver. */
const RESERVE_FILES = 12;
/**
 * How many files compete for a response budget: 12 for 4,000 tokens, 20 for 8,000. With 6 to 20 the same lines are
 * delivered at 4,000, fewer with less than 12 at 8,000; more take longer.
 */
const FEWEST_FILES = 12;
const TOKENS_PER_FILE = 400;

/** How many files are worth cutting into lines. */
function reach({ detail, budgets: { response } }: PackRequest): number {
  if (detail !== "slices" || response === undefined) return Infinity;
  return Math.max(FEWEST_FILES, Math.ceil(response / TOKENS_PER_FILE));
}

/** The best files, those that are held whole not counted. Pointers need no more than their rank: all of them. */
function consideredFiles(request: PackRequest): EvidenceFile[] {
  const { possession, ranking: { candidates }, top, source, meter, format } = request;
  const most = request.detail === "paths" ? candidates.length : Math.min(top + RESERVE_FILES, reach(request));
  const considered: EvidenceFile[] = [];
  let open = 0;
  for (const [rank, candidate] of candidates.entries()) {
    if (open >= most) break;
    if (open >= top || !isKnown(candidate, possession)) open++;
    considered.push(new EvidenceFile(candidate, rank, { source, meter, format }));
  }
  return considered;
}
