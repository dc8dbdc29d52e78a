/** `changed` in any format. */
import type { ChangedEntry, ChangedResult, Hunk, ImpactedFile } from "../model/mod.ts";
import { document, filled, flag, jsonText, list, number, record, texts } from "./_json.ts";
import { joined, plural } from "./_labels.ts";
import { code, fenced, label } from "./_markdown.ts";
import { quoteLines, visible } from "./_visible.ts";
import { type Format, formatted } from "./format.ts";

const json = document<ChangedResult>({
  schema_version: number,
  command: jsonText,
  state: filled,
  content_state: jsonText,
  worktree_state: jsonText,
  stale: flag,
  count: number,
  changed: list(record<ChangedEntry>({
    path: jsonText,
    status: jsonText,
    patch_tokens: number,
    file_tokens: number,
    hunks: list(record<Hunk>({
      old_start: number,
      old_lines: number,
      new_start: number,
      new_lines: number,
      text: jsonText,
    })),
  })),
  impacted: list(record<ImpactedFile>({ path: jsonText, reasons: texts })),
});

function facts(result: ChangedResult): string {
  return joined([
    plural(result.count, "changed file"),
    result.stale ? "the index is stale" : "the index is up to date",
    `content ${result.content_state}`,
    `worktree ${result.worktree_state}`,
  ], " · ");
}

function size(file: ChangedEntry): string {
  const parts = joined([
    file.patch_tokens === undefined ? undefined : `patch ~${file.patch_tokens} tokens`,
    file.file_tokens === undefined ? undefined : `file ~${file.file_tokens} tokens`,
    file.hunks?.length === 0 ? "only line endings differ" : undefined,
  ], ", ");
  return parts && ` (${parts})`;
}

function patch(hunks: readonly Hunk[]): string {
  return hunks.map((hunk) =>
    `@@ -${hunk.old_start},${hunk.old_lines} +${hunk.new_start},${hunk.new_lines} @@\n${hunk.text}`
  ).join("\n");
}

function text(result: ChangedResult): string {
  const lines = [facts(result)];
  for (const file of result.changed) {
    lines.push(`  ${file.status} ${visible(file.path)}${size(file)}`);
    if (file.hunks?.length) lines.push(quoteLines(patch(file.hunks), "| "));
  }
  if (result.impacted.length > 0) lines.push("Impacted:");
  for (const { path, reasons } of result.impacted) {
    lines.push(`  ${visible(path)}  ${reasons.map(visible).join(", ")}`);
  }
  return lines.join("\n");
}

function markdown(result: ChangedResult): string {
  const blocks = ["# Changed", facts(result)];
  const plain = result.changed.every((file) => !file.hunks?.length);
  const entries = result.changed.map((file) => `${file.status} ${code(file.path)}${size(file)}`);
  if (plain) blocks.push(entries.map((entry) => `- ${entry}`).join("\n"));
  else {
    for (const [index, file] of result.changed.entries()) {
      const hunks = file.hunks?.length ? `\n${fenced(patch(file.hunks), "diff")}` : "";
      blocks.push(`## ${entries[index]}${hunks}`);
    }
  }
  if (result.impacted.length > 0) {
    const list = result.impacted.map(({ path, reasons }) =>
      `- ${code(path)} · ${reasons.map(label).join(", ")}`
    );
    blocks.push(`## Impacted\n${list.join("\n")}`);
  }
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** Renders the difference between the working tree and the index. */
export const renderChanged: (result: ChangedResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
