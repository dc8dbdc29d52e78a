import assert from "node:assert/strict";
import { borrowedGitFolder, type CommitList, listCommits, type LoggedCommit } from "../../src/history/mod.ts";
import { TestRepository } from "./_repository.ts";

async function listOf(
  root: string,
  most = 100,
): Promise<{ list: CommitList | undefined; commits: LoggedCommit[] }> {
  const commits: LoggedCommit[] = [];
  const list = await listCommits(root, most, (commit) => commits.push(commit));
  return { list, commits };
}

Deno.test("a list holds merges and root commits, with parents and the names that files had then", async () => {
  await using repository = await TestRepository.of({ "a.ts": "a" });
  await repository.git("checkout", "--quiet", "-b", "side");
  await repository.commit("Side", { "b.ts": "b" });
  await repository.git("checkout", "--quiet", "main");
  await repository.commit("Move", { "a.ts": null, "c.ts": "a" });
  await repository.git("merge", "--quiet", "--message", "Merge side", "side");
  const { list, commits } = await listOf(repository.root);
  assert.deepEqual(list, { head: await repository.git("rev-parse", "HEAD"), shallow: false, complete: true });
  const shown = commits.map(({ subject, parents, changes }) => [
    subject,
    parents.length,
    changes.map(({ status, path }) => `${status} ${path}`),
  ]);
  assert.deepEqual(shown, [
    ["Merge side", 2, []],
    ["Move", 1, ["R c.ts"]],
    ["Side", 1, ["A b.ts"]],
    ["Commit 1", 0, ["A a.ts"]],
  ]);
  assert.equal(commits[1]!.parents[0], commits[3]!.sha);
  assert.deepEqual((await listOf(repository.root, 2)).commits.map(({ subject }) => subject), [
    "Merge side",
    "Move",
  ]);
});

Deno.test("below the top of a work tree a list holds what happened there", async () => {
  await using repository = await TestRepository.of({ "app/a.ts": "a" }, { "lib/b.ts": "b" }, {
    "app/a.ts": "A",
  });
  const { commits } = await listOf(`${repository.root}/app`);
  assert.deepEqual(commits.map(({ subject, changes }) => [subject, changes.map(({ path }) => path)]), [
    ["Commit 3", ["a.ts"]],
    ["Commit 1", ["a.ts"]],
  ]);
});

Deno.test("a shallow clone is said to be one, and its last commit has no parent", async () => {
  await using repository = await TestRepository.of({ "a.ts": "a" }, { "a.ts": "b" }, { "a.ts": "c" });
  const clone = `${repository.root}/clone`;
  await repository.git("clone", "--quiet", "--depth", "2", `file://${repository.root}`, clone);
  const { list, commits } = await listOf(clone);
  assert.equal(list?.shallow, true);
  assert.deepEqual(commits.map(({ parents }) => parents.length), [1, 0]);
});

Deno.test("without a commit there is no list, and no git folder is lent without a repository", async () => {
  await using repository = await TestRepository.create();
  assert.equal((await listOf(repository.root)).list, undefined);
  assert.equal(borrowedGitFolder("/", "0".repeat(40)), undefined);
});

Deno.test("a borrowed git folder names its commit, its objects and the local ignore rules, and no more", async () => {
  await using repository = await TestRepository.of({ "app/a.ts": "a" });
  await repository.write(".git/info/exclude", "*.log\n");
  await repository.git("config", "core.fsmonitor", "anything");
  const sha = await repository.git("rev-parse", "HEAD");
  const { files, branch, prefix } = borrowedGitFolder(`${repository.root}/app`, sha) ?? assert.fail();
  assert.equal(prefix, "app");
  assert.equal(files.get(branch), `${sha}\n`);
  assert.deepEqual(Object.fromEntries(files), {
    "HEAD": `ref: ${branch}\n`,
    [branch]: `${sha}\n`,
    "config": "[core]\n\trepositoryformatversion = 0\n",
    "objects/info/alternates": `${repository.root}/.git/objects\n`,
    "info/exclude": "*.log\n",
  });
});
