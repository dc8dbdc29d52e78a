/** `search`: full-text search, best place per file. */
import { SCHEMA_VERSION, type SearchHit, type SearchResult, UsageError } from "../model/mod.ts";
import type { FoundFile } from "../ranker/mod.ts";
import { openIndex, refreshWhen } from "./_open_index.ts";
import { REFRESH } from "./_refresh.ts";
import { renderResult } from "./_render.ts";
import { staleMark, staleMember, type TreeAge, treeAge } from "./_tree_age.ts";
import { type Command, defineCommand, NO_SAVINGS } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `search` is asked. */
export interface SearchOptions {
  /** Words or identifiers. */
  query: string;
  /** How many files at most. */
  top: number;
  /** Search the names, signatures and docs of symbols only. */
  symbols: boolean;
  /** Bring the index up to date first. */
  refresh: boolean;
}

/** Finds files by the words in their path, text and symbols. */
export const search: Command<SearchOptions, SearchResult> = defineCommand<SearchOptions, SearchResult>({
  name: "search",
  group: "Ask",
  summary: "Search the text and symbols of the repository",
  description: "Ranks files by the words of the query (BM25) and shows the best place in each. " +
    "Words are found in any form, and inside longer identifiers. For an exact text use grep.",
  parameters: {
    query: {
      type: "string",
      positional: true,
      required: true,
      piped: true,
      help: "Words or identifiers to look for",
    },
    top: { type: "integer", default: 10, above: 0, help: "How many files at most" },
    symbols: { type: "boolean", default: false, help: "Search only names, signatures and docs of symbols" },
    refresh: REFRESH,
  },
  examples: [
    { line: 'search "retry delay"', explanation: "Files about retrying with a delay" },
    {
      line: "search loginUser --symbols --format json",
      explanation: "Where something of that name is declared",
    },
  ],
  formats: ["text", "json", "md"],
  needs: "index",
  stopsInOrder: true,
  run: searchIndex,
  render: renderResult,
  valueOfAnswer: () => NO_SAVINGS,
});

async function searchIndex(context: CommandContext, options: SearchOptions): Promise<SearchResult> {
  const { indexTerms } = await import("../text/mod.ts");
  const { query, top, symbols } = options;
  const terms = [...new Set(indexTerms(query))];
  if (terms.length === 0) throw new UsageError("Query has no searchable terms.");
  const { searchFiles } = await import("../ranker/mod.ts");
  const { searchHints } = await import("./_absence.ts");
  using index = await openIndex(context, refreshWhen(options.refresh));
  const found = searchFiles(index.reader, {
    query,
    top,
    symbolsOnly: symbols,
    weights: index.config.ranking.weights,
  });
  const { shownReasons } = await import("../packer/mod.ts");
  const age = await treeAge(index, found.map(({ candidate }) => candidate.path));
  const results = found.map((file) => searchHit(file, age, shownReasons(file.candidate.reasons)));
  const hints = await searchHints(index, query, results.length);
  return {
    schema_version: SCHEMA_VERSION,
    command: "search",
    query,
    ...staleMember(age),
    count: results.length,
    results,
    ...(hints.length === 0 ? {} : { hints }),
  };
}

function searchHit(file: FoundFile, age: TreeAge, reasons: string[]): SearchHit {
  const { candidate, startLine, endLine, chunkKind, heading } = file;
  return {
    path: candidate.path,
    kind: candidate.kind,
    score: candidate.score,
    start_line: startLine,
    end_line: endLine,
    chunk_kind: chunkKind,
    ...(heading === undefined ? {} : { heading }),
    ...staleMark(age, candidate.path),
    reasons,
  };
}
