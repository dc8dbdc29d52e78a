/**
 * The MCP server: JSON-RPC lines in on standard input, JSON-RPC lines out on standard output, each tool call one run of
 * a command of the table. It does no work of its own, answers with the same JSON as the command line, writes nothing
 * but protocol messages to standard output, and loads the protocol library only when a server starts.
 */
export { mcp, type McpOptions } from "./mcp_command.ts";
