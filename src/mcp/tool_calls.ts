/** Running a command for a tool call: the same checks, the same work and the same record as on the command line. */
import { type CommandContext, recordAnswer, repositoryAround } from "../commands/mod.ts";
import { NoIndexError } from "../model/mod.ts";
import type { IndexRuns, Waiting } from "./index_runs.ts";
import { type Tool, valuesOf } from "./tools.ts";

/** What a server does for its calls beyond asking. */
export interface CallOptions {
  /** Build an index that is missing or cannot be used. */
  readonly autoIndex: boolean;
  /** Bring the index up to date before each answer. */
  readonly refresh: boolean;
}

/** Calls at work at the same time; more would only hold more files open. */
const AT_ONCE = 8;

/** The calls of one server. */
export class ToolCalls {
  readonly #context: CommandContext;
  readonly #options: CallOptions;
  readonly #runs: IndexRuns;
  readonly #working = new Set<Promise<unknown>>();

  /** @param context of the server; its calls differ in working directory and signal. */
  constructor(context: CommandContext, options: CallOptions, runs: IndexRuns) {
    this.#context = context;
    this.#options = options;
    this.#runs = runs;
  }

  /**
   * Answers a call with the JSON of the command.
   *
   * @param given the arguments as they came.
   * @param folders where to look for the repository: the first that lies in one, absolute, at least one.
   * @throws {RepoctxError} with a message for the caller.
   */
  async answer(tool: Tool, given: unknown, folders: readonly string[], caller: Waiting): Promise<string> {
    return await this.inTurn(caller, () => this.#answer(tool, given, folders, caller));
  }

  /** Works when few others do. */
  async inTurn<T>(caller: Waiting, work: () => Promise<T>): Promise<T> {
    while (this.#working.size >= AT_ONCE) await Promise.race(this.#working).catch(() => {});
    caller.signal.throwIfAborted();
    const working = work();
    this.#working.add(working);
    try {
      return await working;
    } finally {
      this.#working.delete(working);
    }
  }

  /** Waits until no call is at work, but not for ever. */
  async settled(milliseconds: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enough = new Promise<void>((resolve) => timer = setTimeout(resolve, milliseconds));
    await Promise.race([Promise.allSettled(this.#working), enough]);
    clearTimeout(timer);
  }

  async #answer(
    tool: Tool,
    given: unknown,
    folders: readonly string[],
    caller: Waiting,
  ): Promise<string> {
    const { command } = tool;
    const values = valuesOf(tool, given);
    const repository = await firstRepository(folders);
    const context: CommandContext = {
      ...this.#context,
      // Answers name files from the root, and so does whoever asks for more about them.
      cwd: repository ?? folders[0]!,
      surface: "mcp-text",
      signal: caller.signal,
      progress: (progress) => caller.progress(progress),
      ...(repository === undefined ? {} : {
        refreshing: {
          isAlways: this.#options.refresh,
          run: () => this.#runs.refresh(repository, caller),
        },
      }),
    };
    await command.validate(values, context);
    if (repository === undefined) throw missingRepository(folders);
    const result = await this.#run(tool, context, values, caller);
    const text = await command.render(result, "json");
    await recordAnswer(command, context, result, text);
    return text;
  }

  async #run({ command }: Tool, context: CommandContext, values: object, caller: Waiting): Promise<unknown> {
    try {
      return await command.run(context, values, "json");
    } catch (error) {
      if (!(error instanceof NoIndexError)) throw error;
      if (!this.#options.autoIndex) {
        throw new NoIndexError(
          `${error.message}\nThe repository is ${context.cwd}. ` +
            "A server that was started with --auto-index builds its index by itself.",
        );
      }
      await this.#runs.refresh(context.cwd, caller);
      return await command.run(context, values, "json");
    }
  }
}

async function firstRepository(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const root = await repositoryAround(folder);
    if (root !== undefined) return root;
  }
  return undefined;
}

function missingRepository(folders: readonly string[]): NoIndexError {
  return new NoIndexError(
    `No index found. Run 'repoctx init' and 'repoctx index' first.\nLooked in ${folders.join(", ")}.`,
  );
}
