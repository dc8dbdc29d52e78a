import assert from "node:assert/strict";
import { join } from "node:path";
import type { Commit, CommittedFile, History } from "../../src/model/mod.ts";
import { type HistoryOptions, readHistory } from "../../src/history/mod.ts";
import { lineHash } from "../../src/text/mod.ts";
import { TestRepository, withEnvironment } from "./_repository.ts";

const encoder = new TextEncoder();

/** The history, which must exist. */
async function historyOf(root: string, options?: HistoryOptions): Promise<History> {
  const history = await readHistory(root, options);
  assert.ok(history !== undefined);
  return history;
}

function pathsOf(commit: Commit | undefined): string[] {
  return commit?.files.map(({ path }) => path) ?? [];
}

function file(history: History, subject: string, path: string): CommittedFile | undefined {
  return history.commits.find((commit) => commit.subject === subject)?.files.find((file) =>
    file.path === path
  );
}

/** What the hashes of these lines are in a committed file. */
function hashesOf(...lines: string[]): Uint32Array {
  return Uint32Array.from(lines.map((line) => lineHash(line) ?? assert.fail(line))).sort();
}

Deno.test("commits come newest first with message, time and sorted paths", async () => {
  await using repository = await TestRepository.of({ "b.ts": "b", "a.ts": "a", "Z.ts": "z" });
  const second = await repository.commit("Subject line\n\nFirst paragraph\nof the body.\n\nSecond.", {
    "a.ts": "A",
  });
  const history = await historyOf(repository.root);
  assert.equal(history.head, second);
  assert.equal(history.shallow, false);
  assert.deepEqual(history.commits.map(({ subject, body }) => [subject, body]), [
    ["Subject line", "First paragraph\nof the body.\n\nSecond."],
    ["Commit 1", ""],
  ]);
  assert.deepEqual(history.commits.map(pathsOf), [["a.ts"], ["Z.ts", "a.ts", "b.ts"]]);
  assert.equal(history.commits[0]!.sha, second);
  assert.ok(history.commits[0]!.time > history.commits[1]!.time && history.commits[1]!.time > 1_600_000_000);
});

Deno.test("added lines are counted, and hashed unless they say nothing", async () => {
  await using repository = await TestRepository.of(
    { "a.ts": "export function first() {\n  return 1;\n}\n" },
    {
      "a.ts":
        "export function first() {\n  const value = compute();\n\n  }\n++ not a header\n-- nor this one\n}\n",
    },
  );
  const history = await historyOf(repository.root);
  assert.deepEqual(file(history, "Commit 1", "a.ts"), {
    path: "a.ts",
    added: 3,
    hashes: hashesOf("export function first() {", "return 1;"),
  });
  assert.deepEqual(file(history, "Commit 2", "a.ts"), {
    path: "a.ts",
    added: 5,
    hashes: hashesOf("const value = compute();", "++ not a header", "-- nor this one"),
  });
});

Deno.test("text that looks like a patch or a commit stays text", async () => {
  const lines = [
    "diff --git a/x b/x",
    "@@ -1 +1,99 @@ function name",
    "+++ b/other.ts",
    "\\ No newline at end of file",
    "\tlast line",
  ];
  await using repository = await TestRepository.of(
    { "a.patch": lines.join("\n"), "b.ts": "const before = 1;\n" },
    { "a.patch": lines.slice(1).join("\r\n"), "b.ts": "const after = 2;\n" },
  );
  const history = await historyOf(repository.root);
  assert.deepEqual(file(history, "Commit 1", "a.patch")?.hashes, hashesOf(...lines));
  assert.deepEqual(file(history, "Commit 2", "a.patch")?.hashes, hashesOf(...lines.slice(1, -1)));
  assert.deepEqual(file(history, "Commit 2", "b.ts")?.hashes, hashesOf("const after = 2;"));
});

