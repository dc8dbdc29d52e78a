/** A process that adds memories: `_adder.ts ROOT PREFIX COUNT`. */
import { addMemory } from "../../src/memory/mod.ts";

const [root, prefix, count] = Deno.args as [string, string, string];
for (let i = 0; i < Number(count); i++) {
  await addMemory(root, { text: `${prefix} number ${i}` }, { hashOf: () => undefined, today: "2026-11-29" });
}
