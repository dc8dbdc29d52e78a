import assert from "node:assert/strict";
import fc from "fast-check";
import { runIndex } from "../../src/indexer/run_index.ts";
import { type Files, questions, Tree } from "./_helpers.ts";

const TREE: Files = {
  "src/retry.ts":
    'import { log } from "./log.ts";\nexport function retryDelay(n: number): number {\n  log("x");\n  return n;\n}\n',
  "src/log.ts": "export function log(text: string): void {}\n",
  "src/user.ts":
    'import { retryDelay } from "./retry.js";\nexport class User { wait() { return retryDelay(1); } }\n',
  "src/retry.test.ts": 'import { retryDelay } from "./retry.ts";\nretryDelay(2);\n',
  "README.md": "# Retry\n\nHow to retry.\n\n## Delay\n\nWait.\n",
  "tsconfig.json": '{ "compilerOptions": {} }\n',
  "dist/x.js": "ignored",
};

Deno.test("a first run indexes everything, the next one nothing", async () => {
  using tree = new Tree(TREE);
  const first = await tree.run();
  assert.equal(first.result.mode, "full");
  assert.deepEqual(first.result.files, { total: 6, added: 6, changed: 0, deleted: 0, unchanged: 0 });
  assert.equal(first.result.work.files_parsed, 6);
  assert.equal(first.result.work.graph_files_analyzed, 6);
  assert.ok(first.result.edges >= 4, String(first.result.edges));
  assert.ok(first.result.symbols >= 4);
  assert.equal(first.result.chunks, 6 + 1 + first.result.symbols);
  assert.deepEqual(first.result.skipped, { ignored: 1 });
  assert.deepEqual(first.missingRoots, []);

  const second = await tree.run();
  assert.equal(second.result.mode, "incremental");
  assert.deepEqual(second.result.files, { total: 6, added: 0, changed: 0, deleted: 0, unchanged: 6 });
  assert.equal(second.result.work.files_parsed, 0);
  assert.equal(second.result.work.edges_recomputed, 0);
  assert.equal(second.result.edges, first.result.edges);
  assert.equal(second.result.chunks, first.result.chunks);
});

Deno.test("what was added, changed and deleted is counted and can be asked for", async () => {
  using tree = new Tree(TREE);
  await tree.run();
  tree.write({ "src/new.ts": 'import "./log.ts";\n', "src/user.ts": "export const token = 1;\n" });
  tree.remove("README.md");
  assert.deepEqual(await tree.counts(), [1, 1, 1, 4]);
  using reader = await tree.read();
  assert.equal(reader.fileByPath("README.md"), undefined);
  assert.deepEqual(reader.neighbours("src/log.ts").importedBy, ["src/new.ts", "src/retry.ts"]);
  assert.deepEqual(reader.neighbours("src/user.ts").imports, []);
  assert.deepEqual(reader.searchChunks(["token"], { limit: 5 }).map((hit) => hit.path), [
    "src/user.ts",
    "src/user.ts",
  ]);
});

Deno.test("a reverted edit gives back the same answers", async () => {
  using tree = new Tree(TREE);
  await tree.run();
  const before = await tree.answers();
  tree.write({ "src/retry.ts": "export const delay = 2;\n", "src/more.ts": "export const user = 1;\n" });
  tree.remove("src/log.ts");
  await tree.run();
  assert.notDeepEqual(await tree.answers(), before);
  tree.write({ "src/retry.ts": TREE["src/retry.ts"]!, "src/log.ts": TREE["src/log.ts"]! });
  tree.remove("src/more.ts");
  await tree.run();
  assert.deepEqual(await tree.answers(), before);
});

Deno.test("the same tree in two folders gives the same answers", async () => {
  using one = new Tree(TREE);
  using two = new Tree(Object.fromEntries(Object.entries(TREE).reverse()));
  await Promise.all([one.run(), two.run()]);
  assert.deepEqual(await one.answers(), await two.answers());
});

type Edit = readonly [path: string, content: string | undefined];
const PATHS = ["src/a.ts", "src/b.ts", "src/c.ts", "lib/b.ts", "tsconfig.json", "src/a.test.ts", "notes.md"];
const CONTENTS = [
  'import { user } from "./b.ts";\nexport const token = user;\n',
  'import { user } from "@lib/b.ts";\nimport "./c.js";\nexport function retry() { return user; }\n',
  "export const user = 1;\n",
  "\n\n// moved down, otherwise the same\nexport const user = 1;\n",
  "export class User {}\nexport const user = new User();\n",
  '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }\n',
  "{}\n",
  "# Retry\n\nAdd a delay.\n",
];

Deno.test("any sequence of edits ends with the answers of a fresh index", async () => {
  const edit: fc.Arbitrary<Edit> = fc.tuple(
    fc.constantFrom(...PATHS),
    fc.option(fc.constantFrom(...CONTENTS), { nil: undefined, freq: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 }),
      async (steps) => {
        using tree = new Tree();
        const files: Files = {};
        for (const step of steps) {
          for (const [path, content] of step) {
            if (content !== undefined) {
              files[path] = content;
              tree.write({ [path]: content });
            } else if (path in files) {
              delete files[path];
              tree.remove(path);
            }
          }
          await tree.run();
        }
        using fresh = new Tree(files);
        await fresh.run();
        assert.deepEqual(await tree.answers(), await fresh.answers());
      },
    ),
    { numRuns: 12 },
  );
});