Deno.test("every kind of change is read, and lines go to the right file", async () => {
  const image = new Uint8Array(500).map((_, index) => index % 7);
  await using repository = await TestRepository.create();
  await repository.commit("first", {
    "binary.bin": image,
    "deleted.ts": "const deleted = 1;\n",
    "empty.ts": "",
    "link-to-be.ts": "const plain = 1;\n",
    "moved.ts": "const moved = 1;\n",
    "mode.sh": "echo mode of file\n",
    "z.ts": "const last = 1;\n",
  });
  await repository.git("mv", "moved.ts", "another.ts");
  await repository.git("update-index", "--chmod=+x", "mode.sh");
  await repository.git("config", "core.fileMode", "false");
  await Deno.remove(join(repository.root, "link-to-be.ts"));
  await Deno.symlink("somewhere-else", join(repository.root, "link-to-be.ts"));
  await repository.commit("second", {
    "binary.bin": image.toReversed(),
    "deleted.ts": null,
    "new-empty.ts": "",
    "z.ts": "const last = 1;\nconst afterLast = 2;\n",
  });
  const history = await historyOf(repository.root);
  assert.deepEqual(history.commits[0]?.files, [
    { path: "another.ts", added: 0, hashes: hashesOf() },
    { path: "binary.bin", hashes: hashesOf() },
    { path: "deleted.ts", added: 0, hashes: hashesOf() },
    { path: "link-to-be.ts", added: 1, hashes: hashesOf("somewhere-else") },
    { path: "mode.sh", added: 0, hashes: hashesOf() },
    { path: "new-empty.ts", added: 0, hashes: hashesOf() },
    { path: "z.ts", added: 1, hashes: hashesOf("const afterLast = 2;") },
  ]);
  assert.deepEqual(pathsOf(history.commits[1]).includes("another.ts"), true);
});

Deno.test("a file that was only moved keeps its past, a new file of the old name starts without", async () => {
  await using repository = await TestRepository.of(
    { "old/a.ts": "const first = 1;\n", "other.ts": "o" },
    { "old/a.ts": "const second = 2;\n" },
  );
  await repository.git("mv", "old", "middle");
  await repository.commit("move");
  await repository.git("mv", "middle/a.ts", "new.ts");
  await repository.commit("move again");
  await repository.commit("create anew", { "old/a.ts": "const third = 3;\n" });
  const history = await historyOf(repository.root);
  assert.deepEqual(history.commits.map(pathsOf), [
    ["old/a.ts"],
    ["new.ts"],
    ["new.ts"],
    ["new.ts"],
    ["new.ts", "other.ts"],
  ]);
  assert.deepEqual(file(history, "Commit 2", "new.ts")?.hashes, hashesOf("const second = 2;"));
});

Deno.test("an empty file that goes and another that comes are not a move", async () => {
  await using repository = await TestRepository.of({ "a/empty.ts": "", b: "1" });
  await repository.commit("second", { "a/empty.ts": null, "c/other.ts": "" });
  const history = await historyOf(repository.root);
  assert.deepEqual(history.commits.map(pathsOf), [["a/empty.ts", "c/other.ts"], ["a/empty.ts", "b"]]);
});

Deno.test("two changes that belong to one file today are joined", async () => {
  await using repository = await TestRepository.create();
  await repository.commit("first", { "a.ts": "const fromA = 1;\n", "b.ts": "const fromB = 1;\n" });
  await repository.commit("second", { "b.ts": null });
  await repository.git("mv", "a.ts", "b.ts");
  await repository.commit("third");
  const history = await historyOf(repository.root);
  assert.deepEqual(history.commits[2]?.files, [
    { path: "b.ts", added: 2, hashes: hashesOf("const fromA = 1;", "const fromB = 1;") },
  ]);
});

Deno.test("merges are left out and both sides are read, below a folder too", async () => {
  await using repository = await TestRepository.of({ "src/a": "1" });
  await repository.git("checkout", "--quiet", "-b", "side");
  await repository.commit("on the side", { "src/b": "2" });
  await repository.git("checkout", "--quiet", "main");
  await repository.commit("on main", { "src/c": "3" });
  await repository.git("merge", "--quiet", "--no-edit", "--strategy=ours", "side");
  for (const root of [repository.root, join(repository.root, "src")]) {
    const history = await historyOf(root);
    assert.equal(history.head, await repository.git("rev-parse", "HEAD"));
    assert.deepEqual(history.commits.map(({ subject }) => subject), ["on main", "on the side", "Commit 1"]);
  }
});

Deno.test("below a folder only its files count, under paths relative to it", async () => {
  await using repository = await TestRepository.of(
    { "packages/one/src/a.ts": "const one = 1;\n", "packages/two/b.ts": "b", "top.ts": "t" },
    { "packages/two/b.ts": "B" },
    { "packages/one/src/a.ts": "const one = 2;\n", "packages/two/b.ts": "bb" },
  );
  await repository.git("mv", "packages/one/src/a.ts", "packages/one/a.ts");
  await repository.commit("move");
  const history = await historyOf(join(repository.root, "packages", "one"));
  assert.deepEqual(history.commits.map((commit) => [commit.subject, pathsOf(commit)]), [
    ["move", ["a.ts"]],
    ["Commit 3", ["a.ts"]],
    ["Commit 1", ["a.ts"]],
  ]);
  assert.deepEqual(file(history, "Commit 3", "a.ts")?.hashes, hashesOf("const one = 2;"));
});

