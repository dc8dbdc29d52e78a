/** The savings dashboard: one HTML file that needs nothing but a browser. The same result gives the same bytes. */
import type { StatsResult } from "../model/mod.ts";
import { grouped } from "./_labels.ts";
import { escapeHtml, SCRIPT, STYLE } from "./_stats_assets.ts";
import { type Bar, commandChart, dayChart } from "./_stats_charts.ts";
import { costText, METHOD, otherRuleText, period, shareText } from "./_stats_facts.ts";

/** More bars would be a table without figures; the table has all commands. */
const MAX_BARS = 20;

function table(title: string, bars: readonly Bar[]): string {
  const body = bars.map((bar) => {
    const figures = [bar.calls, bar.served_tokens, bar.replaced_tokens, bar.saved_tokens];
    const cells = figures.map((value) => `<td>${grouped(value)}</td>`).join("");
    return `<tr><th scope="row">${escapeHtml(bar.label)}</th>${cells}</tr>`;
  });
  const heads = [title, "Calls", "Response tokens", "Reads replaced", "Net saved"];
  return `<div class="scroll" tabindex="0" role="region" aria-label="Table by ${title.toLowerCase()}">` +
    `<table><thead><tr>${
      heads.map((head) => `<th scope="col">${head}</th>`).join("")
    }</tr></thead><tbody>\n` +
    `${body.join("\n")}\n</tbody></table></div>`;
}

function card(title: string, value: string, note = ""): string {
  const small = note && `<small>${escapeHtml(note)}</small>`;
  // A figure that is too long for its card breaks after a comma.
  const figure = escapeHtml(value).replaceAll(",", ",<wbr>");
  return `<div class="card"><span>${title}</span><strong>${figure}</strong>${small}</div>`;
}

function cards(result: StatsResult): string {
  const cost = costText(result);
  return [
    card("Calls", grouped(result.calls)),
    card("Response tokens", grouped(result.served_tokens)),
    card("Reads replaced", grouped(result.replaced_tokens), "estimated"),
    card("Net saved", grouped(result.saved_tokens), shareText(result)),
    cost ? card("Money saved", cost.saved, `at ${cost.price}`) : "",
  ].join("");
}

function note(text: string): string {
  return text && `<p class="muted">${escapeHtml(text)}</p>\n`;
}

function byCommand(result: StatsResult): string {
  const commands = result.commands.map((row): Bar => ({ ...row, label: row.command }));
  // The busiest commands get a bar; sort is stable, so equal ones keep the order of their names.
  const traffic = (bar: Bar): number => bar.served_tokens + bar.replaced_tokens;
  const busiest = new Set(commands.toSorted((a, b) => traffic(b) - traffic(a)).slice(0, MAX_BARS));
  const shown = commands.filter((bar) => busiest.has(bar));
  const more = commands.length > shown.length
    ? note(`The ${MAX_BARS} busiest of ${grouped(commands.length)} commands; the table has all.`)
    : "";
  return `<section><h2>By command</h2>${commandChart(shown)}${more}${table("Command", commands)}</section>\n`;
}

function byDay(result: StatsResult): string {
  const days = result.days.map((row): Bar => ({ ...row, label: row.day }));
  const hidden = days[0] !== undefined && days[0].label !== result.first_day
    ? note(`The last ${days.length} days with records.`)
    : "";
  return `<section><h2>By day</h2>${dayChart(days)}${hidden}${table("Day", days)}</section>\n`;
}

/** Renders the dashboard. No network, no external file, no clock; every label is escaped. */
export function statsHtml(result: StatsResult): string {
  const body = result.calls === 0
    ? `<p>Nothing recorded yet. Figures appear after the first query.</p>\n`
    : `${note(period(result))}<div class="cards">${cards(result)}</div>\n${note(otherRuleText(result))}` +
      byCommand(result) + byDay(result);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>repoctx token savings</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Token savings</h1>
${body}<section><h2>How savings are computed</h2>
${METHOD.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}
${
    note("The figures come from this repository's .repoctx/stats.jsonl. Nothing leaves this machine.")
  }</section>
</main>
<div id="tip" aria-hidden="true" hidden></div>
<script>${SCRIPT}</script>
</body>
</html>`;
}
