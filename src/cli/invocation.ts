/** From the words of a command line to what is to be done. Pure: it reads no terminal and opens no file. */
import { parseArgs } from "node:util";
import {
  choose,
  type Command,
  completeValues,
  flagOf,
  type Format,
  labelOf,
  listWords,
  type Parameter,
} from "../commands/mod.ts";
import { UsageError } from "../model/mod.ts";

/** What a command line asks for. */
export type Invocation =
  | { readonly kind: "version" }
  /** `topic` is a command, the commands below a first word such as `memory`, or everything. */
  | { readonly kind: "help"; readonly topic: readonly Command[] | undefined }
  | {
    readonly kind: "run";
    readonly command: Command;
    readonly values: object;
    readonly format: Format;
  };

/** A word that is no command or option, and those it may have been meant to be, spelled as a user would. */
export interface UnknownWord {
  readonly word: string;
  readonly candidates: readonly string[];
}

/** A command, and the format that was asked of it. */
export interface Intent {
  readonly command: Command;
  readonly format: Format;
}

/** A command line that cannot be understood. */
export class CommandLineError extends UsageError {
  /** What it was meant for, as far as it was understood. */
  readonly intent: Intent | undefined;
  readonly unknown: UnknownWord | undefined;

  constructor(message: string, about: { intent?: Intent; unknown?: UnknownWord } = {}) {
    super(message);
    this.intent = about.intent;
    this.unknown = about.unknown;
  }
}

type Token = NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number];
type OptionToken = Extract<Token, { kind: "option" }>;

const FORMAT = "format";

/** An unknown option that this many commands have at most is said to belong to them. */
const NAMED_OWNERS = 3;

/**
 * Understands a command line. Options may stand anywhere, also before the command.
 *
 * @throws {CommandLineError} saying what is wrong and what would be right.
 */
export function parseInvocation(args: readonly string[], commands: readonly Command[]): Invocation {
  const { options, words } = readTokens(args, commands);
  if (options.some((token) => token.name === "version")) return { kind: "version" };
  const wantsHelp = options.some((token) => token.name === "help");
  if (words[0] === "help") return { kind: "help", topic: helpTopic(words.slice(1), commands) };
  if (words.length === 0) {
    const stray = options.find((token) => token.name !== "help");
    if (stray && !wantsHelp) throw misplacedOption(stray, commands);
    return { kind: "help", topic: undefined };
  }
  if (wantsHelp && isGroup(words, commands)) {
    return { kind: "help", topic: helpTopic(words.slice(0, 1), commands) };
  }
  const command = findCommand(words, commands);
  if (wantsHelp) return { kind: "help", topic: [command] };
  try {
    return runInvocation(command, options, words.slice(command.name.split(" ").length), commands);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const unknown = error instanceof CommandLineError ? error.unknown : undefined;
    const intent = { command, format: likelyFormat(options, command) };
    throw new CommandLineError(error.message, { intent, ...(unknown === undefined ? {} : { unknown }) });
  }
}

/** How an option or argument is written on the command line. */
export function spell(parameter: Parameter): string {
  return parameter.positional ? `<${labelOf(parameter)}>` : `--${flagOf(parameter)}`;
}

/** Whether the command lets the user choose a format. */
export function hasFormats(command: Command): boolean {
  return command.formats.length > 1;
}

/** Long spellings of all options of a command, those of every command included, without `--`. */
export function optionNames(command: Command): string[] {
  const own = command.parameters.filter((parameter) => !parameter.positional).map(flagOf);
  return [...own, ...(hasFormats(command) ? [FORMAT] : []), "help", "version"];
}

function optionSpellings(command: Command): string[] {
  return optionNames(command).map((name) => `--${name}`);
}

