import assert from "node:assert/strict";
import { join } from "node:path";
import { headOf } from "../../src/history/mod.ts";
import { TestRepository, withEnvironment } from "./_repository.ts";

Deno.test("the head of a branch is found from the top and from a folder below", async () => {
  await using repository = await TestRepository.of({ "src/deep/a.ts": "a" });
  const head = await repository.git("rev-parse", "HEAD");
  assert.equal(await headOf(repository.root), head);
  assert.equal(await headOf(join(repository.root, "src", "deep")), head);
});

Deno.test("the head follows new commits, checkouts and packed references", async () => {
  await using repository = await TestRepository.of({ a: "1" }, { a: "2" });
  const first = await repository.git("rev-parse", "HEAD~1");
  const second = await repository.git("rev-parse", "HEAD");
  await repository.git("branch", "feature/long-name", first);
  await repository.git("branch", "feature/long", first);
  await repository.git("pack-refs", "--all", "--prune");
  assert.equal(await headOf(repository.root), second);
  await repository.git("checkout", "--quiet", "feature/long");
  assert.equal(await headOf(repository.root), first);
  const third = await repository.commit("third", { b: "3" });
  assert.equal(await headOf(repository.root), third);
  await repository.git("checkout", "--quiet", "--detach", "main");
  assert.equal(await headOf(repository.root), second);
});

Deno.test("no process is needed to find the head", async () => {
  await using repository = await TestRepository.of({ a: "1" });
  const head = await repository.git("rev-parse", "HEAD");
  await withEnvironment({ PATH: "" }, async () => assert.equal(await headOf(repository.root), head));
});

Deno.test("a symbolic reference to another one is followed", async () => {
  await using repository = await TestRepository.of({ a: "1" });
  await repository.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
  await repository.git("symbolic-ref", "HEAD", "refs/heads/alias");
  assert.equal(await headOf(repository.root), await repository.git("rev-parse", "HEAD"));
});

Deno.test("a linked work tree has its own head and shares the branches", async () => {
  await using repository = await TestRepository.of({ a: "1" }, { a: "2" });
  await using elsewhere = await TestRepository.create();
  const linked = join(elsewhere.root, "linked");
  await repository.git("worktree", "add", "--quiet", "-b", "side", linked, "HEAD~1");
  assert.equal(await headOf(linked), await repository.git("rev-parse", "side"));
  await repository.git("pack-refs", "--all", "--prune");
  assert.equal(await headOf(linked), await repository.git("rev-parse", "side"));
  assert.equal(await headOf(repository.root), await repository.git("rev-parse", "main"));
});

Deno.test("a submodule has the head of its own repository", async () => {
  await using inner = await TestRepository.of({ a: "inner" });
  await using outer = await TestRepository.of({ a: "outer" });
  await outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "sub");
  assert.equal(await headOf(join(outer.root, "sub")), await inner.git("rev-parse", "HEAD"));
});

Deno.test("a repository without a commit and a folder without a repository have no head", async () => {
  await using repository = await TestRepository.create();
  assert.equal(await headOf(repository.root), undefined);
  await Deno.remove(join(repository.root, ".git"), { recursive: true });
  assert.equal(await headOf(repository.root), undefined);
  assert.equal(await headOf(join(repository.root, "missing")), undefined);
});

Deno.test("a head that leads out of the references or in circles is none", async () => {
  await using repository = await TestRepository.of({ a: "1" });
  const head = await repository.git("rev-parse", "HEAD");
  await Deno.writeTextFile(join(repository.root, "secret"), head);
  await Deno.writeTextFile(join(repository.root, ".git", "refs", "circle"), "ref: refs/circle");
  const hostile = [
    "ref: refs/../../secret",
    "ref: ../secret",
    `ref: ${join(repository.root, "secret")}`,
    "ref: refs/circle",
    "ref:",
    "ref: refs/heads",
    "",
    "\0",
    "not an object name",
    `${head}0`,
    "x".repeat(100_000),
  ];
  for (const content of hostile) {
    await Deno.writeTextFile(join(repository.root, ".git", "HEAD"), content);
    assert.equal(await headOf(repository.root), undefined, content.slice(0, 50));
  }
});

Deno.test("a pointer to a repository that is not there is no repository", async () => {
  await using repository = await TestRepository.create();
  await Deno.remove(join(repository.root, ".git"), { recursive: true });
  for (const content of ["gitdir: ../missing", "gitdir:", "something else", "x".repeat(100_000)]) {
    await Deno.writeTextFile(join(repository.root, ".git"), content);
    assert.equal(await headOf(repository.root), undefined, content.slice(0, 50));
  }
});
