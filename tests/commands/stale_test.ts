import assert from "node:assert/strict";
import { architecture } from "../../src/commands/architecture.ts";
import { changed } from "../../src/commands/changed.ts";
import { context } from "../../src/commands/context.ts";
import { memoryAdd, memorySearch } from "../../src/commands/memory.ts";
import { outline } from "../../src/commands/outline.ts";
import { prime } from "../../src/commands/prime.ts";
import { related } from "../../src/commands/related.ts";
import { search } from "../../src/commands/search.ts";
import { type Command, NoIndexError, RepoctxError } from "../../src/mod.ts";
import { Tree } from "../indexer/_helpers.ts";
import { ask, indexed, reindex, surroundings } from "./_repository.ts";

const FILES = {
  "src/rope.ts": "export function tieKnot(): void {}\n",
  "src/deck.ts": 'import { tieKnot } from "./rope.ts";\nexport function moor(): void {\n  tieKnot();\n}\n',
  "src/hull.ts": "export const hull = 1;\n",
};

const QUESTIONS: readonly (readonly [Command, Record<string, unknown>])[] = [
  [search, { query: "knot" }],
  [outline, { file: "src/rope.ts" }],
  [related, { file: "src/rope.ts" }],
  [related, { file: "src/rope.ts", symbol: "tieKnot" }],
  [architecture, {}],
  [prime, {}],
  [context, { task: "tie the knot" }],
];

Deno.test("no answer speaks of a stale index while the tree is as it was indexed", async () => {
  using tree = await indexed(FILES);
  for (const [command, given] of QUESTIONS) {
    assert.doesNotMatch(JSON.stringify(await ask(command, tree, given)), /stale/, command.name);
  }
  const { stale, indexed_commit } = await ask(changed, tree);
  assert.deepEqual([stale, indexed_commit], [false, undefined]);
  assert.equal((await ask(memorySearch, tree)).stale, undefined);
});

Deno.test("every answer counts the files that differ, and --refresh mends that", async () => {
  using tree = await indexed(FILES);
  tree.write({ "src/hull.ts": "export const hull = 22;\n", "src/new.ts": "export const mast = 1;\n" });
  for (const [command, given] of QUESTIONS) {
    const answer = await ask(command, tree, given);
    assert.deepEqual(answer.stale, { files: 2 }, command.name);
    assert.doesNotMatch(JSON.stringify(answer.results ?? []), /stale/, command.name);
  }
  assert.deepEqual((await ask(memorySearch, tree)).stale, { files: 2 });
  for (const [command, given] of QUESTIONS) {
    tree.write({ "src/new.ts": `export const mast = "${command.name}";\n` });
    const answer = await ask(command, tree, { ...given, refresh: true });
    assert.equal(answer.stale, undefined, command.name);
    if (command === architecture) assert.equal(answer.total_files, Object.keys(FILES).length + 2);
  }
});

Deno.test("parts of an answer whose file changed are marked, also when the file is gone", async () => {
  using tree = await indexed(FILES);
  tree.write({ "src/rope.ts": "// moved\nexport function tieKnot(): void {}\n" });
  tree.remove("src/deck.ts");
  const found = await ask(search, tree, { query: "knot" });
  assert.deepEqual(
    found.results.map(({ path, stale }: { path: string; stale?: true }) => [path, stale]).toSorted(),
    [["src/deck.ts", true], ["src/rope.ts", true]],
  );
  assert.deepEqual((await ask(outline, tree, { file: "src/rope.ts" })).stale, { files: 2, this_file: true });
  const links = await ask(related, tree, { file: "src/rope.ts" });
  assert.deepEqual([links.stale.this_file, links.results[0].stale], [true, true]);
  assert.deepEqual((await ask(outline, tree, { file: "src/hull.ts" })).stale, { files: 2 });
  const primer = await ask(prime, tree);
  assert.deepEqual([primer.results[0].path, primer.results[0].stale], ["src/rope.ts", true]);
});

