import assert from "node:assert/strict";
import { isWritable, PastTree } from "../../src/evaluation/past_tree.ts";
import { headOf, readHistory, readRevision, type Revision } from "../../src/history/mod.ts";
import { defaultConfig } from "../../src/repository/mod.ts";
import { TestRepository } from "./_shop.ts";

const NEVER = new AbortController().signal;

function pathsIn(root: string, folder = ""): string[] {
  return [...Deno.readDirSync(`${root}/${folder}`)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}${name}`;
    if (path === ".git") return [];
    return isDirectory ? [`${path}/`, ...pathsIn(root, `${path}/`)] : [path];
  }).sort();
}

async function revision(root: string, name: string): Promise<Revision> {
  return await readRevision(root, name) ?? assert.fail(name);
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

Deno.test("the tree goes from commit to commit, with the history of each and nothing later", async () => {
  await using repository = await TestRepository.of(
    { "a.ts": "a1", "b/c.ts": "c1", "b/d/e.ts": "e1" },
    // A file takes the place of a folder, and a folder that of a file.
    { "b": null, "a.ts": null },
  );
  await repository.commit("Turn around", { "b": "b3", "a.ts/x.ts": "x3" });
  const { root } = repository;
  using tree = new PastTree(root, (await headOf(root))!, defaultConfig(), NEVER);
  const states: [name: string, paths: string[], subjects: string[]][] = [
    ["HEAD", ["a.ts/", "a.ts/x.ts", "b"], ["Turn around", "Commit 2", "Commit 1"]],
    ["HEAD~2", ["a.ts", "b/", "b/c.ts", "b/d/", "b/d/e.ts"], ["Commit 1"]],
    ["HEAD~1", [], ["Commit 2", "Commit 1"]],
    ["HEAD", ["a.ts/", "a.ts/x.ts", "b"], ["Turn around", "Commit 2", "Commit 1"]],
  ];
  for (const [name, paths, subjects] of states) {
    const past = await revision(root, name);
    await tree.checkOut(past);
    assert.deepEqual(pathsIn(tree.root), paths, name);
    assert.equal(await headOf(tree.root), past.commit);
    assert.deepEqual((await readHistory(tree.root))?.commits.map(({ subject }) => subject), subjects);
  }
  assert.equal(Deno.readTextFileSync(`${tree.root}/a.ts/x.ts`), "x3");
  assert.equal(tree.missing.size, 0);
});

Deno.test("contents come as git keeps them, and nothing that the repository configures is run", async () => {
  await using repository = await TestRepository.of({
    ".gitattributes": "*.ts filter=evil text eol=crlf ident\n",
  });
  await repository.commit("Text", { "a.ts": "$Id$\nline\n" });
  const { root } = repository;
  const trap = `${root}/trap`;
  for (const [key, value] of [["filter.evil.smudge", `touch ${trap}`], ["core.fsmonitor", `touch ${trap}`]]) {
    await repository.git("config", key!, value!);
  }
  for (const hook of ["post-checkout", "post-index-change", "reference-transaction"]) {
    await repository.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch ${trap}\n`);
    if (Deno.build.os !== "windows") await Deno.chmod(`${root}/.git/hooks/${hook}`, 0o755);
  }
  using tree = new PastTree(root, (await headOf(root))!, defaultConfig(), NEVER);
  await tree.checkOut(await revision(root, "HEAD"));
  await readHistory(tree.root);
  assert.equal(Deno.readTextFileSync(`${tree.root}/a.ts`), "$Id$\nline\n");
  assert.equal(exists(trap), false);
});

Deno.test("paths that lead out or replace what this program keeps there are not written", () => {
  for (
    const path of [
      "../a",
      "a/../../b",
      "/etc/passwd",
      "a//b",
      "./a",
      ".git/config",
      "a/.GIT/hooks/x",
      ".git ",
      ".git./x",
      "git~1/x",
      ".g\u200cit/config",
      ".repoctx/index.db",
      "a/.repoctx/index.db",
      "a\0b",
      "",
    ]
  ) assert.equal(isWritable(path), false, JSON.stringify(path));
  for (const path of ["a", ".gitignore", "src/.github/x", "repoctx.config.json", "a..b/c", "git/x", "ä/ö"]) {
    assert.equal(isWritable(path), true, path);
  }
});

