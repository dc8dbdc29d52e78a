/** The complete answer for a selection, rendered and counted: budgets are kept by measuring, never by estimate. */
import { type ContextItem, type ContextResult, type ReusedUnit, SCHEMA_VERSION } from "../model/mod.ts";
import { renderContextBody, withRepresentationId } from "../renderers/mod.ts";
import { shortHash } from "../repository/mod.ts";
import type { ParagraphCounts } from "../tokens/mod.ts";
import type { Blocked, Cause } from "./admission.ts";
import { evidenceId, representationId } from "./identities.ts";
import type { ItemBuilder } from "./items.ts";
import type { PackRequest } from "./request.ts";
import type { Reuse } from "./reuse.ts";
import type { Selection } from "./selection.ts";

/** A tentative answer with its exact size. */
export interface Draft {
  result: ContextResult;
  document: string;
  /** Calibrated. */
  tokens: number;
}

/** What an answer is made of. */
export interface DraftParts {
  request: PackRequest;
  selection: Selection;
  reuse: Reuse;
  blocked: Blocked;
  /** The most entries of the list of reused units; as many as fit when absent. */
  mostListed?: number;
  /** The response budget to show and to keep, instead of the one of the request. */
  budget?: number;
}

/** Renders tentative answers and counts how many. */
export class DraftMaker {
  readonly #builder: ItemBuilder;
  readonly #counts: Pick<ParagraphCounts, "count">;
  readonly #state: string;
  #renders = 0;

  /**
   * @param counts for documents that differ in a few paragraphs.
   * @param state the analysis state.
   */
  constructor(builder: ItemBuilder, counts: Pick<ParagraphCounts, "count">, state: string) {
    this.#state = state;
    this.#builder = builder;
    this.#counts = counts;
  }

  /** Documents rendered so far. */
  get renders(): number {
    return this.#renders;
  }

  /** Renders a whole answer. Its list of reused units is shortened where that makes it fit. */
  async make(parts: DraftParts): Promise<Draft> {
    const { request, selection, reuse, mostListed = Infinity } = parts;
    const items: ContextItem[] = [];
    for (const chosen of selection.files) {
      const item = await this.#builder.build(chosen);
      items.push(request.difference?.modified.has(item.path) ? { ...item, stale: true } : item);
    }
    const reused = reuse.listed.slice(0, mostListed);
    const limit = parts.budget ?? request.budgets.response ?? Infinity;
    for (let attempts = 1;; attempts++) {
      const draft = await this.#render(parts, items, reused);
      if (draft.tokens <= limit || reused.length === 0) return draft;
      const shed = attempts < 3 ? this.#entriesFor(draft.tokens - limit, reused, request) : reused.length;
      reused.length -= shed;
    }
  }

  /** How many entries at the end of a list cost at least `excess`. */
  #entriesFor(excess: number, reused: readonly ReusedUnit[], { meter, format }: PackRequest): number {
    let entries = 0;
    let left = excess;
    while (left > 0 && entries < reused.length) {
      const unit = reused[reused.length - ++entries]!;
      const text = format === "json" ? JSON.stringify(unit) : `${unit.path} ${unit.symbol ?? ""}`;
      left -= meter.scale(this.#counts.count(text));
    }
    return entries;
  }

  async #render(
    { request, selection, reuse, blocked, budget }: DraftParts,
    items: ContextItem[],
    listed: readonly ReusedUnit[],
  ): Promise<Draft> {
    const { ranking, identity, meter, format, surface } = request;
    const reused = [...listed];
    const memories = [...request.memories];
    const evidence = await evidenceId(this.#state, request, { items, reused, memories });
    const omittedBy = countOmissions(request, selection, reuse, blocked);
    const { nonpositive_score: _, ...undelivered } = omittedBy;
    const omitted = Object.values(undelivered).reduce((sum, count) => sum + count, 0);
    const sum = (pick: (item: ContextItem) => number): number =>
      items.reduce((total, item) => total + pick(item), 0);
    const result: ContextResult = {
      schema_version: SCHEMA_VERSION,
      command: "context",
      query: request.query,
      terms: ranking.terms.reported,
      state: "",
      content_state: shortHash(identity.contentState),
      analysis_state: shortHash(this.#state),
      evidence_id: shortHash(evidence),
      representation_id: "",
      detail: request.detail,
      top: request.top,
      ...givenBudgets(request, budget),
      ...(meter.label === undefined ? {} : { token_profile: meter.label }),
      ...staleIndex(request.difference),
      count: items.length,
      reused_count: reuse.count,
      ...(reuse.count > reused.length ? { reused_omitted: reuse.count - reused.length } : {}),
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
    const body = renderContextBody(result, format);
    const id = await representationId(evidence, body, { format, surface, profile: meter.label });
    result.representation_id = shortHash(id);
    const document = withRepresentationId(body, result, format);
    this.#renders++;
    const tokens = meter.scale(this.#counts.count(surface === "cli" ? document + "\n" : document));
    return { result, document, tokens };
  }
}

function givenBudgets({ budgets }: PackRequest, budget: number | undefined): Pick<ContextResult, "budgets"> {
  const response = budget ?? budgets.response;
  const given = {
    ...(budgets.chargedWork === undefined ? {} : { charged_work_tokens: budgets.chargedWork }),
    ...(response === undefined ? {} : { response_tokens: response }),
    ...(budgets.projectedReads === undefined ? {} : { projected_read_tokens: budgets.projectedReads }),
  };
  return Object.keys(given).length > 0 ? { budgets: given } : {};
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

function countOmissions(
  { budgets, ranking, top }: PackRequest,
  selection: Selection,
  reuse: Reuse,
  blocked: Blocked,
): NonNullable<ContextResult["omitted_by"]> {
  const counts = { top: 0, response_budget: 0, projected_read_budget: 0, budget_tokens: 0 };
  const chosen = new Map(selection.files.map(({ file }) => [file.candidate.fileId, file.rank]));
  const last = Math.max(-1, ...chosen.values());
  const isFull = selection.size >= top;
  // A file that was not even looked at, or had nothing worth a place, lost it to the budget that files compete for.
  const lost: Cause | "top" = budgets.response !== undefined
    ? "response_budget"
    : budgets.chargedWork !== undefined
    ? "budget_tokens"
    : budgets.projectedReads !== undefined
    ? "projected_read_budget"
    : "top";
  for (const [rank, { fileId }] of ranking.candidates.entries()) {
    if (chosen.has(fileId) || reuse.acknowledges(fileId)) continue;
    counts[isFull && rank > last ? "top" : blocked.get(fileId) ?? lost]++;
  }
  const shown: NonNullable<ContextResult["omitted_by"]> = {};
  for (const [cause, count] of Object.entries(counts) as [keyof typeof counts, number][]) {
    if (count > 0) shown[cause] = count;
  }
  if (ranking.nonPositive > 0) shown.nonpositive_score = ranking.nonPositive;
  return shown;
}
