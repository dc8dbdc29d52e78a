import assert from "node:assert/strict";
import { Tree } from "../cli/harness.ts";
import { type Line, startServer } from "./_messages.ts";
import { buildIndex, initialize, sampleTree } from "./_sample.ts";

const SEARCH = "repoctx_search";

async function found(line: Line, id: number, query: string): Promise<string[]> {
  const { result } = await line.call(id, SEARCH, { query });
  assert.ok(!result.isError, result.content[0].text);
  return JSON.parse(result.content[0].text).results.map(({ path }: { path: string }) => path);
}

/** What a call that finds no index is told. */
async function refusal(line: Line): Promise<string> {
  const { result } = await line.call(1, SEARCH, { query: "rope" });
  assert.equal(result.isError, true);
  return result.content[0].text;
}

Deno.test("without an index a call says what to run, and works once that was done", async () => {
  await using tree = await sampleTree("initialized");
  await using line = startServer(tree.root);
  await line.initialize();
  const text = await refusal(line);
  assert.match(text, /^No index found\. Run 'repoctx index' first\./);
  assert.match(text, /--auto-index/);
  assert.ok(text.includes(tree.root));
  await buildIndex(tree);
  assert.deepEqual(await found(line, 2, "knot"), ["src/rope.ts"]);
});

Deno.test("without a repository nothing is made, whatever the server may do", async () => {
  await using tree = await Tree.write({ "a.ts": "export const rope = 1;\n" });
  await using line = startServer(tree.root, { autoIndex: true, refresh: true });
  await line.initialize();
  assert.match(await refusal(line), /Run 'repoctx init' and 'repoctx index' first\./);
  assert.deepEqual(tree.list(), ["a.ts"]);
});

Deno.test("a server that may builds the missing index once for all who wait, and tells how far it is", async () => {
  await using tree = await sampleTree("initialized");
  await using line = startServer(tree.root, { autoIndex: true });
  await line.initialize();
  const calls = [1, 2, 3].map((id) => line.call(id, SEARCH, { query: "knot" }, { progressToken: `t${id}` }));
  for (const { result } of await Promise.all(calls)) assert.ok(!result.isError);
  for (const token of ["t1", "t2", "t3"]) {
    const notes = line.messages.filter(({ method, params }) =>
      method === "notifications/progress" && params.progressToken === token
    );
    assert.ok(notes.length > 0, token);
    const steps = notes.map(({ params }) => params.progress);
    assert.deepEqual(steps, steps.toSorted((a, b) => a - b));
    assert.match(notes[0]!.params.message, /^[a-z]/);
  }
});

Deno.test("an index of other settings is no index: it is refused, or built anew", async () => {
  await using tree = await sampleTree();
  await tree.put("repoctx.config.json", '{"include":["src/rope.ts"]}');
  await using plain = startServer(tree.root);
  await plain.initialize();
  assert.match(await refusal(plain), /settings have changed.*Run 'repoctx index'/);
  await using building = startServer(tree.root, { autoIndex: true });
  await building.initialize();
  assert.deepEqual(await found(building, 1, "quayside"), []);
});

Deno.test("a refreshing server knows what was written before the question", async () => {
  await using tree = await sampleTree();
  await using plain = startServer(tree.root);
  await plain.initialize();
  await using fresh = startServer(tree.root, { refresh: true });
  await fresh.initialize();
  await tree.put("src/anchor.ts", "export const anchor = 1;\n");
  assert.deepEqual(await found(plain, 1, "anchor"), []);
  assert.deepEqual(await found(fresh, 1, "anchor"), ["src/anchor.ts"]);
  await tree.put("src/chain.ts", "export const chainlink = 1;\n");
  await new Promise((resolve) => setTimeout(resolve, 600));
  assert.deepEqual(await found(fresh, 2, "chainlink"), ["src/chain.ts"]);
});

Deno.test("an answer tells a client that the index is out of date, and a call can mend that", async () => {
  await using tree = await sampleTree();
  await using line = startServer(tree.root);
  await line.initialize();
  const answer = async (id: number, name: string, given: object): Promise<Record<string, unknown>> => {
    const { result } = await line.call(id, name, given);
    assert.ok(!result.isError, result.content[0].text);
    return JSON.parse(result.content[0].text);
  };
  assert.equal((await answer(1, SEARCH, { query: "rope" })).stale, undefined);
  await tree.put("src/anchor.ts", "export const anchor = 1;\n");
  assert.deepEqual((await answer(2, SEARCH, { query: "rope" })).stale, { files: 1 });
  assert.deepEqual((await answer(3, "repoctx_get_outline", { file: "src/rope.ts" })).stale, { files: 1 });
  assert.equal(
    (await answer(4, "repoctx_get_outline", { file: "src/anchor.ts", refresh: true })).stale,
    undefined,
  );
});

Deno.test("a config or a server that refreshes still lets a client ask what changed", async () => {
  await using tree = await sampleTree();
  await tree.put("repoctx.config.json", '{"refresh":"auto"}');
  await using automatic = startServer(tree.root);
  await automatic.initialize();
  await tree.put("src/anchor.ts", "export const anchor = 1;\n");
  assert.deepEqual(await found(automatic, 1, "anchor"), ["src/anchor.ts"]);
  await tree.put("src/chain.ts", "export const chainlink = 1;\n");
  for (const options of [{}, { refresh: true }]) {
    await using line = startServer(tree.root, options);
    await line.initialize();
    const { result } = await line.call(1, "repoctx_get_changes", {});
    assert.equal(JSON.parse(result.content[0].text).count, 1);
  }
});

Deno.test("wrong arguments are refused before anything is indexed", async () => {
  await using tree = await sampleTree("initialized");
  await using line = startServer(tree.root, { autoIndex: true, refresh: true });
  await line.initialize();
  const { result } = await line.call(1, SEARCH, { query: "rope", top: 0 });
  assert.match(result.content[0].text, /top must be greater than zero/);
  assert.equal(await tree.read(".repoctx/index.db"), undefined);
});

Deno.test("a call that is cancelled gets no answer and stops its work, and the next one is answered", async () => {
  await using tree = await Tree.write(
    Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [`src/f${n}.ts`, `export const value${n} = ${n};\n`]),
    ),
  );
  await initialize(tree);
  await using line = startServer(tree.root, { autoIndex: true });
  await line.initialize();
  const params = { name: SEARCH, arguments: { query: "value7" }, _meta: { progressToken: 1 } };
  await line.send({ id: 1, method: "tools/call", params });
  await line.until(({ method }) => method === "notifications/progress");
  await line.send({ method: "notifications/cancelled", params: { requestId: 1, reason: "changed my mind" } });
  await line.ask(2, "ping");
  // The stopped run left nothing behind, so there still is no index for somebody who may not build one.
  await using plain = startServer(tree.root);
  await plain.initialize();
  assert.match(await refusal(plain), /No index found|damaged|outdated/);
  assert.equal((await found(line, 3, "value7"))[0], "src/f7.ts");
  assert.equal(line.messages.some(({ id }) => id === 1), false);
});
