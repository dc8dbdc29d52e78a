/** `related` in any format. Text and Markdown name each relation once. */
import type { RelatedEntry, RelatedResult } from "../model/mod.ts";
import { document, flag, jsonText, list, number, record, texts } from "./_json.ts";
import { code, label } from "./_markdown.ts";
import { CHANGED_SINCE, fileStaleness, staleFileJson } from "./_staleness.ts";
import { visible } from "../text/mod.ts";
import { type Format, formatted } from "./format.ts";

const json = document<RelatedResult>({
  schema_version: number,
  command: jsonText,
  path: jsonText,
  kind: jsonText,
  stale: staleFileJson,
  count: number,
  results: list(record<RelatedEntry>({ path: jsonText, relation: jsonText, stale: flag, reasons: texts })),
});

/** Neighbouring entries of one relation for the same reasons. */
function groups(
  entries: readonly RelatedEntry[],
): { relation: string; reasons: string[]; members: RelatedEntry[] }[] {
  const found: { relation: string; reasons: string[]; members: RelatedEntry[] }[] = [];
  for (const entry of entries) {
    const { relation, reasons } = entry;
    const last = found.at(-1);
    if (last?.relation === relation && last.reasons.join("\0") === reasons.join("\0")) {
      last.members.push(entry);
    } else found.push({ relation, reasons, members: [entry] });
  }
  return found;
}

function text(result: RelatedResult): string {
  const lines = [`${visible(result.path)} (${result.kind}): ${result.count} related`];
  for (const { relation, reasons, members } of groups(result.results)) {
    lines.push(
      `${relation} (${reasons.map(visible).join(", ")}):`,
      ...members.map(({ path, stale }) => `  ${visible(path)}${stale ? `  ${CHANGED_SINCE}` : ""}`),
    );
  }
  if (result.stale) lines.push(fileStaleness(result.stale));
  return lines.join("\n");
}

function markdown(result: RelatedResult): string {
  const blocks = [`# Related: ${code(result.path)}`, `${result.kind} · ${result.count} related`];
  for (const { relation, reasons, members } of groups(result.results)) {
    const list = members.map(({ path, stale }) => `- ${code(path)}${stale ? `, ${CHANGED_SINCE}` : ""}`);
    blocks.push(`## ${relation} (${reasons.map(label).join(", ")})\n${list.join("\n")}`);
  }
  if (result.stale) blocks.push(fileStaleness(result.stale));
  return blocks.join("\n\n");
}

/** Renders the neighbours of a file. */
export const renderRelated: (result: RelatedResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