/** Splits the words from the options. Which options take a value is the same in all commands. */
function readTokens(
  args: readonly string[],
  commands: readonly Command[],
): { options: OptionToken[]; words: string[] } {
  const table: Record<string, { type: "string" | "boolean"; short?: string }> = {
    [FORMAT]: { type: "string", short: "f" },
    help: { type: "boolean", short: "h" },
    version: { type: "boolean", short: "V" },
  };
  for (const parameter of commands.flatMap((command) => command.parameters)) {
    if (parameter.positional) continue;
    table[flagOf(parameter)] = {
      type: parameter.type === "boolean" ? "boolean" : "string",
      ...(parameter.alias ? { short: parameter.alias } : {}),
    };
  }
  const { tokens } = parseArgs({
    args: [...args],
    options: table,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options: OptionToken[] = [];
  const words: string[] = [];
  const texts = new Set<number>();
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option" || texts.has(token.index)) continue;
    const raw = args[token.index]!;
    if (!Object.hasOwn(table, token.name) && /^-[^=]*\s/.test(raw)) {
      // A task or query in quotes that happens to start with a dash: no option has a blank in its name.
      texts.add(token.index);
      words.push(raw);
    } else {
      options.push(token);
    }
  }
  return { options, words };
}

/** The command the words start with: the longest name wins. */
function findCommand(words: readonly string[], commands: readonly Command[]): Command {
  const two = words.slice(0, 2).join(" ");
  const command = commands.find(({ name }) => name === two) ?? commands.find(({ name }) => name === words[0]);
  if (command) return command;
  const below = commandsBelow(words[0]!, commands);
  if (below.length === 0) {
    throw new CommandLineError(`Unknown command ${JSON.stringify(words[0])}.`, {
      unknown: {
        word: words[0]!,
        candidates: [...commands.map(({ name }) => name), ...groupNames(commands)],
      },
    });
  }
  const actions = below.map(({ name }) => name.split(" ")[1]!);
  const problem = words[1] === undefined
    ? `${words[0]} needs to know what to do: ${listWords(actions)}.`
    : `Unknown command ${JSON.stringify(two)}. Use ${listWords(below.map(({ name }) => name))}.`;
  throw new CommandLineError(problem, { unknown: { word: two, candidates: below.map(({ name }) => name) } });
}

/** The first words of commands of two. */
function groupNames(commands: readonly Command[]): string[] {
  return [
    ...new Set(commands.filter(({ name }) => name.includes(" ")).map(({ name }) => name.split(" ")[0]!)),
  ];
}

function commandsBelow(word: string, commands: readonly Command[]): Command[] {
  return commands.filter(({ name }) => name.startsWith(word + " "));
}

function isGroup(words: readonly string[], commands: readonly Command[]): boolean {
  const two = words.slice(0, 2).join(" ");
  return commandsBelow(words[0]!, commands).length > 0 && !commands.some(({ name }) => name === two);
}

function helpTopic(words: readonly string[], commands: readonly Command[]): readonly Command[] | undefined {
  if (words.length === 0) return undefined;
  return isGroup(words, commands) ? commandsBelow(words[0]!, commands) : [findCommand(words, commands)];
}

function runInvocation(
  command: Command,
  options: readonly OptionToken[],
  words: readonly string[],
  commands: readonly Command[],
): Invocation {
  const given: Record<string, unknown> = Object.create(null);
  let format: Format = command.formats[0];
  for (const token of options) {
    const parameter = command.parameters.find((one) => !one.positional && flagOf(one) === token.name);
    if (parameter) {
      addOption(given, parameter, token, command);
    } else if (token.name === FORMAT && hasFormats(command)) {
      format = chooseFormat(optionText(token, command), command);
    } else {
      throw unknownOption(token, command, commands);
    }
  }
  addArguments(given, words, command);
  return { kind: "run", command, values: completeValues(command, given, spell), format };
}

function addOption(
  given: Record<string, unknown>,
  parameter: Parameter,
  token: OptionToken,
  command: Command,
): void {
  switch (parameter.type) {
    case "boolean":
      // A switch that is on by default is spelled as its opposite.
      given[parameter.name] = switchState(token) !== parameter.default;
      break;
    case "list":
      given[parameter.name] = [
        ...((given[parameter.name] as string[] | undefined) ?? []),
        optionText(token, command),
      ];
      break;
    case "string":
      given[parameter.name] = optionText(token, command);
      break;
    default:
      given[parameter.name] = readNumber(optionText(token, command), parameter.type, `--${token.name}`);
  }
}

/** Whether a switch was given as it stands or with `=true`, and not with `=false`. */
function switchState(token: OptionToken): boolean {
  if (token.value === undefined || token.value === "true") return true;
  if (token.value === "false") return false;
  throw new UsageError(`--${token.name} is a switch and takes no value.`);
}

/** The value of an option that takes one. The next option is never taken for it. */
function optionText(token: OptionToken, command: Command): string {
  const { value } = token;
  const isOption = value === "--" || optionSpellings(command).includes(value ?? "");
  if (value === undefined || (!token.inlineValue && isOption)) {
    throw new UsageError(`--${token.name} needs a value.`);
  }
  return value;
}

function readNumber(text: string, type: "integer" | "number", spelling: string): number {
  const pattern = type === "integer" ? /^[+-]?\d+$/ : /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
  if (!pattern.test(text.trim())) {
    const kind = type === "integer" ? "a whole number" : "a number";
    throw new UsageError(`${spelling} must be ${kind}, not ${JSON.stringify(text)}.`);
  }
  return Number(text);
}

function chooseFormat(text: string, command: Command): Format {
  if (text === "") return command.formats[0];
  if (text.toLowerCase() === "markdown" && command.formats.includes("md")) return "md";
  return choose(command.formats, text, "--format");
}

/** The format in which a command line that makes no sense would want to be told so. */
function likelyFormat(options: readonly OptionToken[], command: Command): Format {
  const asked = options.findLast(({ name }) => name === FORMAT)?.value?.toLowerCase();
  return command.formats.find((format) => format === asked) ?? command.formats[0];
}

function addArguments(given: Record<string, unknown>, words: readonly string[], command: Command): void {
  const positions = command.parameters.filter((parameter) => parameter.positional);
  let next = 0;
  for (const parameter of positions) {
    if (parameter.type === "list") {
      if (words.length > next) given[parameter.name] = words.slice(next);
      return;
    }
    const word = words[next++];
    if (word === undefined) break;
    given[parameter.name] = parameter.type === "integer" || parameter.type === "number"
      ? readNumber(word, parameter.type, spell(parameter))
      : word;
  }
  const extra = words[next];
  if (extra === undefined) return;
  const only = positions.length === 1 && positions[0]!.type === "string" && !positions[0]!.file;
  const advice = only ? ` Put a <${labelOf(positions[0]!)}> of several words in quotes.` : "";
  throw new UsageError(`Unexpected argument ${JSON.stringify(extra)} for ${command.name}.${advice}`);
}

function unknownOption(token: OptionToken, command: Command, commands: readonly Command[]): CommandLineError {
  const owners = commands.filter((other) => optionNames(other).includes(token.name)).map(({ name }) => name);
  const isOwned = owners.length > 0 && owners.length <= NAMED_OWNERS;
  // A file may be called like that.
  const takesWords = /^-[^-]/.test(token.rawName) && command.parameters.some(({ positional }) => positional);
  const hint = isOwned
    ? ` It belongs to ${listWords(owners)}.`
    : takesWords
    ? " Put -- before an argument that starts with a dash."
    : "";
  return new CommandLineError(`Unknown option ${token.rawName} for ${command.name}.${hint}`, {
    ...(isOwned ? {} : { unknown: { word: token.rawName, candidates: optionSpellings(command) } }),
  });
}

function misplacedOption(token: OptionToken, commands: readonly Command[]): CommandLineError {
  const known = commands.some((command) => optionNames(command).includes(token.name));
  return new CommandLineError(
    known ? `${token.rawName} needs a command.` : `Unknown option ${token.rawName}.`,
    {
      ...(known ? {} : { unknown: { word: token.rawName, candidates: ["--help", "--version"] } }),
    },
  );
}
