/** `eval`: how well the rankings find past changes of this repository. */
import { type Config, type EvalResult, UsageError } from "../model/mod.ts";
import type { TokenMeter } from "../packer/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import { analysisIdentity, evidenceSource } from "./_evidence.ts";
import { renderResult } from "./_render.ts";
import { tokenMeter } from "./_token_meter.ts";
import { type Command, defineCommand } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `eval` is asked. */
export interface EvalOptions {
  /** How many commits to replay. */
  commits: number;
  /** Files per answer. */
  top: number;
  /** Ceiling on the answers in which lines are looked for, in tokens. */
  budget: number;
  /** Look for better weights. */
  suggestWeights: boolean;
}

/** Replays commits. */
export const evaluation: Command<EvalOptions, EvalResult> = defineCommand<EvalOptions, EvalResult>({
  name: "eval",
  group: "Ask",
  summary: "Measure how well past commits of this repository are found, and what each signal adds",
  description:
    "Takes the subjects of the newest commits as tasks, each asked against the tree before the commit, and counts how " +
    "many of the files and lines that it modified are in the answer. Commits that modify 1 to 10 source files and " +
    "have a subject of two telling words take part. Works offline in a temporary folder; index and working tree " +
    "stay as they are. The same HEAD, config and options give the same figures.",
  parameters: {
    commits: { type: "integer", default: 50, above: 0, help: "How many commits to replay" },
    top: { type: "integer", default: 20, above: 4, help: "How many files an answer has at most" },
    budget: {
      type: "integer",
      default: 2000,
      above: 0,
      help: "Ceiling on an answer in which lines are looked for, in tokens",
    },
    suggestWeights: {
      type: "boolean",
      default: false,
      help: "Try other weights of the signals, and say whether a gain is more than chance",
    },
  },
  examples: [
    { line: "eval", explanation: "The newest 50 commits that can be replayed" },
    {
      line: "eval --commits 200 --suggest-weights",
      explanation: "Whether other weights suit this repository",
    },
    { line: "eval --format json", explanation: "With every commit, its files and their ranks" },
  ],
  formats: ["text", "json", "md"],
  needs: "repository",
  stopsInOrder: true,
  run: evaluate,
  render: renderResult,
});

async function evaluate(context: CommandContext, options: EvalOptions): Promise<EvalResult> {
  const { openRepository } = await import("../repository/mod.ts");
  const { evaluateRepository } = await import("../evaluation/mod.ts");
  const { rankFiles } = await import("../ranker/mod.ts");
  const repository = openRepository(context.cwd);
  const { config } = repository;
  const past = new PastIndexes(context, config);
  const { result, missing } = await evaluateRepository(repository, {
    ...options,
    signal: context.signal,
    onProgress: (done) => context.progress({ stage: "replaying", done, total: options.commits }),
  }, {
    open: (root) => past.open(root),
    rank: (reader, task, weights) => rankFiles(reader, task, { ...config.ranking, weights }),
    deliver: async (reader, task, ranking) => {
      const { packContext } = await import("../packer/mod.ts");
      try {
        const { result } = await packContext({
          query: task,
          ranking,
          detail: "slices",
          top: options.top,
          budgets: { response: options.budget },
          format: "md",
          surface: "cli",
          stripComments: false,
          possession: { seen: new Set(), known: new Map(), delivered: [] },
          memories: [],
          source: evidenceSource(reader, ranking.commits),
          identity: await analysisIdentity({ config, reader }),
          meter: await past.meter(),
        });
        return new Map(result.results.map(({ path, spans = [] }) => [
          path,
          spans.map(({ start_line, end_line }) => ({ start: start_line, end: end_line })),
        ]));
      } catch (error) {
        // A budget too small for any answer to this task delivers nothing.
        if (error instanceof UsageError) return new Map();
        throw error;
      }
    },
  });
  if (missing > 0) {
    context.warn(
      `Warning: git lacks the contents of past files here (${missing}), as in a partial clone. Answers cannot name them.`,
    );
  }
  const { calibrationOf } = await import("../tokens/mod.ts");
  const { label } = calibrationOf(config.tokens);
  return label === undefined ? result : { ...result, token_profile: label };
}

/** The index of one tree that goes from commit to commit. */
class PastIndexes {
  readonly #context: CommandContext;
  readonly #config: Config;
  #root: string | undefined;
  #meter: Promise<TokenMeter> | undefined;

  constructor(context: CommandContext, config: Config) {
    this.#context = context;
    this.#config = config;
  }

  /** Brings the index up to date. Only the first run takes long enough to be watched. */
  async open(root: string): Promise<IndexReader> {
    const { indexRepository, producerVersion } = await import("../indexer/mod.ts");
    const { indexConfigHash, statePaths } = await import("../repository/mod.ts");
    const { openReader } = await import("../store/mod.ts");
    const { signal, version } = this.#context;
    const isFirst = this.#root === undefined;
    this.#root = root;
    await indexRepository({ root, config: this.#config }, {
      mode: "incremental",
      toolVersion: version,
      signal,
      ...(isFirst ? { onProgress: (progress) => this.#context.progress(progress) } : {}),
    });
    const indexConfig = await indexConfigHash(this.#config);
    return await openReader(statePaths(root).index, {
      producer: producerVersion(),
      indexConfigHash: indexConfig,
    });
  }

  /** Counts tokens with the table of the tree. */
  meter(): Promise<TokenMeter> {
    return this.#meter ??= tokenMeter(this.#root!, this.#config);
  }
}
