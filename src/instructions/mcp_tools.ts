/**
 * The three tools of an MCP server, as data and functions without any protocol. What a model may ask for is listed
 * here and nowhere else: home directory and link roots come from whoever started the server.
 */
import { bundleInstructions, type SessionAccess } from "./bundle_command.ts";
import { RepoContextConfigError } from "./errors.ts";
import { inventoryResult, readInventory } from "./inventory.ts";
import { resolveLinks } from "./links.ts";
import { nestedInstructions } from "./nested_command.ts";
import type { ResolvedOptions } from "./options.ts";
import { contains, resolvePath } from "./paths.ts";
import { instructionsText } from "./render_instructions.ts";
import { inventoryText } from "./render_inventory.ts";
import { nestedText } from "./render_nested.ts";
import type { Inject, InstructionsResult, InventoryResult, NestedResult } from "./results.ts";
import type { Sessions } from "./session_store.ts";
import { resolveWorkingDirectory } from "./walk_up.ts";
import { platformOf, type Workspace } from "./workspace.ts";

/** Arguments by name. */
type Arguments = Record<string, unknown>;

const TEXT = { type: "string" };

/** What a tool is called, what it is for and what it takes. */
export interface ToolDeclaration {
  /** With dots; a server may list it with `_` in their place. */
  name: string;
  /** What a model reads of it. */
  description: string;
  /** JSON Schema of its arguments. */
  inputSchema: {
    type: "object";
    properties: Record<string, Record<string, unknown>>;
    required?: string[];
    additionalProperties: false;
  };
}

/** `get_instructions` */
export const GET_INSTRUCTIONS: ToolDeclaration = {
  name: "repoctx.get_instructions",
  description: "The instruction files (CLAUDE.md, AGENTS.md) that apply to a directory, broadest first.",
  inputSchema: {
    type: "object",
    properties: {
      directory: { ...TEXT, description: "Directory to start from, inside the working directory" },
      session: { ...TEXT, description: "Name of the conversation; later calls then report what changed" },
    },
    additionalProperties: false,
  },
};

/** `inventory_agent_context`; the last segment follows `inventoryToolName`. */
export function inventoryDeclaration(toolName: string): ToolDeclaration {
  return {
    name: `repoctx.${toolName}`,
    description: "Where this repository keeps skills, sub-agents and settings of coding agents.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
  };
}

/** `get_nested_instructions` */
export const GET_NESTED_INSTRUCTIONS: ToolDeclaration = {
  name: "repoctx.get_nested_instructions",
  description: "Notes about instruction files of the directories that hold the given paths. " +
    "Call it after reading or listing paths; each directory is reported once.",
  inputSchema: {
    type: "object",
    properties: {
      paths: { type: "array", items: TEXT, description: "Files read or directories listed" },
      base: { ...TEXT, description: "Directory the paths are relative to" },
      inject: { type: "string", enum: ["pointer", "contents"], description: "Only the paths, or the texts" },
      session: { ...TEXT, description: "Name of the conversation" },
      compacted: { type: "boolean", description: "The conversation was compacted: report everything again" },
    },
    required: ["paths"],
    additionalProperties: false,
  },
};

/**
 * Checks arguments against a declaration.
 *
 * @throws {RepoContextConfigError} naming the argument.
 */
export function checkArguments(declaration: ToolDeclaration, value: unknown): Arguments {
  const { properties, required = [] } = declaration.inputSchema;
  const given = value ?? {};
  if (typeof given !== "object" || Array.isArray(given)) {
    throw new RepoContextConfigError(`${declaration.name} takes an object of arguments.`);
  }
  for (const [name, argument] of Object.entries(given)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) {
      const known = Object.keys(properties).join(", ") || "no arguments";
      throw new RepoContextConfigError(
        `Unknown argument ${name} for ${declaration.name}. It takes ${known}.`,
      );
    }
    if (!fits(schema, argument)) throw new RepoContextConfigError(`${name} must be ${wanted(schema)}.`);
  }
  for (const name of required) {
    if (!Object.hasOwn(given, name)) throw new RepoContextConfigError(`Missing argument ${name}.`);
  }
  return given as Arguments;
}

function fits(schema: Record<string, unknown>, value: unknown): boolean {
  if (Array.isArray(schema["enum"])) return schema["enum"].includes(value);
  if (schema["type"] === "array") {
    return Array.isArray(value) && value.every((item) => typeof item === "string");
  }
  const type: string = typeof value;
  return type === schema["type"];
}

function wanted(schema: Record<string, unknown>): string {
  if (Array.isArray(schema["enum"])) return schema["enum"].join(" or ");
  return schema["type"] === "array"
    ? "a list of texts"
    : schema["type"] === "string"
    ? "a text"
    : "true or false";
}

/** What a tool answers: a text for the model, and the same as the CLI's JSON. */
export interface ToolAnswer {
  /** For the model. */
  text: string;
  /** The same as data. */
  result: InstructionsResult | InventoryResult | NestedResult;
}

