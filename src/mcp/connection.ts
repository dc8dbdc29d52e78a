/** What a client can ask the server: the list of tools, and calls of them. */
import {
  type CallToolResult,
  type InputRequiredResult,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool as ListedTool,
} from "@modelcontextprotocol/server";
import { type CommandContext, listWords } from "../commands/mod.ts";
import { RepoctxError } from "../model/mod.ts";
import { progressNotes } from "./call_progress.ts";
import { ClientRoots } from "./client_roots.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import type { ServedTool } from "./served_tool.ts";
import { findTool, type NameStyle, toolName } from "./tool_names.ts";

/** How a connection presents the tools. */
export interface ConnectionOptions {
  /** Absolute; instead of the client's roots and the working directory. */
  readonly root?: string;
  readonly toolNames: NameStyle;
  /** Answers carry structured content, and the tools its schema. */
  readonly structured: boolean;
}

/** Each call is recorded in the ledger, and some change the memory: strictly speaking, none only reads. */
const ANNOTATIONS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** Makes the servers of a connection; the protocol library asks for one when it knows what the client speaks. */
export async function connection(
  served: readonly ServedTool[],
  context: CommandContext,
  options: ConnectionOptions,
): Promise<McpServerFactory> {
  const tools = await Promise.all(served.map((tool) => listedTool(tool, options)));
  return () => {
    const server = new Server(
      { name: "repoctx", version: context.version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    const roots = new ClientRoots(server);
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("tools/call", async ({ params }, request) => {
      const tool = findTool(served, params.name);
      if (tool === undefined) throw unknownTool(params.name, served, options.toolNames);
      const folders = options.root === undefined ? await roots.folders(request) : [options.root];
      if (!Array.isArray(folders)) return folders;
      const places = folders.length > 0 ? folders : [context.cwd];
      return await call(tool, params.arguments ?? {}, places, request);
    });
    return server;
  };

  async function call(
    tool: ServedTool,
    given: unknown,
    folders: readonly string[],
    { mcpReq }: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    try {
      const { text, data } = await tool.call(given, folders, {
        signal: mcpReq.signal,
        progress: progressReceiver(mcpReq),
      });
      const content = [{ type: "text" as const, text }];
      if (!options.structured) return { content };
      return { content, structuredContent: data() as Record<string, unknown> };
    } catch (error) {
      if (context.env("REPOCTX_DEBUG") !== undefined && error instanceof Error) {
        context.warn(error.stack ?? "");
      }
      return { content: [{ type: "text", text: failureText(error, tool) }], isError: true };
    }
  }
}

async function listedTool(
  tool: ServedTool,
  { toolNames, structured }: ConnectionOptions,
): Promise<ListedTool> {
  const listed = {
    name: toolName(tool, toolNames),
    description: tool.description,
    inputSchema: tool.inputSchema,
    annotations: ANNOTATIONS,
    ...(structured ? { outputSchema: await tool.outputSchema() } : {}),
  };
  // The library's type of a schema is any JSON object; ours is a narrower one.
  return listed as unknown as ListedTool;
}

function unknownTool(name: string, served: readonly ServedTool[], style: NameStyle): ProtocolError {
  const known = listWords(served.map((tool) => toolName(tool, style)));
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool ${JSON.stringify(name)}. Call ${known}.`,
  );
}

/** Passes progress on to a client that asked for it. */
function progressReceiver({ _meta, notify }: ServerContext["mcpReq"]): ReturnType<typeof progressNotes> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  return progressNotes((note) => {
    // Nobody waits for a note; a client that is gone shows elsewhere.
    notify({ method: "notifications/progress", params: { progressToken, ...note } }).catch(() => {});
  });
}

/** A failure in the words of a tool call. */
function failureText(error: unknown, tool: ServedTool): string {
  if (error instanceof RepoctxError) return tool.inCallWords(error.message);
  return `repoctx failed: ${error instanceof Error ? error.message : String(error)}`;
}