Deno.test("the primer keeps its bytes when another file changes, and says so beside it", async () => {
  using tree = await indexed(FILES);
  const printed = async (): Promise<{ text: string; warnings: string[] }> => {
    const warnings: string[] = [];
    const around = surroundings(tree, { warn: (message) => void warnings.push(message) });
    const result = await prime.run(around, { files: 5, refresh: false }, "md");
    return { text: await prime.render(result, "md"), warnings };
  };
  const before = await printed();
  assert.deepEqual(before.warnings, []);
  tree.write({ "src/hull.ts": "export const hull = 22;\n" });
  const after = await printed();
  assert.equal(after.text, before.text);
  assert.match(after.warnings.join(), /^Stale: 1 file changed .*--refresh/);
});

Deno.test('"refresh": "auto" in the config brings the index up to date before every answer', async () => {
  using tree = await indexed(FILES, { refresh: "auto" });
  for (const [index, [command, given]] of QUESTIONS.entries()) {
    tree.write({ "src/new.ts": `export const mast = ${index};\n` });
    assert.equal((await ask(command, tree, given)).stale, undefined, command.name);
  }
  tree.write({ "src/new.ts": "export const mast = true;\n" });
  assert.equal((await ask(memorySearch, tree)).stale, undefined);
  // What changed since the last run would not be told by an index that is up to date.
  tree.write({ "src/new.ts": "export const mast = false;\n" });
  assert.equal((await ask(changed, tree)).count, 1);
});

Deno.test("where it cannot be refreshed by itself an index answers as it is, and --refresh fails", async () => {
  using tree = await indexed(FILES, { refresh: "auto" });
  tree.write({ "src/new.ts": "export const mast = 1;\n" });
  const warnings: string[] = [];
  const waiting = { isAlways: false, run: () => Promise.reject(new RepoctxError("Another run is at work.")) };
  const around = { refreshing: waiting, warn: (message: string) => void warnings.push(message) };
  const { count, stale } = await ask(search, tree, { query: "knot" }, around);
  assert.deepEqual([count, stale, warnings], [2, { files: 1 }, ["Another run is at work."]]);
  await assert.rejects(ask(search, tree, { query: "knot", refresh: true }, around), /Another run/);
  const broken = { isAlways: false, run: () => Promise.reject(new TypeError("defect")) };
  await assert.rejects(ask(search, tree, { query: "knot" }, { refreshing: broken }), TypeError);
});

Deno.test("an index that is missing is built where it may be, and missed where not", async () => {
  using tree = new Tree({ ...FILES, "repoctx.config.json": "{}" });
  await assert.rejects(ask(search, tree, { query: "knot" }), NoIndexError);
  assert.equal((await ask(search, tree, { query: "knot", refresh: true })).count, 2);
  tree.write({ "repoctx.config.json": '{"refresh":"auto","include":["src"]}' });
  assert.equal((await ask(search, tree, { query: "knot" })).count, 2);
  tree.write({ "repoctx.config.json": '{"refresh":"always"}' });
  await assert.rejects(
    ask(search, tree, { query: "knot" }),
    /"refresh" must be "auto" or "manual", not "always"/,
  );
});

Deno.test("changed takes --refresh with a commit only", async () => {
  using tree = await indexed(FILES);
  await assert.rejects(ask(changed, tree, { refresh: true }), /--refresh goes with --base/);
});

Deno.test("a memory is about the files as they were on disk when it was written down", async () => {
  using tree = await indexed(FILES);
  tree.write({ "src/rope.ts": "export function tieKnot(): number {\n  return 8;\n}\n" });
  await ask(memoryAdd, tree, { text: "Figure eight.", files: ["src/rope.ts"] });
  assert.equal((await ask(memorySearch, tree)).results[0].stale, undefined);
  assert.equal((await ask(context, tree, { task: "figure eight" })).memories[0].stale, undefined);
  await reindex(tree);
  assert.equal((await ask(memorySearch, tree)).results[0].stale, undefined);
  tree.write({ "src/rope.ts": "export function tieKnot(): void {}\n" });
  assert.equal((await ask(memorySearch, tree)).results[0].stale, true);
  tree.remove("src/rope.ts");
  assert.equal((await ask(memorySearch, tree)).results[0].stale, true);
});
