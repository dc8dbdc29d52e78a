import assert from "node:assert/strict";
import { changed } from "../../src/commands/changed.ts";
import { UsageError } from "../../src/model/mod.ts";
import type { Files, Tree } from "../indexer/_helpers.ts";
import { ask, indexed, reindex } from "./_repository.ts";

/** A repository with one commit for each tree of files; null deletes. Indexed after the last. */
async function committed(...trees: Record<string, string | Uint8Array | null>[]): Promise<Tree> {
  const tree = await indexed({});
  tree.git(0, "init", "--quiet");
  tree.write({ ".gitignore": ".repoctx/\nout/\n" });
  for (const [number, files] of trees.entries()) {
    for (const [path, content] of Object.entries(files)) {
      if (content === null) tree.remove(path);
      else tree.write({ [path]: content } as Files);
    }
    tree.git(number + 1, "add", "--all");
    tree.git(number + 1, "commit", "--quiet", "--message", `Commit ${number}`);
  }
  await reindex(tree);
  return tree;
}

// deno-lint-ignore no-explicit-any
function since(tree: Tree, base: string, given: object = {}): Promise<any> {
  return ask(changed, tree, { base, ...given });
}

function entries({ changed }: { changed: { path: string; status: string }[] }): string[] {
  return changed.map(({ path, status }) => `${status} ${path}`);
}

const API = "export function api(): number {\n  return 1;\n}\n\nexport function old(): void {}\n";
const USER = 'import { api } from "./api.ts";\nexport const use = () => api();\n';

Deno.test("a commit takes the place of the index, which still says what is stale", async () => {
  using tree = await committed(
    { "src/api.ts": API, "src/user.ts": USER, "src/gone.ts": "export {};\n" },
    { "src/api.ts": API.replace("return 1", "return 2"), "src/gone.ts": null, "src/new.ts": "new();\n" },
  );
  const head = await since(tree, "HEAD");
  assert.deepEqual([head.stale, head.count, head.changed, head.impacted], [false, 0, [], []]);
  const answer = await since(tree, "HEAD~1", { patch: true });
  assert.deepEqual(entries(answer), ["modified src/api.ts", "deleted src/gone.ts", "added src/new.ts"]);
  assert.equal(answer.stale, false);
  assert.match(answer.base, /^[0-9a-f]{12}$/);
  assert.deepEqual(answer.changed[0].hunks, [{
    old_start: 1,
    old_lines: 4,
    new_start: 1,
    new_lines: 4,
    text: " export function api(): number {\n-  return 1;\n+  return 2;\n }\n ",
  }]);
  assert.deepEqual(answer.impacted, [
    { path: "src/user.ts", reasons: ["imports:src/api.ts", "uses:src/api.ts#api"] },
  ]);
  const worktree = answer.worktree_state;
  tree.write({ "src/user.ts": "changed();\n" });
  const stale = await since(tree, "HEAD~1");
  assert.deepEqual([stale.stale, stale.count, stale.impacted], [true, 4, []]);
  assert.notEqual(stale.worktree_state, worktree);
  assert.equal(stale.worktree_state, (await ask(changed, tree)).worktree_state);
});

Deno.test("lines that the index does not know touch no declaration", async () => {
  using tree = await committed({ "src/api.ts": API, "src/user.ts": USER });
  tree.write({ "src/api.ts": API.replace("return 1", "return 3") });
  assert.deepEqual((await since(tree, "HEAD")).impacted, [
    { path: "src/user.ts", reasons: ["imports:src/api.ts"] },
  ]);
});

Deno.test("what was added since a commit has the impact that the index knows", async () => {
  using tree = await committed(
    { "src/user.ts": USER },
    { "src/api.ts": API },
  );
  assert.deepEqual((await since(tree, "HEAD~1")).impacted, [
    { path: "src/user.ts", reasons: ["imports:src/api.ts", "uses:src/api.ts#api"] },
  ]);
});