Deno.test({
  name: "paths with any character are read and belong to their lines",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const paths = [
      "new\nline.ts",
      'quo"te.ts',
      "tab\tbed.ts",
      "back\\slash.ts",
      " space .ts",
      "ümlaut 漢字.ts",
      ":colon.ts",
      "-dash.ts",
      "*.ts",
    ];
    await using repository = await TestRepository.of(
      Object.fromEntries(paths.map((path, index) => [path, `const number = ${index};\n`])),
    );
    const history = await historyOf(repository.root);
    assert.deepEqual(pathsOf(history.commits[0]), paths.toSorted());
    paths.forEach((path, index) => {
      assert.deepEqual(file(history, "Commit 1", path)?.hashes, hashesOf(`const number = ${index};`), path);
    });
  },
});

Deno.test("paths and messages that are not UTF-8 are survived", async () => {
  await using repository = await TestRepository.create();
  const blob = new TextDecoder().decode(
    await repository.gitBytes(["hash-object", "-w", "--stdin"], encoder.encode("const inLatin = 1;\n")),
  ).trim();
  const entry = new Uint8Array([...encoder.encode(`100644 blob ${blob}\tcaf`), 0xe9, 0x2e, 0x74, 0x73, 0]);
  const tree = new TextDecoder().decode(await repository.gitBytes(["mktree", "-z"], entry)).trim();
  const commits: Uint8Array[] = [
    new Uint8Array([...header(tree), 0x0a, 0x6e, 0xe9, 0x65]),
    new Uint8Array([...header(tree), ...encoder.encode("encoding ISO-8859-1\n"), 0x0a, 0x6e, 0xe9, 0x65]),
  ];
  const subjects = [];
  for (const commit of commits) {
    const sha = new TextDecoder().decode(
      await repository.gitBytes(["hash-object", "-w", "-t", "commit", "--stdin"], commit),
    ).trim();
    await repository.git("update-ref", "refs/heads/main", sha);
    const history = await historyOf(repository.root);
    subjects.push(history.commits[0]?.subject);
    assert.deepEqual(history.commits[0]?.files, [
      { path: "caf\ufffd.ts", added: 1, hashes: hashesOf("const inLatin = 1;") },
    ]);
  }
  assert.deepEqual(subjects, ["n\ufffde", "née"]);

  function header(tree: string): Uint8Array {
    const person = "Ann <ann@example.org> 1600000000 +0000";
    return encoder.encode(`tree ${tree}\nauthor ${person}\ncommitter ${person}\n`);
  }
});

Deno.test("huge messages are cut", async () => {
  await using repository = await TestRepository.create();
  await repository.write("message", `${"s🙂".repeat(200_000)}\n\n${"b".repeat(300_000)}\n`);
  await repository.git("commit", "--quiet", "--allow-empty", "--file", "message");
  await repository.commit("next", { a: "1" });
  const history = await historyOf(repository.root);
  assert.equal(history.commits.length, 2);
  const { subject, body } = history.commits[1]!;
  assert.ok(subject.startsWith("s🙂s🙂") && subject.length <= 500 && subject.isWellFormed());
  assert.ok(body.length <= 4000);
});

Deno.test("commits of very many files have no lines, and of far too many no files", async () => {
  await using repository = await TestRepository.of({ a: "const single = 1;" });
  const blob = await repository.git("rev-parse", "HEAD:a");
  for (const count of [60, 1001]) {
    const entries = Array.from({ length: count }, (_, index) => `100644 ${blob}\t${count}/${index}\n`);
    await repository.gitBytes(["update-index", "--add", "--index-info"], encoder.encode(entries.join("")));
    await repository.git("commit", "--quiet", "--message", `${count} files`);
  }
  const history = await historyOf(repository.root);
  assert.deepEqual(history.commits.map(({ files }) => files.length), [0, 60, 1]);
  assert.ok(
    history.commits[1]!.files.every(({ added, hashes }) => added === undefined && hashes === undefined),
  );
  assert.ok(history.commits[2]!.files[0]!.hashes !== undefined);
});

Deno.test("a long file is counted whole and hashed in part, a long line is not hashed", async () => {
  const lines = Array.from({ length: 5000 }, (_, index) => `const line${index} = ${index};`);
  await using repository = await TestRepository.of({
    "long.ts": lines.join("\n"),
    "wide.ts": `${"x".repeat(5000)}\nconst narrow = 1;\n`,
    "huge.ts": "const huge = 1;\n".repeat(50_000),
  });
  const history = await historyOf(repository.root);
  const long = file(history, "Commit 1", "long.ts");
  assert.equal(long?.added, 5000);
  assert.deepEqual(long?.hashes, hashesOf(...lines.slice(0, 2000)));
  assert.deepEqual(file(history, "Commit 1", "wide.ts"), {
    path: "wide.ts",
    added: 2,
    hashes: hashesOf("const narrow = 1;"),
  });
  assert.deepEqual(file(history, "Commit 1", "huge.ts"), { path: "huge.ts", hashes: hashesOf() });
});

