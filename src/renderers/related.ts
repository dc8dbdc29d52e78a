/** `related` in any format. Text and Markdown name each relation once. */
import type { RelatedEntry, RelatedResult } from "../model/mod.ts";
import { document, jsonText, list, number, record, texts } from "./_json.ts";
import { code, label } from "./_markdown.ts";
import { visible } from "./_visible.ts";
import { type Format, formatted } from "./format.ts";

const json = document<RelatedResult>({
  schema_version: number,
  command: jsonText,
  path: jsonText,
  kind: jsonText,
  count: number,
  results: list(record<RelatedEntry>({ path: jsonText, relation: jsonText, reasons: texts })),
});

/** Neighbouring entries that differ in nothing but the path. */
function groups(
  entries: readonly RelatedEntry[],
): { relation: string; reasons: string[]; paths: string[] }[] {
  const found: { relation: string; reasons: string[]; paths: string[] }[] = [];
  for (const { relation, reasons, path } of entries) {
    const last = found.at(-1);
    if (last?.relation === relation && last.reasons.join("\0") === reasons.join("\0")) last.paths.push(path);
    else found.push({ relation, reasons, paths: [path] });
  }
  return found;
}

function text(result: RelatedResult): string {
  const lines = [`${visible(result.path)} (${result.kind}): ${result.count} related`];
  for (const { relation, reasons, paths } of groups(result.results)) {
    lines.push(
      `${relation} (${reasons.map(visible).join(", ")}):`,
      ...paths.map((path) => `  ${visible(path)}`),
    );
  }
  return lines.join("\n");
}

function markdown(result: RelatedResult): string {
  const blocks = [`# Related: ${code(result.path)}`, `${result.kind} · ${result.count} related`];
  for (const { relation, reasons, paths } of groups(result.results)) {
    const list = paths.map((path) => `- ${code(path)}`).join("\n");
    blocks.push(`## ${relation} (${reasons.map(label).join(", ")})\n${list}`);
  }
  return blocks.join("\n\n");
}

/** Renders the neighbours of a file. */
export const renderRelated: (result: RelatedResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
