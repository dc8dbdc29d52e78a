/** The bundle, the view of one path and the cost table as text and Markdown. Nothing here ends with a newline. */
import type { AppliedFile, AppliesResult, CostResult, InstructionsResult } from "./results.ts";
import { visibleText } from "./visible_text.ts";

/** Exactly the prefix; empty when there is none. */
export function instructionsText(result: InstructionsResult): string {
  return result.text ?? "";
}

/** The same under headings, with what changed since and what was left out. */
export function instructionsMarkdown(result: InstructionsResult): string {
  const sections = [`# Instructions\n\n${result.text ?? "No instruction files."}`];
  if (result.update !== undefined) {
    sections.push(`## Changes\n\n${result.update.parts.map(({ text }) => text).join("\n\n")}`);
  }
  if (result.dropped !== undefined) sections.push(`## Dropped\n\n${result.dropped.map(item).join("\n")}`);
  const skipped = result.skipped.map(({ path, reason, of }) => {
    return item(of === undefined ? `${path}: ${reason}` : `${path}: ${reason} as ${of}`);
  });
  if (skipped.length > 0) sections.push(`## Skipped\n\n${skipped.join("\n")}`);
  return sections.join("\n\n");
}

function item(text: string): string {
  return `- ${visibleText(text)}`;
}

/** One block per agent: what it loads, when and why, and what it does not. */
export function appliesText(result: AppliesResult): string {
  const blocks = result.agents.map(({ agent, files, not_loaded, tokens }) => {
    const lines = [tokens === undefined ? agent : `${agent}  ${tokens} tokens`];
    if (files.length === 0) lines.push("  nothing");
    for (const file of files) lines.push(`  ${appliedLine(file)}`);
    for (const { path, why } of not_loaded) {
      lines.push(`  not loaded: ${visibleText(path)}  ${visibleText(why)}`);
    }
    return lines.join("\n");
  });
  return [`Instructions for ${visibleText(result.for)}`, ...blocks].join("\n\n");
}

function appliedLine({ path, when, why, tokens, truncated_at_byte }: AppliedFile): string {
  const notes = [
    when === "start" ? "start" : "on touch",
    ...(why === undefined ? [] : [visibleText(why)]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(truncated_at_byte === undefined ? [] : [`cut at byte ${truncated_at_byte}`]),
  ];
  return `${visibleText(path)}  ${notes.join(", ")}`;
}

/** The same as a table per agent. */
export function appliesMarkdown(result: AppliesResult): string {
  const sections = result.agents.map(({ agent, files, not_loaded, tokens }) => {
    const lines = [`## ${agent}${tokens === undefined ? "" : ` (${tokens} tokens)`}`, ""];
    if (files.length === 0) lines.push("Nothing.");
    for (const file of files) lines.push(`- ${appliedLine(file)}`);
    for (const { path, why } of not_loaded) {
      lines.push(`- not loaded: ${visibleText(path)} (${visibleText(why)})`);
    }
    return lines.join("\n");
  });
  return [`# Instructions for ${visibleText(result.for)}`, ...sections].join("\n\n");
}

/** Files with their size and the agents that start with them, then the sum per agent. */
export function costText(result: CostResult): string {
  const unit = result.unit ?? "tokens";
  const files = result.cost.map((entry) => {
    return `  ${entry.tokens ?? entry.bytes ?? 0}  ${visibleText(entry.path)}  ${entry.agents.join(", ")}`;
  });
  const sums = Object.entries(result.start_up).map(([agent, sum]) => `  ${sum}  ${agent}`);
  return [`Files (${unit})`, ...files, "", `Start-up (${unit})`, ...sums].join("\n");
}

/** The same as two tables. */
export function costMarkdown(result: CostResult): string {
  const unit = result.unit ?? "tokens";
  const files = result.cost.map(({ path, tokens, bytes, agents }) => {
    return `| ${visibleText(path).replaceAll("|", "\\|")} | ${tokens ?? bytes ?? 0} | ${agents.join(", ")} |`;
  });
  const sums = Object.entries(result.start_up).map(([agent, sum]) => `| ${agent} | ${sum} |`);
  return [
    "# Cost of instruction files",
    "",
    `| File | ${unit} | Agents |`,
    "| --- | ---: | --- |",
    ...files,
    "",
    `| Agent | ${unit} at the start |`,
    "| --- | ---: |",
    ...sums,
  ].join("\n");
}
