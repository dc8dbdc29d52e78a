/** `changed` in any format. */
import type {
  ChangedEntry,
  ChangedResult,
  CommitReference,
  Companion,
  Hunk,
  ImpactedFile,
} from "../model/mod.ts";
import { counter, document, filled, flag, jsonText, list, number, record, score, texts } from "./_json.ts";
import { joined, plural } from "./_labels.ts";
import { code, fenced, label, prose } from "./_markdown.ts";
import { quoteLines, visible } from "../text/mod.ts";
import { type Format, formatted } from "./format.ts";

const json = document<ChangedResult>({
  schema_version: number,
  command: jsonText,
  state: filled,
  content_state: jsonText,
  worktree_state: jsonText,
  base: jsonText,
  stale: flag,
  indexed_commit: jsonText,
  count: number,
  changed: list(record<ChangedEntry>({
    path: jsonText,
    status: jsonText,
    renamed_from: jsonText,
    renamed_to: jsonText,
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
  companions: list(record<Companion>({
    path: jsonText,
    reasons: texts,
    support: number,
    commits: number,
    confidence: score,
    example: record<CommitReference>({ commit: jsonText, subject: jsonText }),
  })),
  companions_omitted: counter,
});

function facts(result: ChangedResult): string {
  const indexed = result.indexed_commit === undefined ? "" : ` (commit ${visible(result.indexed_commit)})`;
  return joined([
    plural(result.count, "changed file"),
    result.base === undefined ? undefined : `since ${visible(result.base)}`,
    `the index is ${result.stale ? "stale" : "up to date"}${indexed}`,
    `content ${result.content_state}`,
    `worktree ${result.worktree_state}`,
  ], " · ");
}

/** What is to be said of an entry besides its path, with paths shown by `show`. */
function details(file: ChangedEntry, show: (path: string) => string): string {
  const parts = joined([
    file.renamed_from === undefined ? undefined : `renamed from ${show(file.renamed_from)}`,
    file.renamed_to === undefined ? undefined : `renamed to ${show(file.renamed_to)}`,
    file.patch_tokens === undefined ? undefined : `patch ~${file.patch_tokens} tokens`,
    file.file_tokens === undefined ? undefined : `file ~${file.file_tokens} tokens`,
    file.hunks?.length === 0 ? "no line differs" : undefined,
  ], ", ");
  return parts && ` (${parts})`;
}

function patch(hunks: readonly Hunk[]): string {
  return hunks.map((hunk) =>
    `@@ -${hunk.old_start},${hunk.old_lines} +${hunk.new_start},${hunk.new_lines} @@\n${hunk.text}`
  ).join("\n");
}

/** `7 of 9 commits, such as 0a1b2c3d4e5f "Fix the delay"`, with the subject shown by `show`. */
function evidence({ support, commits, example }: Companion, show: (subject: string) => string): string {
  if (support === undefined || commits === undefined) return "";
  const such = example === undefined ? "" : `, such as ${visible(example.commit)} "${show(example.subject)}"`;
  return `${support} of ${plural(commits, "commit")}${such}`;
}

const COMPANIONS = "Usually changed along";

function text(result: ChangedResult): string {
  const lines = [facts(result)];
  for (const file of result.changed) {
    lines.push(`  ${file.status} ${visible(file.path)}${details(file, visible)}`);
    if (file.hunks?.length) lines.push(quoteLines(patch(file.hunks), "| "));
  }
  if (result.impacted.length > 0) lines.push("Impacted:");
  for (const { path, reasons } of result.impacted) {
    lines.push(`  ${visible(path)}  ${reasons.map(visible).join(", ")}`);
  }
  if (result.companions?.length) lines.push(`${COMPANIONS}:`);
  for (const companion of result.companions ?? []) {
    const reasons = companion.reasons.map(visible).join(", ");
    lines.push(`  ${joined([visible(companion.path), reasons, evidence(companion, visible)], "  ")}`);
  }
  if (result.companions_omitted) lines.push(`  + ${result.companions_omitted} more`);
  return lines.join("\n");
}

function markdown(result: ChangedResult): string {
  const blocks = ["# Changed", facts(result)];
  const plain = result.changed.every((file) => !file.hunks?.length);
  const entries = result.changed.map((file) => `${file.status} ${code(file.path)}${details(file, code)}`);
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
  if (result.companions?.length) {
    const list = result.companions.map((companion) => {
      const reasons = companion.reasons.map(label).join(", ");
      return `- ${joined([code(companion.path), reasons, evidence(companion, prose)], " · ")}`;
    });
    if (result.companions_omitted) list.push(`- ${result.companions_omitted} more`);
    blocks.push(`## ${COMPANIONS}\n${list.join("\n")}`);
  }
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** Renders the difference between the working tree and the index. */
export const renderChanged: (result: ChangedResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
