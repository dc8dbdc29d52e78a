import assert from "node:assert/strict";
import { context } from "../../src/commands/context.ts";
import { related } from "../../src/commands/related.ts";
import { ask, indexed } from "./_repository.ts";

const FILES = {
  "src/low.ts": "export function low() {\n  return 1;\n}\nexport function other() {\n  return 2;\n}\n",
  "src/middle.ts":
    'import { low } from "./low.ts";\nexport class Middle {\n  run() {\n    return low();\n  }\n}\n',
  "src/top.ts":
    'import { Middle } from "./middle.ts";\nexport function top() {\n  return new Middle().run();\n}\n',
};

Deno.test("callers and callees of a symbol are listed with the symbols on the other side", async () => {
  using tree = await indexed(FILES);
  const { results } = await ask(related, tree, { file: "src/middle.ts", symbol: "Middle" });
  assert.deepEqual(results, [
    { path: "src/low.ts", relation: "uses", reasons: ["symbol:low"] },
    { path: "src/top.ts", relation: "used_by", reasons: ["symbol:top"] },
  ]);
  assert.deepEqual((await ask(related, tree, { file: "src/low.ts", symbol: "other" })).results, []);
});

Deno.test("a symbol that is not there is refused with those that are", async () => {
  using tree = await indexed(FILES);
  await assert.rejects(ask(related, tree, { file: "src/low.ts", symbol: "hihg" }), /declares low, other/);
});

Deno.test("a session that is reset is sent everything again", async () => {
  using tree = await indexed(FILES);
  const given = { task: "low middle", detail: "slices", session: "s" };
  const first = await ask(context, tree, given);
  assert.ok(first.count > 0 && first.reused_count === 0);
  const second = await ask(context, tree, given);
  assert.ok(second.reused_count > 0);
  const again = await ask(context, tree, { ...given, sessionReset: true });
  assert.deepEqual(again.results, first.results);
  assert.equal(again.reused_count, 0);
});
