/** Completion scripts for shells. Static: completing a word starts no program. */
import { type Command, flagOf, labelOf, type Parameter } from "../commands/mod.ts";
import { hasFormats } from "./invocation.ts";

/** One option, as a shell must know it. */
interface Flag {
  /** Spellings with their dashes. */
  readonly spellings: readonly string[];
  readonly help: string;
  /** What follows: nothing, a word out of a list, a file, or anything. */
  readonly value: "none" | "file" | "any" | readonly string[];
  readonly label: string;
  readonly isRepeatable: boolean;
}

/** One position, as a shell must know it. */
interface Place {
  readonly label: string;
  readonly value: "file" | "any" | readonly string[];
}

const HELP_FLAG: Flag = {
  spellings: ["-h", "--help"],
  help: "Show help",
  value: "none",
  label: "",
  isRepeatable: false,
};

function valueOf(parameter: Parameter): "file" | "any" | readonly string[] {
  if (parameter.type === "string" && parameter.choices) return parameter.choices;
  return (parameter.type === "string" || parameter.type === "list") && parameter.file ? "file" : "any";
}

function flagsOf(command: Command): Flag[] {
  const flags = command.parameters.filter((parameter) => !parameter.positional).map((parameter): Flag => ({
    spellings: [...(parameter.alias ? [`-${parameter.alias}`] : []), `--${flagOf(parameter)}`],
    help: parameter.help,
    value: parameter.type === "boolean" ? "none" : valueOf(parameter),
    label: labelOf(parameter),
    isRepeatable: parameter.type === "list",
  }));
  if (hasFormats(command)) {
    flags.push({
      spellings: ["-f", "--format"],
      help: "How to write the result",
      value: command.formats,
      label: "format",
      isRepeatable: false,
    });
  }
  return [...flags, HELP_FLAG];
}

function placesOf(command: Command): Place[] {
  return command.parameters.filter((parameter) => parameter.positional)
    .map((parameter) => ({ label: labelOf(parameter), value: valueOf(parameter) }));
}

/** First words and what may follow each: `memory` is followed by `add`, `search` and `rm`. */
function secondWords(commands: readonly Command[]): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first, second] = name.split(" ") as [string, string?];
    words.set(first, [...(words.get(first) ?? []), ...(second ? [second] : [])]);
  }
  return words;
}

function bash(commands: readonly Command[]): string {
  const words = secondWords(commands);
  const groups = [...words].filter(([, second]) => second.length > 0);
  const groupCases = groups.map(([first, second]) =>
    `    ${first}) COMPREPLY=($(compgen -W "${second.join(" ")}" -- "$current")); return ;;`
  );
  const valueCases = commands.flatMap((command) =>
    flagsOf(command).filter((flag) => flag.value !== "none").map((flag) => {
      const pattern = flag.spellings.map((spelling) => `"${command.name} ${spelling}"`).join("|");
      return `    ${pattern}) ${bashReply(flag.value as Place["value"])}; return ;;`;
    })
  );
  const commandCases = commands.map((command) => {
    const flags = flagsOf(command).flatMap(({ spellings }) => spellings);
    const [place] = placesOf(command);
    return [
      `    "${command.name}")`,
      `      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "${flags.join(" ")}" -- "$current"))`,
      `      else ${place ? bashReply(place.value) : ":"}; fi ;;`,
    ].join("\n");
  });
  return `# bash completion for repoctx
_repoctx() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  # bash splits --option=value into three words.
  if [[ $current == "=" ]]; then current=""
  elif [[ $previous == "=" ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  local command="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case "$command $word" in
${groups.map(([first]) => `      " ${first}") command="${first}" ;;`).join("\n")}
      ${
    commands.map(({ name }) => name.includes(" ") ? `"${name}"` : `" ${name}"`).join("|")
  }) command="\${command:+$command }$word"; break ;;
    esac
  done
  case "$command" in
    "") COMPREPLY=($(compgen -W "${
    [...words.keys()].join(" ")
  } help --help --version" -- "$current")); return ;;
${groupCases.join("\n")}
  esac
  case "$command $previous" in
${valueCases.join("\n")}
  esac
  case "$command" in
${commandCases.join("\n")}
  esac
}
complete -F _repoctx repoctx`;
}

function bashReply(value: Place["value"]): string {
  if (value === "any") return ":";
  // Names may hold blanks, and the bash of macOS has no compopt.
  if (value === "file") {
    return `local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current"))`;
  }
  return `COMPREPLY=($(compgen -W "${value.join(" ")}" -- "$current"))`;
}

/** A text inside single quotes of a POSIX-like shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text inside an argument of zsh's \`_arguments\`. */
function zshText(text: string): string {
  return text.replaceAll(/[\\:[\]]/g, "\\$&");
}

function zshAction(value: Flag["value"]): string {
  if (value === "file") return "_files";
  return typeof value === "string" ? " " : `(${value.join(" ")})`;
}

function zshArguments(command: Command): string {
  const flags = flagsOf(command).flatMap((flag) =>
    flag.spellings.map((spelling) => {
      const exclusion = flag.isRepeatable ? "*" : `(${flag.spellings.join(" ")})`;
      const value = flag.value === "none" ? "" : `:${zshText(flag.label)}:${zshAction(flag.value)}`;
      return quoted(`${exclusion}${spelling}[${zshText(flag.help)}]${value}`);
    })
  );
  const places = placesOf(command).map((place, index) =>
    quoted(`${index + 1}:${zshText(place.label)}:${zshAction(place.value)}`)
  );
  return ["_arguments", ...flags, ...places].join(" \\\n        ");
}