Deno.test("the numbers of commits and of commits with lines are bounded", async () => {
  await using repository = await TestRepository.of({ a: "1" }, { a: "2" }, { a: "3" }, { a: "4" });
  const history = await historyOf(repository.root, { maxCommits: 3, maxCommitsWithLines: 2 });
  assert.deepEqual(
    history.commits.map(({ subject, files }) => [subject, files[0]?.hashes !== undefined]),
    [["Commit 4", true], ["Commit 3", true], ["Commit 2", false]],
  );
});

Deno.test("lines are read only for commits with a wanted file that the caller does not hold", async () => {
  await using repository = await TestRepository.of(
    { "a.ts": "1" },
    { "a.lock": "2" },
    { "a.ts": "3", "a.lock": "3" },
    { "a.ts": "4" },
  );
  const asked: string[] = [];
  const history = await historyOf(repository.root, {
    wantsLines: (path) => path.endsWith(".ts"),
    maxCommitsWithLines: 3,
    hasLines: ({ subject, files }) => {
      asked.push(`${subject}: ${files.map(({ path }) => path)}`);
      return subject === "Commit 3";
    },
  });
  assert.deepEqual(asked, ["Commit 4: a.ts", "Commit 3: a.lock,a.ts", "Commit 1: a.ts"]);
  assert.deepEqual(
    history.commits.map(({ subject, files }) => [subject, files.map(({ hashes }) => hashes !== undefined)]),
    [["Commit 4", [true]], ["Commit 3", [false, false]], ["Commit 2", [false]], ["Commit 1", [true]]],
  );
});

Deno.test("the border of a shallow clone is not taken for a commit that added everything", async () => {
  await using repository = await TestRepository.of({ a: "1", b: "1" }, { a: "2" }, { b: "3" });
  await using elsewhere = await TestRepository.create();
  const clone = join(elsewhere.root, "clone");
  await elsewhere.git("clone", "--quiet", "--depth=2", `file://${repository.root}`, clone);
  const history = await historyOf(clone);
  assert.equal(history.shallow, true);
  assert.deepEqual(history.commits.map(pathsOf), [["b"], []]);
  assert.ok(history.commits[0]?.files[0]?.hashes !== undefined);
});

Deno.test("where contents are missing, the commits around them keep their lines", async () => {
  await using repository = await TestRepository.of(
    { "a.ts": "const first = 1;\n" },
    { "a.ts": "const second = 2;\n" },
    { "b.ts": "const third = 3;\n" },
    { "b.ts": "const fourth = 4;\n" },
    { "c.ts": "const fifth = 5;\n" },
  );
  await removeBlob(repository, "HEAD~2:b.ts");
  const history = await historyOf(repository.root);
  assert.deepEqual(
    history.commits.map(({ subject, files }) => [subject, files[0]?.hashes !== undefined]),
    [["Commit 5", true], ["Commit 4", false], ["Commit 3", false], ["Commit 2", true], ["Commit 1", true]],
  );
});

Deno.test("where all contents are missing, names and messages are left", async () => {
  await using repository = await TestRepository.create();
  for (let index = 0; index < 20; index++) {
    await repository.commit(`Change ${index}`, { "a.ts": `const value = ${index};\n` });
    await removeBlob(repository, "HEAD:a.ts");
  }
  const history = await historyOf(repository.root);
  assert.equal(history.commits.length, 20);
  assert.ok(history.commits.every(({ files }) => files[0]?.path === "a.ts" && files[0].hashes === undefined));
});

Deno.test("a history that breaks off keeps its newest part", async () => {
  await using repository = await TestRepository.of({ a: "1" }, { a: "2" }, { a: "3" }, { a: "4" });
  await removeObject(repository, await repository.git("rev-parse", "HEAD~3"));
  const history = await readHistory(repository.root);
  assert.ok(history === undefined || history.commits.every(({ subject }) => subject > "Commit 1"));
  assert.equal(history?.commits[0]?.subject, "Commit 4");
});

