/** `index` in any format. */
import type { IndexResult } from "../model/mod.ts";
import { document, jsonText, map, never, number, record } from "./_json.ts";
import { joined, sortedNames } from "./_labels.ts";
import { code } from "./_markdown.ts";
import { visible } from "./_visible.ts";
import { type Format, formatted } from "./format.ts";

const json = document<IndexResult>({
  schema_version: number,
  command: jsonText,
  mode: jsonText,
  files: record<IndexResult["files"]>({
    total: number,
    added: number,
    changed: number,
    deleted: number,
    unchanged: number,
  }),
  chunks: number,
  symbols: number,
  edges: number,
  work: record<IndexResult["work"]>({
    bytes_read: number,
    files_parsed: number,
    graph_files_analyzed: number,
    edges_recomputed: number,
  }),
  skipped: map(number),
  root: never,
  elapsed_ms: never,
});

/** What was found and done, one fact group per line. */
function facts(result: IndexResult): string[] {
  const { files, work } = result;
  const skipped = sortedNames(result.skipped).map((reason) => `${result.skipped[reason]} ${visible(reason)}`);
  const lines = [
    `files: ${files.total} (+${files.added} ~${files.changed} -${files.deleted} =${files.unchanged})`,
    `chunks: ${result.chunks}  symbols: ${result.symbols}  edges: ${result.edges}`,
    joined([
      `work: ${work.bytes_read} bytes read`,
      `${work.files_parsed} files parsed`,
      `${work.graph_files_analyzed} graph files analyzed`,
      `${work.edges_recomputed} edges recomputed`,
      result.elapsed_ms === undefined ? undefined : `${Math.round(result.elapsed_ms)} ms`,
    ], "  "),
  ];
  if (skipped.length > 0) lines.push(`skipped: ${skipped.join("  ")}`);
  return lines;
}

function text(result: IndexResult): string {
  const place = result.root === undefined ? "" : ` ${visible(result.root)}`;
  return [`Indexed${place} (${result.mode})`, ...facts(result).map((line) => `  ${line}`)].join("\n");
}

function markdown(result: IndexResult): string {
  const place = result.root === undefined ? "" : ` ${code(result.root)}`;
  return `# Indexed${place} (${result.mode})\n\n${facts(result).map((line) => `- ${line}`).join("\n")}`;
}

/** Renders what an index run did. */
export const renderIndex: (result: IndexResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
