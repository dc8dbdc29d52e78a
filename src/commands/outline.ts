/** `outline`: what one file declares, and what reading it would cost. */
import { type OutlineResult, type OutlineSymbol, SCHEMA_VERSION } from "../model/mod.ts";
import { findFile, openIndex, refreshWhen } from "./_open_index.ts";
import { REFRESH } from "./_refresh.ts";
import { renderResult } from "./_render.ts";
import { staleFileMember, treeAge } from "./_tree_age.ts";
import { type Command, defineCommand } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `outline` is asked. */
export interface OutlineOptions {
  /** Absolute, or relative to the working directory. */
  file: string;
  /** Bring the index up to date first. */
  refresh: boolean;
}

/** Lists the symbols of one file. */
export const outline: Command<OutlineOptions, OutlineResult> = defineCommand<OutlineOptions, OutlineResult>({
  name: "outline",
  group: "Ask",
  summary: "Show the symbols of a file with signatures, docs and the cost of reading it",
  parameters: {
    file: { type: "string", positional: true, required: true, file: true, help: "A file of the index" },
    refresh: REFRESH,
  },
  examples: [{ line: "outline src/http.ts", explanation: "What is in this file, without reading it" }],
  formats: ["text", "json", "md"],
  needs: "index",
  stopsInOrder: true,
  run: outlineFile,
  render: renderResult,
  valueOfAnswer: async (result) => (await import("../usage/mod.ts")).outlineCredit(result),
});

async function outlineFile(context: CommandContext, options: OutlineOptions): Promise<OutlineResult> {
  const { docSummary, producerTags, symbolReceipt } = await import("../packer/mod.ts");
  const { shortHash } = await import("../repository/mod.ts");
  const { calibrationOf, scale } = await import("../tokens/mod.ts");
  using index = await openIndex(context, refreshWhen(options.refresh));
  const file = await findFile(index, context, options.file);
  const tags = producerTags(index.reader.meta.producer);
  const symbols: OutlineSymbol[] = [];
  for (const symbol of index.reader.symbolsOf([file.id]).get(file.id) ?? []) {
    const { name, kind, startLine, endLine, signature } = symbol;
    const doc = docSummary(symbol.doc);
    const receipt = await symbolReceipt(
      { path: file.path, contentHash: file.contentHash },
      { name, startLine, endLine, signature, docSummary: doc },
      tags,
    );
    const summary = doc === "" ? {} : { doc };
    symbols.push({ name, kind, start_line: startLine, end_line: endLine, signature, ...summary, receipt });
  }
  return {
    schema_version: SCHEMA_VERSION,
    command: "outline",
    path: file.path,
    kind: file.kind,
    language: file.language,
    lines: file.lineCount,
    estimated_tokens: scale(file.tokenCount, calibrationOf(index.config.tokens)),
    hash: shortHash(file.contentHash),
    ...staleFileMember(await treeAge(index, [file.path]), file.path),
    symbols,
  };
}
