/** `index`: builds the index, or brings it up to date. */
import type { IndexResult } from "../model/mod.ts";
import { renderResult } from "./_render.ts";
import { type Command, defineCommand } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `index` is told. */
export interface IndexOptions {
  /** Read every file anew. */
  full: boolean;
  /** List every path that was left out. */
  verbose: boolean;
}

/** Indexes the repository around the working directory. */
export const index: Command<IndexOptions, IndexResult> = defineCommand<IndexOptions, IndexResult>({
  name: "index",
  group: "Set up",
  summary: "Build the index, or bring it up to date",
  description:
    "Reads only what changed since the last run. The old index stays usable until the new one is complete, " +
    "also when the run is stopped.",
  parameters: {
    full: { type: "boolean", default: false, help: "Rebuild everything instead of what changed" },
    verbose: {
      type: "boolean",
      default: false,
      help: "List every path that was left out, and why; sensitive ones are only counted",
    },
  },
  examples: [
    { line: "index", explanation: "After editing files, before asking again" },
    { line: "index --full", explanation: "From scratch" },
    { line: "index --verbose", explanation: "Why a file is not found" },
  ],
  formats: ["text", "json", "md"],
  needs: "repository",
  stopsInOrder: true,
  run: updateIndex,
  render: renderResult,
});

async function updateIndex(context: CommandContext, options: IndexOptions): Promise<IndexResult> {
  const { openRepository } = await import("../repository/mod.ts");
  const repository = openRepository(context.cwd);
  const { indexRepository } = await import("../indexer/mod.ts");
  const { result, missingRoots, skipped } = await indexRepository(repository, {
    mode: options.full ? "full" : "incremental",
    toolVersion: context.version,
    signal: context.signal,
    onProgress: (progress: { stage: string; done?: number; total?: number }) => context.progress(progress),
  });
  for (const warning of includeWarnings(missingRoots, result.files.total, repository.config.include)) {
    context.warn(warning);
  }
  if (!options.verbose) return result;
  return { ...result, skipped_paths: skipped.filter(({ reason }) => reason !== "sensitive") };
}

/** Three lines for a config whose `include` misses the repository, so that an empty index is no riddle. */
function includeWarnings(missing: readonly string[], selected: number, include: readonly string[]): string[] {
  if (include.length === 0 || (missing.length === 0 && selected > 0)) return [];
  return [
    missing.length > 0
      ? `Warning: "include" in repoctx.config.json names what does not exist: ${missing.join(", ")}.`
      : 'Warning: nothing was selected below the "include" entries of repoctx.config.json.',
    `Only these are scanned: ${include.join(", ")}.`,
    'To index the whole repository, remove "include" or set it to [].',
  ];
}
