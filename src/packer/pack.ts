/** Packs ranked files into one answer that keeps every given budget exactly. */
import {
  type Candidate,
  type ContextItem,
  type ContextResult,
  SCHEMA_VERSION,
  UsageError,
} from "../model/mod.ts";
import { renderContextBody, withRepresentationId } from "../renderers/mod.ts";
import { shortHash } from "../repository/mod.ts";
import { ParagraphCounts } from "../tokens/mod.ts";
import { EvidenceFile } from "./evidence_file.ts";
import { admit, type Blocked } from "./admission.ts";
import { analysisState, evidenceId, receiptsOfItem, representationId } from "./identities.ts";
import { ItemBuilder } from "./items.ts";
import { producerTags } from "./receipts.ts";
import type { PackOutcome, PackRequest } from "./request.ts";
import { findReuse, type Reuse } from "./reuse.ts";
import { type Range, Selection, type Unit } from "./selection.ts";
import { deliverableUnits } from "./units.ts";

/** Exact measurements after which the selection is settled: estimates are within a few percent. */
const MAX_CORRECTIONS = 6;
/** Free tokens that are not worth another round. */
const SLACK_TOKENS = 40;
/** Added to a proposed budget, so that a longer number in the answer itself cannot break it. */
const RETRY_MARGIN = 8;

/** A tentative answer with its exact size. */
interface Draft {
  result: ContextResult;
  document: string;
  tokens: number;
}

/**
 * Packs an answer.
 *
 * @throws {UsageError} when a response budget cannot hold the smallest useful answer; the message ends with
 * `retry_budget_tokens=<n>`, a budget that is known to work.
 */
export async function packContext(request: PackRequest): Promise<PackOutcome> {
  return await new Packer(request).pack();
}

class Packer {
  #request: PackRequest;
  readonly #builder: ItemBuilder;
  readonly #files: EvidenceFile[];
  /** Tentative answers differ in a few paragraphs. */
  readonly #counts: ParagraphCounts;
  #state = "";
  #renders = 0;

