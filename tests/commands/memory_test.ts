import assert from "node:assert/strict";
import { memoryAdd, memoryRemove, memorySearch } from "../../src/commands/memory.ts";
import { NoIndexError, RepoctxError, UsageError } from "../../src/model/mod.ts";
import { Tree } from "../indexer/_helpers.ts";
import { ask, indexed } from "./_repository.ts";

const FILES = { "src/one.ts": "export const one = 1;\n", "src/two.ts": "export const two = 2;\n" };
const TEXT = "Retries are capped at three.";

function ids({ results }: { results: { id: string }[] }): string[] {
  return results.map(({ id }) => id);
}

Deno.test("an entry is added, found, marked as stale and removed", async () => {
  using tree = await indexed(FILES);
  const added = await ask(memoryAdd, tree, {
    text: ` ${TEXT} `,
    files: ["src/one.ts"],
    tags: ["HTTP", "http"],
  });
  assert.deepEqual([added.entry.id, added.total_entries], ["cbd66cf8", 1]);
  assert.deepEqual(added.entry.files, { "src/one.ts": "da892e4e82bc" });
  assert.deepEqual(added.entry.tags, ["http"]);
  assert.match(added.entry.created, /^\d{4}-\d{2}-\d{2}$/);
  assert.equal((await ask(memoryAdd, tree, { text: TEXT, files: ["src/one.ts"] })).updated, true);

  const found = await ask(memorySearch, tree, { query: "how are the retries capped" });
  assert.deepEqual(found.terms, ["retries", "capped"]);
  assert.deepEqual([found.count, found.results[0].id, found.results[0].stale], [1, "cbd66cf8", undefined]);
  tree.write({ "src/one.ts": "export const one = 9;\n" });
  await tree.run();
  const [stale] = (await ask(memorySearch, tree, { stale: true })).results;
  assert.deepEqual([stale.id, stale.stale, stale.stale_files], ["cbd66cf8", true, ["src/one.ts"]]);

  assert.deepEqual((await ask(memoryRemove, tree, { id: "cbd66cf8" })).removed, true);
  await assert.rejects(ask(memoryRemove, tree, { id: "cbd66cf8" }), RepoctxError);
  assert.equal((await ask(memorySearch, tree)).total_entries, 0);
});

Deno.test("files are named from the working directory, and must be indexed to be linked", async () => {
  using tree = await indexed({ ...FILES, ".gitignore": "out/\n", "out/x.ts": "1\n" });
  const cwd = `${tree.root}/src`;
  const { entry } = await ask(memoryAdd, tree, { text: "x", files: ["one.ts", "../src/two.ts"] }, { cwd });
  assert.deepEqual(Object.keys(entry.files), ["src/one.ts", "src/two.ts"]);
  assert.deepEqual(ids(await ask(memorySearch, tree, { file: "two.ts" }, { cwd })), [entry.id]);
  assert.deepEqual(ids(await ask(memorySearch, tree, { file: "gone.ts" })), []);
  await assert.rejects(
    ask(memoryAdd, tree, { text: "x", files: ["out/x.ts"] }),
    /File not found in index: out\/x\.ts\nNot indexed because the rule \.gitignore:1/,
  );
  for (const command of [memoryAdd, memorySearch]) {
    const given = command === memoryAdd ? { text: "x", files: ["../x.ts"] } : { file: "../x.ts" };
    await assert.rejects(ask(command, tree, given), UsageError);
  }
});

Deno.test("entries of a session are seen with it alone, whatever the environment says", async () => {
  using tree = await indexed(FILES);
  const { entry } = await ask(memoryAdd, tree, { text: TEXT, kind: "decision", session: "s1" });
  assert.equal(entry.id, "ce417cd0");
  const env = (): string => "s1";
  assert.deepEqual(ids(await ask(memorySearch, tree, {}, { env })), []);
  assert.deepEqual(ids(await ask(memorySearch, tree, { session: "s1", kind: "Decision" })), ["ce417cd0"]);
  assert.deepEqual(ids(await ask(memorySearch, tree, { session: "s1", kind: "note" })), []);
});

Deno.test("synonyms of the configuration are searched too", async () => {
  using tree = await indexed(FILES, { ranking: { synonyms: { attempts: ["retries"] } } });
  await ask(memoryAdd, tree, { text: TEXT });
  const found = await ask(memorySearch, tree, { query: "attempts" });
  assert.deepEqual(found.terms, ["attempts", "retries"]);
  assert.deepEqual(found.results[0].reasons, ["term:retries"]);
});

Deno.test("bad values are refused before the index is looked for", async () => {
  using tree = new Tree();
  const wrong: [typeof memoryAdd | typeof memorySearch, object, RegExp][] = [
    [memoryAdd, { text: " " }, /text is empty/],
    [memoryAdd, { text: "x".repeat(2001) }, /2001 characters/],
    [memoryAdd, { text: "x", kind: "wish" }, /Invalid kind "wish"/],
    [memoryAdd, { text: "x", tags: ["a b"] }, /Invalid tag/],
    [memoryAdd, { text: "x", session: ".." }, /Invalid session/],
    [memoryAdd, { text: "x", files: Array.from({ length: 9 }, (_, n) => `${n}.ts`) }, /at most 8 files/],
    [memorySearch, { session: "a/b" }, /Invalid session/],
    [memorySearch, { top: 0 }, /greater than zero/],
  ];
  for (const [command, given, message] of wrong) {
    await assert.rejects(
      ask(command, tree, given as Record<string, unknown>),
      (error: unknown) => error instanceof UsageError && message.test(error.message),
      JSON.stringify(given),
    );
  }
  await assert.rejects(ask(memoryAdd, tree, { text: "x" }), NoIndexError);
  await assert.rejects(ask(memorySearch, tree), NoIndexError);
  await assert.rejects(ask(memoryRemove, tree, { id: "cbd66cf8" }), NoIndexError);
});

Deno.test("removing needs a repository, but no index", async () => {
  using tree = new Tree({ "repoctx.config.json": "{}" });
  await assert.rejects(ask(memoryRemove, tree, { id: "cbd66cf8" }), /No memory has the id/);
});