/** What a server that offers the tools was started with. */
export interface ToolServer {
  /** The files, and the working directory. */
  workspace: Workspace;
  /** From whoever started the server. */
  options: ResolvedOptions;
  /** Where sessions that a call names are kept. */
  sessions: Sessions;
  /** The session of calls that name none. Results do not mention it. */
  connection: SessionAccess;
}

/** A tool that can be called. */
export interface InstructionTool extends ToolDeclaration {
  /**
   * Answers a call.
   *
   * @throws {RepoctxError} for arguments that make no sense; nothing has been read then.
   */
  call(value: unknown): Promise<ToolAnswer>;
}

/** What the tools of a server are called and take. */
export function toolDeclarations({ inventoryToolName }: ResolvedOptions): ToolDeclaration[] {
  return [GET_INSTRUCTIONS, inventoryDeclaration(inventoryToolName), GET_NESTED_INSTRUCTIONS];
}

/** The tools of a server. */
export function instructionTools(server: ToolServer): InstructionTool[] {
  const inventory = inventoryDeclaration(server.options.inventoryToolName);
  return [
    {
      ...GET_INSTRUCTIONS,
      call: async (value) => await getInstructions(server, checkArguments(GET_INSTRUCTIONS, value)),
    },
    { ...inventory, call: async (value) => await getInventory(server, checkArguments(inventory, value)) },
    {
      ...GET_NESTED_INSTRUCTIONS,
      call: async (value) => await getNested(server, checkArguments(GET_NESTED_INSTRUCTIONS, value)),
    },
  ];
}

async function getInstructions(server: ToolServer, { directory, session }: Arguments): Promise<ToolAnswer> {
  const { workspace, options } = server;
  const result = await bundleInstructions({
    workspace: directory === undefined ? workspace : await below(workspace, directory as string),
    options: { ...options, ...absolutePaths(workspace, options) },
    session: sessionOf(server, session as string | undefined),
  });
  const update = result.update?.parts.map(({ text }) => text) ?? [];
  const text = [instructionsText(result), ...update].filter((part) => part !== "").join("\n\n");
  return { text: text === "" ? "No instruction files." : text, result };
}

/** Path options start at the server's working directory, whatever directory a call names. */
function absolutePaths(workspace: Workspace, options: ResolvedOptions): Partial<ResolvedOptions> {
  const absolute = (path: string) => resolvePath(workspace.cwd, path, platformOf(workspace));
  return {
    homeDir: options.homeDir === undefined ? undefined : absolute(options.homeDir),
    autoloadSymlinkRoots: options.autoloadSymlinkRoots.map(absolute),
  };
}

async function below(workspace: Workspace, directory: string): Promise<Workspace> {
  const platform = platformOf(workspace);
  const path = resolvePath(workspace.cwd, directory, platform);
  const root = await resolveWorkingDirectory(workspace);
  const resolution = await resolveLinks(workspace, path);
  if ("reason" in resolution || !contains(root, resolution.path, platform)) {
    throw new RepoContextConfigError(`${directory} is not a directory inside of the working directory.`);
  }
  return workspaceAt(workspace, path);
}

/** The same files seen from another working directory. */
function workspaceAt(workspace: Workspace, cwd: string): Workspace {
  return {
    cwd,
    platform: platformOf(workspace),
    readFile: (path, options) => workspace.readFile(path, options),
    stat: (path) => workspace.stat(path),
    lstat: (path) => workspace.lstat(path),
    readDir: (path) => workspace.readDir(path),
    ...(workspace.realPath === undefined ? {} : { realPath: workspace.realPath.bind(workspace) }),
    ...(workspace.readLink === undefined ? {} : { readLink: workspace.readLink.bind(workspace) }),
  };
}

async function getInventory({ workspace, options }: ToolServer, _: Arguments): Promise<ToolAnswer> {
  const cwd = await resolveWorkingDirectory(workspace);
  const result = inventoryResult(await readInventory(workspace, cwd, options.assetRoots));
  return { text: inventoryText(result), result };
}

async function getNested(server: ToolServer, given: Arguments): Promise<ToolAnswer> {
  const { paths, base, inject, session, compacted } = given as {
    paths: string[];
    base?: string;
    inject?: Inject;
    session?: string;
    compacted?: boolean;
  };
  const result = await nestedInstructions({
    workspace: server.workspace,
    options: inject === undefined ? server.options : { ...server.options, nestedInject: inject },
    touches: paths.map((path) => ({ path, kind: "either", ...(base === undefined ? {} : { base }) })),
    session: sessionOf(server, session),
    ...(compacted === undefined ? {} : { compacted }),
  });
  const text = nestedText(result);
  const { session: _, epoch: __, ...anonymous } = result;
  return { text: text === "" ? "No new notes." : text, result: session === undefined ? anonymous : result };
}

function sessionOf({ sessions, connection }: ToolServer, named: string | undefined): SessionAccess {
  return named === undefined ? connection : { store: sessions, session: named };
}
