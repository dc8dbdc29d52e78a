/** `context` as plain text for a terminal. */
import type { ContextItem, ContextResult, ContextSpan, MemoryHit, ReusedUnit } from "../model/mod.ts";
import { activeBudgets, budgetFacts } from "./_context_facts.ts";
import { joined, lineRange, plural, scoreText, sortedNames } from "./_labels.ts";
import { CHANGED_SINCE, staleness } from "./_staleness.ts";
import { symbolText } from "./_symbols.ts";
import { quoteLines, visible } from "../text/mod.ts";

const quotedSpans = new WeakMap<ContextSpan, string>();

function spanText(span: ContextSpan): string {
  let text = quotedSpans.get(span);
  if (text === undefined) {
    const name = span.symbol === undefined ? "" : ` ${visible(span.symbol)}`;
    const whole = span.part_of === undefined ? "" : ` (part of ${visible(span.part_of)})`;
    text = `   --- ${lineRange(span.start_line, span.end_line)}${name}${whole} receipt: ${span.receipt}\n` +
      quoteLines(span.text, "| ");
    quotedSpans.set(span, text);
  }
  return text;
}

function itemText(item: ContextItem, rank: number): string {
  const spans = item.spans ?? [];
  const lines = [joined([
    `${rank}. ${visible(item.path)}`,
    scoreText(item.score),
    item.kind,
    item.start_line !== undefined && item.end_line !== undefined && spans.length === 0
      ? `[${lineRange(item.start_line, item.end_line)}]`
      : undefined,
    `~${item.content_tokens}c/${item.projected_read_tokens}r tokens`,
    item.file_tokens === undefined ? undefined : `of ${item.file_tokens}`,
    item.hash,
    item.duplicate_of === undefined ? undefined : `duplicate-of: ${visible(item.duplicate_of)}`,
    item.stripped && "stripped",
    item.stale && CHANGED_SINCE,
  ], "  ")];
  if (item.reasons.length > 0) lines.push(`   reasons: ${item.reasons.map(visible).join(", ")}`);
  if (item.receipt !== undefined && spans.length === 0) lines.push(`   receipt: ${item.receipt}`);
  for (const symbol of item.symbols ?? []) lines.push(`   ${symbolText(symbol)}`);
  if (item.symbols_omitted) lines.push(`   + ${plural(item.symbols_omitted, "symbol")} not shown`);
  for (const span of spans) lines.push(spanText(span));
  if (item.spans_omitted) lines.push(`   + ${plural(item.spans_omitted, "span")} not shown`);
  return lines.join("\n");
}

function reusedText(unit: ReusedUnit): string {
  return joined([
    `  ${visible(unit.path)}`,
    unit.start_line !== undefined && unit.end_line !== undefined
      ? lineRange(unit.start_line, unit.end_line)
      : undefined,
    unit.symbol === undefined ? undefined : visible(unit.symbol),
  ], " ");
}

/** A memory: one line of facts, then its text behind bars. */
export function memoryText(memory: MemoryHit): string {
  const files = sortedNames(memory.files);
  const facts = joined([
    `  ${memory.kind} ${memory.id}`,
    memory.score ? scoreText(memory.score) : undefined,
    memory.created,
    memory.estimated_tokens === undefined ? undefined : `~${memory.estimated_tokens} tokens`,
    memory.session === undefined ? undefined : `session: ${visible(memory.session)}`,
    memory.tags?.length ? `tags: ${memory.tags.map(visible).join(", ")}` : undefined,
    files.length > 0 ? `files: ${files.map(visible).join(", ")}` : undefined,
    memory.stale ? `STALE: ${(memory.stale_files ?? []).map(visible).join(", ")}` : undefined,
    memory.reasons?.length ? `reasons: ${memory.reasons.map(visible).join(", ")}` : undefined,
  ], "  ");
  return `${facts}\n${quoteLines(memory.text, "  | ")}`;
}

/** The text of a context answer, without the last line, which names its representation. */
export function contextText(result: ContextResult): string {
  const { results, reused, memories } = result;
  const lines = [
    `Context for "${visible(result.query)}" (${result.terms.length} term(s), ${result.detail}):`,
    `State: content ${result.content_state}, analysis ${result.analysis_state}, evidence ${result.evidence_id}`,
    "",
  ];
  if (results.length === 0) lines.push("No new evidence.");
  for (let i = 0; i < results.length; i++) lines.push(itemText(results[i]!, i + 1));
  if (reused.length > 0) {
    lines.push("", "Reused, already delivered:", ...reused.map(reusedText));
    if (result.reused_omitted) lines.push(`  + ${result.reused_omitted} more`);
  }
  if (memories?.length) lines.push("", "Memory:", ...memories.map(memoryText));
  if (result.instructions?.length) {
    lines.push("", `Instructions: ${result.instructions.map(visible).join(", ")}`);
  }
  if (result.stale) lines.push("", staleness(result.stale));
  lines.push("", `Budget: ${budgetFacts(result)}`);
  const active = activeBudgets(result);
  if (active) lines.push(`Active budgets: ${active}`);
  return lines.join("\n");
}
