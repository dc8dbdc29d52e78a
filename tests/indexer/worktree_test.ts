import assert from "node:assert/strict";
import {
  linksToAdded,
  type WorktreeDifference,
  worktreeDifference,
  type WorktreeOptions,
  worktreeState,
} from "../../src/indexer/mod.ts";
import { runIndex } from "../../src/indexer/run_index.ts";
import { type Files, questions, Tree } from "./_helpers.ts";

const FILES: Files = {
  "src/a.ts": "export const a = 1;\n",
  "src/b.ts": "export const b = 2;\n",
  "lib/deep/c.ts": "export const c = 3;\n",
  "top.ts": "export const top = 4;\n",
};

/** A tree that was indexed at a time when all its stamps could be believed. */
async function settled(files: Files = FILES, config: Partial<Tree["config"]> = {}): Promise<Tree> {
  const tree = new Tree(files);
  Object.assign(tree.config, config);
  await tree.prepare();
  await runIndex(tree, { mode: "full", toolVersion: "0.0.0" }, () => Date.now() + 60_000);
  return tree;
}

async function difference(tree: Tree, options?: WorktreeOptions): Promise<WorktreeDifference> {
  using reader = await tree.read();
  return await worktreeDifference(tree, reader, options);
}

/** Added, modified and deleted paths as the exact comparison sees them. */
async function exact(tree: Tree): Promise<string[][]> {
  using reader = await tree.read();
  const { changes } = await worktreeState(tree, reader);
  assert.deepEqual(changes.map(({ path }) => path), changes.map(({ path }) => path).toSorted());
  return ["added", "modified", "deleted"].map((status) =>
    changes.filter((change) => change.status === status).map(({ path }) => path)
  );
}

/** Both ways to look must agree. */
async function assertDifference(tree: Tree, expected: string[][]): Promise<void> {
  const { added, modified, deleted, isVerified } = await difference(tree);
  assert.deepEqual([added, modified, deleted], expected);
  assert.equal(isVerified, true);
  assert.deepEqual(await exact(tree), expected);
}

Deno.test("a tree that was not touched has no difference", async () => {
  using tree = await settled();
  await assertDifference(tree, [[], [], []]);
});

Deno.test("a tree that was not touched is looked at once per file and folder, and neither listed nor read", async () => {
  using tree = await settled();
  using reader = await tree.read();
  const look = () => worktreeDifference(tree, reader, { about: Object.keys(FILES) });
  await look();
  // Four files, and the folders "", "src", "lib" and "lib/deep".
  assert.deepEqual((await questions(look)).counts, { lstatSync: 4 + 4 });
});

Deno.test("only the folder that has another entry is listed", async () => {
  using tree = await settled({ ...FILES, "src/.env": "A=1\n" });
  tree.remove("src/.env");
  using reader = await tree.read();
  const look = () => worktreeDifference(tree, reader);
  await look();
  assert.deepEqual((await questions(look)).counts, { lstatSync: 4 + 4, readDirSync: 1 });
});

Deno.test("the files of a folder that is gone are not looked for", async () => {
  using tree = await settled({ ...FILES, "lib/deep/d.ts": "1\n" });
  tree.remove("lib/deep");
  using reader = await tree.read();
  assert.deepEqual(await difference(tree), {
    added: [],
    modified: [],
    deleted: ["lib/deep/c.ts", "lib/deep/d.ts"],
    hashes: new Map(),
    isVerified: true,
  });
  const { counts } = await questions(() => worktreeDifference(tree, reader));
  assert.equal(counts.lstatSync, 3 + 4);
});

Deno.test("the difference is the same from the root as from elsewhere", async () => {
  using tree = await settled();
  tree.write({ "src/a.ts": "export const a = 9;\n", "lib/new.ts": "1\n" });
  tree.remove("top.ts");
  const expected = await difference(tree);
  assert.equal(expected.added.length + expected.modified.length + expected.deleted.length, 3);
  const before = Deno.cwd();
  for (const folder of [tree.root, `${tree.root}/src`]) {
    Deno.chdir(folder);
    try {
      assert.deepEqual(await difference(tree), expected);
    } finally {
      Deno.chdir(before);
    }
  }
});

Deno.test("added, modified and deleted files are told apart, also in new and lost folders", async () => {
  using tree = await settled();
  tree.write({ "src/a.ts": "export const a = 9;\n", "src/new.ts": "1\n", "fresh/x/y.ts": "2\n" });
  tree.remove("lib", "top.ts");
  await assertDifference(tree, [["fresh/x/y.ts", "src/new.ts"], ["src/a.ts"], ["lib/deep/c.ts", "top.ts"]]);
});

