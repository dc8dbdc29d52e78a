/** Fills the budget for the response: estimates decide what to try, only a measured draft is an answer. */
import { type Admission, admit, type Blocked } from "./admission.ts";
import type { Draft } from "./drafts.ts";
import type { Selection } from "./selection.ts";

/** Drafts after which a selection is settled: estimates are within a few percent. */
const MAX_DRAFTS = 7;
/** Free tokens that are not worth another round. */
const SLACK_TOKENS = 40;

/** What filling needs beside the units. */
export interface Filling {
  /** Calibrated tokens. */
  budget: number;
  /** The answer without any unit; it keeps the budget. */
  empty: Draft;
  /** Tokens of it that are not free for units; its list of reused units may give way. */
  spent: number;
  /** Renders what is selected. */
  draft(blocked: Blocked): Promise<Draft>;
}

/** Admits units to an empty selection: estimate, measure, take back or go on. `selection` is left as the draft has it. */
export async function fillResponse(
  selection: Selection,
  admission: Admission,
  { budget, empty, spent, draft }: Filling,
): Promise<Draft> {
  const perToken = admission.request.meter.scale(10_000) / 10_000;
  let best = empty;
  let bestLength = 0;
  let estimated = spent / perToken;
  let limit = budget / perToken;
  const keep = (fitting: Draft): void => {
    best = fitting;
    bestLength = selection.units.length;
    estimated = fitting.tokens / perToken;
  };
  for (let drafts = 1; drafts < MAX_DRAFTS; drafts++) {
    const blocked: Blocked = new Map();
    const costs = admit(selection, admission, limit - estimated, blocked);
    if (selection.units.length === bestLength && drafts > 1) break;
    const tried = await draft(blocked);
    if (tried.tokens <= budget) {
      keep(tried);
      if (budget - tried.tokens < SLACK_TOKENS) break;
      continue;
    }
    // Too much: take back the last units until the estimate has shed the excess.
    let excess = (tried.tokens - budget) / perToken;
    let length = selection.units.length;
    while (excess > 0 && length > bestLength) excess -= costs.get(selection.units[--length]!) ?? 0;
    selection.truncate(length);
    if (length === bestLength) {
      limit = Math.max(estimated, limit - (tried.tokens - budget) / perToken - SLACK_TOKENS);
      continue;
    }
    if (++drafts >= MAX_DRAFTS) break;
    const trimmed = await draft(blocked);
    if (trimmed.tokens <= budget) {
      keep(trimmed);
      limit = budget / perToken;
      if (budget - trimmed.tokens < SLACK_TOKENS * 2) break;
    } else {
      selection.truncate(bestLength);
      limit -= (trimmed.tokens - budget) / perToken;
    }
  }
  selection.truncate(bestLength);
  return best;
}
