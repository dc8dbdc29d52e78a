/** `context` as JSON. */
import type {
  ContextItem,
  ContextResult,
  ContextSpan,
  ContextSymbol,
  MemoryHit,
  ReusedUnit,
} from "../model/mod.ts";
import {
  counter,
  document,
  filled,
  filledRecord,
  flag,
  jsonText,
  list,
  map,
  never,
  number,
  record,
  remembered,
  score,
  texts,
} from "./_json.ts";
import { staleJson } from "./_staleness.ts";

/** A memory, as `memory` and `context` both show it. A score of zero says nothing and is left out. */
export const memoryJson = record<MemoryHit>({
  id: jsonText,
  kind: jsonText,
  text: jsonText,
  score: (value) => value > 0 ? score(value) : undefined,
  files: map(jsonText),
  tags: texts,
  session: jsonText,
  created: jsonText,
  stale: (value) => value ? "true" : undefined,
  stale_files: texts,
  estimated_tokens: number,
  reasons: texts,
});

const symbol = record<ContextSymbol>({
  name: jsonText,
  kind: jsonText,
  start_line: number,
  end_line: number,
  signature: jsonText,
  doc: filled,
  role: jsonText,
  receipt: jsonText,
});

const span = record<ContextSpan>({
  start_line: number,
  end_line: number,
  symbol: jsonText,
  part_of: jsonText,
  text: jsonText,
  receipt: jsonText,
});

const wholeItem = record<ContextItem>({
  path: jsonText,
  kind: jsonText,
  score,
  start_line: number,
  end_line: number,
  content_tokens: number,
  projected_read_tokens: number,
  estimated_tokens: number,
  file_tokens: number,
  hash: jsonText,
  receipt: jsonText,
  duplicate_of: jsonText,
  stripped: flag,
  stale: flag,
  reasons: texts,
  symbols: list(remembered(symbol)),
  symbols_omitted: counter,
  spans: list(remembered(span)),
  spans_omitted: counter,
});

/** The receipt of an item's only unit stands with that unit; written twice it would cost 30 tokens an item. */
function item(value: ContextItem): string | undefined {
  const units = value.spans ?? value.symbols ?? [];
  if (!units.some((unit) => unit.receipt === value.receipt)) return wholeItem(value);
  const { receipt: _, ...rest } = value;
  return wholeItem(rest);
}

const reused = record<ReusedUnit>({
  path: jsonText,
  start_line: number,
  end_line: number,
  symbol: jsonText,
  receipt: jsonText,
});

/** The JSON of a context answer, without its `representation_id`; an empty `state` is left out. */
export const contextJson: (result: ContextResult) => string = document<ContextResult>({
  schema_version: number,
  command: jsonText,
  query: jsonText,
  terms: texts,
  state: filled,
  content_state: jsonText,
  analysis_state: jsonText,
  evidence_id: jsonText,
  representation_id: never,
  detail: jsonText,
  top: number,
  budgets: filledRecord<NonNullable<ContextResult["budgets"]>>({
    charged_work_tokens: number,
    response_tokens: number,
    projected_read_tokens: number,
  }),
  token_profile: jsonText,
  stale: staleJson,
  count: number,
  reused_count: number,
  reused_omitted: counter,
  omitted: counter,
  omitted_by: filledRecord<NonNullable<ContextResult["omitted_by"]>>({
    top: counter,
    response_budget: counter,
    projected_read_budget: counter,
    budget_tokens: counter,
    nonpositive_score: counter,
  }),
  content_tokens: number,
  projected_read_tokens: number,
  estimated_tokens: number,
  results: list(item),
  reused: list(reused),
  memories: list(memoryJson),
  instructions: texts,
});