Deno.test("an edit right after indexing that keeps size and modification time is seen", async () => {
  using tree = new Tree(FILES);
  await tree.run();
  const { mtime } = Deno.statSync(`${tree.root}/src/a.ts`);
  tree.write({ "src/a.ts": "export const a = 9;\n" });
  Deno.utimeSync(`${tree.root}/src/a.ts`, mtime!, mtime!);
  assert.deepEqual(await exact(tree), [[], ["src/a.ts"], []]);
  const { modified, hashes } = await difference(tree, { about: ["src/a.ts", "src/b.ts"] });
  assert.deepEqual([modified, [...hashes.keys()]], [["src/a.ts"], ["src/a.ts"]]);
});

Deno.test("files that are asked about are read however many others look different", async () => {
  using tree = await settled();
  const later = new Date(Date.now() + 100_000);
  for (const path of Object.keys(FILES)) Deno.utimeSync(`${tree.root}/${path}`, later, later);
  tree.write({ "src/b.ts": "export const b = 3;\n" });
  const options = { readAtMost: 1, about: ["src/a.ts", "src/b.ts", "gone.ts"] };
  const { modified, hashes, isVerified } = await difference(tree, options);
  assert.deepEqual([modified, isVerified], [["lib/deep/c.ts", "src/b.ts", "top.ts"], false]);
  assert.deepEqual([...hashes.keys()], ["src/b.ts"]);
});

Deno.test("a mere touch is no difference, but not verified when there are too many", async () => {
  using tree = await settled();
  const later = new Date(Date.now() + 100_000);
  for (const path of ["src/a.ts", "src/b.ts"]) Deno.utimeSync(`${tree.root}/${path}`, later, later);
  await assertDifference(tree, [[], [], []]);
  assert.deepEqual(await difference(tree, { readAtMost: 1 }), {
    hashes: new Map(),
    added: [],
    modified: ["src/a.ts", "src/b.ts"],
    deleted: [],
    isVerified: false,
  });
});

Deno.test("an index as young as its files is compared all the same", async () => {
  using tree = new Tree(FILES);
  await tree.run();
  await assertDifference(tree, [[], [], []]);
  tree.write({ "src/a.ts": "export const a = 10;\n", "lib/new.ts": "1\n" });
  await assertDifference(tree, [["lib/new.ts"], ["src/a.ts"], []]);
});

Deno.test("a new rule changes what is selected elsewhere", async () => {
  using tree = await settled({ ...FILES, ".gitignore": "*.log\n" });
  tree.write({ ".gitignore": "lib/\n" });
  await assertDifference(tree, [[], [".gitignore"], ["lib/deep/c.ts"]]);
  using other = await settled();
  other.write({ "src/.repoctxignore": "b.ts\n" });
  await assertDifference(other, [["src/.repoctxignore"], [], ["src/b.ts"]]);
});

Deno.test("what the index leaves out stays out", async () => {
  using tree = await settled({
    ...FILES,
    "src/data.txt": "a\0b",
    "node_modules/x.ts": "1\n",
    ".env": "A=1\n",
  });
  tree.write({
    "src/blob.txt": "\0",
    "src/photo.png": "x",
    "node_modules/y.ts": "2\n",
    ".env.local": "B=2\n",
    "src/id.txt": "-----BEGIN PRIVATE KEY-----\n",
  });
  await assertDifference(tree, [[], [], []]);
});

Deno.test("what was left out and may be in now is found again in a folder that changed", async () => {
  using tree = await settled(
    {
      ...FILES,
      "src/long.ts": `// ${"x".repeat(3000)}\n`,
      "src/spec.ts": "// nothing\n",
      "src/copy/.git": "gitdir: /nowhere/.git/worktrees/copy\n",
      "src/copy/x.ts": "1\n",
    },
    { indexing: { maxFileSizeKb: 2, includeTests: true, includeDocs: true } },
  );
  // The folder has to change: a file that is not indexed has no stamp of its own.
  tree.write({ "src/long.ts": "// short\n", "src/other.txt": "\0" });
  await assertDifference(tree, [["src/long.ts"], [], []]);
  tree.remove("src/copy/.git");
  await assertDifference(tree, [["src/copy/x.ts", "src/long.ts"], [], []]);
});

Deno.test("a file that is no text any more is gone", async () => {
  using tree = await settled();
  tree.write({ "src/a.ts": "a\0b" });
  await assertDifference(tree, [[], [], ["src/a.ts"]]);
});

Deno.test(
  "a file that became a folder or a link is gone",
  { ignore: Deno.build.os === "windows" },
  async () => {
    using tree = await settled();
    tree.remove("src/a.ts", "src/b.ts");
    tree.write({ "src/a.ts/inner.ts": "1\n" });
    Deno.symlinkSync("../top.ts", `${tree.root}/src/b.ts`);
    await assertDifference(tree, [["src/a.ts/inner.ts"], [], ["src/a.ts", "src/b.ts"]]);
  },
);

