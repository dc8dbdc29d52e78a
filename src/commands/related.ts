/** `related`: the files a file is linked with. */
import { type RelatedEntry, type RelatedResult, SCHEMA_VERSION } from "../model/mod.ts";
import type { FileRow } from "../store/mod.ts";
import { findFile, type OpenIndex, openIndex, refreshWhen } from "./_open_index.ts";
import { REFRESH } from "./_refresh.ts";
import { renderResult } from "./_render.ts";
import { staleFileMember, staleMark, treeAge } from "./_tree_age.ts";
import { type Command, defineCommand, NO_SAVINGS } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `related` is asked. */
export interface RelatedOptions {
  /** Absolute, or relative to the working directory. */
  file: string;
  /** Who uses this symbol of the file, and what of other files it uses, instead of the file's own links. */
  symbol?: string;
  /** Bring the index up to date first. */
  refresh: boolean;
}

/** Lists imports, importers and tests of one file. */
export const related: Command<RelatedOptions, RelatedResult> = defineCommand<RelatedOptions, RelatedResult>({
  name: "related",
  group: "Ask",
  summary: "List what a file imports, what imports it, and its tests",
  parameters: {
    file: { type: "string", positional: true, required: true, file: true, help: "A file of the index" },
    symbol: {
      type: "string",
      label: "name",
      help: "Instead: who uses this symbol of the file, and which symbols of other files it uses",
    },
    refresh: REFRESH,
  },
  examples: [
    { line: "related src/http.ts", explanation: "What a change of this file may affect" },
    { line: "related src/http.ts --symbol retryFetch", explanation: "Callers and callees of one function" },
  ],
  formats: ["text", "json", "md"],
  needs: "index",
  stopsInOrder: true,
  run: listRelated,
  render: renderResult,
  valueOfAnswer: () => NO_SAVINGS,
});

async function listRelated(context: CommandContext, options: RelatedOptions): Promise<RelatedResult> {
  using index = await openIndex(context, refreshWhen(options.refresh));
  const file = await findFile(index, context, options.file);
  const { path, kind } = file;
  const found = options.symbol === undefined
    ? neighbours(index, path)
    : await usesOf(index, file, options.symbol);
  const age = await treeAge(index, [path, ...found.map((entry) => entry.path)]);
  const results = found.map(({ path, relation, reasons }): RelatedEntry => ({
    path,
    relation,
    ...staleMark(age, path),
    reasons,
  }));
  return {
    schema_version: SCHEMA_VERSION,
    command: "related",
    path,
    kind,
    ...staleFileMember(age, path),
    count: results.length,
    results,
  };
}

async function usesOf({ reader }: OpenIndex, file: FileRow, symbol: string): Promise<RelatedEntry[]> {
  const { symbolUses } = await import("./_symbol_uses.ts");
  return symbolUses(reader, file, symbol);
}

function neighbours({ reader }: OpenIndex, path: string): RelatedEntry[] {
  const { imports, importedBy, tests, testedBy } = reader.neighbours(path);
  return [
    ...entries(imports, "imports", "import-edge"),
    ...entries(importedBy, "imported_by", "reverse-import-edge"),
    ...entries(tests, "tests", "test-link"),
    ...entries(testedBy, "tested_by", "test-link"),
  ];
}

function entries(
  paths: readonly string[],
  relation: RelatedEntry["relation"],
  reason: string,
): RelatedEntry[] {
  return paths.map((path) => ({ path, relation, reasons: [reason] }));
}
