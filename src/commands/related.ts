/** `related`: the files a file is linked with. */
import { type RelatedEntry, type RelatedResult, SCHEMA_VERSION } from "../model/mod.ts";
import { findFile, openIndex } from "./_open_index.ts";
import { renderResult } from "./_render.ts";
import { type Command, defineCommand, NO_SAVINGS } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `related` is asked. */
export interface RelatedOptions {
  /** Absolute, or relative to the working directory. */
  file: string;
}

/** Lists imports, importers and tests of one file. */
export const related: Command<RelatedOptions, RelatedResult> = defineCommand<RelatedOptions, RelatedResult>({
  name: "related",
  group: "Ask",
  summary: "List what a file imports, what imports it, and its tests",
  parameters: {
    file: { type: "string", positional: true, required: true, file: true, help: "A file of the index" },
  },
  examples: [{ line: "related src/http.ts", explanation: "What a change of this file may affect" }],
  formats: ["text", "json", "md"],
  needs: "index",
  run: listRelated,
  render: renderResult,
  valueOfAnswer: () => NO_SAVINGS,
});

async function listRelated(context: CommandContext, options: RelatedOptions): Promise<RelatedResult> {
  using index = await openIndex(context);
  const { path, kind } = await findFile(index, context, options.file);
  const { imports, importedBy, tests, testedBy } = index.reader.neighbours(path);
  const results = [
    ...entries(imports, "imports", "import-edge"),
    ...entries(importedBy, "imported_by", "reverse-import-edge"),
    ...entries(tests, "tests", "test-link"),
    ...entries(testedBy, "tested_by", "test-link"),
  ];
  return { schema_version: SCHEMA_VERSION, command: "related", path, kind, count: results.length, results };
}

function entries(
  paths: readonly string[],
  relation: RelatedEntry["relation"],
  reason: string,
): RelatedEntry[] {
  return paths.map((path) => ({ path, relation, reasons: [reason] }));
}