Deno.test("only what is included counts, and an entry that appears later does", async () => {
  using tree = await settled(FILES, { include: ["src", "later", "one.ts"] });
  tree.write({ "lib/new.ts": "1\n", "top.ts": "changed\n" });
  await assertDifference(tree, [[], [], []]);
  tree.write({ "later/x.ts": "1\n", "one.ts": "2\n" });
  await assertDifference(tree, [["later/x.ts", "one.ts"], [], []]);
});

Deno.test("many changed folders are walked at once", async () => {
  const folders = Array.from({ length: 80 }, (_, number) => `f${String(number).padStart(2, "0")}`);
  using tree = await settled(Object.fromEntries(folders.map((name) => [`${name}/a.ts`, `// ${name}\n`])));
  tree.write(Object.fromEntries(folders.map((name) => [`${name}/b.ts`, "1\n"])));
  const { added, isVerified } = await difference(tree, { readAtMost: 80 });
  assert.deepEqual([added, isVerified], [folders.map((name) => `${name}/b.ts`), true]);
});

Deno.test("the user's own excludes count where the config says so, for indexing and for comparing", async () => {
  using home = new Tree({ ".config/git/ignore": "*.tmp.ts\n" });
  const before = ["HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL"].map((name) =>
    [name, Deno.env.get(name)] as const
  );
  Deno.env.set("HOME", home.root);
  Deno.env.delete("XDG_CONFIG_HOME");
  Deno.env.delete("GIT_CONFIG_GLOBAL");
  try {
    const files = { "a.ts": "1\n", "a.tmp.ts": "2\n" };
    using without = await settled(files);
    using indexed = await without.read();
    assert.deepEqual(indexed.allFiles().map(({ path }) => path), ["a.tmp.ts", "a.ts"]);
    using tree = await settled(files, { respectGlobalExcludes: true });
    using reader = await tree.read();
    assert.deepEqual(reader.allFiles().map(({ path }) => path), ["a.ts"]);
    tree.write({ "b.tmp.ts": "1\n", "b.ts": "2\n" });
    await assertDifference(tree, [["b.ts"], [], []]);
  } finally {
    for (const [name, value] of before) {
      value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
    }
  }
});

Deno.test("the exact comparison carries the hash of what is on disk", async () => {
  using tree = await settled({ "a.ts": "export const one = 1;\n" });
  tree.write({ "b.ts": "export const one = 1;\n" });
  using reader = await tree.read();
  const { changes, files } = await worktreeState(tree, reader);
  assert.deepEqual(changes, [{
    path: "b.ts",
    status: "added",
    hash: reader.fileByPath("a.ts")!.contentHash,
  }]);
  assert.deepEqual(files.map(({ path }) => path), ["a.ts", "b.ts"]);
  const reason = new Error("enough");
  await assert.rejects(worktreeState(tree, reader, AbortSignal.abort(reason)), reason);
});

Deno.test("links to files that no index has seen are found without one", async () => {
  using tree = await settled({
    "src/user.ts":
      'import { late } from "./late.ts";\nexport function use(): number {\n  return late();\n}\n',
    "src/late.test.ts": 'import { late } from "./late.ts";\nlate();\n',
    "src/other.ts": "export const other = 1;\n",
  });
  tree.write({
    "src/late.ts": "export function late(): number {\n  return 1;\n}\n",
    "src/also.ts": 'import { late } from "./late.ts";\nlate();\n',
    "notes.txt": "new\n",
  });
  using reader = await tree.read();
  const state = await worktreeState(tree, reader);
  const { edges, uses } = await linksToAdded(tree, reader, state);
  assert.deepEqual(edges, [
    { src: "src/late.test.ts", dst: "src/late.ts", kind: "import" },
    { src: "src/late.test.ts", dst: "src/late.ts", kind: "test" },
    { src: "src/user.ts", dst: "src/late.ts", kind: "import" },
  ]);
  assert.deepEqual(
    new Set(uses.map(({ src, name }) => `${src} ${name}`)),
    new Set([
      "src/late.test.ts late",
      "src/user.ts late",
    ]),
  );
  assert.equal((await difference(tree)).added.length, 3, "nothing was written");
});

Deno.test("without an added source there is nothing to link", async () => {
  using tree = await settled();
  tree.write({ "src/a.ts": "changed\n", "notes.txt": "new\n" });
  using reader = await tree.read();
  const state = await worktreeState(tree, reader);
  assert.deepEqual(await linksToAdded(tree, reader, state), { edges: [], uses: [] });
});
