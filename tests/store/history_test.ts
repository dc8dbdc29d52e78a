import assert from "node:assert/strict";
import type { Commit } from "../../src/model/mod.ts";
import { fileRecord, read, TempFolder, write } from "./_helpers.ts";

const COMMITS: Commit[] = [
  {
    sha: "c3",
    time: 300,
    subject: "fix: retry delays are capped",
    body: "",
    files: [{ path: "src/retry.ts", added: 3, hashes: Uint32Array.of(1, 0xffffffff) }, { path: "gone.ts" }],
  },
  {
    sha: "c2",
    time: 200,
    subject: "add session",
    body: "Retries later.",
    files: [{ path: "src/session.ts" }],
  },
  { sha: "c1", time: 200, subject: "add session", body: "Retries later.", files: [] },
];

async function indexed(folder: TempFolder): Promise<void> {
  await write(folder.index, (writer) => {
    writer.addFile(fileRecord("src/session.ts", "x"));
    writer.addFile(fileRecord("src/retry.ts", "x"));
    writer.addCommits(COMMITS);
  });
}

Deno.test("commits are found by their message, with the files that still exist", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  using reader = await read(folder.index);
  const hits = reader.commitsMatching(["retry"], 10);
  assert.deepEqual(hits.map((hit) => hit.sha).sort(), ["c1", "c2", "c3"]);
  const c3 = hits.find((hit) => hit.sha === "c3")!;
  assert.equal(c3.fileCount, 2);
  assert.deepEqual(c3.fileIds, [reader.fileByPath("src/retry.ts")!.id]);
  assert.equal(c3.subject, COMMITS[0]!.subject);
  assert.equal(c3.time, 300);
  assert.ok(c3.score > 0);
  assert.deepEqual(reader.commitsMatching([], 10), []);
  assert.deepEqual(reader.commitsMatching(["retry"], 0), []);
  assert.equal(reader.meta.headTime, 300);
  assert.equal(reader.meta.counts.commits, 3);
});

Deno.test("equal commits are ordered by their id", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  using reader = await read(folder.index);
  assert.deepEqual(reader.commitsMatching(["session"], 10).map((hit) => hit.sha), ["c1", "c2"]);
  assert.deepEqual(reader.commitsMatching(["session"], 1).map((hit) => hit.sha), ["c1"]);
});

Deno.test("what a commit did comes back, hashes of lines included", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  using reader = await read(folder.index);
  const [hit] = reader.commitsMatching(["cap"], 10);
  assert.deepEqual(reader.commitFiles([hit!.commitId]), [
    { commitId: hit!.commitId, path: "gone.ts" },
    { commitId: hit!.commitId, path: "src/retry.ts", added: 3, hashes: Uint32Array.of(1, 0xffffffff) },
  ]);
  assert.deepEqual(
    reader.commitsTouching(["src/retry.ts", "src/session.ts"]).map(({ sha, path }) => `${sha} ${path}`),
    ["c3 src/retry.ts", "c2 src/session.ts"],
  );
  assert.equal(reader.commitCounts().get("gone.ts"), 1);
});

Deno.test("removing commits leaves the same answers as never having had them", async () => {
  using folder = new TempFolder();
  using other = new TempFolder();
  await indexed(folder);
  await write(folder.index, (writer) => {
    writer.keepCommits(new Set(["c3", "c2"]));
    writer.addCommits(COMMITS.slice(0, 2));
  });
  await write(other.index, (writer) => {
    writer.addFile(fileRecord("src/retry.ts", "x"));
    writer.addFile(fileRecord("src/session.ts", "x"));
    writer.addCommits([...COMMITS.slice(0, 2)].reverse());
  });
  using one = await read(folder.index);
  using two = await read(other.index);
  const shown = (reader: typeof one): unknown =>
    reader.commitsMatching(["retry", "session"], 10).map(({ sha, score }) => ({ sha, score }));
  assert.deepEqual(shown(one), shown(two));
  assert.deepEqual(one.commitsTouching(["src/session.ts"]).length, 1);
});