Deno.test("linked work trees and detached heads have the history of what is checked out", async () => {
  await using repository = await TestRepository.of({ a: "1" }, { a: "2" });
  await using elsewhere = await TestRepository.create();
  const linked = join(elsewhere.root, "linked");
  await repository.git("worktree", "add", "--quiet", "--detach", linked, "HEAD~1");
  assert.deepEqual((await historyOf(linked)).commits.map(({ subject }) => subject), ["Commit 1"]);
  assert.equal((await historyOf(repository.root)).commits.length, 2);
});

Deno.test("changes of submodules are not listed and their own history is separate", async () => {
  await using inner = await TestRepository.of({ a: "inner" });
  await using outer = await TestRepository.of({ a: "outer" });
  await outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "sub");
  await outer.commit("add submodule", { b: "const beside = 1;" });
  const history = await historyOf(outer.root);
  assert.deepEqual(history.commits.map(pathsOf), [[".gitmodules", "b"], ["a"]]);
  assert.deepEqual(file(history, "add submodule", "b")?.hashes, hashesOf("const beside = 1;"));
  assert.deepEqual((await historyOf(join(outer.root, "sub"))).commits.map(pathsOf), [["a"]]);
});

Deno.test("without a commit, a repository or git there is no history", async () => {
  await using repository = await TestRepository.create();
  assert.equal(await readHistory(repository.root), undefined);
  await repository.commit("first", { a: "1" });
  await withEnvironment(
    { PATH: "" },
    async () => assert.equal(await readHistory(repository.root), undefined),
  );
  assert.equal((await historyOf(repository.root)).commits.length, 1);
  await Deno.remove(join(repository.root, ".git"), { recursive: true });
  assert.equal(await readHistory(repository.root), undefined);
  assert.equal(await readHistory(join(repository.root, "missing")), undefined);
});

Deno.test("a damaged repository has no history", async () => {
  await using repository = await TestRepository.of({ a: "1" });
  await Deno.writeTextFile(
    join(repository.root, ".git", "config"),
    "[core]\n\trepositoryformatversion = 99\n",
  );
  assert.equal(await readHistory(repository.root), undefined);
  await Deno.writeTextFile(join(repository.root, ".git", "config"), "not a config");
  assert.equal(await readHistory(repository.root), undefined);
});

Deno.test("an aborted reading rejects with the reason", async () => {
  await using repository = await TestRepository.of({ a: "1" });
  await assert.rejects(
    readHistory(repository.root, { signal: AbortSignal.abort(new Error("stop it")) }),
    /stop it/,
  );
});

Deno.test("a tree that unfolds into billions of files is given up without filling the memory", async () => {
  await using repository = await TestRepository.of({ a: "1" });
  let entry = `100644 blob ${await repository.git("rev-parse", "HEAD:a")}`;
  for (let level = 0; level < 10; level++) {
    const tree = Array.from({ length: 10 }, (_, index) => `${entry}\tname${index}\n`).join("");
    entry = `040000 tree ${
      new TextDecoder().decode(await repository.gitBytes(["mktree"], encoder.encode(tree))).trim()
    }`;
  }
  const bomb = await repository.git("commit-tree", "-m", "bomb", "-p", "HEAD", entry.split(" ")[2]!);
  await repository.git("update-ref", "refs/heads/main", bomb);
  const before = Deno.memoryUsage().rss;
  assert.equal(await readHistory(repository.root, { timeLimitMs: 700 }), undefined);
  assert.ok(Deno.memoryUsage().rss - before < 200e6);
});

Deno.test({
  name: "a repository that makes git wait is given up after the time limit",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using repository = await TestRepository.of({ a: "1" });
    const pipe = join(repository.root, "pipe");
    await new Deno.Command("mkfifo", { args: [pipe] }).output();
    await repository.git("config", "include.path", pipe);
    assert.equal(await readHistory(repository.root, { timeLimitMs: 200 }), undefined);
  },
});

Deno.test("a history that was cut by the time limit says that there is more", async () => {
  await using repository = await TestRepository.of({ a: "one line of text\n" });
  const sleep = (): boolean => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2100);
    return false;
  };
  const cut = await historyOf(repository.root, { timeLimitMs: 2000, hasLines: sleep });
  assert.equal(cut.shallow, true);
  assert.equal(cut.commits[0]?.files[0]?.hashes, undefined);
  assert.equal((await historyOf(repository.root)).shallow, false);
});

/** Takes the content of a file out of the object store, as in a partial clone. */
async function removeBlob(repository: TestRepository, name: string): Promise<void> {
  await removeObject(repository, await repository.git("rev-parse", name));
}

async function removeObject(repository: TestRepository, sha: string): Promise<void> {
  await Deno.remove(join(repository.root, ".git", "objects", sha.slice(0, 2), sha.slice(2)));
}
