/** `search` in any format. */
import type { SearchHit, SearchResult } from "../model/mod.ts";
import { roundScore } from "../model/mod.ts";
import { document, flag, jsonText, list, number, record, score, texts } from "./_json.ts";
import { joined, lineRange, plural, scoreText } from "./_labels.ts";
import { code, label, prose, tableHead, tableRow } from "./_markdown.ts";
import { CHANGED_SINCE, staleJson, staleness } from "./_staleness.ts";
import { visible } from "../text/mod.ts";
import { type Format, formatted } from "./format.ts";

const PATH_WIDTH = 48;

const json = document<SearchResult>({
  schema_version: number,
  command: jsonText,
  query: jsonText,
  stale: staleJson,
  count: number,
  results: list(record<SearchHit>({
    path: jsonText,
    kind: jsonText,
    score,
    start_line: number,
    end_line: number,
    chunk_kind: jsonText,
    heading: jsonText,
    stale: flag,
    reasons: texts,
  })),
  hints: texts,
});

function hitText(hit: SearchHit, rank: number): string {
  return joined([
    `${rank}. ${visible(hit.path).padEnd(PATH_WIDTH)}`,
    scoreText(hit.score),
    hit.kind,
    `[${lineRange(hit.start_line, hit.end_line)}]`,
    hit.reasons.map(visible).join(", "),
    hit.heading === undefined ? undefined : visible(hit.heading),
    hit.stale && CHANGED_SINCE,
  ], "  ");
}

function text(result: SearchResult): string {
  const head = `Found ${result.count} result(s) for "${visible(result.query)}"`;
  return [
    result.results.length === 0 ? `${head}.` : `${head}:`,
    ...result.results.map((hit, index) => hitText(hit, index + 1)),
    ...(result.hints ?? []).map(visible),
    ...(result.stale === undefined ? [] : [staleness(result.stale)]),
  ].join("\n");
}

function hitRow(hit: SearchHit, rank: number): string {
  const heading = hit.heading === undefined ? "" : ` ${label(hit.heading)}`;
  return tableRow([
    String(rank),
    code(hit.path),
    String(roundScore(hit.score)),
    hit.kind,
    `${lineRange(hit.start_line, hit.end_line)}${heading}${hit.stale ? `, ${CHANGED_SINCE}` : ""}`,
    hit.reasons.map(label).join(", "),
  ]);
}

function markdown(result: SearchResult): string {
  const head = `# Search: ${code(result.query)}\n\n${plural(result.count, "result")}`;
  const table = result.results.length === 0 ? [] : [
    tableHead(["#", "File", "Score", "Kind", "Lines", "Reasons"]),
    ...result.results.map((hit, index) => hitRow(hit, index + 1)),
  ];
  const stale = result.stale && staleness(result.stale);
  return joined([head, table.join("\n"), ...(result.hints ?? []).map(prose), stale], "\n\n");
}

/** Renders a search. */
export const renderSearch: (result: SearchResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
