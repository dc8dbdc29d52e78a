/** `memory add`, `memory search` and `memory rm`: what agents note down for later. */
import type { MemoryAddResult, MemoryHit, MemoryRemoveResult, MemorySearchResult } from "../model/mod.ts";
import { findFile, openIndex } from "./_open_index.ts";
import { renderResult } from "./_render.ts";
import { staleMember, treeAge } from "./_tree_age.ts";
import { type Command, defineCommand, NO_SAVINGS } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

type Kind = MemoryHit["kind"];

/** What `memory add` is told. */
export interface MemoryAddOptions {
  /** The note itself. */
  text: string;
  /** What it is. */
  kind: Kind;
  /** Files it is about, absolute or relative to the working directory. */
  files: readonly string[];
  /** Words to find it by. */
  tags: readonly string[];
  /** Only calls with this session see it. */
  session?: string;
}

/** What `memory search` is asked. */
export interface MemorySearchOptions {
  /** Words; everything is listed without them. */
  query?: string;
  /** How many entries at most. */
  top: number;
  /** Only entries of this kind. */
  kind?: Kind;
  /** Only entries linked to this file. */
  file?: string;
  /** Shows the entries of this session besides the long-term ones. */
  session?: string;
  /** Only entries with a linked file that changed since. */
  stale: boolean;
}

/** What `memory rm` is told. */
export interface MemoryRemoveOptions {
  /** The whole id. */
  id: string;
}

const FORMATS = ["text", "json", "md"] as const;
const KINDS: readonly Kind[] = ["note", "decision", "constraint"];

/** Stores a memory. */
export const memoryAdd: Command<MemoryAddOptions, MemoryAddResult> = defineCommand<
  MemoryAddOptions,
  MemoryAddResult
>({
  name: "memory add",
  group: "Remember",
  summary: "Note down an insight, a decision or a constraint",
  description: "An entry that is linked to files is marked as stale once one of them changes. " +
    "Adding the same entry again renews it.",
  parameters: {
    text: { type: "string", positional: true, required: true, piped: true, help: "What to remember" },
    kind: {
      type: "string",
      choices: KINDS,
      default: "note",
      help: "Knowledge, a recorded why, or an invariant",
    },
    files: { type: "list", file: true, flag: "file", label: "file", help: "A file it is about" },
    tags: { type: "list", flag: "tag", label: "tag", help: "A word to find it by" },
    session: { type: "string", label: "name", help: "Show it to calls with this session only" },
  },
  examples: [
    {
      line: 'memory add "Retries are capped at three." --kind decision --file src/http.ts',
      explanation: "Recalled by later questions about retrying or about that file",
    },
  ],
  formats: FORMATS,
  needs: "index",
  async validate(options) {
    (await import("../memory/mod.ts")).checkInput(options);
  },
  run: add,
  render: renderResult,
  valueOfAnswer: () => NO_SAVINGS,
});

async function add(context: CommandContext, options: MemoryAddOptions): Promise<MemoryAddResult> {
  const { addMemory } = await import("../memory/mod.ts");
  using index = await openIndex(context, { refresh: "auto" });
  const files: string[] = [];
  for (const file of options.files) files.push((await findFile(index, context, file)).path);
  // What was noted down is about the files as they are, not as they were indexed.
  const { hashOf } = await treeAge(index, files);
  return await addMemory(index.root, { ...options, files }, {
    hashOf,
    today: new Date().toISOString().slice(0, "2026-01-01".length),
  });
}

/** Looks memories up. */
export const memorySearch: Command<MemorySearchOptions, MemorySearchResult> = defineCommand<
  MemorySearchOptions,
  MemorySearchResult
>({
  name: "memory search",
  group: "Remember",
  summary: "Search the memory, or list it",
  parameters: {
    query: { type: "string", positional: true, help: "Words to look for; without them everything is listed" },
    top: { type: "integer", default: 10, above: 0, help: "How many entries at most" },
    kind: { type: "string", choices: KINDS, help: "Only entries of this kind" },
    file: { type: "string", file: true, help: "Only entries linked to this file" },
    session: { type: "string", label: "name", help: "Show the entries of this session too" },
    stale: { type: "boolean", default: false, help: "Only entries with a linked file that changed since" },
  },
  examples: [
    { line: "memory search retries", explanation: "What was noted down about retries" },
    { line: "memory search --stale", explanation: "What should be checked again" },
  ],
  formats: FORMATS,
  needs: "index",
  async validate({ session }) {
    if (session !== undefined) (await import("../memory/mod.ts")).checkSession(session);
  },
  run: search,
  render: renderResult,
  valueOfAnswer: () => NO_SAVINGS,
});

async function search(context: CommandContext, options: MemorySearchOptions): Promise<MemorySearchResult> {
  const { searchMemories } = await import("../memory/mod.ts");
  const { reportedTerms } = await import("../ranker/mod.ts");
  const { toRootRelative } = await import("../repository/mod.ts");
  const { tokenMeter } = await import("./_token_meter.ts");
  using index = await openIndex(context, { refresh: "auto" });
  const { query, top, kind, file, session } = options;
  const meter = await tokenMeter(index.root, index.config);
  const age = await treeAge(index);
  const found = searchMemories(index.root, {
    top,
    ...(query === undefined ? {} : { query, terms: reportedTerms(query, index.config.ranking.synonyms) }),
    ...(kind === undefined ? {} : { kind }),
    ...(file === undefined ? {} : { file: toRootRelative(index.root, context.cwd, file) }),
    ...(session === undefined ? {} : { session }),
    stale: options.stale ? "only" : "all",
  }, {
    hashOf: age.hashOf,
    countTokens: (text) => meter.scale(meter.count(text)),
  });
  return { ...found, ...staleMember(age) };
}

/** Removes a memory. */
export const memoryRemove: Command<MemoryRemoveOptions, MemoryRemoveResult> = defineCommand<
  MemoryRemoveOptions,
  MemoryRemoveResult
>({
  name: "memory rm",
  group: "Remember",
  summary: "Remove one entry from the memory",
  parameters: {
    id: { type: "string", positional: true, required: true, help: "The id of the entry, as listed" },
  },
  examples: [{ line: "memory rm cbd66cf8", explanation: "Forget this entry" }],
  formats: FORMATS,
  needs: "repository",
  async run(context, { id }): Promise<MemoryRemoveResult> {
    const { openRepository } = await import("../repository/mod.ts");
    const { removeMemory } = await import("../memory/mod.ts");
    return await removeMemory(openRepository(context.cwd).root, id);
  },
  render: renderResult,
  valueOfAnswer: () => NO_SAVINGS,
});
