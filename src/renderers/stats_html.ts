/** The savings dashboard: one HTML file that needs nothing but a browser. The same result gives the same bytes. */
import type { StatsResult, UsageTotals } from "../model/mod.ts";
import { grouped, plural } from "./_labels.ts";
import { escapeHtml, SCRIPT, STYLE } from "./_stats_assets.ts";
import { costText, METHOD, period, shareText } from "./_stats_facts.ts";

/** Bars of more commands would be thinner than their labels; the table has them all. */
const MAX_BARS = 20;
const CHART_WIDTH = 720;
const LABEL_WIDTH = 150;
const ROW_HEIGHT = 34;
const COLUMN_HEIGHT = 180;
const LABEL_LENGTH = 20;

interface Bar extends UsageTotals {
  label: string;
}

function tip(bar: Bar): string {
  return `${bar.label}: ${plural(bar.calls, "call")}, ${grouped(bar.served_tokens)} response tokens, ` +
    `${grouped(bar.replaced_tokens)} reads replaced, ${grouped(bar.saved_tokens)} saved`;
}

function shortLabel(label: string): string {
  const characters = [...label];
  return characters.length > LABEL_LENGTH ? `${characters.slice(0, LABEL_LENGTH - 1).join("")}…` : label;
}

/** The largest value of a chart, at least 1 so that an all-zero chart has a scale. */
function scaleOf(bars: readonly Bar[]): number {
  return bars.reduce((most, bar) => Math.max(most, bar.served_tokens, bar.replaced_tokens), 1);
}

function length(value: number, scale: number, extent: number): string {
  return (value / scale * extent).toFixed(1);
}

/** Opens the focusable group of a bar pair; an invisible rectangle makes all of it sensitive to the pointer. */
function group(bar: Bar, x: number, y: number, width: number, height: number): string {
  const text = escapeHtml(tip(bar));
  return `<g tabindex="0" role="img" aria-label="${text}" data-tip="${text}">` +
    `<rect class="area" x="${x}" y="${y}" width="${width}" height="${height}"/>`;
}

function rows(bars: readonly Bar[]): string {
  const scale = scaleOf(bars);
  const extent = CHART_WIDTH - LABEL_WIDTH;
  const shapes = bars.map((bar, index) => {
    const y = index * ROW_HEIGHT;
    return group(bar, 0, y, CHART_WIDTH, ROW_HEIGHT) +
      `<text x="0" y="${y + 21}">${escapeHtml(shortLabel(bar.label))}</text>` +
      `<rect class="replaced" x="${LABEL_WIDTH}" y="${y + 5}" width="${
        length(bar.replaced_tokens, scale, extent)
      }" height="11"/>` +
      `<rect class="served" x="${LABEL_WIDTH}" y="${y + 18}" width="${
        length(bar.served_tokens, scale, extent)
      }" height="11"/></g>`;
  });
  return `<svg viewBox="0 0 ${CHART_WIDTH} ${bars.length * ROW_HEIGHT}" role="group" ` +
    `aria-label="Tokens per command">${shapes.join("")}</svg>`;
}

function columns(bars: readonly Bar[]): string {
  const scale = scaleOf(bars);
  const step = CHART_WIDTH / Math.max(bars.length, 7);
  const width = Math.floor(step * 0.36);
  const shapes = bars.map((bar, index) => {
    const x = Math.floor(index * step);
    const column = (name: string, value: number, left: number): string => {
      const height = length(value, scale, COLUMN_HEIGHT);
      const top = (COLUMN_HEIGHT - Number(height)).toFixed(1);
      return `<rect class="${name}" x="${left}" y="${top}" width="${width}" height="${height}"/>`;
    };
    return group(bar, x, 0, Math.floor(step), COLUMN_HEIGHT + 24) +
      column("replaced", bar.replaced_tokens, x + 4) +
      column("served", bar.served_tokens, x + 4 + width) +
      `<text x="${x + 4}" y="${COLUMN_HEIGHT + 18}">${escapeHtml(bar.label.slice(5))}</text></g>`;
  });
  return `<svg viewBox="0 0 ${CHART_WIDTH} ${COLUMN_HEIGHT + 28}" role="group" aria-label="Tokens per day">` +
    `<line x1="0" y1="${COLUMN_HEIGHT}" x2="${CHART_WIDTH}" y2="${COLUMN_HEIGHT}"/>${shapes.join("")}</svg>`;
}

function table(title: string, bars: readonly Bar[]): string {
  const body = bars.map((bar) => {
    const figures = [bar.calls, bar.served_tokens, bar.replaced_tokens, bar.saved_tokens];
    const cells = figures.map((value) => `<td>${grouped(value)}</td>`).join("");
    return `<tr><th scope="row">${escapeHtml(bar.label)}</th>${cells}</tr>`;
  });
  const heads = [title, "Calls", "Response tokens", "Reads replaced", "Net saved"];
  return `<div class="scroll"><table><thead><tr>${
    heads.map((head) => `<th scope="col">${head}</th>`).join("")
  }</tr></thead><tbody>\n${body.join("\n")}\n</tbody></table></div>`;
}

function card(title: string, value: string, note = ""): string {
  const small = note && `<small>${escapeHtml(note)}</small>`;
  return `<div class="card"><span>${title}</span><strong>${escapeHtml(value)}</strong>${small}</div>`;
}

function cards(result: StatsResult): string {
  const cost = costText(result);
  return [
    card("Calls", grouped(result.calls)),
    card("Response tokens", grouped(result.served_tokens)),
    card("Reads replaced", grouped(result.replaced_tokens)),
    card("Net saved", grouped(result.saved_tokens), shareText(result)),
    cost ? card("Money saved", cost.saved, `at ${cost.price}`) : "",
  ].join("");
}

const LEGEND =
  `<p class="legend"><i class="replaced"></i> reads replaced <i class="served"></i> response tokens</p>`;

function charts(result: StatsResult): string {
  const commands = result.commands.map((row) => ({ ...row, label: row.command }));
  const days = result.days.map((row) => ({ ...row, label: row.day }));
  // The busiest commands get a bar; sort is stable, so equal ones keep the order of their names.
  const traffic = (bar: Bar): number => bar.served_tokens + bar.replaced_tokens;
  const busiest = new Set(commands.toSorted((a, b) => traffic(b) - traffic(a)).slice(0, MAX_BARS));
  const shown = commands.filter((bar) => busiest.has(bar));
  const more = commands.length > shown.length
    ? `<p class="muted">The ${MAX_BARS} busiest of ${commands.length} commands; the table has all.</p>`
    : "";
  return `<section><h2>By command</h2>${LEGEND}${rows(shown)}${more}${
    table("Command", commands)
  }</section>\n` +
    `<section><h2>By day</h2>${LEGEND}${columns(days)}${table("Day", days)}</section>\n`;
}

/** Renders the dashboard. No network, no external file, no clock; every label is escaped. */
export function statsHtml(result: StatsResult): string {
  const body = result.calls === 0
    ? `<p>Nothing recorded yet. Figures appear after the first query.</p>`
    : `<p class="muted">${escapeHtml(period(result))}</p><div class="cards">${cards(result)}</div>\n${
      charts(result)
    }`;
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
${body}
<section><h2>How savings are computed</h2><p>${escapeHtml(METHOD)}</p></section>
</main>
<div id="tip" role="tooltip" hidden></div>
<script>${SCRIPT}</script>
</body>
</html>`;
}
