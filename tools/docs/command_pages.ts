/** One page per command and a list of them, made from the table that also feeds parser and help. Pure. */
import { explain, usageLine } from "../../src/cli/help.ts";
import {
  type Command,
  type CommandGroup,
  flagOf,
  labelOf,
  listWords,
  type Needs,
  type Parameter,
} from "../../src/commands/mod.ts";
import { ExitCode } from "../../src/model/mod.ts";
import { blocks, fencedBlock, inlineCode, markdownTable, plainText } from "./markdown.ts";

/** Where the pages lie. */
export const COMMAND_FOLDER = "docs/commands";

const NEEDS: Readonly<Record<Needs, string>> = {
  nothing: "Works anywhere.",
  repository: "Needs a repository: a folder with `repoctx.config.json`, or one below it.",
  index: "Needs an index that is usable; see [freshness](../concepts/freshness.md).",
};

const EXIT_CODES: Readonly<Record<keyof typeof ExitCode, string>> = {
  success: "success",
  runtime: "something failed; the message says what",
  noIndex: "there is no usable index; `repoctx index` builds one",
  usage: "wrong arguments, or a response budget that is too small",
  drift: "a check found something: `integrate --check`, `lint --check`",
};

/**
 * The pages by path.
 *
 * @param schemas names of the files in `docs/schemas`.
 */
export function commandPages(commands: readonly Command[], schemas: readonly string[]): Map<string, string> {
  const pages = new Map<string, string>();
  for (const command of commands) {
    pages.set(`${COMMAND_FOLDER}/${pageName(command)}`, commandPage(command, schemas));
  }
  pages.set(`${COMMAND_FOLDER}/README.md`, listPage(commands));
  return pages;
}

/** `memory add` → `memory-add.md`. */
export function pageName({ name }: Pick<Command, "name">): string {
  return `${name.replaceAll(" ", "-")}.md`;
}

function commandPage(command: Command, schemas: readonly string[]): string {
  const positions = command.parameters.filter((parameter) => parameter.positional);
  const options = command.parameters.filter((parameter) => !parameter.positional);
  return blocks(
    `# repoctx ${command.name}`,
    `${plainText(command.summary)}.`,
    fencedBlock("text", usageLine(command)),
    command.description === undefined ? "" : plainText(command.description),
    NEEDS[command.needs],
    positions.length === 0 ? "" : "## Arguments",
    markdownTable(
      ["argument", "what it is"],
      positions.map((one) => [inlineCode(labelOf(one)), plainText(explain(one))]),
    ),
    options.length === 0 ? "" : "## Options",
    markdownTable(
      ["option", "what it does"],
      options.map((one) => [inlineCode(optionTerm(one)), plainText(explain(one))]),
    ),
    command.examples.length === 0 ? "" : "## Examples",
    ...command.examples.map(({ line, explanation }) =>
      `${plainText(explanation)}:\n\n${fencedBlock("sh", `repoctx ${line}`)}`
    ),
    ...outputSection(command, schemas),
  );
}

function outputSection(command: Command, schemas: readonly string[]): string[] {
  if (command.neutralAnswer !== undefined) {
    return [
      "## Output",
      `One line of JSON, ${inlineCode(command.neutralAnswer)} when there is nothing to say.`,
    ];
  }
  const [first, ...others] = command.formats;
  if (others.length === 0) return [];
  const schema = `${command.name.split(" ")[0]}.schema.json`;
  return [
    "## Output",
    `\`--format\` (\`-f\`) takes ${listWords(command.formats.map(inlineCode))}; the default is ${
      inlineCode(first)
    }.`,
    schemas.includes(schema)
      ? `The JSON is one line, described by [${schema}](../schemas/${schema}).` +
        (command.failsInJson ? " A failure is one line of JSON on standard error then." : "")
      : "",
  ];
}

function optionTerm(parameter: Parameter): string {
  const alias = parameter.alias ? `-${parameter.alias}, ` : "";
  return `${alias}--${flagOf(parameter)}${parameter.type === "boolean" ? "" : ` <${labelOf(parameter)}>`}`;
}

function listPage(commands: readonly Command[]): string {
  const groups = [...new Set<CommandGroup>(commands.map(({ group }) => group))];
  return blocks(
    "# Commands",
    "`repoctx --help` lists them too, and `repoctx help <command>` explains one.",
    ...groups.flatMap((group) => [
      `## ${group}`,
      markdownTable(
        ["command", "what it does"],
        commands.filter((command) => command.group === group).map((command) => [
          `[\`${command.name}\`](${pageName(command)})`,
          plainText(command.summary),
        ]),
      ),
    ]),
    "## What all have in common",
    "- Options may stand anywhere after the command, arguments of several words in quotes.\n" +
      "- The repository is the nearest folder upwards that holds `repoctx.config.json`. File arguments are " +
      "relative to the working directory.\n" +
      "- Results go to standard output and end with one newline; everything else goes to standard error.\n" +
      "- The same index, question and options give the same bytes, in every folder and on every system.",
    "## Exit codes",
    markdownTable(
      ["code", "meaning"],
      (Object.keys(EXIT_CODES) as (keyof typeof ExitCode)[])
        .map((name) => [inlineCode(String(ExitCode[name])), EXIT_CODES[name]]),
    ),
  );
}
