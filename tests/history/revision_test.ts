import assert from "node:assert/strict";
import { readBlobs, readRevision } from "../../src/history/mod.ts";
import { TestRepository } from "./_repository.ts";

const LIMIT = 1000;

async function textsOf(root: string, blobs: readonly string[]): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = [];
  await readBlobs(root, blobs, LIMIT, (_blob, bytes) => {
    texts.push(bytes && new TextDecoder().decode(bytes));
  });
  return texts;
}

Deno.test("a commit is named as git names it, and its files come sorted by path", async () => {
  await using repository = await TestRepository.of(
    { "b.ts": "one\n", "a/é ü.ts": "two\n" },
    { "b.ts": "three\n", "a-b.ts": "four\n" },
  );
  const { root } = repository;
  await repository.git("tag", "v1", "HEAD~1");
  const first = (await readRevision(root, "v1"))!;
  assert.equal(first.commit, await repository.git("rev-parse", "HEAD~1"));
  assert.deepEqual(first.files.map(({ path }) => path), ["a/é ü.ts", "b.ts"]);
  assert.deepEqual(await textsOf(root, first.files.map(({ blob }) => blob)), ["two\n", "one\n"]);
  for (const name of ["main", "HEAD", "HEAD~0", "@"]) {
    const second = await readRevision(root, name);
    assert.deepEqual(second!.files.map(({ path }) => path), ["a-b.ts", "a/é ü.ts", "b.ts"], name);
  }
});

Deno.test("what names no commit gives nothing, and never becomes an option of git", async () => {
  await using repository = await TestRepository.of({ "a.ts": "one\n" });
  const { root } = repository;
  for (const name of ["", "nope", "HEAD~9", "HEAD:a.ts", "HEAD^{tree}", "--all", "-h", "HEAD\nHEAD", "a b"]) {
    assert.equal(await readRevision(root, name), undefined, JSON.stringify(name));
  }
  await using empty = await TestRepository.create();
  assert.equal(await readRevision(empty.root, "HEAD"), undefined);
  const folder = await Deno.makeTempDir();
  try {
    assert.equal(await readRevision(folder, "HEAD"), undefined);
  } finally {
    await Deno.remove(folder);
  }
});

Deno.test("a folder of a repository sees what lies below it", async () => {
  await using repository = await TestRepository.of({ "top.ts": "1\n", "app/src/a.ts": "2\n" });
  const revision = await readRevision(`${repository.root}/app`, "HEAD");
  assert.deepEqual(revision!.files.map(({ path }) => path), ["src/a.ts"]);
});

Deno.test("links and submodules are no files", { ignore: Deno.build.os === "windows" }, async () => {
  await using repository = await TestRepository.of({ "a.ts": "one\n", "run.sh": "#!/bin/sh\n" });
  await Deno.symlink("a.ts", `${repository.root}/link.ts`);
  await Deno.chmod(`${repository.root}/run.sh`, 0o755);
  const head = await repository.git("rev-parse", "HEAD");
  await repository.git("update-index", "--add", "--cacheinfo", `160000,${head},sub`);
  await repository.git("add", "link.ts", "run.sh");
  await repository.git("commit", "--quiet", "--message", "more");
  const revision = await readRevision(repository.root, "HEAD");
  assert.deepEqual(revision!.files.map(({ path }) => path), ["a.ts", "run.sh"]);
});

Deno.test("contents come in order, empty ones too, and large ones without their bytes", async () => {
  const long = "x".repeat(LIMIT);
  await using repository = await TestRepository.of({
    "a": "",
    "b": "blob 5\nx\n\n",
    "c": `${long}y`,
    "d": long,
    "e": "last",
  });
  const revision = (await readRevision(repository.root, "HEAD"))!;
  const blobs = revision.files.map(({ blob }) => blob);
  assert.deepEqual(await textsOf(repository.root, blobs), ["", "blob 5\nx\n\n", undefined, long, "last"]);
  assert.deepEqual(await textsOf(repository.root, [blobs[4]!, blobs[1]!, blobs[4]!]), [
    "last",
    "blob 5\nx\n\n",
  ]);
  assert.deepEqual(await textsOf(repository.root, []), []);
});

Deno.test("contents that are missing are passed over", async () => {
  await using repository = await TestRepository.of({ "a": "one\n", "b": "two\n" });
  const blobs = (await readRevision(repository.root, "HEAD"))!.files.map(({ blob }) => blob);
  const gone = blobs[0]!;
  await Deno.remove(`${repository.root}/.git/objects/${gone.slice(0, 2)}/${gone.slice(2)}`);
  assert.deepEqual(await textsOf(repository.root, ["0".repeat(40), ...blobs]), ["two\n"]);
});

Deno.test("no filter of the repository touches contents or is run", async () => {
  await using repository = await TestRepository.of({ "a.txt": "one\r\ntwo $Id$\n" });
  const { root } = repository;
  const trace = `${root}/trace`;
  await Deno.writeTextFile(`${root}/.gitattributes`, "*.txt text eol=crlf ident filter=own diff=own\n");
  for (const key of ["filter.own.smudge", "filter.own.clean", "filter.own.process", "diff.own.textconv"]) {
    await repository.git("config", key, `touch ${trace}`);
  }
  const [file] = (await readRevision(root, "HEAD"))!.files;
  assert.deepEqual(await textsOf(root, [file!.blob]), ["one\r\ntwo $Id$\n"]);
  await assert.rejects(Deno.stat(trace), Deno.errors.NotFound);
});

Deno.test("a signal ends the reading", async () => {
  await using repository = await TestRepository.of({ "a": "one\n" });
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  await assert.rejects(readRevision(repository.root, "HEAD", { signal }), reason);
  await assert.rejects(readBlobs(repository.root, ["0".repeat(40)], LIMIT, () => {}, { signal }), reason);
});
