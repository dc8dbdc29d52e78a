/** `memory add`, `memory search` and `memory rm` in any format. */
import type { MemoryAddResult, MemoryRemoveResult, MemoryResult, MemorySearchResult } from "../model/mod.ts";
import { document, flag, jsonText, list, number, texts } from "./_json.ts";
import { plural } from "./_labels.ts";
import { code } from "./_markdown.ts";
import { staleJson, staleness } from "./_staleness.ts";
import { visible } from "../text/mod.ts";
import { memoryJson } from "./context_json.ts";
import { memoryMarkdown } from "./context_markdown.ts";
import { memoryText } from "./context_text.ts";
import type { Format } from "./format.ts";

/** What brings the index up to date: this command does not. */
const REMEDY = "'repoctx index'";

const addJson = document<MemoryAddResult>({
  schema_version: number,
  command: jsonText,
  action: jsonText,
  entry: memoryJson,
  updated: flag,
  total_entries: number,
});

const searchJson = document<MemorySearchResult>({
  schema_version: number,
  command: jsonText,
  action: jsonText,
  query: jsonText,
  terms: texts,
  stale: staleJson,
  count: number,
  total_entries: number,
  estimated_tokens: number,
  results: list(memoryJson),
});

const removeJson = document<MemoryRemoveResult>({
  schema_version: number,
  command: jsonText,
  action: jsonText,
  id: jsonText,
  removed: flag,
});

function json(result: MemoryResult): string {
  switch (result.action) {
    case "add":
      return addJson(result);
    case "search":
      return searchJson(result);
    case "rm":
      return removeJson(result);
  }
}

function counts(result: MemorySearchResult): string {
  return `${plural(result.count, "memory", "memories")} of ${result.total_entries} · ` +
    `~${result.estimated_tokens} tokens`;
}

function text(result: MemoryResult): string {
  switch (result.action) {
    case "add":
      return `${
        result.updated ? "Updated" : "Added"
      } memory ${result.entry.id} (${result.total_entries} in total):\n` +
        memoryText(result.entry);
    case "search": {
      const subject = result.query === undefined ? "" : ` for "${visible(result.query)}"`;
      const lines = [`Memory${subject}: ${counts(result)}`, ...result.results.map(memoryText)];
      if (result.stale) lines.push(staleness(result.stale, REMEDY));
      return lines.join("\n");
    }
    case "rm":
      return `Removed memory ${result.id}`;
  }
}

function markdown(result: MemoryResult): string {
  switch (result.action) {
    case "add":
      return `# Memory ${result.updated ? "updated" : "added"}\n\n${memoryMarkdown(result.entry)}\n\n` +
        `${result.total_entries} in total`;
    case "search": {
      const subject = result.query === undefined ? "" : `: ${code(result.query)}`;
      const blocks = [`# Memory${subject}`, counts(result)];
      if (result.results.length > 0) blocks.push(result.results.map(memoryMarkdown).join("\n"));
      if (result.stale) blocks.push(staleness(result.stale, REMEDY));
      return blocks.join("\n\n");
    }
    case "rm":
      return `Removed memory ${code(result.id)}`;
  }
}

/** Renders the outcome of a memory command. */
export function renderMemory(result: MemoryResult, format: Format): string {
  switch (format) {
    case "json":
      return json(result);
    case "md":
      return markdown(result);
    case "text":
      return text(result);
  }
}
