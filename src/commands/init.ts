/** `init`: makes a folder the root of a repository and says what an index would cover. */
import { type InitResult, RepoctxError, UsageError } from "../model/mod.ts";
import { renderResult } from "./_render.ts";
import { type Command, defineCommand } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `init` is told. */
export interface InitOptions {
  /** Overwrite a config that is there. */
  force: boolean;
  /** Write the pointer into instruction files. */
  agents: boolean;
  /** Neither write it nor ask. */
  noAgents: boolean;
}

const AGENT_FILES = ["CLAUDE.md", "AGENTS.md"];

const TIP = "'repoctx init --agents' also tells coding agents about repoctx (CLAUDE.md, AGENTS.md); " +
  "where a config exists, 'repoctx integrate' does.";

/** Creates the config and the state folder. */
export const init: Command<InitOptions, InitResult> = defineCommand<InitOptions, InitResult>({
  name: "init",
  group: "Set up",
  summary: "Create repoctx.config.json and the state folder in the current directory",
  description:
    "Adds the state folder to .gitignore, and reports which files and projects an index would cover. " +
    "On a terminal it asks whether to write agent instructions too.",
  parameters: {
    force: {
      type: "boolean",
      default: false,
      help: "Overwrite an existing repoctx.config.json with the defaults",
    },
    agents: {
      type: "boolean",
      default: false,
      help: "Maintain a short pointer to repoctx in CLAUDE.md and AGENTS.md",
    },
    noAgents: { type: "boolean", default: false, help: "Write no agent instructions and do not ask" },
  },
  examples: [
    { line: "init", explanation: "Set up the repository in this folder" },
    { line: "init --agents", explanation: "Also tell coding agents about it" },
  ],
  formats: ["text"],
  needs: "nothing",
  validate({ agents, noAgents }) {
    if (agents && noAgents) throw new UsageError("--agents and --no-agents cannot be used together.");
  },
  run: initialize,
  render: renderResult,
});

async function initialize(context: CommandContext, options: InitOptions): Promise<InitResult> {
  const { CONFIG_FILE, defaultConfig, ensureStateFolder, findRoot, serializeConfig } = await import(
    "../repository/mod.ts"
  );
  const { rewriteRootFile } = await import("../integrate/mod.ts");
  const root = context.cwd;
  const exists = isThere(`${root}/${CONFIG_FILE}`);
  if (exists && !options.force) {
    throw new RepoctxError(
      `Already initialized: ${CONFIG_FILE} exists. Use --force to overwrite it with the defaults.`,
    );
  }
  const around = exists ? undefined : findRoot(`${root}/..`);
  if (around !== undefined) {
    context.warn(
      `Warning: ${around} is initialized already and covers this folder, which now stands for itself.`,
    );
  }
  const asked = !options.agents && !options.noAgents && context.confirm !== undefined &&
    await context.confirm(`Tell coding agents about repoctx in ${AGENT_FILES.join(" and ")}?`);
  const writesAgents = options.agents || asked;

  ensureStateFolder(root);
  const config = defaultConfig();
  const bytes = new TextEncoder().encode(serializeConfig(config));
  const change = rewriteRootFile(root, CONFIG_FILE, () => bytes);
  if (typeof change === "object") throw new RepoctxError(`Cannot write ${CONFIG_FILE}: ${change.untouched}.`);

  const written = await ignoreStateFolder(root);
  if (writesAgents) written.push(...await writePointers(root));

  const { detectProjects, scanWithContent } = await import("../scanner/mod.ts");
  const { languageOf } = await import("../parser/mod.ts");
  const { files } = scanWithContent(root, config, { languageOf });
  return {
    command: "init",
    root,
    reinitialized: exists,
    selected: files.length,
    projects: detectProjects(files.map(({ path }) => path)),
    written,
    ...(writesAgents || options.noAgents ? {} : { tip: TIP }),
  };
}

/** Whether anything has this name, a dangling link included. */
function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function ignoreStateFolder(root: string): Promise<string[]> {
  const { rewriteRootFile } = await import("../integrate/mod.ts");
  const { withStateIgnored } = await import("./_gitignore.ts");
  const change = rewriteRootFile(root, ".gitignore", withStateIgnored);
  if (change === "unchanged") return [];
  if (typeof change === "object") return [`left .gitignore untouched: ${change.untouched}`];
  return ["updated .gitignore (.repoctx/)"];
}

async function writePointers(root: string): Promise<string[]> {
  const { putPointer } = await import("../integrate/mod.ts");
  return AGENT_FILES.map((name) => {
    const change = putPointer(root, name);
    return typeof change === "object" ? `left ${name} untouched: ${change.untouched}` : `${change} ${name}`;
  });
}
