/** What every format of `stats` says in the same words. */
import type { StatsResult } from "../model/mod.ts";
import { grouped } from "./_labels.ts";

/** `$0.37`, `-$0.37`, `EUR 4.00` */
function money(amount: number, currency: string): string {
  const digits = Math.abs(amount).toFixed(2);
  const sign = amount < 0 && Number(digits) > 0 ? "-" : "";
  return currency === "USD" ? `${sign}$${digits}` : `${currency} ${sign}${digits}`;
}

/** The money view, or nothing without a price. The price keeps its decimals: it may be below a cent. */
export function costText(result: StatsResult): { saved: string; price: string } | undefined {
  const { currency, saved_cost: saved, input_per_mtok: price } = result;
  if (currency === undefined || saved === undefined || price === undefined) return undefined;
  const perMillion = Number.isInteger(price * 100) ? money(price, currency) : `${currency} ${price}`;
  return { saved: money(saved, currency), price: `${perMillion} per million input tokens` };
}

/** `70 % of replaced reads`, or an empty string when nothing was replaced. */
export function shareText(result: StatsResult): string {
  if (result.replaced_tokens <= 0) return "";
  const percent = Math.round(result.saved_tokens / result.replaced_tokens * 100);
  return `${percent || 0} % of replaced reads`;
}

/** First to last recorded day. */
export function period(result: StatsResult): string {
  const { first_day: first = "", last_day: last = "" } = result;
  return first === last ? first : `${first} to ${last}`;
}

/** `1 call`, `1,138 calls` */
export function callsText(calls: number): string {
  return `${grouped(calls)} ${calls === 1 ? "call" : "calls"}`;
}

/** Says that a part of the estimate is not comparable with the rest; an empty string when all of it is. */
export function otherRuleText(result: StatsResult): string {
  const { other_rule_calls: calls = 0, other_rule_replaced_tokens: tokens = 0 } = result;
  if (calls === 0) return "";
  return `${callsText(calls)} with ${grouped(tokens)} tokens of replaced reads were estimated by the ` +
    "rule of another version. The first one counted every file of an answer as read in full.";
}

/** How the figures come about, for people who read the report. The numbers are those of `src/usage/credit.ts`. */
export const METHOD: readonly string[] = [
  "Response tokens are the exact size of each answer, under the token calibration of its time.",
  "Reads replaced is an estimate of what an agent would have read to see the same: each delivered line, outlined " +
  "declaration and shown change counts as the 100 lines around it, because reading tools show no less. Lines that " +
  "several of them share count once. No file counts for more than itself, nor for more than 2,000 lines. The lines " +
  "of a file are taken to cost the same.",
  "A file that the caller declared as known, and that an answer left out for that reason, counts as one read. " +
  "Everything else (paths, search hits, overviews, memories) counts as no read.",
  "It is assumed that the agent would have opened every file that it was given a part of. What it reads afterwards " +
  "is not known and not subtracted.",
  "Net saved is reads replaced minus response tokens, so it falls with every answer that replaced nothing.",
];
