/** `index` in any format. */
import type { IndexResult, SkippedPath } from "../model/mod.ts";
import { document, jsonText, list, map, never, number, record } from "./_json.ts";
import { joined, sortedNames } from "./_labels.ts";
import { code, label } from "./_markdown.ts";
import { visible } from "../text/mod.ts";
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
  skipped_paths: list(record<SkippedPath>({ path: jsonText, reason: jsonText, detail: jsonText })),
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

/** The paths that were left out, one per line, with paths and details shown by `show` and `tell`. */
function leftOut(
  { skipped_paths: skipped = [] }: IndexResult,
  show: (path: string) => string,
  tell: (detail: string) => string,
): string[] {
  return skipped.map(({ path, reason, detail }) =>
    `${show(path)}: ${tell(reason)}${detail === undefined ? "" : ` (${tell(detail)})`}`
  );
}

function text(result: IndexResult): string {
  const place = result.root === undefined ? "" : ` ${visible(result.root)}`;
  const paths = leftOut(result, visible, visible);
  return [
    `Indexed${place} (${result.mode})`,
    ...facts(result).map((line) => `  ${line}`),
    ...paths.length === 0 ? [] : ["Left out:", ...paths.map((line) => `  ${line}`)],
  ].join("\n");
}

function markdown(result: IndexResult): string {
  const place = result.root === undefined ? "" : ` ${code(result.root)}`;
  const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");
  const paths = leftOut(result, code, label);
  const list = paths.length === 0 ? "" : `\n\n## Left out\n${bullets(paths)}`;
  return `# Indexed${place} (${result.mode})\n\n${bullets(facts(result))}${list}`;
}

/** Renders what an index run did. */
export const renderIndex: (result: IndexResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