function zsh(commands: readonly Command[]): string {
  const words = secondWords(commands);
  const described = [...words].map(([first, second]) => {
    const command = commands.find(({ name }) => name === first);
    return quoted(`${first}:${zshText(command?.summary ?? second.join(", "))}`);
  });
  const cases = [...words].map(([first, second]) => {
    if (second.length === 0) {
      return `    ${first}) ${zshArguments(commands.find(({ name }) => name === first)!)} ;;`;
    }
    const inner = second.map((word) =>
      `      ${word}) shift words; (( CURRENT-- )); ${
        zshArguments(commands.find(({ name }) => name === `${first} ${word}`)!)
      } ;;`
    );
    return [
      `    ${first}) if (( CURRENT == 2 )); then _values command ${second.join(" ")}; else case $words[2] in`,
      ...inner,
      "      esac; fi ;;",
    ].join("\n");
  });
  return `#compdef repoctx
_repoctx() {
  local -a commands=(
    ${described.join("\n    ")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  shift words; (( CURRENT-- ))
  case $words[1] in
${cases.join("\n")}
  esac
}
if [[ $funcstack[1] == _repoctx ]]; then _repoctx "$@"; else compdef _repoctx repoctx; fi`;
}

function fish(commands: readonly Command[]): string {
  const words = secondWords(commands);
  const lines = ["# fish completion for repoctx", "complete -c repoctx -f"];
  for (const [first, second] of words) {
    const summary = commands.find(({ name }) => name === first)?.summary ?? second.join(", ");
    lines.push(`complete -c repoctx -n __fish_use_subcommand -a ${first} -d ${quoted(summary)}`);
    if (second.length === 0) continue;
    const isOpen = `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${
      second.join(" ")
    }`;
    lines.push(`complete -c repoctx -n ${quoted(isOpen)} -a ${quoted(second.join(" "))}`);
  }
  for (const command of commands) {
    const condition = command.name.split(" ").map((word) => `__fish_seen_subcommand_from ${word}`).join(
      "; and ",
    );
    for (const flag of flagsOf(command)) lines.push(fishFlag(condition, flag));
    for (const { value } of placesOf(command)) {
      if (value === "any") continue;
      const reply = value === "file" ? "-F" : `-a ${quoted(value.join(" "))}`;
      lines.push(`complete -c repoctx -n ${quoted(condition)} ${reply}`);
    }
  }
  return lines.join("\n");
}

function fishFlag(condition: string, flag: Flag): string {
  const spellings = flag.spellings.map((spelling) =>
    spelling.startsWith("--") ? `-l ${spelling.slice(2)}` : `-s ${spelling.slice(1)}`
  );
  const value = flag.value === "none"
    ? ""
    : flag.value === "file"
    ? " -r -F"
    : typeof flag.value === "string"
    ? " -x"
    : ` -x -a ${quoted(flag.value.join(" "))}`;
  return `complete -c repoctx -n ${quoted(condition)} ${spellings.join(" ")}${value} -d ${quoted(flag.help)}`;
}

/** A text inside single quotes of PowerShell. */
function powershellQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function powershell(commands: readonly Command[]): string {
  const list = (items: readonly string[]) => `@(${items.map(powershellQuoted).join(", ")})`;
  const words = secondWords(commands);
  const next = [
    ["", [...words.keys(), "help", "--help", "--version"]] as const,
    ...[...words].filter(([, second]) => second.length > 0),
    ...commands.map((command) => {
      const choices = placesOf(command).flatMap(({ value }) => typeof value === "string" ? [] : value);
      return [command.name, [...choices, ...flagsOf(command).flatMap(({ spellings }) => spellings)]] as const;
    }),
  ];
  const values = commands.flatMap((command) =>
    flagsOf(command).flatMap((flag) =>
      typeof flag.value === "string"
        ? []
        : flag.spellings.map((spelling) =>
          [`${command.name} ${spelling}`, flag.value as readonly string[]] as const
        )
    )
  );
  const table = (rows: readonly (readonly [string, readonly string[]])[]) =>
    rows.map(([key, items]) => `    ${powershellQuoted(key)} = ${list(items)}`).join("\n");
  return `# PowerShell completion for repoctx
Register-ArgumentCompleter -Native -CommandName repoctx -ScriptBlock {
  param($current, $ast, $position)
  $next = @{
${table(next)}
  }
  $values = @{
${table(values)}
  }
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($current -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $command = ''
  foreach ($word in $words) {
    $longer = "$command $word".Trim()
    if ($next.ContainsKey($longer)) { $command = $longer }
  }
  $previous = if ($words.Count -gt 0) { $words[-1] } else { '' }
  $candidates = $values["$command $previous"]
  if (-not $candidates) { $candidates = $next[$command] }
  $candidates | Where-Object { $_ -like "$current*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
}

/** The script of each shell. */
export const completionScripts: Readonly<
  Record<"bash" | "zsh" | "fish" | "powershell", (commands: readonly Command[]) => string>
> = { bash, zsh, fish, powershell };
