import assert from "node:assert/strict";
import { context } from "../../src/commands/context.ts";
import { memoryAdd, memoryRemove } from "../../src/commands/memory.ts";
import { statePaths } from "../../src/repository/mod.ts";
import { ask, indexed, reindex } from "../commands/_repository.ts";
import type { Tree } from "../indexer/_helpers.ts";

const FILES = {
  "src/retry.ts":
    "/** Retries a call. */\nexport function retry(delay: number): number {\n  return delay * 2;\n}\n",
  "src/log.ts": "export function log(message: string): void {\n  console.log(message);\n}\n",
};
const TASK = "retry delay";

async function remember(tree: Tree, text: string, given: Record<string, unknown> = {}): Promise<string> {
  return (await ask(memoryAdd, tree, { text, ...given })).entry.id;
}

/** Ids of the memories that ride along. */
async function recalled(tree: Tree, given: Record<string, unknown> = {}): Promise<string[]> {
  const { memories = [] } = await ask(context, tree, { task: TASK, ...given });
  return memories.map(({ id }: { id: string }) => id);
}

Deno.test("a session is sent a memory once, every other call each time", async () => {
  using tree = await indexed(FILES);
  const id = await remember(tree, "The retry delay is doubled.");
  assert.deepEqual(await recalled(tree, { session: "a" }), [id]);
  assert.deepEqual(await recalled(tree, { session: "a" }), []);
  assert.deepEqual(await recalled(tree, { session: "a", task: "how long is the delay" }), []);
  assert.deepEqual(await recalled(tree, { session: "b" }), [id]);
  assert.deepEqual(await recalled(tree), [id]);
  assert.deepEqual(await recalled(tree), [id]);
});

Deno.test("a memory that a session holds makes room for the next one", async () => {
  using tree = await indexed(FILES);
  const ids = [];
  for (let at = 0; at < 5; at++) ids.push(await remember(tree, `Retry delay, part ${at}.`));
  const first = await recalled(tree, { session: "a" });
  const second = await recalled(tree, { session: "a" });
  assert.deepEqual([first.length, second.length], [3, 2]);
  assert.deepEqual([...first, ...second].sort(), ids.sort());
  assert.deepEqual(await recalled(tree, { session: "a" }), []);
});

Deno.test("a memory that changed, or whose file did, is sent again", async () => {
  using tree = await indexed(FILES);
  const given = { files: ["src/retry.ts"], tags: ["http"] };
  const id = await remember(tree, "The retry delay is doubled.", given);
  assert.deepEqual(await recalled(tree, { session: "a" }), [id]);
  assert.equal(await remember(tree, "The retry delay is doubled.", given), id);
  assert.deepEqual(await recalled(tree, { session: "a" }), [], "the same again is no news");
  await remember(tree, "The retry delay is doubled.", { ...given, tags: ["net"] });
  assert.deepEqual(await recalled(tree, { session: "a" }), [id], "another tag");
  tree.write({ "src/retry.ts": `${FILES["src/retry.ts"]}// more\n` });
  await reindex(tree);
  assert.deepEqual(await recalled(tree, { session: "a" }), [id], "gone stale");
  assert.deepEqual(await recalled(tree, { session: "a" }), []);
  await remember(tree, "The retry delay is doubled.", { ...given, tags: ["net"] });
  assert.deepEqual(await recalled(tree, { session: "a" }), [id], "confirmed");
});

Deno.test("a session that is reset, lost or of an older form is sent its memories again", async () => {
  using tree = await indexed(FILES);
  const id = await remember(tree, "The retry delay is doubled.");
  const path = `${statePaths(tree.root).sessions}/a.json`;
  assert.deepEqual(await recalled(tree, { session: "a" }), [id]);
  const whole = JSON.parse(Deno.readTextFileSync(path));
  assert.deepEqual(Object.keys(whole.memories), [id]);
  assert.deepEqual(await recalled(tree, { session: "a", sessionReset: true }), [id]);
  const { memories: _, ...older } = whole;
  for (const content of ["{", JSON.stringify(older), JSON.stringify({ ...whole, memories: [id] })]) {
    assert.deepEqual(await recalled(tree, { session: "a" }), []);
    Deno.writeTextFileSync(path, content);
    assert.deepEqual(await recalled(tree, { session: "a" }), [id], content);
  }
});

Deno.test("a session remembers nothing of memories that were not sent", async () => {
  using tree = await indexed(FILES);
  const id = await remember(tree, "The retry delay is doubled.");
  assert.deepEqual(await recalled(tree, { session: "a", includeMemory: false }), []);
  assert.deepEqual(await recalled(tree, { session: "a", budgetTokens: 60 }), [], "the reserve is too small");
  assert.deepEqual(await recalled(tree, { session: "a" }), [id]);
  await ask(memoryRemove, tree, { id });
  assert.deepEqual(await recalled(tree, { session: "a" }), []);
});

Deno.test("without a memory the answer and the session are what they were", async () => {
  using tree = await indexed(FILES);
  const before = await ask(context, tree, { task: TASK, session: "a" });
  assert.deepEqual(
    Object.keys(JSON.parse(Deno.readTextFileSync(`${statePaths(tree.root).sessions}/a.json`))),
    [
      "v",
      "known",
      "seen",
      "delivered",
    ],
  );
  const id = await remember(tree, "Nothing of the sort.");
  await ask(memoryRemove, tree, { id });
  assert.deepEqual(await ask(context, tree, { task: TASK, session: "a", sessionReset: true }), before);
});

Deno.test("files and memories together keep the budget for work", async () => {
  using tree = await indexed(FILES);
  await remember(tree, "Retry.");
  let complete = 0;
  for (let budgetTokens = 20; budgetTokens < 300; budgetTokens += 3) {
    const { results, memories = [] } = await ask(context, tree, {
      task: "retry delay log message",
      budgetTokens,
    });
    let charged = 0;
    for (const { estimated_tokens } of [...results, ...memories]) charged += estimated_tokens;
    assert.ok(charged <= budgetTokens, `${charged} of ${budgetTokens}`);
    if (results.length === 2 && memories.length === 1) complete++;
  }
  assert.ok(complete > 0);
});

Deno.test("memories that would crowd out every file are dropped, unless no file fits without them", async () => {
  const large = `export const retry = [\n${"  'delay',\n".repeat(120)}];\n`;
  using tree = await indexed({ "src/retry.ts": large });
  await remember(tree, "Retry.");
  const { results: [file], memories: [memory] } = await ask(context, tree, { task: "retry" });
  const both: number = file.estimated_tokens + memory.estimated_tokens;
  const lengths = async (budgetTokens: number): Promise<[number, number]> => {
    const { results, memories = [] } = await ask(context, tree, { task: "retry", budgetTokens });
    return [results.length, memories.length];
  };
  assert.deepEqual(await lengths(both), [1, 1]);
  assert.deepEqual(await lengths(both - 1), [1, 0]);
  assert.deepEqual(await lengths(file.estimated_tokens - 1), [0, 1]);
});