Deno.test("an edit of a body needs no new graph, an edit of imports and of manifests does", async () => {
  using tree = new Tree(TREE);
  await tree.run();
  const analyzed = async (files: Files): Promise<number> => {
    tree.write(files);
    const { result } = await tree.run();
    assert.equal(result.files.changed, 1);
    return result.work.graph_files_analyzed;
  };
  const retry = TREE["src/retry.ts"] as string;
  assert.equal(await analyzed({ "src/retry.ts": retry.replace("return n;", "\n\n  return n * 2;") }), 0);
  assert.equal(await analyzed({ "README.md": "# Other\n" }), 0);
  assert.equal(await analyzed({ "src/retry.ts": "export const other = 1;\n" }), 6);
  assert.equal(await analyzed({ "tsconfig.json": "{}\n" }), 6);
});

Deno.test("unchanged files are not read again once their time stamps are settled", async () => {
  using tree = new Tree(TREE);
  await tree.prepare();
  // A minute later, everything that was written just now is settled.
  const later = (): number => Date.now() + 60_000;
  const options = { mode: "incremental", toolVersion: "0.0.0" } as const;
  await runIndex(tree, options, later);
  const settled = await runIndex(tree, options, later);
  assert.equal(settled.result.work.bytes_read, 0);
  assert.equal(settled.result.files.unchanged, 6);

  // Same size, same modification time: only the change time tells, in whole seconds.
  const path = `${tree.root}/src/log.ts`;
  const { mtime, ctime } = Deno.statSync(path);
  if (ctime === null) return;
  await new Promise((resolve) => setTimeout(resolve, 1100));
  tree.write({ "src/log.ts": (TREE["src/log.ts"] as string).replace("text", "TEXT") });
  Deno.utimeSync(path, mtime!, mtime!);
  const edited = await runIndex(tree, options, later);
  assert.equal(edited.result.files.changed, 1);
  assert.equal(edited.result.work.bytes_read, (TREE["src/log.ts"] as string).length);
});

Deno.test("a run with nothing to do looks at each file once", async () => {
  using tree = new Tree(TREE);
  await tree.prepare();
  const run = () => runIndex(tree, { mode: "incremental", toolVersion: "0.0.0" }, () => Date.now() + 60_000);
  await run();
  await run();
  const { lookedAt } = await questions(run);
  const times = Object.keys(TREE).map((
    path,
  ) => [path, lookedAt.filter((at) => at === `${tree.root}/${path}`).length]);
  assert.deepEqual(times, Object.keys(TREE).map((path) => [path, path === "dist/x.js" ? 0 : 1]));
});

Deno.test("files that were only touched leave the state of the content as a fresh index has it", async () => {
  using tree = new Tree(TREE);
  await tree.run();
  const later = new Date(Date.now() + 100_000);
  for (const path of Object.keys(TREE)) Deno.utimeSync(`${tree.root}/${path}`, later, later);
  assert.deepEqual(await tree.counts(), [0, 0, 0, 6]);
  const touched = await tree.answers();
  await tree.run({ mode: "full" });
  assert.deepEqual(touched, await tree.answers());
});

Deno.test("a fresh time stamp is not believed", async () => {
  using tree = new Tree(TREE);
  await tree.run();
  const path = `${tree.root}/src/log.ts`;
  const { mtime } = Deno.statSync(path);
  tree.write({ "src/log.ts": (TREE["src/log.ts"] as string).replace("text", "TEXT") });
  Deno.utimeSync(path, mtime!, mtime!);
  assert.deepEqual(await tree.counts(), [0, 1, 0, 5]);
});

Deno.test("other index settings and the full mode rebuild everything", async () => {
  using tree = new Tree(TREE);
  await tree.run();
  const full = await tree.run({ mode: "full" });
  assert.equal(full.result.mode, "full");
  assert.deepEqual(full.result.files, { total: 6, added: 6, changed: 0, deleted: 0, unchanged: 0 });
  tree.config.indexing.includeDocs = false;
  await assert.rejects(tree.read(), /indexing settings/);
  const other = await tree.run();
  assert.equal(other.result.mode, "full");
  assert.equal(other.result.files.total, 5);
  assert.deepEqual(other.result.skipped, { "disabled-kind": 1, ignored: 1 });
  tree.config.ranking.weights.fts = 0.9;
  assert.equal((await tree.run()).result.mode, "incremental");
});

Deno.test("include entries that do not exist are told", async () => {
  using tree = new Tree(TREE);
  tree.config.include = ["src", "nowhere"];
  const { result, missingRoots } = await tree.run();
  assert.deepEqual(missingRoots, ["nowhere"]);
  assert.equal(result.files.total, 4);
});