Deno.test("a tree that tracks a state folder does not bring its own index", async () => {
  await using repository = await TestRepository.of({ "a.ts": "a", ".repoctx/index.db": "forged" });
  const { root } = repository;
  using tree = new PastTree(root, (await headOf(root))!, defaultConfig(), NEVER);
  await tree.checkOut(await revision(root, "HEAD"));
  assert.deepEqual(pathsIn(tree.root), ["a.ts"]);
});

Deno.test("links and contents that are too large are left out, also where an older content was there", async () => {
  await using repository = await TestRepository.of({ "a.ts": "small", "b.ts": "b" });
  await repository.commit("Grow", { "a.ts": "x".repeat(3000) });
  const { root } = repository;
  await Deno.remove(`${root}/b.ts`);
  await Deno.symlink("/etc/passwd", `${root}/b.ts`);
  await repository.commit("Link");
  const config = defaultConfig();
  config.indexing.maxFileSizeKb = 2;
  using tree = new PastTree(root, (await headOf(root))!, config, NEVER);
  await tree.checkOut(await revision(root, "HEAD~2"));
  assert.deepEqual(pathsIn(tree.root), ["a.ts", "b.ts"]);
  await tree.checkOut(await revision(root, "HEAD"));
  assert.deepEqual(pathsIn(tree.root), []);
  assert.equal(tree.missing.size, 0, "too large is not missing");
});

Deno.test("contents that git does not have are counted, and an older one does not stand in for them", async () => {
  await using repository = await TestRepository.of({ "a.ts": "first" }, { "a.ts": "second" });
  const { root } = repository;
  const blob = await repository.git("rev-parse", "HEAD:a.ts");
  await Deno.remove(`${root}/.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`);
  using tree = new PastTree(root, (await headOf(root))!, defaultConfig(), NEVER);
  await tree.checkOut(await revision(root, "HEAD~1"));
  await tree.checkOut(await revision(root, "HEAD"));
  assert.deepEqual([...tree.missing], [blob]);
  assert.deepEqual(pathsIn(tree.root), []);
});

Deno.test("a linked work tree and a repository with SHA-256 lend their objects too", async () => {
  await using repository = await TestRepository.of({ "a.ts": "a" });
  const linked = `${repository.root}/linked`;
  await repository.git("worktree", "add", "--quiet", linked);
  await repository.git(
    "init",
    "--quiet",
    "--object-format=sha256",
    "--initial-branch=main",
    `${repository.root}/long`,
  );
  const long = `${repository.root}/long`;
  await repository.write("long/a.ts", "a");
  await repository.git("-C", long, "add", "--all");
  await repository.git("-C", long, "commit", "--quiet", "--message", "Only");
  for (const root of [linked, long]) {
    const head = (await headOf(root))!;
    using tree = new PastTree(root, head, defaultConfig(), NEVER);
    await tree.checkOut(await revision(root, "HEAD"));
    assert.deepEqual(pathsIn(tree.root), ["a.ts"]);
    assert.equal((await readHistory(tree.root))?.commits.length, 1);
  }
});

Deno.test("a work tree with odd characters in its path lends its objects too", async () => {
  await using repository = await TestRepository.create();
  for (
    const name of [
      "#hash",
      "with space",
      "ümlaut",
      'quote"',
      ...Deno.build.os === "windows" ? [] : ["line\nend"],
    ]
  ) {
    const root = `${repository.root}/${name}`;
    await repository.git("init", "--quiet", root);
    await repository.git("-C", root, "commit", "--quiet", "--allow-empty", "--message", "Only");
    using tree = new PastTree(root, (await headOf(root))!, defaultConfig(), NEVER);
    assert.equal((await readHistory(tree.root))?.commits.length, 1, name);
  }
});

Deno.test("the folder is nobody else's, and gone with its scope or at once when the run is stopped", async () => {
  await using repository = await TestRepository.of({ "a.ts": "a" });
  const { root } = repository;
  const head = (await headOf(root))!;
  let folder: string;
  {
    using tree = new PastTree(root, head, defaultConfig(), NEVER);
    folder = tree.root;
    if (Deno.build.os !== "windows") assert.equal(Deno.statSync(folder).mode! & 0o777, 0o700);
  }
  assert.equal(exists(folder), false);
  const stop = new AbortController();
  using tree = new PastTree(root, head, defaultConfig(), stop.signal);
  stop.abort(new Error("enough"));
  assert.equal(exists(tree.root), false);
  await assert.rejects(tree.checkOut(await revision(root, "HEAD")), /enough/);
  assert.equal(exists(tree.root), false, "nothing brings it back");
});
