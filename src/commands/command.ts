/** What a command is: the one declaration that parser, help, completions, MCP schemas and docs are made from. */
import type { CommandContext } from "./command_context.ts";
import type { Parameter, ParameterTable } from "./parameter.ts";
import type { AnswerValue } from "./record_answer.ts";

/** How a result can be written. */
export type Format = "text" | "json" | "md" | "html";

/** Where a command stands in the list of commands. */
export type CommandGroup = "Set up" | "Ask" | "Remember" | "Agents" | "Shell";

/** What must be there before a command can work. */
export type Needs = "nothing" | "repository" | "index";

/** A command line and what it is good for. */
export interface Example {
  /** Without the leading `repoctx `. */
  readonly line: string;
  /** One line without a full stop. */
  readonly explanation: string;
}

/** The value of an answer that replaces no reading. */
export const NO_SAVINGS: AnswerValue = { replaced: 0 };

/** The declaration of one command. `Values` are its arguments and options, complete with defaults. */
export interface CommandSpec<Values extends object, Result> {
  /** One or two words: `search`, `memory add`. */
  readonly name: string;
  /** The heading it stands under in the list of commands. */
  readonly group: CommandGroup;
  /** One line without a full stop. */
  readonly summary: string;
  /** What a reader of `--help` should know beyond the summary. */
  readonly description?: string;
  /** Its arguments and options, in the order in which help shows them. */
  readonly parameters: ParameterTable<Values>;
  /** At least one. */
  readonly examples: readonly Example[];
  /** The formats of the output. The first is the default; with one alone there is no `--format`. */
  readonly formats: readonly [Format, ...Format[]];
  /** What is checked after the values and before the work. */
  readonly needs: Needs;
  /** The command watches the abort signal and puts things in order; any other may be ended at any moment. */
  readonly stopsInOrder?: true;
  /** With `--format json` a failure is told as one line of JSON on standard error. */
  readonly failsInJson?: true;
  /**
   * For a command that another program runs and must not be disturbed by: whatever fails, be it the command line, this
   * is the output and the exit code is 0. What failed is told on standard error as ever.
   */
  readonly neutralAnswer?: string;
  /**
   * Checks values against each other and beyond what the table says, before anything is opened.
   *
   * @throws {UsageError} when the request makes no sense, whatever the repository holds.
   */
  validate?(values: Values, context: CommandContext): void | Promise<void>;
  /** Does the work. Loads what is heavy by itself, so that declaring a command costs nothing. */
  run(context: CommandContext, values: Values, format: Format): Promise<Result>;
  /** The output, without the final newline. */
  render(result: Result, format: Format): Promise<string>;
  /**
   * What the answer saved. A command that has this is recorded in the ledger; {@link NO_SAVINGS} stands for an answer
   * that replaces no reading.
   */
  valueOfAnswer?(result: Result): AnswerValue | Promise<AnswerValue>;
  /** The exit code of a run that did not fail; 0 unless said otherwise. */
  exitCode?(result: Result): number;
}

/** A declared command, as doors see it: its parameters in order, its values and result known to itself alone. */
export interface Command<Values extends object = object, Result = unknown> extends
  Omit<
    CommandSpec<Values, Result>,
    "parameters" | "validate" | "run" | "render" | "valueOfAnswer" | "exitCode"
  > {
  /** See {@link CommandSpec.parameters}. */
  readonly parameters: readonly Parameter[];
  /** See {@link CommandSpec.validate}. */
  validate(values: Values, context: CommandContext): void | Promise<void>;
  /** See {@link CommandSpec.run}. */
  run(context: CommandContext, values: Values, format: Format): Promise<Result>;
  /** See {@link CommandSpec.render}. */
  render(result: Result, format: Format): Promise<string>;
  /** See {@link CommandSpec.valueOfAnswer}. */
  valueOfAnswer?(result: Result): AnswerValue | Promise<AnswerValue>;
  /** See {@link CommandSpec.exitCode}. */
  exitCode(result: Result): number;
}

/** Turns a declaration into a command. */
export function defineCommand<Values extends object, Result>(
  spec: CommandSpec<Values, Result>,
): Command<Values, Result> {
  const table = spec.parameters as Readonly<Record<string, Omit<Parameter, "name">>>;
  const parameters = Object.entries(table).map(([name, parameter]) => ({ ...parameter, name }) as Parameter);
  return { validate: () => {}, exitCode: () => 0, ...spec, parameters };
}
