/** `context`: the part of the repository that a task needs, inside every given budget. */
import { type Candidate, type Detail, UsageError } from "../model/mod.ts";
import type { PackOutcome, PackRequest, TokenMeter } from "../packer/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import type { FileFacts } from "../usage/mod.ts";
import { analysisIdentity, evidenceSource } from "./_evidence.ts";
import { recall } from "./_memories.ts";
import { tokenMeter } from "./_token_meter.ts";
import { type OpenIndex, openIndex, refreshWhen } from "./_open_index.ts";
import { explanation } from "./_explanation.ts";
import { REFRESH } from "./_refresh.ts";
import { type TreeAge, treeAge } from "./_tree_age.ts";
import { checkReceipts, parseKnown, sessionName } from "./_possession.ts";
import { type Command, defineCommand, type Format } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `context` is asked. */
export interface ContextOptions {
  /** What is to be done or understood, in any words. */
  task: string;
  /** How many new files at most. */
  top: number;
  /** How much of each file; `paths` when neither this nor `snippets` is given. */
  detail?: Detail | "auto";
  /** The same as the detail `slices`. */
  snippets: boolean;
  /** Ceiling on charged work. */
  budgetTokens?: number;
  /** Ceiling on the exact text of the answer. */
  responseBudgetTokens?: number;
  /** Ceiling on full reads of the files that are only pointed to. */
  projectedReadBudgetTokens?: number;
  /** Receipts of units that the client holds. */
  seen: readonly string[];
  /** `PATH@HASH` of files that the client holds completely. */
  known: readonly string[];
  /** Under which name deliveries are remembered; `REPOCTX_SESSION` when absent. */
  session?: string;
  /** Drop comments from delivered lines. */
  stripComments: boolean;
  /** Let matching memories ride along. */
  includeMemory: boolean;
  /** Forget first what the session was sent: the client's own context was compacted. */
  sessionReset: boolean;
  /** Bring the index up to date first. */
  refresh: boolean;
  /** Let past commits vote. */
  includeHistory: boolean;
  /** Point to instruction files of the folders that delivered files lie in. */
  includeInstructions: boolean;
  /** Tell on standard error how every candidate was scored. */
  explain: boolean;
}

/** How many candidates an answer passes over, for budgets or because they are held, before it gets further down. */
const PASSED_OVER = 16;

/** An answer, and what is needed to say which reading it replaces. */
export interface ContextAnswer extends PackOutcome {
  /** As in {@link FileFacts}. */
  facts: FileFacts;
}

/** Answers a task with ranked evidence. */
export const context: Command<ContextOptions, ContextAnswer> = defineCommand<ContextOptions, ContextAnswer>({
  name: "context",
  group: "Ask",
  summary: "Get the files, symbols or lines that a task needs, inside a token budget",
  description:
    "Describe the task in your own words. Files are ranked with reasons; every budget that is given is " +
    "kept exactly. What --seen, --known or --session name is not sent again.",
  parameters: {
    task: {
      type: "string",
      positional: true,
      required: true,
      piped: true,
      help: "What is to be done or understood",
    },
    top: { type: "integer", default: 8, above: 0, help: "How many new files at most" },
    detail: {
      type: "string",
      choices: ["auto", "paths", "outline", "slices"],
      help: "How much of each file: its path, its symbols, or lines of source; auto decides by the task",
      otherwise: "paths",
    },
    snippets: { type: "boolean", default: false, help: "The same as --detail slices" },
    responseBudgetTokens: {
      type: "integer",
      above: 0,
      help: "Ceiling on everything the answer prints, exact",
    },
    projectedReadBudgetTokens: {
      type: "integer",
      above: 0,
      help: "Ceiling on what reading the files pointed to would cost",
    },
    budgetTokens: { type: "integer", above: 0, help: "Ceiling on charged work, an older measure" },
    seen: { type: "list", label: "receipt", help: "A delivered unit that is not to be sent again" },
    known: { type: "list", label: "path@hash", help: "A file you have read completely" },
    session: {
      type: "string",
      label: "name",
      help: "Remember under this name what was sent, and do not send it again",
      otherwise: "$REPOCTX_SESSION",
    },
    sessionReset: {
      type: "boolean",
      default: false,
      help: "Forget first what was sent under the session's name, after the client's context was compacted",
    },
    stripComments: { type: "boolean", default: false, help: "Drop comments from lines of source (lossy)" },
    includeMemory: { type: "boolean", default: true, flag: "no-memory", help: "Leave memories out" },
    refresh: REFRESH,
    includeHistory: { type: "boolean", default: true, flag: "no-history", help: "Rank without past commits" },
    includeInstructions: {
      type: "boolean",
      default: true,
      flag: "no-instructions",
      help: "Do not point to AGENTS.md and CLAUDE.md of the folders that delivered files lie in",
    },
    explain: {
      type: "boolean",
      default: false,
      help: "Tell on standard error how every candidate was scored",
    },
  },
  examples: [
    {
      line: 'context "fix the retry delay" --detail auto --response-budget-tokens 2000 --format md',
      explanation: "The usual call of an agent: source in at most 2,000 tokens",
    },
    { line: 'context "where are sessions stored"', explanation: "Which files to look at, and why" },
    {
      line: 'context "add a currency option" --refresh',
      explanation: "After editing, without a separate index run",
    },
  ],
  formats: ["text", "json", "md"],
  needs: "index",
  stopsInOrder: true,
  async validate(options, surroundings) {
    if (options.task.trim() === "") throw new UsageError("The task is empty. Describe it in your own words.");
    parseKnown(options.known);
    await checkReceipts(options.seen);
    await sessionName(options.session, surroundings);
  },
  run: answer,
  render: ({ document }) => Promise.resolve(document),
  async valueOfAnswer({ result, facts, responseTokens }) {
    const { contextCredit } = await import("../usage/mod.ts");
    return { served: responseTokens, ...contextCredit(result, facts) };
  },
});