Deno.test("moves since a commit are recognized, edited ones too", async () => {
  using tree = await committed(
    { "src/api.ts": API, "src/same.ts": "same();\n" },
    { "src/api.ts": null, "lib/api.ts": API.replace("return 1", "return 2"), "src/same.ts": null },
  );
  tree.write({ "lib/same.ts": "same();\n" });
  const { changed: found } = await since(tree, "HEAD~1", { patch: true });
  assert.deepEqual(
    found.filter(({ renamed_from }: { renamed_from?: string }) => renamed_from)
      .map((
        { path, renamed_from, hunks }: { path: string; renamed_from: string; hunks: unknown[] },
      ) => [renamed_from, path, hunks.length]),
    [["src/api.ts", "lib/api.ts", 1], ["src/same.ts", "lib/same.ts", 0]],
  );
});

Deno.test("what is left out today is left out of the commit, too", async () => {
  const large = "x".repeat(600 * 1024);
  using tree = await committed(
    {
      "src/api.ts": API,
      "gone/blob.txt": "a\0b",
      "gone/large.txt": large,
      "gone/photo.png": "x",
      "gone/key.txt": "-----BEGIN PRIVATE KEY-----\n",
      "node_modules/x.ts": "1\n",
      "data.txt": "a\0b",
      ".env": "SECRET=1\n",
      "gone/plain.txt": "plain\n",
    },
    { "gone": null, "node_modules": null, ".env": null, "data.txt": "a\0c" },
  );
  assert.deepEqual(entries(await since(tree, "HEAD~1")), ["deleted gone/plain.txt"]);
});

Deno.test("Windows line ends on disk are no change, real changes under them are", async () => {
  using tree = await committed({ "a.ts": "one\ntwo\n", "b.ts": "one\r\ntwo\r\n" });
  tree.write({ "a.ts": "one\r\ntwo\r\n" });
  assert.deepEqual(entries(await since(tree, "HEAD")), []);
  tree.write({ "a.ts": "one\r\n2\r\n", "b.ts": "one\ntwo\n" });
  const answer = await since(tree, "HEAD", { patch: true });
  assert.deepEqual(entries(answer), ["modified a.ts", "modified b.ts"]);
  assert.deepEqual(answer.changed.map(({ hunks }: { hunks: unknown[] }) => hunks.length), [1, 0]);
});

Deno.test("a repository below the top of git's is compared with its own part", async () => {
  using outer = await committed({ "app/src/api.ts": API, "top.ts": "1\n" }, { "top.ts": "2\n" });
  outer.write({ "app/repoctx.config.json": "{}" });
  const { quietContext } = await import("../../src/commands/mod.ts");
  const { indexRepository } = await import("../../src/indexer/mod.ts");
  const { openRepository } = await import("../../src/repository/mod.ts");
  const cwd = `${outer.root}/app`;
  await indexRepository(openRepository(cwd), { mode: "incremental", toolVersion: "0.0.0" });
  outer.write({ "app/src/api.ts": "changed();\n" });
  const answer = await changed.run(
    quietContext({ cwd, version: "0" }),
    { patch: false, companions: false, refresh: false, base: "HEAD~1" },
    "json",
  );
  assert.deepEqual(entries(answer), ["added repoctx.config.json", "modified src/api.ts"]);
});

Deno.test("what names no commit is a wrong argument", async () => {
  using tree = await committed({ "a.ts": "1\n" });
  for (const base of ["nope", "HEAD~7", "--all", "HEAD:a.ts", " "]) {
    await assert.rejects(
      since(tree, base),
      (error: unknown) => error instanceof UsageError && /commit|--base/.test(error.message),
      base,
    );
  }
  using plain = await indexed({ "a.ts": "1\n" });
  await assert.rejects(since(plain, "HEAD"), /--base needs a repository of git with a commit/);
});
