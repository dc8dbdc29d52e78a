/** What every format of `stats` says in the same words. */
import type { StatsResult } from "../model/mod.ts";

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

/** How the figures come about, for people who read the report. */
export const METHOD: string =
  "Response tokens are the exact size of each answer. Reads replaced is an estimate: a file of which spans or " +
  "symbols were delivered, an outline with symbols, a patch of a modified file and a file the caller declared as " +
  "known each count as one full read of that file. Everything else counts as no read. Net saved is reads replaced " +
  "minus response tokens, so it falls with every answer that replaced nothing. Counts use the token calibration " +
  "that was active at the time of each call.";
