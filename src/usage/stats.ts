/** The ledger, added up. */
import {
  compareStrings,
  type Config,
  SCHEMA_VERSION,
  type StatsResult,
  type UsageTotals,
} from "../model/mod.ts";
import { readLedger } from "./ledger.ts";
import { CREDIT_RULE, type UsageRecord } from "./record.ts";

/** Days that are listed, counted from the newest record: the report must not depend on a clock. */
const LISTED_DAYS = 14;
const TOKENS_PER_PRICE = 1_000_000;

function noTotals(): UsageTotals {
  return { calls: 0, served_tokens: 0, replaced_tokens: 0, saved_tokens: 0 };
}

function add(totals: UsageTotals, { served, replaced }: UsageRecord): void {
  totals.calls++;
  totals.served_tokens += served;
  totals.replaced_tokens += replaced;
  totals.saved_tokens += replaced - served;
}

function addTo(groups: Map<string, UsageTotals>, name: string, record: UsageRecord): void {
  let totals = groups.get(name);
  if (!totals) groups.set(name, totals = noTotals());
  add(totals, record);
}

function sorted(groups: ReadonlyMap<string, UsageTotals>): [string, UsageTotals][] {
  return [...groups].sort(([a], [b]) => compareStrings(a, b));
}

/** Saved tokens as money, two decimals, halves away from zero, never minus zero. */
function costOf(tokens: number, price: number): number {
  const cents = Number((Math.abs(tokens) / TOKENS_PER_PRICE * price * 100).toPrecision(15));
  const rounded = Math.floor(cents + 0.5) / 100;
  return tokens < 0 && rounded > 0 ? -rounded : rounded;
}

/**
 * Adds up the usage of a repository. An absent or empty ledger gives an empty report. The same ledger gives the
 * same report, whatever the day.
 *
 * @param pricing a positive price per million input tokens turns the money members on.
 * @throws {RepoctxError} when the ledger is a link or cannot be read.
 */
export function usageStats(root: string, { inputPerMtok: price, currency }: Config["pricing"]): StatsResult {
  const totals = noTotals();
  const commands = new Map<string, UsageTotals>();
  const days = new Map<string, UsageTotals>();
  const otherRule = noTotals();
  readLedger(root, (record) => {
    add(totals, record);
    if (record.rule !== CREDIT_RULE && record.replaced > 0) add(otherRule, record);
    addTo(commands, record.command, record);
    addTo(days, record.day, record);
  });
  const allDays = sorted(days);
  const [first, last] = [allDays.at(0)?.[0], allDays.at(-1)?.[0]];
  return {
    schema_version: SCHEMA_VERSION,
    command: "stats",
    ...totals,
    ...price !== null && price > 0
      ? { currency, saved_cost: costOf(totals.saved_tokens, price), input_per_mtok: price }
      : {},
    ...otherRule.calls > 0
      ? { other_rule_calls: otherRule.calls, other_rule_replaced_tokens: otherRule.replaced_tokens }
      : {},
    ...first === undefined ? {} : { first_day: first },
    ...last === undefined ? {} : { last_day: last },
    commands: sorted(commands).map(([command, sums]) => ({ command, ...sums })),
    days: allDays.slice(-LISTED_DAYS).map(([day, sums]) => ({ day, ...sums })),
  };
}
