/** `hook`: answers an event of a coding agent's hook system. It never fails, so that it never breaks its host. */
import type { HookHost, HookOutcome } from "../instructions/mod.ts";
import { configuredOptions, stateRoot } from "./_hook_setting.ts";
import { slashed } from "./_instruction_options.ts";
import { readStandardInput } from "./_standard_input.ts";
import { type Command, defineCommand } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `hook` is asked. */
export interface HookOptions {
  /** The host that runs the hook. */
  agent: string;
  /** Shape of a note. */
  inject?: "pointer" | "contents";
  /** Also what the host loads by itself. */
  all: boolean;
  /** Also paths in command lines. */
  shellPaths: boolean;
  /** Answer with a marker. */
  selfTest: boolean;
  /** Shallowest directory of the walk-up. */
  homeDir?: string;
  /** Names of instruction files. */
  filename: string[];
}

/** Reads one event from standard input and prints one JSON object. */
export const hook: Command<HookOptions, HookOutcome> = defineCommand<HookOptions, HookOutcome>({
  name: "hook",
  group: "Agents",
  summary: "Answer one event of a coding agent's hook system with instruction files",
  description:
    "Reads the event as JSON on standard input and prints one JSON object, {} when there is nothing to " +
    "say. Whatever goes wrong, it prints {} and exits with 0. Text that the host loads by itself is left out.",
  parameters: {
    agent: {
      type: "string",
      positional: true,
      default: "claude-code",
      help: "The host: claude-code, codex, gemini, cursor, copilot or opencode",
    },
    inject: {
      type: "string",
      choices: ["pointer", "contents"],
      help: "Point to nested files, or deliver their text",
      otherwise: "pointer",
    },
    all: { type: "boolean", default: false, help: "Also deliver what the agent loads by itself" },
    shellPaths: { type: "boolean", default: false, help: "Take existing paths in command lines for touched" },
    selfTest: {
      type: "boolean",
      default: false,
      help: "Answer with a marker that shows whether hooks are heard",
    },
    homeDir: {
      type: "string",
      file: true,
      label: "dir",
      help: "Walk up to this directory at the start",
      otherwise: "no walk-up",
    },
    filename: {
      type: "list",
      label: "name",
      help: "An instruction file's name; replaces CLAUDE.md and AGENTS.md",
    },
  },
  examples: [
    { line: "hook claude-code", explanation: "The command that 'repoctx integrate --hooks' registers" },
    {
      line: "hook gemini --self-test",
      explanation: "Registered in its place: shows whether the host listens",
    },
  ],
  formats: ["json"],
  needs: "nothing",
  neutralAnswer: "{}",
  async run(context, values) {
    const outcome = await answer(context, values).catch((error): HookOutcome => ({
      answer: {},
      problem: error instanceof Error ? error.message : String(error),
    }));
    if (outcome.problem !== undefined) context.warn(`repoctx hook: ${outcome.problem}`);
    return outcome;
  },
  render: ({ answer }) => Promise.resolve(JSON.stringify(answer)),
});

async function answer(context: CommandContext, values: HookOptions): Promise<HookOutcome> {
  const { answerHook, isHookHost, LocalWorkspace, resolveOptions, SessionStore } = await import(
    "../instructions/mod.ts"
  );
  const known = isHookHost(values.agent);
  if (!known) context.warn(`repoctx hook: unknown agent ${values.agent}; the payload decides`);
  const options = resolveOptions({
    ...await configuredOptions(context.cwd),
    exposeInventoryTool: false,
    nestedTraversal: true,
    // Text of the repository is delivered only where the registered command itself asks for it.
    nestedInject: values.inject ?? "pointer",
    ...(values.homeDir === undefined ? {} : { homeDir: values.homeDir }),
    ...(values.filename.length === 0 ? {} : { filenames: values.filename }),
  });
  return await answerHook({
    agent: known ? values.agent as HookHost : "claude-code",
    input: readStandardInput(context),
    options,
    all: values.all,
    shellPaths: values.shellPaths,
    selfTest: values.selfTest,
    env: (name) => context.env(name),
    cwd: slashed(context.cwd),
    openWorkspace: (directory) => new LocalWorkspace(directory),
    openSessions: (directory) => Promise.resolve(new SessionStore({ root: stateRoot(directory) })),
  });
}
