/** `prime` in any format. */
import type { PrimeItem, PrimeResult, PrimeSymbol } from "../model/mod.ts";
import { counter, document, filled, flag, jsonText, list, number, record, texts } from "./_json.ts";
import { joined, plural } from "./_labels.ts";
import { code, label } from "./_markdown.ts";
import { CHANGED_SINCE, staleJson } from "./_staleness.ts";
import { symbolMarkdown, symbolText } from "./_symbols.ts";
import { visible } from "../text/mod.ts";
import { type Format, formatted } from "./format.ts";

const json = document<PrimeResult>({
  schema_version: number,
  command: jsonText,
  token_profile: jsonText,
  stale: staleJson,
  approx_files: number,
  approx_loc: number,
  languages: list(record<PrimeResult["languages"][number]>({ language: jsonText, approx_loc: number })),
  dirs: list(record<PrimeResult["dirs"][number]>({ path: jsonText, approx_loc: number, files: number })),
  entrypoints: texts,
  entrypoints_omitted: counter,
  results: list(record<PrimeItem>({
    path: jsonText,
    hash: jsonText,
    estimated_tokens: number,
    stale: flag,
    symbols: list(record<PrimeSymbol>({
      name: jsonText,
      kind: jsonText,
      start_line: number,
      end_line: number,
      signature: jsonText,
      doc: filled,
    })),
    symbols_omitted: counter,
  })),
});

/** The overview, one fact per line, with paths shown by `show`. */
function overview(result: PrimeResult, show: (path: string) => string): string[] {
  const profile = result.token_profile === undefined ? "" : ` (tokens ${result.token_profile}-calibrated)`;
  const lines = [`about ${result.approx_files} files, ${result.approx_loc} lines${profile}`];
  const add = (title: string, values: string[]): void => {
    if (values.length > 0) lines.push(`${title}: ${values.join(", ")}`);
  };
  add("languages", result.languages.map(({ language, approx_loc }) => `${show(language)} ${approx_loc}`));
  add(
    "folders",
    result.dirs.map((dir) => `${show(dir.path)} ${dir.approx_loc} in ${plural(dir.files, "file")}`),
  );
  const more = result.entrypoints_omitted ? [`${result.entrypoints_omitted} more`] : [];
  add("entry points", [...result.entrypoints.map(show), ...more]);
  return lines;
}

function itemFacts(item: PrimeItem): string {
  return `~${item.estimated_tokens} tokens · ${item.hash}${item.stale ? ` · ${CHANGED_SINCE}` : ""}`;
}

function omission(item: PrimeItem): string | undefined {
  return item.symbols_omitted ? `${plural(item.symbols_omitted, "symbol")} not shown` : undefined;
}

function text(result: PrimeResult): string {
  const lines = ["Repository primer", ...overview(result, visible).map((line) => `  ${line}`)];
  if (result.results.length > 0) lines.push("Most imported files");
  for (const item of result.results) {
    lines.push(`  ${visible(item.path)}  ${itemFacts(item)}`);
    for (const symbol of item.symbols) lines.push(`    ${symbolText(symbol)}`);
    const omitted = omission(item);
    if (omitted) lines.push(`    + ${omitted}`);
  }
  return lines.join("\n");
}

function markdown(result: PrimeResult): string {
  const blocks = ["# Repository primer", overview(result, label).map((line) => `- ${line}`).join("\n")];
  for (const item of result.results) {
    blocks.push(joined([
      `## ${code(item.path)}\n${itemFacts(item)}`,
      item.symbols.map(symbolMarkdown).join("\n"),
      omission(item),
    ], "\n\n"));
  }
  return blocks.join("\n\n");
}

/** Renders a primer. It names the same repository with the same bytes for as long as the repository allows. */
export const renderPrime: (result: PrimeResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
