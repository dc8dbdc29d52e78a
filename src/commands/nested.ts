/** `nested`: notes about the instruction files of directories that an agent has just touched. */
import type { NestedResult } from "../instructions/mod.ts";
import { UsageError } from "../model/mod.ts";
import { instructionSetting, sessionAccess, tellWarnings, tokenCounter } from "./_instruction_options.ts";
import { readStandardInput } from "./_standard_input.ts";
import { type Command, defineCommand, type Format } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `nested` is asked. */
export interface NestedOptions {
  /** Touched paths. */
  paths: string[];
  /** Working directory of the agent. */
  cwd: string;
  /** What the paths are relative to. */
  base?: string;
  /** Shape of a note. */
  inject?: "pointer" | "contents";
  /** Remembers what was surfaced. */
  session?: string;
  /** The history was compacted. */
  compacted: boolean;
  /** The working directory's own files were loaded. */
  autoload: boolean;
  /** Shallowest directory of the walk-up. */
  homeDir?: string;
  /** Names of instruction files. */
  filename: string[];
  /** Directories that external links of the walk-up may point into. */
  symlinkRoot: string[];
  /** Larger files are pointed to only. */
  maxFileBytes?: number;
}

/** Prints the notes for some paths. */
export const nested: Command<NestedOptions, NestedResult> = defineCommand<NestedOptions, NestedResult>({
  name: "nested",
  group: "Agents",
  summary: "Print notes about instruction files of directories an agent has touched",
  description:
    "Reading a file concerns its directory, a path that ends in / is a directory. With a session each " +
    "directory is reported once, until --compacted. The path - reads paths from standard input, separated by " +
    "newlines or NUL.",
  parameters: {
    paths: {
      type: "list",
      positional: true,
      label: "path",
      file: true,
      help: "A path that was read or listed",
    },
    cwd: {
      type: "string",
      default: ".",
      file: true,
      label: "dir",
      help: "The working directory of the agent",
    },
    base: {
      type: "string",
      file: true,
      label: "dir",
      help: "What the paths are relative to",
      otherwise: "the working directory",
    },
    inject: {
      type: "string",
      choices: ["pointer", "contents"],
      help: "Point to the files, or deliver their text",
      otherwise: "pointer",
    },
    session: {
      type: "string",
      label: "name",
      help: "Remember under this name what was reported",
      otherwise: "$REPOCTX_SESSION",
    },
    compacted: {
      type: "boolean",
      default: false,
      help: "The conversation was compacted: report everything again",
    },
    autoload: {
      type: "boolean",
      default: true,
      flag: "no-autoload",
      help: "The files of the working directory were not loaded before",
    },
    homeDir: {
      type: "string",
      file: true,
      label: "dir",
      help: "How far up files were loaded before",
      otherwise: "no walk-up",
    },
    filename: {
      type: "list",
      label: "name",
      help: "An instruction file's name; replaces CLAUDE.md and AGENTS.md",
    },
    symlinkRoot: {
      type: "list",
      label: "dir",
      file: true,
      help: "A directory that links of the files loaded before may point into",
    },
    maxFileBytes: { type: "integer", above: 0, help: "Only point to larger files", otherwise: "1048576" },
  },
  examples: [
    { line: "nested packages/foo/src/x.py --session s1", explanation: "After reading a file" },
    { line: "nested --session s1 --compacted", explanation: "After the conversation was compacted" },
  ],
  formats: ["text", "json", "md"],
  needs: "nothing",
  failsInJson: true,
  validate({ paths, compacted }) {
    if (paths.length === 0 && !compacted) throw new UsageError("Missing argument <path>.");
  },
  run: note,
  render,
});

async function note(context: CommandContext, values: NestedOptions, format: Format): Promise<NestedResult> {
  const { LocalWorkspace, nestedInstructions } = await import("../instructions/mod.ts");
  const { resolve } = await import("node:path");
  const countTokens = format === "json" ? await tokenCounter(resolve(context.cwd, values.cwd)) : undefined;
  const { cwd, root, options, warnings } = await instructionSetting(context, values.cwd, values, countTokens);
  tellWarnings(context, warnings);
  const session = await sessionAccess(context, values.session, root);
  const paths = values.paths.includes("-")
    ? values.paths.filter((path) => path !== "-").concat(separated(await readStandardInput(context)))
    : values.paths;
  const base = values.base === undefined ? {} : { base: values.base };
  return await nestedInstructions({
    workspace: new LocalWorkspace(cwd),
    options,
    touches: paths.map((path) => ({ path, kind: "either" as const, ...base })),
    compacted: values.compacted,
    ...(session === undefined ? {} : { session }),
  });
}

/** NUL separates when there is one; a file name may then hold newlines. */
function separated(input: string): string[] {
  return input.split(input.includes("\0") ? "\0" : /\r?\n/).filter((path) => path !== "");
}

async function render(result: NestedResult, format: Format): Promise<string> {
  if (format === "json") return JSON.stringify(result);
  const { renderText } = await import("../instructions/mod.ts");
  return await renderText(result, format === "md" ? "md" : "text");
}
