import assert from "node:assert/strict";
import { context } from "../../src/commands/context.ts";
import { ask, indexed, reindex } from "../commands/_repository.ts";

const FILES = {
  "src/http/retry.ts":
    "/** Waits longer before each attempt. */\nexport function retryDelay(n: number) {\n  return n * 2;\n}\n",
  "src/http/client.ts":
    'import { retryDelay } from "./retry.ts";\nexport function send() {\n  return retryDelay(3);\n}\n',
  "src/http/retry.test.ts": 'import { retryDelay } from "./retry.ts";\nretryDelay(1); // retry delay\n',
  "src/cart/total.ts": "export function cartTotal(items: number[]) {\n  return items.length;\n}\n",
  "examples/retry/demo.ts": "// retry delay retry delay\nexport const retryDelayDemo = 1;\n",
  "src/http/AGENTS.md": "# Rules\nKeep it small.\n",
  "dist2/lib.min.js": "function retryDelay(){return 1}var retry,delay;",
};

Deno.test("the file that declares what the task names comes first, its test and examples behind", async () => {
  using tree = await indexed(FILES);
  const { results } = await ask(context, tree, { task: "fix the retry delay" });
  const paths = results.map((item: { path: string }) => item.path);
  assert.equal(paths[0], "src/http/retry.ts");
  assert.ok(paths.indexOf("examples/retry/demo.ts") > 0);
  assert.ok(paths.indexOf("dist2/lib.min.js") > 0);
  assert.ok(results[0].reasons.includes("symbol:retryDelay"));
  assert.ok(
    results.find((item: { path: string }) => item.path === "dist2/lib.min.js").reasons.includes(
      "penalty:vendor-or-generated",
    ),
  );
});

Deno.test("a task about tests demotes tests less, one that ends with a word on them does not", async () => {
  using tree = await indexed(FILES);
  const score = async (task: string) => {
    const { results } = await ask(context, tree, { task });
    return results.find((item: { path: string }) => item.path === "src/http/retry.test.ts").score /
      results[0].score;
  };
  assert.ok(await score("test the retry delay") > await score("the retry delay"));
  assert.ok(await score("the retry delay\n\n- [ ] test") < await score("test the retry delay"));
});

Deno.test("the folder that the subject has for its scope comes first, one that has its words next", async () => {
  const text = "export function parseOptions() {}\n";
  using tree = await indexed({
    "packages/a-query/src/options.ts": text,
    "packages/lit-query-tools/src/options.ts": text + "\n",
    "packages/lit-query/src/options.ts": text + "\n\n",
  });
  const { results } = await ask(context, tree, { task: "fix(lit-query): parse options once" });
  assert.deepEqual(results.map((item: { path: string }) => item.path.split("/")[1]), [
    "lit-query",
    "lit-query-tools",
    "a-query",
  ]);
});

Deno.test("a named path is found, whatever it holds", async () => {
  using tree = await indexed(FILES);
  const { results } = await ask(context, tree, { task: "crash in cart/total.ts:2" });
  assert.equal(results[0].path, "src/cart/total.ts");
  assert.ok(results[0].reasons.includes("path-name-match"));
});

Deno.test("a signal whose weight is zero leaves no trace", async () => {
  using tree = await indexed(FILES, {
    ranking: { weights: { fts: 1, symbol: 0, graph: 0, path: 0, history: 0 } },
  });
  const { results } = await ask(context, tree, { task: "retry delay" });
  for (const { reasons } of results) {
    assert.ok(
      !reasons.some((reason: string) => /^(history|calls|called-by|test-of|tested-by):/.test(reason)),
    );
  }
});

Deno.test("delivered files bring the instruction files above them, once, unless told not to", async () => {
  using tree = await indexed(FILES);
  const answer = await ask(context, tree, { task: "retry delay" });
  assert.deepEqual(answer.instructions, ["src/http/AGENTS.md"]);
  const without = await ask(context, tree, { task: "retry delay", includeInstructions: false });
  assert.equal(without.instructions, undefined);
  const elsewhere = await ask(context, tree, { task: "cart total", top: 1 });
  assert.equal(elsewhere.instructions, undefined);
});

Deno.test("an answer says when the tree has moved on, and which delivered files have", async () => {
  using tree = await indexed(FILES);
  assert.equal((await ask(context, tree, { task: "retry delay" })).stale, undefined);
  await Deno.writeTextFile(`${tree.root}/src/http/retry.ts`, "export const other = 1;\n");
  const answer = await ask(context, tree, { task: "retry delay" });
  assert.equal(answer.stale.files, 1);
  const item = answer.results.find((entry: { path: string }) => entry.path === "src/http/retry.ts");
  assert.equal(item.stale, true);
  assert.ok(
    answer.results.every((entry: { path: string; stale?: boolean }) => entry === item || !entry.stale),
  );
  await reindex(tree);
  assert.equal((await ask(context, tree, { task: "retry delay" })).stale, undefined);
});

Deno.test("an explanation names every candidate and every signal, beside the answer", async () => {
  using tree = await indexed(FILES);
  const lines: string[] = [];
  const plain = await ask(context, tree, { task: "retry delay" });
  const explained = await ask(context, tree, { task: "retry delay", explain: true }, {
    warn: (line) => lines.push(line),
  });
  assert.deepEqual(explained, plain);
  for (const { path } of plain.results) assert.ok(lines.some((line) => line.includes(path)), path);
  assert.match(lines.join("\n"), /\d+ renders[\s\S]*fts 1\.000 {2}symbol/);
});
