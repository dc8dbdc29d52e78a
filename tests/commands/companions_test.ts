import assert from "node:assert/strict";
import { changed } from "../../src/commands/changed.ts";
import type { Companion } from "../../src/model/mod.ts";
import type { Tree } from "../indexer/_helpers.ts";
import { ask, indexed, reindex } from "./_repository.ts";

/** A repository in which each commit edits the files that are named. */
async function withHistory(files: Record<string, string>, commits: readonly string[][]): Promise<Tree> {
  const tree = await indexed(files);
  tree.git(0, "init", "--quiet");
  tree.write({ ".gitignore": ".repoctx/\n" });
  tree.git(0, "add", "--all");
  tree.git(0, "commit", "--quiet", "--message", "Start");
  for (const [number, paths] of commits.entries()) {
    for (const path of paths) tree.write({ [path]: `${files[path]}// edit ${number}\n` });
    tree.git(number + 1, "commit", "--quiet", "--all", "--message", `Edit ${number}`);
  }
  await reindex(tree);
  return tree;
}

async function companions(tree: Tree): Promise<Companion[]> {
  return (await ask(changed, tree, { companions: true })).companions;
}

const FILES = {
  "src/api.ts": "export const api = 1;\n",
  "src/schema.ts": "export const schema = 1;\n",
  "src/far.ts": "export const far = 1;\n",
  ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`data/${n}.txt`, "x\n"])),
};

Deno.test("a file that changed along three times of four is missed, with the evidence", async () => {
  const together = ["src/api.ts", "src/schema.ts"];
  using tree = await withHistory(FILES, [together, together, together, ["src/api.ts", "src/far.ts"]]);
  tree.write({ "src/api.ts": "edited();\n" });
  const [companion, ...others] = await companions(tree);
  assert.deepEqual(others, []);
  assert.equal(companion!.path, "src/schema.ts");
  assert.deepEqual(companion!.reasons, ["co-change:src/api.ts"]);
  assert.deepEqual([companion!.support, companion!.commits, companion!.confidence], [3, 4, 0.75]);
  assert.equal(companion!.example!.subject, "Edit 2");
  assert.match(companion!.example!.commit, /^[0-9a-f]{12}$/);
  assert.equal((await ask(changed, tree)).companions, undefined);
  tree.write({ "src/schema.ts": "edited();\n" });
  assert.deepEqual(await companions(tree), [], "nothing is missing any more");
});

Deno.test("neither twice nor a third of the time is a habit, and sweeping commits say nothing", async () => {
  const together = ["src/api.ts", "src/schema.ts"];
  const sweep = Object.keys(FILES);
  using twice = await withHistory(FILES, [together, together]);
  twice.write({ "src/api.ts": "edited();\n" });
  assert.deepEqual(await companions(twice), []);
  const alone = ["src/api.ts"];
  using seldom = await withHistory(FILES, [
    ...[together, together, together],
    ...[alone, alone, alone, alone, alone, alone, alone],
  ]);
  seldom.write({ "src/api.ts": "edited();\n" });
  assert.deepEqual(await companions(seldom), []);
  using sweeping = await withHistory(FILES, [sweep, sweep, sweep, sweep]);
  sweeping.write({ "src/api.ts": "edited();\n" });
  assert.deepEqual(await companions(sweeping), []);
});

const TESTED = {
  "src/api.ts": "export const api = 1;\n",
  "src/api.test.ts": 'import { api } from "./api.ts";\napi;\n',
};

Deno.test("a test needs less evidence, and without a past none", async () => {
  const [api, both] = [["src/api.ts"], ["src/api.ts", "src/api.test.ts"]];
  using linked = await withHistory(TESTED, [both, both, api, api]);
  linked.write({ "src/api.ts": "edited();\n" });
  const [companion] = await companions(linked);
  assert.deepEqual(companion!.reasons, ["co-change:src/api.ts", "test-of:src/api.ts"]);
  // The commit that started it counts: three of five.
  assert.deepEqual([companion!.support, companion!.commits], [3, 5]);
  using young = await indexed(TESTED);
  young.write({ "src/api.ts": "edited();\n" });
  assert.deepEqual(await companions(young), [{ path: "src/api.test.ts", reasons: ["test-of:src/api.ts"] }]);
  young.write({ "src/api.ts": TESTED["src/api.ts"], "src/api.test.ts": "edited();\n" });
  assert.deepEqual(await companions(young), [{ path: "src/api.ts", reasons: ["tested-by:src/api.test.ts"] }]);
});

