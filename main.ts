/**
 * The `repoctx` program.
 *
 * @module
 */
import manifest from "./deno.json" with { type: "json" };
import { runCommandLine } from "./src/cli/mod.ts";
import { mcp } from "./src/mcp/mod.ts";

if (import.meta.main) {
  Deno.exit(await runCommandLine(Deno.args, { version: manifest.version, doors: [mcp] }));
}
