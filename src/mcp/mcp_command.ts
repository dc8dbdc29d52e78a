/** `mcp`: serves the commands to a client that speaks the Model Context Protocol. */
import { type Command, defineCommand } from "../commands/mod.ts";
import { UsageError } from "../model/mod.ts";
import { NAME_STYLES, type NameStyle } from "./tools.ts";

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
}

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
  },
  examples: [
    { line: "mcp", explanation: "What a client runs in the folder of a repository" },
    { line: "mcp --root ../shop --refresh", explanation: "For a client that starts elsewhere" },
    { line: "mcp --tool-names dotted", explanation: "With tools named repoctx.search and so on" },
  ],
  formats: ["text"],
  needs: "nothing",
  stopsInOrder: true,
  async validate({ root }, { cwd }) {
    if (root === undefined || await isFolder(await absolute(cwd, root))) return;
    throw new UsageError(`--root ${JSON.stringify(root)} is not a folder.`);
  },
  async run(context, { root, ...options }) {
    const { serve } = await import("./serve.ts");
    const place = root === undefined ? {} : { root: await absolute(context.cwd, root) };
    await serve(context, { ...options, ...place });
  },
  render: () => Promise.resolve(""),
});

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