  constructor(request: PackRequest) {
    this.#request = request;
    const { source, meter, format } = request;
    this.#counts = new ParagraphCounts(meter.count);
    this.#files = consideredFiles(request).map((candidate, rank) =>
      new EvidenceFile(candidate, rank, { source, meter, format })
    );
    const firstByHash = new Map<string, EvidenceFile>();
    for (const file of this.#files) {
      if (!firstByHash.has(file.candidate.contentHash)) firstByHash.set(file.candidate.contentHash, file);
    }
    this.#builder = new ItemBuilder({
      detail: request.detail,
      format,
      meter,
      counts: this.#counts,
      stripComments: request.stripComments,
      tags: producerTags(request.identity.producerVersion),
      duplicateOf: (file) => {
        const first = firstByHash.get(file.candidate.contentHash)!;
        return first === file || file.candidate.fileTokens === 0 ? undefined : first.candidate.path;
      },
    });
  }

  async pack(): Promise<PackOutcome> {
    const request = this.#request;
    this.#state = await analysisState(request.identity);
    const reuse = await findReuse(request, this.#files, this.#builder);
    const units = deliverableUnits(request, this.#files, reuse);
    const complete = await this.#choose(units, reuse);
    const lacksFiles = (answer: typeof complete): boolean =>
      !answer || (answer.selection.size === 0 && units.length > 0);
    let chosen = complete;
    while (lacksFiles(chosen) && this.#request.memories.length > 0) {
      this.#request = { ...this.#request, memories: this.#request.memories.slice(0, -1) };
      chosen = await this.#choose(units, reuse);
    }
    // If no file fits without them either, it was not the memories that stood in the way.
    if (lacksFiles(chosen)) chosen = complete ?? chosen;
    if (!chosen) throw await this.#shortfall(units, reuse);
    return this.#outcome(chosen.draft, chosen.selection);
  }

  /** Admits units, measures the real document and corrects; nothing when not even the smallest answer fits. */
  async #choose(
    units: readonly Unit[],
    reuse: Reuse,
  ): Promise<{ draft: Draft; selection: Selection } | undefined> {
    const { budgets, format, meter } = this.#request;
    let held = reuse.held;
    while (true) {
      const selection = new Selection(format, held, meter.count);
      const blocked: Blocked = new Map();
      const draft = budgets.response === undefined
        ? (admit(selection, units, this.#request, Infinity, blocked),
          await this.#draft(selection, reuse, blocked))
        : await this.#fill(selection, units, reuse, blocked, budgets.response);
      const repeated = await this.#heldSpans(selection, reuse);
      if (repeated.size > 0) {
        held = mergeHeld(held, repeated);
        continue;
      }
      if (
        draft &&
        !(selection.size === 0 && units.length > 0 && budgets.response !== undefined && !reuse.hasAny)
      ) {
        return { draft, selection };
      }
      return await this.#smallest(units, reuse, budgets.response ?? Infinity);
    }
  }

  /** Fills a response budget: estimate, measure, take back or go on. */
  async #fill(
    selection: Selection,
    units: readonly Unit[],
    reuse: Reuse,
    blocked: Blocked,
    budget: number,
  ): Promise<Draft | undefined> {
    const empty = await this.#draft(selection, reuse, blocked);
    if (empty.tokens > budget) return undefined;
    const perToken = this.#request.meter.scale(10_000) / 10_000;
    let estimated = (empty.tokens) / perToken;
    let best: Draft | undefined = empty;
    let bestLength = 0;
    let limit = budget / perToken;
    for (let round = 0; round < MAX_CORRECTIONS; round++) {
      blocked.clear();
      const costs = admit(selection, units, this.#request, limit - estimated, blocked);
      const draft = await this.#draft(selection, reuse, blocked);
      if (draft.tokens <= budget) {
        if (selection.units.length === bestLength && round > 0) break;
        best = draft;
        bestLength = selection.units.length;
        estimated = draft.tokens / perToken;
        if (budget - draft.tokens < SLACK_TOKENS) break;
        continue;
      }
      // Too much: take back the last units until the estimate has shed the excess.
      let excess = (draft.tokens - budget) / perToken;
      let length = selection.units.length;
      while (excess > 0 && length > bestLength) excess -= costs.get(selection.units[--length]!) ?? 0;
      limit -= Math.max(0, -excess) > SLACK_TOKENS ? 0 : SLACK_TOKENS;
      selection.truncate(length);
      if (length === bestLength) {
        estimated = (best?.tokens ?? 0) / perToken;
        limit = Math.max(estimated, limit - (draft.tokens - budget) / perToken - SLACK_TOKENS);
        continue;
      }
      const trimmed = await this.#draft(selection, reuse, blocked);
      if (trimmed.tokens <= budget) {
        best = trimmed;
        bestLength = length;
        estimated = trimmed.tokens / perToken;
        limit = budget / perToken;
        if (budget - trimmed.tokens < SLACK_TOKENS * 2) break;
      } else {
        selection.truncate(bestLength);
        estimated = (best?.tokens ?? 0) / perToken;
        limit -= (trimmed.tokens - budget) / perToken;
      }
    }
    selection.truncate(bestLength);
    return best;
  }

  /** The compactest single unit, if even that alone keeps the budget. */
  async #smallest(
    units: readonly Unit[],
    reuse: Reuse,
    budget: number,
  ): Promise<{ draft: Draft; selection: Selection } | undefined> {
    const { format, meter } = this.#request;
    const unit = compactest(units, new Selection(format, reuse.held, meter.count));
    if (!unit) return undefined;
    const selection = new Selection(format, reuse.held, meter.count);
    const blocked: Blocked = new Map();
    admit(selection, [unit], this.#request, Infinity, blocked);
    if (selection.size === 0) return undefined;
    const draft = await this.#draft(selection, { ...reuse, listed: [] }, blocked);
    return draft.tokens <= budget ? { draft, selection } : undefined;
  }

  async #shortfall(units: readonly Unit[], reuse: Reuse): Promise<UsageError> {
    const { budgets, format, meter } = this.#request;
    const selection = new Selection(format, reuse.held, meter.count);
    const unit = compactest(units, selection);
    if (unit) admit(selection, [unit], { ...this.#request, budgets: {} }, Infinity, new Map());
    let proposal = budgets.response ?? 1;
    for (let round = 0; round < 8; round++) {
      const draft = await this.#draft(selection, { ...reuse, listed: [] }, new Map(), proposal);
      if (draft.tokens <= proposal) break;
      proposal = draft.tokens + RETRY_MARGIN;
    }
    return new UsageError(
      `A response budget of ${budgets.response} tokens cannot hold any useful answer to this task. ` +
        `Try again with --response-budget-tokens ${proposal} or more.\nretry_budget_tokens=${proposal}`,
    );
  }

  /** Spans of a selection whose receipts the client has given: they are held, not delivered. */
  async #heldSpans(selection: Selection, reuse: Reuse): Promise<Map<EvidenceFile, Range[]>> {
    const repeated = new Map<EvidenceFile, Range[]>();
    if (this.#request.possession.seen.size === 0) return repeated;
    for (const { file, ranges } of selection.files) {
      for (const range of ranges) {
        const { span } = await this.#builder.span(file, range);
        if (!this.#request.possession.seen.has(span.receipt)) continue;
        const list = repeated.get(file);
        if (list) list.push(range);
        else repeated.set(file, [range]);
        reuse.acknowledge(file, range, span);
      }
    }
    return repeated;
  }

  /** Renders the whole answer for a selection and counts it. */
  async #draft(selection: Selection, reuse: Reuse, blocked: Blocked, budget?: number): Promise<Draft> {
    const request = this.#request;
    const items: ContextItem[] = [];
    for (const chosen of selection.files) {
      const item = await this.#builder.build(chosen);
      items.push(request.difference?.modified.has(item.path) ? { ...item, stale: true } : item);
    }
    let listed = reuse.listed.length;
    while (true) {
      const result = await this.#assemble(items, selection, reuse, listed, blocked, budget);
      const { format, surface, meter } = request;
      const body = renderContextBody(result, format);
      const id = await representationId(this.#evidence, body, { format, surface, profile: meter.label });
      result.representation_id = shortHash(id);
      const document = withRepresentationId(body, result, format);
      this.#renders++;
      const tokens = meter.scale(this.#counts.count(surface === "cli" ? document + "\n" : document));
      if (request.budgets.response === undefined || tokens <= request.budgets.response || listed === 0) {
        return { result, document, tokens };
      }
      listed = tokens - request.budgets.response > 200 ? 0 : Math.max(0, listed - 3);
    }
  }

  #evidence = "";

  async #assemble(
    items: ContextItem[],
    selection: Selection,
    reuse: Reuse,
    listed: number,
    blocked: Blocked,
    budget: number | undefined,
  ): Promise<ContextResult> {
    const request = this.#request;
    const { budgets, ranking, identity, meter } = request;
    const reused = reuse.listed.slice(0, listed);
    const memories = [...request.memories];
    this.#evidence = await evidenceId(this.#state, request, { items, reused, memories });
    const omittedBy = countOmissions(request, selection, reuse, blocked);
    const { nonpositive_score: _, ...undelivered } = omittedBy;
    const omitted = Object.values(undelivered).reduce((sum, count) => sum + count, 0);
    const sum = (pick: (item: ContextItem) => number): number =>
      items.reduce((total, item) => total + pick(item), 0);
    const response = budget ?? budgets.response;
    const given = {
      ...(budgets.chargedWork === undefined ? {} : { charged_work_tokens: budgets.chargedWork }),
      ...(response === undefined ? {} : { response_tokens: response }),
      ...(budgets.projectedReads === undefined ? {} : { projected_read_tokens: budgets.projectedReads }),
    };
    return {
      schema_version: SCHEMA_VERSION,
      command: "context",
      query: request.query,
      terms: ranking.terms.reported,
      state: "",
      content_state: shortHash(identity.contentState),
      analysis_state: shortHash(this.#state),
      evidence_id: shortHash(this.#evidence),
      representation_id: "",
      detail: request.detail,
      top: request.top,
      ...(Object.keys(given).length > 0 ? { budgets: given } : {}),
      ...(meter.label === undefined ? {} : { token_profile: meter.label }),
      ...staleIndex(request.difference),
      count: items.length,
      reused_count: reuse.count,
      ...(reuse.count > listed ? { reused_omitted: reuse.count - listed } : {}),
      ...(omitted > 0 ? { omitted } : {}),
      ...(Object.keys(omittedBy).length > 0 ? { omitted_by: omittedBy } : {}),
      content_tokens: sum((item) => item.content_tokens),
      projected_read_tokens: sum((item) => item.projected_read_tokens),
      estimated_tokens: sum((item) => item.estimated_tokens),
      results: items,
      reused,
      ...(memories.length > 0 ? { memories } : {}),
      ...instructionPointers(items, request.instructionFiles),
    };
  }

  #outcome(draft: Draft, selection: Selection): PackOutcome {
    return {
      result: draft.result,
      document: draft.document,
      responseTokens: draft.tokens,
      renders: this.#renders,
      deliveredReceipts: [
        ...draft.result.results.flatMap(receiptsOfItem),
        ...draft.result.reused.map((unit) => unit.receipt),
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

function staleIndex(difference: PackRequest["difference"]): Pick<ContextResult, "stale"> {
  if (difference === undefined || difference.files === 0) return {};
  const { files, indexedCommit } = difference;
  return {
    stale: { files, ...(indexedCommit === undefined ? {} : { indexed_commit: shortHash(indexedCommit) }) },
  };
}

/** Instruction files in folders above delivered files; the root's own are loaded by every agent already. */
function instructionPointers(
  items: readonly ContextItem[],
  files: readonly string[] | undefined,
): Pick<ContextResult, "instructions"> {
  const instructions = (files ?? []).filter((file) => {
    const folder = file.slice(0, file.lastIndexOf("/") + 1);
    return folder !== "" && items.some((item) => item.path !== file && item.path.startsWith(folder));
  });
  return instructions.length === 0 ? {} : { instructions };
}

/** Files beyond the cap that may still move up when earlier ones have nothing to deliver. */
const RESERVE_FILES = 12;

function consideredFiles(request: PackRequest): Candidate[] {
  const { possession, ranking, top } = request;
  const claimed = possession.known.size + possession.seen.size;
  return ranking.candidates.slice(0, top + RESERVE_FILES + Math.min(claimed, 200));
}

function compactest(units: readonly Unit[], empty: Selection): Unit | undefined {
  let best: Unit | undefined;
  let least = Infinity;
  for (const unit of units) {
    const cost = empty.costOf(unit, least);
    if (unit.kind !== "duplicate" && cost > 0 && cost < least) {
      least = cost;
      best = unit;
    }
  }
  return best;
}

function mergeHeld(
  held: ReadonlyMap<EvidenceFile, readonly Range[]>,
  more: ReadonlyMap<EvidenceFile, readonly Range[]>,
): Map<EvidenceFile, readonly Range[]> {
  const merged = new Map(held);
  for (const [file, ranges] of more) merged.set(file, [...(merged.get(file) ?? []), ...ranges]);
  return merged;
}

function countOmissions(
  request: PackRequest,
  selection: Selection,
  reuse: Reuse,
  blocked: Blocked,
): NonNullable<ContextResult["omitted_by"]> {
  const counts = { top: 0, response_budget: 0, projected_read_budget: 0, budget_tokens: 0 };
  const chosen = new Map(selection.files.map(({ file }) => [file.candidate.fileId, file.rank]));
  const last = Math.max(-1, ...chosen.values());
  const full = selection.size >= request.top;
  for (const [rank, candidate] of request.ranking.candidates.entries()) {
    if (chosen.has(candidate.fileId) || reuse.acknowledged.has(candidate.fileId)) continue;
    const cause = blocked.get(candidate.fileId);
    if (full && rank > last) counts.top++;
    else if (cause !== undefined) counts[cause]++;
    else if (request.budgets.response !== undefined) counts.response_budget++;
    else counts.top++;
  }
  const shown: NonNullable<ContextResult["omitted_by"]> = {};
  for (const [cause, count] of Object.entries(counts) as [keyof typeof counts, number][]) {
    if (count > 0) shown[cause] = count;
  }
  if (request.ranking.nonPositive > 0) shown.nonpositive_score = request.ranking.nonPositive;
  return shown;
}
