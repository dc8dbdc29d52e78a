/** One server, from the first byte of the client to the last answer. */
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type CommandContext, completeValues, entryFor, listWords } from "../commands/mod.ts";
import { UsageError } from "../model/mod.ts";
import { connection, type ConnectionOptions } from "./connection.ts";
import { IndexRuns } from "./index_runs.ts";
import { type InstructionServer, instructionTools } from "./instruction_tools.ts";
import { type ByteStreams, LineTransport } from "./line_transport.ts";
import { commandTools, type ServedTool } from "./served_tool.ts";
import { type CallOptions, ToolCalls } from "./tool_calls.ts";
import { findTool, toolName } from "./tool_names.ts";

/** How to serve. */
export interface ServeOptions extends CallOptions, ConnectionOptions {
  /** Also serve the tools about instruction files. */
  readonly instructions?: InstructionServer;
  /** Tools that are not served, by a name in either style. @default [] */
  readonly disabled?: readonly string[];
}

/** Where a server speaks. */
export interface ServerStreams extends ByteStreams {
  /** Tells whoever looks after the server something that is no protocol message. */
  log(message: string): void;
}

/** Milliseconds that calls get to put things in order after the connection is over. */
const GRACE = 1500;

/** Serves one client until it closes its end or the signal is aborted. */
export async function serve(
  surroundings: CommandContext,
  options: ServeOptions,
  streams: ServerStreams = standardStreams(),
): Promise<void> {
  // Standard input is the client's line, which no command may read.
  const { readInput: _, ...around } = surroundings;
  const context: CommandContext = { ...around, warn: (message) => streams.log(message) };
  const { signal } = context;
  const index = await entryFor(["index"])!.load();
  const runs = new IndexRuns(async (folder, signal, progress) => {
    await index.run({ ...context, cwd: folder, signal, progress }, completeValues(index, {}), "json");
  });
  const calls = new ToolCalls(context, options, runs);
  const tools = await servedTools(calls, context, options);
  const transport = new LineTransport(streams, parseJSONRPCMessage);
  const server = serveStdio(await connection(tools, context, options), { transport });
  const stop = () => void server.close();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  await transport.closed;
  signal.removeEventListener("abort", stop);
  await calls.settled(GRACE);
}

/**
 * The tools of a server, in the order in which they are listed.
 *
 * @throws {UsageError} when two would have one name, or one that is disabled does not exist.
 */
async function servedTools(
  calls: ToolCalls,
  context: CommandContext,
  { instructions, disabled = [] }: ServeOptions,
): Promise<ServedTool[]> {
  const all = await commandTools(calls);
  if (instructions !== undefined) {
    for (const tool of await instructionTools(calls, context, instructions)) {
      if (findTool(all, toolName(tool, "underscore")) !== undefined) {
        throw new UsageError(
          `--inventory-tool-name ${JSON.stringify(tool.name)} is the name of another tool.`,
        );
      }
      all.push(tool);
    }
  }
  const left = new Set(all);
  for (const name of disabled) {
    const tool = findTool(all, name) ?? all.find((one) => one.name === name);
    if (tool === undefined) {
      const known = listWords(all.map((one) => toolName(one, "underscore")));
      throw new UsageError(`Unknown --disable-tool ${JSON.stringify(name)}. Use ${known}.`);
    }
    left.delete(tool);
  }
  return [...left];
}

function standardStreams(): ServerStreams {
  const log = (message: string): void => {
    // Nobody has to read it.
    Deno.stderr.write(new TextEncoder().encode(`${message}\n`)).catch(() => {});
  };
  if (Deno.stdin.isTerminal()) {
    log(
      "Waiting for an MCP client on standard input. 'repoctx integrate --list' shows how to register the server.",
    );
  }
  return { input: Deno.stdin.readable, write: (bytes) => Deno.stdout.write(bytes), log };
}
