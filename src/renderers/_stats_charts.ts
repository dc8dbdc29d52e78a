/**
 * The charts of the savings dashboard. Lengths along the page are shares, so that the charts fit any width while
 * their labels keep the size of text.
 */
import type { UsageTotals } from "../model/mod.ts";
import { grouped } from "./_labels.ts";
import { escapeHtml } from "./_stats_assets.ts";
import { callsText } from "./_stats_facts.ts";

/** What a chart shows about one command or day. */
export interface Bar extends UsageTotals {
  label: string;
}

const COLUMN_HEIGHT = 180;
/** Room above the highest gridline for its label, and below the columns for the days. */
const TOP = 10;
const FOOT = 24;
const CHART_HEIGHT = TOP + COLUMN_HEIGHT + FOOT;
/** Fewer days leave room on the right instead of becoming wide blocks. */
const FEWEST_SLOTS = 7;
/** Of the width of a day, what its two columns and the gap in front of them take. */
const COLUMN_SHARE = 0.36;
const GAP_SHARE = (1 - 2 * COLUMN_SHARE) / 2;

/** The colours and what they stand for. */
const LEGEND = `<i class="replaced"></i> reads replaced <i class="served"></i> response tokens`;

/** Attributes of an element that can be reached by keyboard and tells its figures. */
function mark(bar: Bar): string {
  const text = `${bar.label}: ${callsText(bar.calls)}, ${grouped(bar.served_tokens)} response tokens, ` +
    `${grouped(bar.replaced_tokens)} reads replaced, ${grouped(bar.saved_tokens)} saved`;
  return `tabindex="0" role="img" aria-label="${escapeHtml(text)}"`;
}

/** The largest value of a chart, at least 1 so that an all-zero chart has a scale. */
function largest(bars: readonly Bar[]): number {
  return bars.reduce((most, bar) => Math.max(most, bar.served_tokens, bar.replaced_tokens), 1);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

/** A pair of horizontal bars with name and net savings for each command. */
export function commandChart(bars: readonly Bar[]): string {
  const scale = largest(bars);
  // Rows are laid out one by one; only a common width of the last column gives their bars a common scale.
  const widest = bars.reduce(
    (width, bar) => Math.max(width, grouped(bar.saved_tokens).length),
    "net saved".length,
  );
  const rows = bars.map((bar) => {
    const rect = (name: string, value: number, y: number): string =>
      `<rect class="${name}" y="${y}" width="${percent(value / scale)}" height="10" rx="2"/>`;
    return `<div class="mark row" ${mark(bar)}><span class="name">${escapeHtml(bar.label)}</span>` +
      `<svg width="100%" height="24">${rect("replaced", bar.replaced_tokens, 1)}` +
      `${rect("served", bar.served_tokens, 13)}</svg><span class="net">${
        grouped(bar.saved_tokens)
      }</span></div>`;
  });
  return `<p class="legend">${LEGEND}<span>net saved</span></p>` +
    `<div role="group" aria-label="Tokens per command" style="--net:${widest}ch">${rows.join("\n")}</div>`;
}

/** The smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is not below `value`. */
function roundScale(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= value)!;
}

/** `1.25k`, `60M`: a short name for a round number. */
function compact(value: number): string {
  const units: [number, string][] = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]];
  const [size, name] = units.find(([size]) => value >= size) ?? [1, ""];
  return `${Number((value / size).toFixed(2))}${name}`;
}

/** A pair of columns for each day, behind an axis. */
export function dayChart(bars: readonly Bar[]): string {
  const scale = roundScale(largest(bars));
  const slots = Math.max(bars.length, FEWEST_SLOTS);
  const bottom = TOP + COLUMN_HEIGHT;
  const levels = [0, 0.5, 1].map((share) => ({ y: bottom - share * COLUMN_HEIGHT, value: share * scale }));
  const axis = levels.map(({ y, value }) =>
    `<text x="100%" y="${y + 4}" text-anchor="end">${compact(value)}</text>`
  );
  const lines = levels.map(({ y }) => `<line x1="0" y1="${y}" x2="100%" y2="${y}"/>`);
  const days = bars.map((bar, index) => {
    const column = (name: string, value: number, at: number): string => {
      const height = (value / scale * COLUMN_HEIGHT).toFixed(1);
      const top = (bottom - Number(height)).toFixed(1);
      const x = percent((index + at) / slots);
      return `<rect class="${name}" x="${x}" y="${top}" width="${
        percent(COLUMN_SHARE / slots)
      }" height="${height}"/>`;
    };
    // On a narrow page every second label would touch its neighbours; the last one always stays.
    const isSpare = (bars.length - index) % 2 === 0;
    return `<g class="mark" ${mark(bar)}><rect class="area" x="${percent(index / slots)}" y="0" width="${
      percent(1 / slots)
    }" height="${CHART_HEIGHT}" rx="4"/>` +
      column("replaced", bar.replaced_tokens, GAP_SHARE) +
      column("served", bar.served_tokens, GAP_SHARE + COLUMN_SHARE) +
      `<text${isSpare ? ' class="spare"' : ""} x="${percent((index + 0.5) / slots)}" y="${
        bottom + 17
      }" text-anchor="middle">${escapeHtml(bar.label.slice("2026-".length))}</text></g>`;
  });
  const height = `height="${CHART_HEIGHT}"`;
  return `<p class="legend">${LEGEND}</p><div class="plot"><svg width="44" ${height} aria-hidden="true">${
    axis.join("")
  }</svg>` +
    `<svg width="100%" ${height} role="group" aria-label="Tokens per day">${lines.join("")}${
      days.join("\n")
    }</svg></div>`;
}
