/** The small phrases that text and Markdown share. */
import { compareStrings, roundScore } from "../model/mod.ts";

/** `L12-30` */
export function lineRange(start: number, end: number): string {
  return `L${start}-${end}`;
}

/** `1 file`, `2 files`, `2 memories` */
export function plural(count: number, noun: string, many: string = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** A score with exactly four decimals, as the columns of the text format want it. */
export function scoreText(score: number): string {
  return roundScore(score).toFixed(4);
}

/** Drops what is absent or empty and joins the rest. */
export function joined(parts: readonly (string | undefined)[], separator: string): string {
  return parts.filter((part) => part !== undefined && part !== "").join(separator);
}

/** The names of a map, sorted: the order of insertion must not show. */
export function sortedNames(map: Readonly<Record<string, unknown>> | undefined): string[] {
  return Object.keys(map ?? {}).sort(compareStrings);
}

/** `12,345`, the same everywhere. */
export function grouped(value: number): string {
  const digits = String(Math.abs(value)).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return value < 0 ? `-${digits}` : digits;
}
