/** One server, from the first byte of the client to the last answer. */
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type CommandContext, commands, completeValues } from "../commands/mod.ts";
import { connection, type ConnectionOptions } from "./connection.ts";
import { IndexRuns } from "./index_runs.ts";
import { type ByteStreams, LineTransport } from "./line_transport.ts";
import { type CallOptions, ToolCalls } from "./tool_calls.ts";

/** How to serve. */
export interface ServeOptions extends CallOptions, ConnectionOptions {}

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
  const context: CommandContext = { ...surroundings, warn: (message) => streams.log(message) };
  const { signal } = context;
  const index = commands.find(({ name }) => name === "index")!;
  const runs = new IndexRuns(async (folder, signal, progress) => {
    await index.run({ ...context, cwd: folder, signal, progress }, completeValues(index, {}), "json");
  });
  const calls = new ToolCalls(context, options, runs);
  const transport = new LineTransport(streams, parseJSONRPCMessage);
  const server = serveStdio(await connection(calls, context, options), { transport });
  const stop = () => void server.close();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  await transport.closed;
  signal.removeEventListener("abort", stop);
  await calls.settled(GRACE);
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
