/** The files in which clients look for MCP servers. No session is ever named in them: only who starts an agent knows how many run. */
import type { SpelledLaunch } from "./launch.ts";

/** A JSON file with one server under the name that the client wants for the list. */
export function jsonConfig(
  list: "mcpServers" | "servers",
  { command, args }: SpelledLaunch,
  more: Readonly<Record<string, string>> = {},
): string {
  return JSON.stringify({ [list]: { repoctx: { ...more, command, args } } }, undefined, 2) + "\n";
}

/** A TOML file with one server. */
export function tomlConfig({ command, args }: SpelledLaunch): string {
  // Texts without control characters are written the same in TOML and JSON.
  const list = args.map((argument) => JSON.stringify(argument)).join(", ");
  return `[mcp_servers.repoctx]\ncommand = ${JSON.stringify(command)}\nargs = [${list}]\n`;
}

/** JSON for a command line or a hint. */
export function oneLine(value: object): string {
  return JSON.stringify(value);
}
