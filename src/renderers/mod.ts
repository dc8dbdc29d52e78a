/**
 * Results in, bytes out: the text, JSON, Markdown and HTML of every command.
 * Pure functions of the result types; no document ends with a newline, and the same result gives the same document.
 * Nothing here reads a file, counts a token, knows a clock or changes a result. Text and Markdown show control and
 * bidirectional characters instead of passing them on; JSON carries them exactly.
 */
import type { StatsResult } from "../model/mod.ts";
import type { Result } from "./all.ts";
import type { Format } from "./format.ts";

export { jsonText } from "./_json.ts";
export { staleness } from "./_staleness.ts";
export { visible } from "../text/mod.ts";
export type { Result } from "./all.ts";
// Packing measures with these; the others are loaded when something is to be shown.
export { renderContext, renderContextBody, withRepresentationId } from "./context.ts";
export type { Format } from "./format.ts";

/** Renders any result, without a trailing newline. `init` and `integrate` have one text for all formats. */
export async function render(result: Result, format: Format): Promise<string> {
  const all = await import("./all.ts");
  return all.render(result, format);
}

/** Renders the savings report, also as a page. */
export async function renderStats(result: StatsResult, format: Format | "html"): Promise<string> {
  const all = await import("./all.ts");
  return all.renderStats(result, format);
}
