/** `mcp`: serves the commands to a client that speaks the Model Context Protocol. */
import { type Command, defineCommand, kebabCase } from "../commands/mod.ts";
import { UsageError } from "../model/mod.ts";
import { NAME_STYLES, type NameStyle } from "./tool_names.ts";

/** How the server is started. */
export interface McpOptions {
  /** A folder of the repository to serve; by default the client's roots, else the working directory. */
  root?: string;
  /** How the tools are called in the list of tools. */
  toolNames: NameStyle;
  /** Send each answer as structured content too, and its schema in the list of tools. */
  structured: boolean;
  /** Build an index that is missing or cannot be used. */
  autoIndex: boolean;
  /** Bring the index up to date before each answer. */
  refresh: boolean;
  /** Serve the tools about instruction files. */
  instructions: boolean;
  /** With them: shallowest directory of the walk-up. */
  homeDir?: string;
  /** With them: names of instruction files. */
  filename: string[];
  /** With them: directories that links of instruction files may point into. */
  symlinkRoot: string[];
  /** With them: what the inventory scans. */
  assetRoot: string[];
  /** With them: name of the inventory tool. */
  inventoryToolName?: string;
  /** Tools that are not served. */
  disableTool: string[];
}

/** Options that mean something only where instruction files are served. */
const ABOUT_INSTRUCTIONS = ["homeDir", "filename", "symlinkRoot", "assetRoot", "inventoryToolName"] as const;

/** Runs until the client closes its end, or until it is interrupted. */
export const mcp: Command<McpOptions, void> = defineCommand<McpOptions, void>({
  name: "mcp",
  group: "Agents",
  summary: "Serve the commands to a coding agent over MCP (stdio)",
  description:
    "A client starts this by itself; 'repoctx integrate --list' shows how to register it. The server ends " +
    "when the client closes standard input.",
  parameters: {
    root: {
      type: "string",
      file: true,
      label: "folder",
      help: "Serve the repository around this folder",
      otherwise: "the roots of the client, else the working directory",
    },
    toolNames: {
      type: "string",
      choices: NAME_STYLES,
      default: "underscore",
      label: "style",
      help: "List the tools as repoctx_search or as repoctx.search; a call under either name works",
    },
    structured: {
      type: "boolean",
      default: false,
      help: "Add structured content to answers, and output schemas to the list of tools",
    },
    autoIndex: {
      type: "boolean",
      default: false,
      help: "Build the index when there is none that can be used",
    },
    refresh: { type: "boolean", default: false, help: "Bring the index up to date before each answer" },
    instructions: {
      type: "boolean",
      default: false,
      help: "Also serve three tools about instruction files and assets of agents; they need no index",
    },
    homeDir: {
      type: "string",
      file: true,
      label: "dir",
      help: "With --instructions: walk up to this directory, inclusive",
      otherwise: "no walk-up",
    },
    filename: {
      type: "list",
      label: "name",
      help: "With --instructions: an instruction file's name; replaces CLAUDE.md and AGENTS.md",
    },
    symlinkRoot: {
      type: "list",
      label: "dir",
      file: true,
      help: "With --instructions: a directory that links of instruction files may point into",
    },
    assetRoot: {
      type: "list",
      label: "dir",
      file: true,
      help: "With --instructions: a directory with assets; replaces the default ones",
    },
    inventoryToolName: {
      type: "string",
      label: "name",
      help: "With --instructions: name of the inventory tool, without its prefix",
      otherwise: "inventory_agent_context",
    },
    disableTool: { type: "list", label: "name", help: "Leave this tool out" },
  },
  examples: [
    { line: "mcp", explanation: "What a client runs in the folder of a repository" },
    { line: "mcp --root ../shop --refresh", explanation: "For a client that starts elsewhere" },
    { line: "mcp --tool-names dotted", explanation: "With tools named repoctx.search and so on" },
    { line: "mcp --instructions", explanation: "With the instruction files of the repository as tools, too" },
  ],
  formats: ["text"],
  needs: "nothing",
  stopsInOrder: true,
  async validate(options, { cwd }) {
    const { root } = options;
    const stray = ABOUT_INSTRUCTIONS.find((name) => isGiven(options[name]));
    if (stray !== undefined && !options.instructions) {
      throw new UsageError(`--${kebabCase(stray)} goes with --instructions.`);
    }
    if (root === undefined || await isFolder(await absolute(cwd, root))) return;
    throw new UsageError(`--root ${JSON.stringify(root)} is not a folder.`);
  },
  async run(context, options) {
    const { serve } = await import("./serve.ts");
    const { root, toolNames, structured, autoIndex, refresh } = options;
    await serve(context, {
      toolNames,
      structured,
      autoIndex,
      refresh,
      disabled: options.disableTool,
      ...(root === undefined ? {} : { root: await absolute(context.cwd, root) }),
      ...(options.instructions ? { instructions: { ...options, countsTokens: structured } } : {}),
    });
  },
  render: () => Promise.resolve(""),
});

function isGiven(value: string | readonly string[] | undefined): boolean {
  return value !== undefined && value.length > 0;
}

async function absolute(folder: string, path: string): Promise<string> {
  return (await import("node:path")).resolve(folder, path);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch {
    return false;
  }
}