async function answer(
  surroundings: CommandContext,
  options: ContextOptions,
  format: Format,
): Promise<ContextAnswer> {
  const { detailFor, joinPossession, loadSession, packContext, recordDelivery, resetSession } = await import(
    "../packer/mod.ts"
  );
  const { rankFiles } = await import("../ranker/mod.ts");
  const session = await sessionName(options.session, surroundings);
  using index = await openIndex(surroundings, refreshWhen(options.refresh));
  const { config, reader, root } = index;
  const { synonyms } = config.ranking;
  const weights = options.includeHistory ? config.ranking.weights : { ...config.ranking.weights, history: 0 };
  const ranking = rankFiles(reader, options.task, { weights, synonyms });
  const asked = options.detail ?? (options.snippets ? "slices" : "paths");
  const explicit = { seen: options.seen, known: parseKnown(options.known) };
  if (session !== undefined && options.sessionReset) await resetSession(root, session);
  const remembered = session === undefined ? undefined : loadSession(root, session);
  const meter = await tokenMeter(root, config);
  const age = await treeAge(
    index,
    ranking.candidates.slice(0, options.top + PASSED_OVER).map(({ path }) => path),
  );
  const memories = !options.includeMemory ? [] : await recall(index, {
    terms: ranking.terms.reported,
    candidates: ranking.candidates,
    session,
    remembered,
    isJson: format === "json",
    chargedWork: options.budgetTokens,
    hashOf: age.hashOf,
  }, meter);
  const outcome = await packContext({
    query: options.task,
    ranking,
    detail: asked === "auto" ? detailFor(ranking.terms.reported) : asked,
    top: options.top,
    budgets: {
      ...(options.budgetTokens === undefined ? {} : { chargedWork: options.budgetTokens }),
      ...(options.responseBudgetTokens === undefined ? {} : { response: options.responseBudgetTokens }),
      ...(options.projectedReadBudgetTokens === undefined
        ? {}
        : { projectedReads: options.projectedReadBudgetTokens }),
    },
    format: format as "text" | "json" | "md",
    surface: surroundings.surface,
    stripComments: options.stripComments,
    possession: joinPossession(remembered, explicit),
    memories,
    source: evidenceSource(reader, ranking.commits),
    identity: await analysisIdentity(index),
    ...treeDifference(age, reader),
    ...(options.includeInstructions
      ? { instructionFiles: instructionFiles(reader, ranking.candidates) }
      : {}),
    meter,
  });
  if (options.explain) { for (const line of explanation(ranking, outcome)) surroundings.warn(line); }
  if (session !== undefined) await recordDelivery(root, session, explicit, outcome);
  return { ...outcome, facts: factsOf(index, explicit.known, outcome, meter) };
}

/** How far the working tree has moved on from the index. */
function treeDifference(
  { stale, changed }: TreeAge,
  { meta: { indexedCommit } }: IndexReader,
): Pick<PackRequest, "difference"> {
  if (stale === undefined) return {};
  const commit = indexedCommit === undefined ? {} : { indexedCommit };
  return { difference: { files: stale.files, modified: changed, ...commit } };
}

/** Instruction files in folders above any candidate, by path. */
function instructionFiles(reader: IndexReader, candidates: readonly Pick<Candidate, "path">[]): string[] {
  const folders = new Set<string>();
  for (const { path } of candidates) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const paths = [...folders].flatMap((folder) => [`${folder}AGENTS.md`, `${folder}CLAUDE.md`]);
  return reader.filesAt(paths).map(({ path }) => path);
}

/** The lengths of the files that an answer names, and the costs of those it lists as held because the call said so. */
function factsOf(
  { reader }: OpenIndex,
  known: ReadonlyMap<string, string>,
  { result }: PackOutcome,
  meter: TokenMeter,
): FileFacts {
  const knownTokens = new Map<string, number>();
  const lineCounts = new Map<string, number>();
  for (const { path } of result.results) lineCounts.set(path, reader.fileByPath(path)?.lineCount ?? 0);
  for (const { path, start_line } of result.reused) {
    const claim = known.get(path)?.toLowerCase();
    if (claim === undefined || start_line !== undefined) continue;
    const file = reader.fileByPath(path);
    if (!file?.contentHash.startsWith(claim)) continue;
    knownTokens.set(path, meter.scale(file.tokenCount));
    lineCounts.set(path, file.lineCount);
  }
  return { knownTokens, lineCounts };
}
