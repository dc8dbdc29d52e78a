/** `context` as Markdown: for an agent that pays by the token, and readable in any viewer. */
import type { ContextItem, ContextResult, ContextSpan, MemoryHit, ReusedUnit } from "../model/mod.ts";
import { roundScore } from "../model/mod.ts";
import { activeBudgets, budgetFacts } from "./_context_facts.ts";
import { joined, lineRange, plural, sortedNames } from "./_labels.ts";
import { code, fenced, label, languageTag } from "./_markdown.ts";
import { CHANGED_SINCE, staleness } from "./_staleness.ts";
import { symbolMarkdown } from "./_symbols.ts";
import { quoteLines } from "../text/mod.ts";

const fencedSpans = new WeakMap<ContextSpan, string>();

function spanMarkdown(span: ContextSpan, language: string): string {
  let text = fencedSpans.get(span);
  if (text === undefined) {
    const name = span.symbol === undefined ? "" : ` ${code(span.symbol)}`;
    const whole = span.part_of === undefined ? "" : ` · part of ${code(span.part_of)}`;
    text = `${lineRange(span.start_line, span.end_line)}${name}${whole} · receipt: ${span.receipt}\n` +
      fenced(span.text, language);
    fencedSpans.set(span, text);
  }
  return text;
}

function itemMarkdown(item: ContextItem, rank: number): string {
  const spans = item.spans ?? [];
  const range = item.start_line !== undefined && item.end_line !== undefined && spans.length === 0
    ? ` ${lineRange(item.start_line, item.end_line)}`
    : "";
  const size = item.file_tokens === undefined ? "" : ` of ${item.file_tokens}`;
  const parts = [
    `## ${rank}. ${code(item.path)}${range}\n` + joined([
      item.kind,
      String(roundScore(item.score)),
      `~${item.content_tokens}c/${item.projected_read_tokens}r${size} tokens`,
      item.hash,
      item.duplicate_of === undefined ? undefined : `duplicate-of: ${label(item.duplicate_of)}`,
      item.stripped && "stripped",
      item.stale && CHANGED_SINCE,
      item.reasons.length > 0 ? `reasons: ${item.reasons.map(label).join(", ")}` : undefined,
      item.receipt !== undefined && spans.length === 0 ? `receipt: ${item.receipt}` : undefined,
    ], " · "),
  ];
  if (item.symbols?.length) parts.push(item.symbols.map(symbolMarkdown).join("\n"));
  if (item.symbols_omitted) parts.push(`${plural(item.symbols_omitted, "symbol")} not shown`);
  const language = languageTag(item.path);
  if (spans.length > 0) parts.push(spans.map((span) => spanMarkdown(span, language)).join("\n"));
  if (item.spans_omitted) parts.push(`${plural(item.spans_omitted, "span")} not shown`);
  return parts.join("\n\n");
}

function reusedMarkdown(unit: ReusedUnit): string {
  return joined([
    `- ${code(unit.path)}`,
    unit.start_line !== undefined && unit.end_line !== undefined
      ? lineRange(unit.start_line, unit.end_line)
      : undefined,
    unit.symbol === undefined ? undefined : code(unit.symbol),
  ], " ");
}

/** A memory as a list entry; its text is a quotation, so it cannot pass for a part of the document. */
export function memoryMarkdown(memory: MemoryHit): string {
  const files = sortedNames(memory.files);
  const facts = joined([
    `- ${memory.kind} ${memory.id}`,
    memory.score ? String(roundScore(memory.score)) : undefined,
    memory.created,
    memory.estimated_tokens === undefined ? undefined : `~${memory.estimated_tokens} tokens`,
    memory.session === undefined ? undefined : `session: ${label(memory.session)}`,
    memory.tags?.length ? `tags: ${memory.tags.map(label).join(", ")}` : undefined,
    files.length > 0 ? `files: ${files.map(label).join(", ")}` : undefined,
    memory.stale ? `**stale**: ${(memory.stale_files ?? []).map(label).join(", ")}` : undefined,
    memory.reasons?.length ? `reasons: ${memory.reasons.map(label).join(", ")}` : undefined,
  ], " · ");
  return `${facts}\n${quoteLines(memory.text.replaceAll("<", "\\<"), "  > ")}`;
}

/** The Markdown of a context answer, without the last line, which names its representation. */
export function contextMarkdown(result: ContextResult): string {
  const { results, reused, memories } = result;
  const blocks = [
    `# Context: ${code(result.query)}`,
    joined([
      plural(result.terms.length, "term"),
      result.detail,
      `content ${result.content_state}`,
      `analysis ${result.analysis_state}`,
      `evidence ${result.evidence_id}`,
    ], " · "),
  ];
  if (results.length === 0) blocks.push("No new evidence.");
  for (let i = 0; i < results.length; i++) blocks.push(itemMarkdown(results[i]!, i + 1));
  if (reused.length > 0) {
    const more = result.reused_omitted ? `\n- ${result.reused_omitted} more` : "";
    blocks.push(`## Reused\n${reused.map(reusedMarkdown).join("\n")}${more}`);
  }
  if (memories?.length) blocks.push(`## Memory\n${memories.map(memoryMarkdown).join("\n")}`);
  if (result.instructions?.length) blocks.push(`Instructions: ${result.instructions.map(code).join(", ")}`);
  if (result.stale) blocks.push(staleness(result.stale));
  const active = activeBudgets(result);
  const footer = [`Budget: ${budgetFacts(result)}`];
  if (active) footer.push(`Active budgets: ${active}`);
  blocks.push(footer.join("  \n"));
  return blocks.join("\n\n");
}
