import assert from "node:assert/strict";
import { rewriteRootFile } from "../../src/integrate/mod.ts";
import { Tree } from "../cli/harness.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const onUnix = { ignore: Deno.build.os === "windows" };

Deno.test("a file is created with its folders, updated, left, and deleted with what it leaves empty", async () => {
  await using tree = await Tree.write({ "a/keep.txt": "" });
  const change = (text: string | undefined, effect: "write" | "preview" = "write") =>
    rewriteRootFile(tree.root, "a/b/c.md", () => text === undefined ? undefined : bytes(text), effect);
  assert.equal(change("x", "preview"), "created");
  assert.equal(await tree.read("a/b/c.md"), undefined);
  assert.equal(change("x"), "created");
  assert.equal(change("y", "preview"), "updated");
  assert.equal(await tree.read("a/b/c.md"), "x");
  assert.equal(change("y"), "updated");
  assert.equal(change("y"), "unchanged");
  assert.equal(change(undefined, "preview"), "deleted");
  assert.equal(change(undefined), "deleted");
  assert.equal(change(undefined), "unchanged");
  assert.deepEqual(tree.list("a"), ["keep.txt"]);
});

Deno.test("what the rewriting refuses is left alone with its reason", async () => {
  await using tree = await Tree.write({ "a.md": "mine" });
  const refusal = { untouched: "it is holy" };
  assert.deepEqual(rewriteRootFile(tree.root, "a.md", () => refusal), refusal);
  assert.equal(await tree.read("a.md"), "mine");
});

Deno.test("folders in the place of files and files in the place of folders are reported", async () => {
  await using tree = await Tree.write({ "AGENTS.md/x": "", ".cursor": "" });
  const write = (name: string) => rewriteRootFile(tree.root, name, () => bytes("x"));
  assert.deepEqual(write("AGENTS.md"), { untouched: "it is not a file" });
  assert.deepEqual(write(".cursor/rules/x.mdc"), { untouched: ".cursor is not a folder" });
});

Deno.test({
  name: "links are followed inside of the root and never out of it, whatever part of the path they are",
  ...onUnix,
  async fn() {
    await using outside = await Tree.write({ "victim.md": "theirs", "folder/x.md": "theirs" });
    await using tree = await Tree.write({ "docs/real.md": "mine", "shared/deep/x.txt": "" });
    const link = (target: string, name: string) => Deno.symlinkSync(target, `${tree.root}/${name}`);
    link(`${outside.root}/victim.md`, "out.md");
    link(`${outside.root}/made.md`, "dangling.md");
    link(`${outside.root}/folder`, "outside");
    link("docs/real.md", "in.md");
    link("shared", "inside");
    const write = (name: string) => rewriteRootFile(tree.root, name, () => bytes("new"));
    for (const name of ["out.md", "dangling.md", "outside/x.md", "outside/new.md", "outside/deep/new.md"]) {
      assert.match(JSON.stringify(write(name)), /leads out of the repository or nowhere/, name);
    }
    assert.deepEqual(outside.list(), ["folder", "victim.md"]);
    assert.deepEqual(outside.list("folder"), ["x.md"]);
    assert.equal(await outside.read("victim.md"), "theirs");

    assert.equal(write("in.md"), "updated");
    assert.equal(await tree.read("docs/real.md"), "new");
    assert.equal(write("inside/deep/y.md"), "created");
    assert.equal(await tree.read("shared/deep/y.md"), "new");
    assert.ok(Deno.lstatSync(`${tree.root}/in.md`).isSymlink);
    assert.ok(Deno.lstatSync(`${tree.root}/inside`).isSymlink);
  },
});

Deno.test({
  name: "deleting never takes a link away, nor what it leads to",
  ...onUnix,
  async fn() {
    await using tree = await Tree.write({ "real.md": "mine", "shared/x.md": "ours" });
    Deno.symlinkSync("real.md", `${tree.root}/in.md`);
    Deno.symlinkSync("shared", `${tree.root}/inside`);
    assert.equal(rewriteRootFile(tree.root, "in.md", () => undefined), "deleted");
    assert.equal(await tree.read("real.md"), "");
    assert.equal(rewriteRootFile(tree.root, "inside/x.md", () => undefined), "deleted");
    assert.deepEqual(tree.list(), ["in.md", "inside", "real.md", "shared"]);
  },
});

Deno.test({
  name: "what the system refuses is reported like the rest",
  ...onUnix,
  async fn() {
    await using tree = await Tree.write();
    const name = `${"x".repeat(300)}.md`;
    assert.deepEqual(rewriteRootFile(tree.root, name, () => bytes("x")), {
      untouched: "the system refuses it (ENAMETOOLONG)",
    });
  },
});
