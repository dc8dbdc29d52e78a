/** `instructions`: the instruction files that apply, to a directory or to one path, and what they cost. */
import type { AppliesResult, CostResult, InstructionsResult } from "../instructions/mod.ts";
import { UsageError } from "../model/mod.ts";
import {
  instructionSetting,
  sessionAccess,
  tellWarnings,
  tokenCounter,
  userHome,
} from "./_instruction_options.ts";
import { type Command, defineCommand, type Format } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `instructions` is asked. */
export interface InstructionsOptions {
  /** Working directory of the agent. */
  dir: string;
  /** Shallowest directory of the walk-up. */
  homeDir?: string;
  /** The user's home directory is that directory. */
  home: boolean;
  /** Names of instruction files. */
  filename: string[];
  /** The walk-up. */
  autoload: boolean;
  /** Directories that external links may point into. */
  symlinkRoot: string[];
  /** The static hint about assets. */
  inventoryHint: boolean;
  /** Name of the tool in that hint. */
  inventoryToolName?: string;
  /** The static precedence statement. */
  nested: boolean;
  /** Asset roots that the hint names. */
  assetRoot: string[];
  /** Larger files are skipped whole. */
  maxFileBytes?: number;
  /** Remembers what the conversation knows. */
  session?: string;
  /** Every warning is a failure. */
  strict: boolean;
  /** The path that is asked about. */
  for?: string;
  /** Agents that are asked about. */
  agent: string[];
  /** What every agent starts with. */
  cost: boolean;
  /** Ceiling on the prefix. */
  budgetTokens?: number;
}

/** What it answers: the bundle, the view of one path, or the cost. */
export type InstructionsAnswer = InstructionsResult | AppliesResult | CostResult;

/** Answers whose warnings count as failures. */
const failed = new WeakSet<object>();

/** Prints the prefix for an agent's system prompt. */
export const instructions: Command<InstructionsOptions, InstructionsAnswer> = defineCommand<
  InstructionsOptions,
  InstructionsAnswer
>({
  name: "instructions",
  group: "Agents",
  summary: "Print the instruction files (CLAUDE.md, AGENTS.md) that apply, framed and escaped",
  description:
    "The text output is exactly the prefix for a system prompt. Everything that was found and did not load is " +
    "listed in the JSON output with a reason.",
  parameters: {
    dir: {
      type: "string",
      positional: true,
      default: ".",
      file: true,
      help: "The working directory of the agent",
    },
    homeDir: {
      type: "string",
      file: true,
      label: "dir",
      help: "Walk up to this directory, inclusive",
      otherwise: "no walk-up",
    },
    home: {
      type: "boolean",
      default: false,
      help: "Walk up to your home directory; mind what lies on the way",
    },
    filename: {
      type: "list",
      label: "name",
      help: "An instruction file's name; replaces CLAUDE.md and AGENTS.md",
    },
    autoload: { type: "boolean", default: true, flag: "no-autoload", help: "Load no files" },
    symlinkRoot: {
      type: "list",
      label: "dir",
      file: true,
      help: "A directory that links of instruction files may point into",
    },
    inventoryHint: { type: "boolean", default: false, help: "Say where skills and other assets are kept" },
    inventoryToolName: {
      type: "string",
      label: "name",
      help: "Name of the inventory tool in that hint",
      otherwise: "inventory_agent_context",
    },
    nested: {
      type: "boolean",
      default: false,
      help: "Say how instruction files of nested directories relate",
    },
    assetRoot: {
      type: "list",
      label: "dir",
      file: true,
      help: "A directory with assets; replaces the default ones",
    },
    maxFileBytes: { type: "integer", above: 0, help: "Skip larger files, whole", otherwise: "1048576" },
    session: {
      type: "string",
      label: "name",
      help: "Keep the text of the first call and report what changed since",
      otherwise: "$REPOCTX_SESSION",
    },
    strict: { type: "boolean", default: false, help: "Exit with 1 when there is a warning" },
    for: {
      type: "string",
      label: "path",
      file: true,
      help: "Show what each agent loads for this path, and what it does not",
    },
    agent: {
      type: "list",
      label: "id",
      help: "With --for or --cost: this agent only, such as claude-code, codex or cursor",
    },
    cost: { type: "boolean", default: false, help: "Show what each agent starts with, in tokens" },
    budgetTokens: {
      type: "integer",
      above: 0,
      help: "Drop whole files, the broadest first, until the text fits",
    },
  },
  examples: [
    { line: "instructions --home-dir ..", explanation: "The prefix for an agent that works here" },
    {
      line: "instructions --for src/api/user.ts --agent codex",
      explanation: "Which files Codex applies to a path",
    },
    { line: "instructions --cost", explanation: "What each agent starts with, in tokens" },
    { line: "instructions --budget-tokens 2000", explanation: "Leave out broad files that do not fit" },
  ],
  formats: ["text", "json", "md"],
  needs: "nothing",
  failsInJson: true,
  validate(options) {
    if (options.home && options.homeDir !== undefined) {
      throw new UsageError("--home and --home-dir exclude each other.");
    }
    if (options.cost && options.for !== undefined) {
      throw new UsageError("--cost and --for exclude each other.");
    }
    if (options.agent.length > 0 && !options.cost && options.for === undefined) {
      throw new UsageError("--agent goes with --for or --cost.");
    }
  },
  run: answer,
  render,
  exitCode: (result) => failed.has(result) ? 1 : 0,
});

async function answer(
  context: CommandContext,
  values: InstructionsOptions,
  format: Format,
): Promise<InstructionsAnswer> {
  const { bundleInstructions, instructionsCost, instructionsFor, LocalWorkspace } = await import(
    "../instructions/mod.ts"
  );
  const homeDir = values.home ? userHome(context) : values.homeDir;
  const { resolve } = await import("node:path");
  // The text needs no counts, and the tokenizer is the slowest part.
  const counts = format === "json" || values.cost || values.for !== undefined ||
    values.budgetTokens !== undefined;
  const countTokens = counts ? await tokenCounter(resolve(context.cwd, values.dir)) : undefined;
  const setting = await instructionSetting(context, values.dir, { ...values, homeDir }, countTokens);
  const workspace = new LocalWorkspace(setting.cwd);
  const asked = { workspace, agents: values.agent, ...(countTokens === undefined ? {} : { countTokens }) };
  if (values.cost) return await instructionsCost(asked);
  if (values.for !== undefined) return await instructionsFor({ ...asked, path: values.for });

  const session = await sessionAccess(context, values.session, setting.root);
  const result = await bundleInstructions({
    workspace,
    options: setting.options,
    warnings: setting.warnings,
    // The text is exactly the prefix, so an update cannot be shown there and must not be taken for delivered.
    update: format === "text" ? "keep" : "deliver",
    ...(session === undefined ? {} : { session }),
    ...(values.budgetTokens === undefined ? {} : { budgetTokens: values.budgetTokens }),
  });
  tellWarnings(context, result.warnings);
  if (format === "text" && result.update !== undefined) {
    context.warn(
      "Instruction files changed since this session began. Use --format json or md to get the update.",
    );
  }
  if (values.strict && result.warnings.length > 0) failed.add(result);
  return result;
}

async function render(result: InstructionsAnswer, format: Format): Promise<string> {
  if (format === "json") return JSON.stringify(result);
  const { renderText } = await import("../instructions/mod.ts");
  return await renderText(result, format === "md" ? "md" : "text");
}
