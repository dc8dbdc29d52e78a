/** A process that adds memories and names each one once it is stored: `_adder.ts ROOT PREFIX COUNT`. */
import { addMemory } from "../../src/memory/mod.ts";

const [root, prefix, count] = Deno.args as [string, string, string];
for (let i = 0; i < Number(count); i++) {
  const text = `${prefix} number ${i}`;
  await addMemory(root, { text }, { hashOf: () => undefined, today: "2026-11-29" });
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}
