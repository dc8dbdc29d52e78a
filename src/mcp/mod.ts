/**
 * The MCP server: JSON-RPC lines in on standard input, JSON-RPC lines out on standard output, each tool call one run of
 * a command of the table or one question about instruction files. It does no work of its own, answers with the same JSON
 * as the command line, and writes nothing but protocol messages to standard output. Until it is asked for, nothing of it
 * is loaded.
 */
import type { CommandEntry } from "../commands/mod.ts";

export type { McpOptions } from "./mcp_command.ts";

/** The command that serves. */
export const mcp: CommandEntry = {
  name: "mcp",
  load: async () => (await import("./mcp_command.ts")).mcp,
};
