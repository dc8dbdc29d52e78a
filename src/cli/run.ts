/** One run of the program, from its arguments to its exit code. */
import {
  type Command,
  type CommandContext,
  type CommandEntry,
  commandTable,
  entryFor,
  labelOf,
  loadCommands,
  recordAnswer,
} from "../commands/mod.ts";
import { ExitCode, RepoctxError, UsageError } from "../model/mod.ts";
import { type Input, standardInput } from "./input.ts";
import { CommandLineError, type Intent, type Invocation, parseInvocation } from "./invocation.ts";
import { ClosedOutputError, styleFor, withFinalNewline, writeText } from "./output.ts";
import { type ProgressDisplay, progressDisplay } from "./progress.ts";
import { askYesNo, canAsk } from "./question.ts";
import { type Interruption, processSystem, type System } from "./system.ts";

/** What the program brings along. */
export interface ProgramOptions {
  /** What \`--version\` prints. */
  readonly version: string;
  /** Commands of other doors, such as `mcp`. */
  readonly doors?: readonly CommandEntry[];
  /** The process, unless a test brings another one. */
  readonly system?: System;
}

/** Milliseconds a command gets to put things in order after Ctrl+C. */
const GRACE = 2000;

/**
 * Runs a command line and returns the exit code. Never throws.
 *
 * @example
 * ```ts
 * Deno.exit(await runCommandLine(Deno.args, { version: "1.0.0" }));
 * ```
 */
export async function runCommandLine(args: readonly string[], options: ProgramOptions): Promise<number> {
  const system = options.system ?? processSystem();
  const progress = progressDisplay(system.stderr, system);
  const input = standardInput(system.stdin);
  let invocation: Invocation | undefined;
  try {
    const table = wholeTable(options.doors ?? []);
    invocation = await understand(args, table);
    if (invocation.kind === "run") {
      return await runCommand(invocation, { version: options.version, system, progress, input });
    }
    const text = invocation.kind === "version" ? options.version : await helpText(invocation, table, system);
    await writeText(system.stdout, withFinalNewline(text));
    return ExitCode.success;
  } catch (error) {
    await progress.erase();
    // The reader had enough, as in `repoctx … | head`: that is no failure.
    if (error instanceof ClosedOutputError) return ExitCode.success;
    if (error instanceof Interrupted) {
      await tell(system, ["Interrupted. Nothing is left half done."]);
      return error.interruption.exitCode;
    }
    const intent = error instanceof CommandLineError
      ? error.intent
      : invocation?.kind === "run"
      ? invocation
      : undefined;
    const exitCode = await report(error, intent, system);
    const neutralAnswer = intent?.command.neutralAnswer;
    return neutralAnswer === undefined ? exitCode : await answerNeutrally(neutralAnswer, input, system);
  }
}

/** The commands of the table, those of other doors, and the one that is about them all. */
function wholeTable(doors: readonly CommandEntry[]): readonly CommandEntry[] {
  const table = [...commandTable, ...doors];
  const completions: CommandEntry = {
    name: "completions",
    load: async () => (await import("./completions.ts")).completionsCommand(await loadCommands(table)),
  };
  return [...table, completions];
}

/**
 * What the command line asks for. A line that starts with a command and makes sense needs that command alone: loading
 * all of them would take longer than many of them run. Only the whole table tells what else a wrong one may mean.
 */
async function understand(args: readonly string[], table: readonly CommandEntry[]): Promise<Invocation> {
  if (args.length === 1 && ["--version", "-V"].includes(args[0]!)) return { kind: "version" };
  const entry = entryFor(args, table);
  if (entry !== undefined) {
    try {
      return parseInvocation(args, [await entry.load()]);
    } catch (error) {
      if (!(error instanceof CommandLineError)) throw error;
    }
  }
  return parseInvocation(args, await loadCommands(table));
}

/** The run was stopped from outside. */
class Interrupted extends Error {
  constructor(readonly interruption: Interruption) {
    super("interrupted");
  }
}

async function helpText(
  { topic }: Extract<Invocation, { kind: "help" }>,
  table: readonly CommandEntry[],
  system: System,
): Promise<string> {
  const { commandHelp, groupHelp, programHelp, readableWidth } = await import("./help.ts");
  const layout = {
    style: styleFor(system.stdout, system),
    width: readableWidth(system.stdout.isTerminal() ? system.stdout.columns() : undefined),
  };
  if (topic === undefined) return programHelp(await loadCommands(table), layout);
  return topic.length === 1 ? commandHelp(topic[0]!, layout) : groupHelp(topic, layout);
}

