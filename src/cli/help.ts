/** Help texts, made from the table of commands. Pure: width and style come in, text goes out. */
import {
  type Command,
  type CommandGroup,
  flagOf,
  labelOf,
  listWords,
  type Parameter,
} from "../commands/mod.ts";
import { hasFormats } from "./invocation.ts";
import type { Style } from "./output.ts";

/** How a help text is laid out. */
export interface Layout {
  readonly style: Style;
  /** Cells per line. */
  readonly width: number;
}

const NARROWEST = 40;
const WIDEST = 100;

/** A width that reads well, whatever the terminal is. */
export function readableWidth(columns: number | undefined): number {
  return Math.min(WIDEST, Math.max(NARROWEST, columns ?? WIDEST));
}

/** One entry of a list: a term on the left, its explanation on the right. */
interface Entry {
  readonly term: string;
  readonly explanation: string;
}

/** Breaks text between words so that no line is longer than `width`, where words allow it. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines;
}

function paragraph(text: string, { width }: Layout): string {
  return wrap(text, width).join("\n");
}

function widest(entries: readonly Entry[]): number {
  return Math.max(...entries.map(({ term }) => term.length));
}

function section(
  heading: string,
  entries: readonly Entry[],
  layout: Layout,
  widestTerm: number = widest(entries),
): string {
  if (entries.length === 0) return "";
  const { style, width } = layout;
  const termWidth = widestTerm + 2;
  const room = width - termWidth - 2;
  // Where terms leave hardly any room, explanations go below them.
  const below = room < NARROWEST / 2;
  const lines = entries.flatMap(({ term, explanation }) => {
    const [first = "", ...rest] = wrap(explanation, below ? width - 6 : room);
    const indent = " ".repeat(below ? 6 : termWidth + 2);
    const head = `  ${style.name(term)}`;
    return below ? [head, indent + first, ...rest.map((line) => indent + line)] : [
      `${head}${" ".repeat(termWidth - term.length)}${first}`.trimEnd(),
      ...rest.map((line) => indent + line),
    ];
  });
  return `${style.heading(`${heading}:`)}\n${lines.join("\n")}`;
}

function join(...sections: readonly string[]): string {
  return sections.filter((text) => text !== "").join("\n\n");
}

/** An argument as a usage line shows it: `<file>`, `[query]`, `<path>...`. */
function usageArgument(parameter: Parameter): string {
  const label = labelOf(parameter) + (parameter.type === "list" ? "..." : "");
  return parameter.type !== "boolean" && parameter.required ? `<${label}>` : `[${label}]`;
}

/** `repoctx search [options] <query>` */
export function usageLine(command: Command): string {
  const positions = command.parameters.filter((parameter) => parameter.positional);
  const hasOptions = positions.length < command.parameters.length || hasFormats(command);
  const parts = [...(hasOptions ? ["[options]"] : []), ...positions.map(usageArgument)];
  return ["repoctx", command.name, ...parts].join(" ");
}

function optionTerm(parameter: Parameter): string {
  const alias = parameter.alias ? `-${parameter.alias}, ` : "    ";
  const value = parameter.type === "boolean" ? "" : ` <${labelOf(parameter)}>`;
  return `${alias}--${flagOf(parameter)}${value}`;
}

/** The help of a parameter with what follows from its type. */
export function explain(parameter: Parameter): string {
  const facts: string[] = [];
  if (parameter.type === "string" && parameter.choices) facts.push(listWords(parameter.choices));
  if (parameter.type === "list" && !parameter.positional) facts.push("repeatable");
  if (parameter.type === "string" && parameter.piped) facts.push("- takes it from standard input");
  const fixed = parameter.type === "boolean" || parameter.type === "list" ? undefined : parameter.default;
  const otherwise = fixed ?? parameter.otherwise;
  if (otherwise !== undefined) facts.push(`default: ${otherwise}`);
  return facts.length === 0 ? parameter.help : `${parameter.help} (${facts.join("; ")})`;
}

function optionEntries(command: Command): Entry[] {
  const entries = command.parameters
    .filter((parameter) => !parameter.positional)
    .map((parameter) => ({ term: optionTerm(parameter), explanation: explain(parameter) }));
  if (hasFormats(command)) {
    const formats = `How to write the result (${listWords(command.formats)}; default: ${command.formats[0]})`;
    entries.push({ term: "-f, --format <format>", explanation: formats });
  }
  return [...entries, { term: "-h, --help", explanation: "Show this help" }];
}

/** Help for one command. */
export function commandHelp(command: Command, layout: Layout): string {
  const { style } = layout;
  const positions = command.parameters.filter((parameter) => parameter.positional);
  const examples = command.examples.map(({ line, explanation }) =>
    `  ${style.faint(`# ${explanation}`)}\n  repoctx ${line}`
  );
  return join(
    paragraph(`${command.summary}.`, layout),
    `${style.heading("Usage:")} ${usageLine(command)}`,
    command.description === undefined ? "" : paragraph(command.description, layout),
    section(
      "Arguments",
      positions.map((parameter) => ({ term: usageArgument(parameter), explanation: explain(parameter) })),
      layout,
    ),
    section("Options", optionEntries(command), layout),
    examples.length === 0 ? "" : `${style.heading("Examples:")}\n${examples.join("\n\n")}`,
  );
}

function commandEntry(command: Command): Entry {
  const positions = command.parameters.filter((parameter) => parameter.positional);
  return { term: [command.name, ...positions.map(usageArgument)].join(" "), explanation: command.summary };
}

/** Help for the commands below a common first word, such as `memory`. */
export function groupHelp(commands: readonly Command[], layout: Layout): string {
  const word = commands[0]!.name.split(" ")[0]!;
  return join(
    `${layout.style.heading("Usage:")} repoctx ${word} <command> [options]`,
    section("Commands", commands.map(commandEntry), layout),
    `Run 'repoctx help ${word} <command>' for one of them.`,
  );
}

/** Help for the whole program: what it is, all commands by group, where to start. */
export function programHelp(commands: readonly Command[], layout: Layout): string {
  const groups = [...new Set<CommandGroup>(commands.map(({ group }) => group))];
  const widestTerm = widest(commands.map(commandEntry));
  return join(
    paragraph(
      "repoctx gives coding agents the right part of a repository inside an exact token budget.",
      layout,
    ),
    `${layout.style.heading("Usage:")} repoctx <command> [options]`,
    ...groups.map((group) =>
      section(
        group,
        commands.filter((command) => command.group === group).map(commandEntry),
        layout,
        widestTerm,
      )
    ),
    section("Options", [
      { term: "-h, --help", explanation: "Show help for a command, or this" },
      { term: "-V, --version", explanation: "Print the version" },
    ], layout),
    section("Exit codes", [
      { term: "0", explanation: "success" },
      { term: "1", explanation: "runtime error" },
      { term: "2", explanation: "no usable index" },
      { term: "3", explanation: "invalid arguments" },
      { term: "4", explanation: "drift found by a check" },
    ], layout),
    paragraph(
      "Start with 'repoctx init' and 'repoctx index' in the root of a repository. " +
        "'repoctx help <command>' explains a command.",
      layout,
    ),
  );
}