Deno.test("history that speaks against a test is heard", async () => {
  const api = ["src/api.ts"];
  using tree = await withHistory(TESTED, [api, api, api, api, api]);
  tree.write({ "src/api.ts": "edited();\n" });
  assert.deepEqual(await companions(tree), []);
});

Deno.test("the surest comes first, a file that is gone is none, and a moved one has its past", async () => {
  const [api, schema, far] = ["src/api.ts", "src/schema.ts", "src/far.ts"];
  using tree = await withHistory(FILES, [[api, schema, far], [api, schema, far], [api, schema, far], [
    api,
    far,
  ]]);
  tree.remove(schema);
  await reindex(tree);
  Deno.renameSync(`${tree.root}/${api}`, `${tree.root}/src/api2.ts`);
  tree.write({ "data/1.txt": "edited\n" });
  assert.deepEqual((await companions(tree)).map(({ path, support }) => [path, support]), [[far, 4]]);
});

Deno.test("at most twenty are named, the others counted", async () => {
  const groups = Array.from(
    { length: 8 },
    (_, n) => ["hub", "a", "b", "c"].map((name) => `${n}/${name}.txt`),
  );
  const hubs = groups.map(([hub]) => hub!);
  const files = Object.fromEntries(groups.flat().map((path) => [path, "x\n"]));
  using tree = await withHistory(files, [...groups, ...groups, ...groups]);
  tree.write(Object.fromEntries(hubs.map((hub) => [hub, "edited\n"])));
  const { companions, companions_omitted } = await ask(changed, tree, { companions: true });
  assert.deepEqual([companions.length, companions_omitted], [20, 4]);
});

Deno.test("two changed files that each point to a third point to it together", async () => {
  const [api, schema, far] = ["src/api.ts", "src/schema.ts", "src/far.ts"];
  const history = [[api, far], [api], [api], [schema, far], [schema], [schema]];
  using tree = await withHistory(FILES, [...history, ...history, ...history]);
  tree.write({ [api]: "edited();\n" });
  assert.deepEqual(await companions(tree), [], "a third of the commits is no habit");
  tree.write({ [schema]: "edited();\n" });
  const [companion] = await companions(tree);
  assert.equal(companion!.path, far);
  assert.deepEqual(companion!.reasons, [`co-change:${api}`, `co-change:${schema}`]);
});

Deno.test("a commit of many files says less about each, and old habits fade", async () => {
  const [api, schema, far] = ["src/api.ts", "src/schema.ts", "src/far.ts"];
  const wide = [api, schema, ...Array.from({ length: 12 }, (_, n) => `data/${n}.txt`)];
  using sprawling = await withHistory(FILES, [wide, wide, wide, wide]);
  sprawling.write({ [api]: "edited();\n" });
  assert.deepEqual(await companions(sprawling), []);
  const old = Array.from({ length: 12 }, () => [api, schema]);
  const recent = Array.from({ length: 16 }, () => [api, far]);
  using moved = await withHistory(FILES, [...old, ...recent]);
  moved.write({ [api]: "edited();\n" });
  assert.deepEqual((await companions(moved)).map(({ path }) => path), [far]);
});

Deno.test("a test of a file that everything tests does not ask for it", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [`src/test${n}.test.ts`, 'import { api } from "./api.ts";\napi;\n']),
  );
  using tree = await indexed({ ...files, "src/api.ts": "export const api = 1;\n" });
  tree.write({ "src/test1.test.ts": "edited();\n" });
  assert.deepEqual(await companions(tree), []);
});

Deno.test("of many reasons the three surest are told", async () => {
  const [far, ...others] = [
    "src/far.ts",
    "src/api.ts",
    "src/schema.ts",
    "data/1.txt",
    "data/2.txt",
    "data/3.txt",
  ];
  const history = others.map((other) => [far!, other]);
  using tree = await withHistory(FILES, [...history, ...history, ...history, ["src/api.ts"]]);
  tree.write(Object.fromEntries(others.map((other) => [other, "edited\n"])));
  const [companion] = await companions(tree);
  assert.deepEqual(companion!.reasons, [
    "co-change:data/1.txt",
    "co-change:data/2.txt",
    "co-change:data/3.txt",
    "co-change:+2",
  ]);
});