/** What a run has around it. */
interface Surroundings {
  readonly version: string;
  readonly system: System;
  readonly progress: ProgressDisplay;
  readonly input: Input;
}

async function runCommand(
  invocation: Extract<Invocation, { kind: "run" }>,
  surroundings: Surroundings,
): Promise<number> {
  const stop = new AbortController();
  const work = perform(invocation, surroundings, stop.signal);
  // Without a listener the system ends the process at once, which is right where nothing is left half done.
  if (!invocation.command.stopsInOrder) return await work;
  const gaveUp = Promise.withResolvers<never>();
  let grace: ReturnType<typeof setTimeout> | undefined;
  const stopListening = surroundings.system.onInterrupt((interruption) => {
    const interrupted = new Interrupted(interruption);
    // A second request does not wait.
    if (stop.signal.aborted) return gaveUp.reject(interrupted);
    stop.abort(interrupted);
    grace = setTimeout(() => gaveUp.reject(interrupted), GRACE);
  });
  try {
    return await Promise.race([work, gaveUp.promise]);
  } catch (error) {
    // Whatever a command throws after it was stopped: it was stopped.
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    clearTimeout(grace);
    stopListening();
  }
}

async function perform(
  { command, values, format }: Extract<Invocation, { kind: "run" }>,
  { version, system, progress, input }: Surroundings,
  signal: AbortSignal,
): Promise<number> {
  const warnings: string[] = [];
  const context: CommandContext = {
    cwd: workingDirectory(system),
    version,
    surface: "cli",
    signal,
    env: (name) => system.env(name),
    progress: (state) => progress.show(state),
    warn: (message) => void warnings.push(message),
    readInput: () => input.readAll(),
    ...(canAsk(system) ? { confirm: (question: string) => askYesNo(question, system) } : {}),
  };
  const complete = await withInput(command, values, input);
  await command.validate(complete, context);
  try {
    const result = await command.run(context, complete, format);
    const text = withFinalNewline(await command.render(result, format));
    await progress.erase();
    await writeText(system.stdout, text);
    await recordAnswer(command, context, result, text);
    return command.exitCode(result);
  } finally {
    await progress.erase();
    if (warnings.length > 0) {
      const { visibleLines } = await import("../text/mod.ts");
      await tell(system, warnings.map(visibleLines));
    }
  }
}

/** The values with what is piped in, in place of a `-` that stands for it. */
async function withInput({ parameters }: Command, values: object, input: Input): Promise<object> {
  const given = values as Readonly<Record<string, unknown>>;
  const asked = parameters.find((one) => one.type === "string" && one.piped && given[one.name] === "-");
  if (asked === undefined) return values;
  const text = new TextDecoder().decode(await input.readAll()).trim();
  if (text === "") throw new UsageError(`Nothing was piped in for <${labelOf(asked)}>.`);
  return { ...values, [asked.name]: text };
}

function workingDirectory(system: System): string {
  try {
    return system.cwd();
  } catch {
    throw new RepoctxError("The working directory does not exist any more. Change to another one.");
  }
}

/** Says on standard error what went wrong, and returns the exit code that stands for it. */
async function report(error: unknown, intent: Intent | undefined, system: System): Promise<number> {
  const { describeFailure, failureLine } = await import("./failure.ts");
  const { visibleLines } = await import("../text/mod.ts");
  const failure = await describeFailure(error, system.env("REPOCTX_DEBUG") !== undefined);
  if (intent?.command.failsInJson && intent.format === "json") {
    await tell(system, [failureLine(intent.command, failure)]);
  } else {
    const style = styleFor(system.stderr, system);
    await tell(system, [style.error(visibleLines(failure.message)), ...failure.advice.map(visibleLines)]);
  }
  return failure.exitCode;
}

/** Whoever runs this command must not learn from it that something failed. */
async function answerNeutrally(answer: string, input: Input, system: System): Promise<number> {
  await input.drain();
  try {
    await writeText(system.stdout, withFinalNewline(answer));
  } catch {
    // Nobody is left to answer.
  }
  return ExitCode.success;
}

/** Writes lines to standard error. That nobody reads them changes nothing about the exit code. */
async function tell(system: System, lines: readonly string[]): Promise<void> {
  try {
    await writeText(system.stderr, lines.map((line) => line + "\n").join(""));
  } catch {
    // Nobody is left to tell.
  }
}
