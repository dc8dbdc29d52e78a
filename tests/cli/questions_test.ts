import assert from "node:assert/strict";
import { assertValid } from "../schemas.ts";
import { Tree } from "./harness.ts";

const FILES = {
  "src/main.ts": 'import { log } from "./log.ts";\nlog("start");\n',
  "src/log.ts": "/** Writes a line. */\nexport function log(text: string): void {\n  print(text);\n}\n",
  "src/log.test.ts": 'import { log } from "./log.ts";\nlog("test");\n',
};

async function indexedTree(): Promise<Tree> {
  const tree = await Tree.write(FILES);
  for (const args of [["init", "--no-agents"], ["index"]]) {
    const { code, stderr } = await tree.run(args);
    assert.deepEqual([code, stderr], [0, ""], args.join(" "));
  }
  return tree;
}

/** The one line of JSON that a call prints, checked against its schema. */
// deno-lint-ignore no-explicit-any
async function json(tree: Tree, ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await tree.run([...args, "--format", "json"]);
  assert.deepEqual([code, stderr], [0, ""], args.join(" "));
  assert.equal(stdout.indexOf("\n"), stdout.length - 1, "one line");
  const answer = JSON.parse(stdout);
  assertValid(args[0]!, answer);
  return answer;
}

Deno.test("what changed, and what it affects, in every format", async () => {
  await using tree = await indexedTree();
  assert.equal((await json(tree, "changed")).stale, false);
  await tree.put("src/log.ts", FILES["src/log.ts"].replace("print(text)", "print(text.trim())"));
  const answer = await json(tree, "changed", "--patch", "--companions");
  assert.deepEqual(answer.changed.map(({ path, status }: Record<string, string>) => [path, status]), [
    ["src/log.ts", "modified"],
  ]);
  assert.deepEqual(answer.impacted[1], {
    path: "src/main.ts",
    reasons: ["imports:src/log.ts", "uses:src/log.ts#log"],
  });
  assert.deepEqual(answer.companions, [{ path: "src/log.test.ts", reasons: ["test-of:src/log.ts"] }]);
  const text = (await tree.run(["changed", "--patch"])).stdout;
  assert.match(text, /^1 changed file · the index is stale · /);
  assert.match(text, /\n\| - {2}print\(text\);\n\| \+ {2}print\(text\.trim\(\)\);\n/);
  assert.match((await tree.run(["changed", "-f", "md"])).stdout, /^# Changed\n/);
  const wrong = await tree.run(["changed", "--base", "nope"]);
  assert.deepEqual([wrong.code, wrong.stdout], [3, ""]);
  assert.match(wrong.stderr, /^--base needs a repository of git with a commit/);
});

Deno.test("the two views of a whole repository", async () => {
  await using tree = await indexedTree();
  const { tree: root, entrypoints } = await json(tree, "architecture", "--depth", "1");
  assert.deepEqual([root.children.map(({ name }: { name: string }) => name), entrypoints], [
    ["src"],
    ["src/main.ts"],
  ]);
  const primer = await tree.run(["prime"]);
  assert.match(primer.stdout, /^# Repository primer\n[\s\S]*\n## `src\/log\.ts`\n/);
  assert.equal((await tree.run(["prime", "--format", "md"])).stdout, primer.stdout);
  assert.equal((await json(tree, "prime", "--files", "1")).results[0].path, "src/log.ts");
  for (const args of [["architecture", "--depth", "0"], ["prime", "--files", "0"]]) {
    const { code, stderr } = await tree.run(args);
    assert.equal(code, 3);
    assert.match(stderr, new RegExp(`^${args[1]} must be greater than zero\\.`));
  }
});

Deno.test("memories are added, searched and removed", async () => {
  await using tree = await indexedTree();
  const { entry } = await json(
    tree,
    "memory",
    "add",
    "Never log secrets.",
    "--kind",
    "Constraint",
    "--file",
    "src/log.ts",
    "--tag",
    "privacy",
  );
  assert.equal(entry.kind, "constraint");
  const found = await json(tree, "memory", "search", "secrets", "--file", "src/log.ts");
  assert.deepEqual(found.results.map(({ id }: { id: string }) => id), [entry.id]);
  assert.equal((await json(tree, "context", "log secrets")).memories[0].id, entry.id);
  assert.equal((await tree.run(["memory", "rm", entry.id.slice(0, 4)])).code, 1);
  assert.equal((await json(tree, "memory", "rm", entry.id)).removed, true);
  assert.match((await tree.run(["memory", "search"])).stdout, /0 memories of 0/);
  const bare = await tree.run(["memory"]);
  assert.equal(bare.code, 3);
  const unlinked = await tree.run(["memory", "add", "x", "--file", "src/none.ts"]);
  assert.deepEqual([unlinked.code, unlinked.stderr], [1, "File not found in index: src/none.ts\n"]);
});

Deno.test("the ledger knows every question but stats, and is written up on demand", async () => {
  await using tree = await indexedTree();
  assert.match((await tree.run(["stats"])).stdout, /nothing recorded yet/);
  await tree.put("src/log.ts", "export function log(): void {}\n");
  await tree.run(["changed", "--patch"]);
  for (const args of [["changed"], ["prime"], ["architecture"], ["memory", "search"]]) await tree.run(args);
  const report = await json(tree, "stats");
  assert.deepEqual(
    report.commands.map((
      { command, calls, replaced_tokens }: Record<string, unknown>,
    ) => [command, calls, Number(replaced_tokens) > 0]),
    [["architecture", 1, false], ["changed", 2, true], ["memory", 1, false], ["prime", 1, false]],
  );
  assert.match((await tree.run(["stats", "--format", "html"])).stdout, /^<!doctype html>/i);
  const opened = await tree.run(["stats", "--open"], { env: { REPOCTX_NO_LAUNCH: "1" } });
  assert.equal(opened.stdout, `${tree.root}/.repoctx/stats.html\n`);
  assert.match((await tree.read(".repoctx/stats.html"))!, /^<!doctype html>/i);
});

Deno.test("index --verbose names what was left out", async () => {
  await using tree = await indexedTree();
  await tree.put("dist/a.js", "1\n");
  await tree.put(".env", "SECRET=1\n");
  const { stdout } = await tree.run(["index", "--verbose"]);
  assert.match(
    stdout,
    /\n {2}skipped: 1 ignored {2}1 sensitive\nLeft out:\n {2}dist\/: ignored \(exclude: dist\)\n$/,
  );
  assert.deepEqual((await json(tree, "index", "--verbose")).skipped_paths, [
    { path: "dist/", reason: "ignored", detail: "exclude: dist" },
  ]);
});
