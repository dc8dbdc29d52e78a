/** `stats` in any format; {@link statsHtml} draws the dashboard. */
import type { CommandUsage, DayUsage, StatsResult, UsageTotals } from "../model/mod.ts";
import { document, jsonText, list, number, record } from "./_json.ts";
import { grouped } from "./_labels.ts";
import { label, prose, tableHead, tableRow } from "./_markdown.ts";
import { costText, otherRuleText, period, shareText } from "./_stats_facts.ts";
import { visible } from "../text/mod.ts";
import type { Format } from "./format.ts";
import { statsHtml } from "./stats_html.ts";

const totalsJson = { calls: number, served_tokens: number, replaced_tokens: number, saved_tokens: number };

const json = document<StatsResult>({
  schema_version: number,
  command: jsonText,
  ...totalsJson,
  currency: jsonText,
  saved_cost: number,
  input_per_mtok: number,
  other_rule_calls: number,
  other_rule_replaced_tokens: number,
  first_day: jsonText,
  last_day: jsonText,
  commands: list(record<CommandUsage>({ command: jsonText, ...totalsJson })),
  days: list(record<DayUsage>({ day: jsonText, ...totalsJson })),
});

const COLUMNS = ["calls", "response", "replaced", "saved"];

function figures(totals: UsageTotals): string[] {
  return [totals.calls, totals.served_tokens, totals.replaced_tokens, totals.saved_tokens].map(grouped);
}

/** A table with a left-aligned first column and right-aligned figures. */
function textTable(title: string, rows: readonly (readonly string[])[]): string[] {
  const all = [[title, ...COLUMNS], ...rows];
  const widths = all[0]!.map((_, column) =>
    all.reduce((width, row) => Math.max(width, row[column]!.length), 0)
  );
  return all.map((row) =>
    "  " + row.map((cell, column) => column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))
      .join("  ")
  );
}

function text(result: StatsResult): string {
  if (result.calls === 0) return "Token savings: nothing recorded yet.";
  const cost = costText(result);
  const share = shareText(result);
  const otherRule = otherRuleText(result);
  const figure = (value: number): string => grouped(value).padStart(14);
  return [
    `Token savings (per-call calibrated counts, ${period(result)}):`,
    "",
    `  calls            ${figure(result.calls)}`,
    `  response tokens  ${figure(result.served_tokens)}`,
    `  reads replaced   ${figure(result.replaced_tokens)}`,
    `  net saved        ${figure(result.saved_tokens)}${share && `  (${share})`}`,
    ...cost ? [`  money saved      ${visible(cost.saved).padStart(14)}  (at ${visible(cost.price)})`] : [],
    ...otherRule ? ["", otherRule] : [],
    "",
    ...textTable("command", result.commands.map((row) => [visible(row.command), ...figures(row)])),
    "",
    ...textTable("day", result.days.map((row) => [visible(row.day), ...figures(row)])),
  ].join("\n");
}

function markdownTable(title: string, rows: readonly (readonly string[])[]): string {
  return [tableHead([title, ...COLUMNS]), ...rows.map(tableRow)].join("\n");
}

function markdown(result: StatsResult): string {
  if (result.calls === 0) return "# Token savings\n\nNothing recorded yet.";
  const cost = costText(result);
  const share = shareText(result);
  const otherRule = otherRuleText(result);
  return [
    "# Token savings",
    `Per-call calibrated counts, ${period(result)}.`,
    [
      `- calls: ${grouped(result.calls)}`,
      `- response tokens: ${grouped(result.served_tokens)}`,
      `- reads replaced: ${grouped(result.replaced_tokens)}`,
      `- net saved: ${grouped(result.saved_tokens)}${share && ` (${share})`}`,
      ...cost ? [`- money saved: ${prose(cost.saved)} (at ${prose(cost.price)})`] : [],
    ].join("\n"),
    ...otherRule ? [otherRule] : [],
    markdownTable("command", result.commands.map((row) => [label(row.command), ...figures(row)])),
    markdownTable("day", result.days.map((row) => [label(row.day), ...figures(row)])),
  ].join("\n\n");
}

/** Renders the savings report; `html` is the self-contained dashboard. */
export function renderStats(result: StatsResult, format: Format | "html"): string {
  switch (format) {
    case "json":
      return json(result);
    case "md":
      return markdown(result);
    case "html":
      return statsHtml(result);
    case "text":
      return text(result);
  }
}
