/** The program on Node.js, for machines without a build. */
import "./install.ts";
import manifest from "../../deno.json" with { type: "json" };

// Only now: modules of the program ask Deno for things while they are loaded.
const [{ runCommandLine }, { mcp }] = await Promise.all([
  import("../../src/cli/mod.ts"),
  import("../../src/mcp/mod.ts"),
]);
Deno.exit(await runCommandLine(Deno.args, { version: manifest.version, doors: [mcp] }));
