import assert from "node:assert/strict";
import { Tree } from "./_helpers.ts";

function commit(tree: Tree, time: number, subject: string, files: Record<string, string>): void {
  tree.write(files);
  tree.git(time, "add", "-A");
  tree.git(time, "commit", "-q", "-m", subject);
}

function repository(): Tree {
  const tree = new Tree({ ".gitignore": ".repoctx/\n" });
  tree.git(0, "init", "-q");
  commit(tree, 1, "add user", { "src/user.ts": "export const user = 1;\nexport const name = 2;\n" });
  commit(tree, 2, "fix: retry with a delay\n\nThe token was lost.", {
    "src/retry.ts": "export const retry = 1;\n",
  });
  return tree;
}

/** The answers of an index of the same checkout that knows nothing of an earlier one. */
async function fresh(tree: Tree): Promise<unknown> {
  using other = new Tree();
  tree.git(0, "clone", "-q", "--no-local", tree.root, `${other.root}/clone`);
  const clone = new Tree();
  using _clone = clone;
  Deno.removeSync(clone.root, { recursive: true });
  Deno.renameSync(`${other.root}/clone`, clone.root);
  await clone.run();
  return await clone.answers();
}

Deno.test("commits are found by their words, with the lines they added", async () => {
  using tree = repository();
  await tree.run();
  using reader = await tree.read();
  assert.equal(reader.meta.counts.commits, 2);
  assert.equal(reader.meta.headTime, 1_700_000_002);
  assert.match(reader.meta.indexedCommit!, /^[0-9a-f]{40}$/);
  const [hit] = reader.commitsMatching(["retry"], 5);
  assert.equal(hit!.subject, "fix: retry with a delay");
  assert.deepEqual(hit!.fileIds, [reader.fileByPath("src/retry.ts")!.id]);
  const [file] = reader.commitFiles([hit!.commitId]);
  assert.equal(file!.path, "src/retry.ts");
  assert.equal(file!.added, 1);
  assert.equal(file!.hashes!.length, 1);
});

Deno.test("after a new commit, a checkout and an amended commit the history is that of a fresh index", async () => {
  using tree = repository();
  await tree.run();
  commit(tree, 3, "add token export", { "src/user.ts": "export const user = 1;\nexport const token = 3;\n" });
  await tree.run();
  assert.deepEqual(await tree.answers(), await fresh(tree));
  tree.git(4, "mv", "src/retry.ts", "src/again.ts");
  commit(tree, 4, "rename retry", {});
  await tree.run();
  assert.deepEqual(await tree.answers(), await fresh(tree));
  tree.git(5, "checkout", "-q", "HEAD~2");
  await tree.run();
  assert.deepEqual(await tree.answers(), await fresh(tree));
  tree.git(6, "commit", "-q", "--amend", "-m", "fix retry, amended");
  await tree.run();
  assert.deepEqual(await tree.answers(), await fresh(tree));
});

Deno.test("a run without a new commit keeps the history, and one without git forgets it", async () => {
  using tree = repository();
  await tree.run();
  const before = await tree.answers();
  tree.write({ "src/new.ts": "export const fix = 1;\n" });
  await tree.run();
  tree.remove("src/new.ts");
  await tree.run();
  assert.deepEqual(await tree.answers(), before);
  tree.remove(".git");
  await tree.run();
  using reader = await tree.read();
  assert.equal(reader.meta.counts.commits, 0);
  assert.equal(reader.meta.indexedCommit, undefined);
  assert.equal(reader.meta.headTime, undefined);
  assert.deepEqual(reader.commitsMatching(["retry"], 5), []);
});

Deno.test("git reads the past once the files are done, so that its time does not run out over them", async () => {
  using tree = repository();
  const events: string[] = [];
  const system = Deno as unknown as { Command: typeof Deno.Command };
  const original = system.Command;
  system.Command = class extends original {
    constructor(...args: ConstructorParameters<typeof Deno.Command>) {
      super(...args);
      events.push("git");
    }
  };
  try {
    await tree.run({ onProgress: ({ stage }) => void events.push(stage) });
  } finally {
    system.Command = original;
  }
  const first = events.indexOf("git");
  assert.equal(events[first - 1], "reading history");
  assert.ok(events.lastIndexOf("git") < events.indexOf("saving"));
  assert.ok(events.indexOf("indexing") < first);
});
