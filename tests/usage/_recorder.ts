/** A process that records usage: `_recorder.ts ROOT COUNT`. */
import { recordUsage } from "../../src/usage/mod.ts";

const [root, count] = Deno.args as [string, string];
Deno.env.delete("REPOCTX_NO_STATS");
for (let i = 0; i < Number(count); i++) {
  recordUsage(root, { command: "search", source: "cli", served: i, replaced: 0 });
}
