/** One run of the program, from its arguments to its exit code. */
import { type Command, type CommandContext, commands as allCommands, recordAnswer } from "../commands/mod.ts";
import { ExitCode, RepoctxError } from "../model/mod.ts";
import { completionsCommand } from "./completions.ts";
import { describeFailure, visibleMessage } from "./failure.ts";
import { commandHelp, groupHelp, type Layout, programHelp, readableWidth } from "./help.ts";
import { type Invocation, parseInvocation } from "./invocation.ts";
import { ClosedOutputError, styleFor, withFinalNewline, writeText } from "./output.ts";
import { type ProgressDisplay, progressDisplay } from "./progress.ts";
import { askYesNo, canAsk } from "./question.ts";
import { type Interruption, processSystem, type System } from "./system.ts";

/** What the program brings along. */
export interface ProgramOptions {
  /** What \`--version\` prints. */
  readonly version: string;
  /** Commands of other doors, such as `mcp`. */
  readonly doors?: readonly Command[];
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
  const table = [...allCommands, ...(options.doors ?? [])];
  const commands = [...table, completionsCommand(table)];
  const progress = progressDisplay(system.stderr, system);
  try {
    const invocation = parseInvocation(args, commands);
    if (invocation.kind === "run") return await runCommand(invocation, options.version, system, progress);
    const text = invocation.kind === "version" ? options.version : helpText(invocation, commands, system);
    await writeText(system.stdout, withFinalNewline(text));
    return ExitCode.success;
  } catch (error) {
    await progress.erase();
    // The reader had enough, as in `repoctx … | head`: that is no failure.
    if (error instanceof ClosedOutputError) return ExitCode.success;
    if (error instanceof Interrupted) return error.interruption.exitCode;
    return await report(error, system);
  }
}

/** The run was stopped from outside. */
class Interrupted extends Error {
  constructor(readonly interruption: Interruption) {
    super("interrupted");
  }
}

function helpText(
  { topic }: Extract<Invocation, { kind: "help" }>,
  commands: readonly Command[],
  system: System,
): string {
  const layout: Layout = {
    style: styleFor(system.stdout, system),
    width: readableWidth(system.stdout.isTerminal() ? system.stdout.columns() : undefined),
  };
  if (topic === undefined) return programHelp(commands, layout);
  return topic.length === 1 ? commandHelp(topic[0]!, layout) : groupHelp(topic, layout);
}

async function runCommand(
  invocation: Extract<Invocation, { kind: "run" }>,
  version: string,
  system: System,
  progress: ProgressDisplay,
): Promise<number> {
  const stop = new AbortController();
  const work = perform(invocation, version, system, progress, stop.signal);
  // Without a listener the system ends the process at once, which is right where nothing is left half done.
  if (!invocation.command.stopsInOrder) return await work;
  const gaveUp = Promise.withResolvers<never>();
  let grace: ReturnType<typeof setTimeout> | undefined;
  const stopListening = system.onInterrupt((interruption) => {
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
  version: string,
  system: System,
  progress: ProgressDisplay,
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
    ...(canAsk(system) ? { confirm: (question: string) => askYesNo(question, system) } : {}),
  };
  await command.validate(values, context);
  try {
    const result = await command.run(context, values, format);
    const text = withFinalNewline(await command.render(result, format));
    await progress.erase();
    await writeText(system.stdout, text);
    await recordAnswer(command, context, result, text);
    return command.exitCode(result);
  } finally {
    await progress.erase();
    await tell(system, warnings.map(visibleMessage));
  }
}

function workingDirectory(system: System): string {
  try {
    return system.cwd();
  } catch {
    throw new RepoctxError("The working directory does not exist any more. Change to another one.");
  }
}

async function report(error: unknown, system: System): Promise<number> {
  const failure = await describeFailure(error, system.env("REPOCTX_DEBUG") !== undefined);
  const style = styleFor(system.stderr, system);
  await tell(system, [style.error(visibleMessage(failure.message)), ...failure.advice.map(visibleMessage)]);
  return failure.exitCode;
}

/** Writes lines to standard error. That nobody reads them changes nothing about the exit code. */
async function tell(system: System, lines: readonly string[]): Promise<void> {
  try {
    await writeText(system.stderr, lines.map((line) => line + "\n").join(""));
  } catch {
    // Nobody is left to tell.
  }
}
