/** What the text and the Markdown of `context` say in the same words. */
import type { ContextResult } from "../model/mod.ts";
import { joined } from "./_labels.ts";

/** The footer: what was delivered, what it costs and what was left out. */
export function budgetFacts(result: ContextResult): string {
  const { omitted_by: by = {} } = result;
  const causes = Object.entries({
    top: by.top,
    response_budget: by.response_budget,
    projected_read_budget: by.projected_read_budget,
    budget_tokens: by.budget_tokens,
    nonpositive_score: by.nonpositive_score,
  }).filter(([, count]) => count).map(([cause, count]) => `${cause} ${count}`);
  const profile = result.token_profile === undefined ? "" : ` (${result.token_profile}-calibrated)`;
  const omission = `${result.omitted ?? 0} omitted${causes.length > 0 ? ` (${causes.join(", ")})` : ""}`;
  return joined([
    `${result.count} file(s)`,
    `~${result.estimated_tokens} estimated tokens`,
    `${result.content_tokens} content`,
    `${result.projected_read_tokens} projected read`,
    `${result.reused_count} reused${profile}`,
    result.omitted || causes.length > 0 ? omission : undefined,
  ], " · ");
}

/** The budgets that were given, or nothing. */
export function activeBudgets(result: ContextResult): string {
  const budgets = result.budgets ?? {};
  return joined([
    budgets.charged_work_tokens === undefined ? undefined : `charged-work=${budgets.charged_work_tokens}`,
    budgets.response_tokens === undefined ? undefined : `exact-response=${budgets.response_tokens}`,
    budgets.projected_read_tokens === undefined
      ? undefined
      : `projected-full-read=${budgets.projected_read_tokens}`,
  ], " ");
}
