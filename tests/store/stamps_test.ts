import assert from "node:assert/strict";
import type { FolderStamp } from "../../src/store/mod.ts";
import { fileRecord, read, TempFolder, write } from "./_helpers.ts";

Deno.test("what the file system said of files and folders is kept", async () => {
  using folder = new TempFolder();
  const folders = new Map<string, FolderStamp>([
    ["", { mtimeMs: 1.5, ctimeMs: 2 }],
    ["src/", { mtimeMs: 3 }],
  ]);
  const record = fileRecord("src/a.ts", "x");
  await write(folder.index, (writer) => {
    writer.addFile(record);
    writer.replaceFolders(folders);
  });
  {
    using reader = await read(folder.index);
    assert.deepEqual(reader.fileStamps(), [{ path: "src/a.ts", stamp: record.stamp }]);
    const { size, mtimeMs, ctimeMs = null, inode = null } = record.stamp;
    assert.deepEqual(reader.stampRows(), [["src/a.ts", size, mtimeMs, ctimeMs, inode]]);
    assert.deepEqual(reader.folderStamps(), folders);
  }
  const later = new Map<string, FolderStamp>([["", { mtimeMs: 1.5, ctimeMs: 2 }], ["lib/", { mtimeMs: 4 }]]);
  await write(folder.index, (writer) => writer.replaceFolders(later));
  using reader = await read(folder.index);
  assert.deepEqual(reader.folderStamps(), later);
});

Deno.test("the same folders again leave the file as it is", async () => {
  using folder = new TempFolder();
  const folders = new Map<string, FolderStamp>([["", { mtimeMs: 1, ctimeMs: 2 }], ["src/", { mtimeMs: 3 }]]);
  await write(folder.index, (writer) => writer.replaceFolders(folders));
  const before = Deno.readFileSync(folder.index);
  await write(folder.index, (writer) => writer.replaceFolders(folders));
  assert.deepEqual(Deno.readFileSync(folder.index), before);
});

Deno.test("left-out paths are found by their names", async () => {
  using folder = new TempFolder();
  const skipped = [
    { path: "a/logo.png", reason: "binary" as const },
    { path: "b/dist/", reason: "ignored" as const, detail: ".gitignore:1" },
    { path: "logo.png", reason: "binary" as const },
    { path: "xlogo.png", reason: "binary" as const },
  ];
  await write(folder.index, (writer) => writer.replaceSkipped(skipped));
  using reader = await read(folder.index);
  const named = (...names: string[]): string[] => reader.skippedNamed(names).map(({ path }) => path);
  assert.deepEqual(named("logo.png"), ["a/logo.png", "logo.png"]);
  assert.deepEqual(named("a/logo.png", "dist"), ["a/logo.png", "b/dist/"]);
  assert.deepEqual(named("ogo.png", ""), []);
  assert.deepEqual(reader.skippedNamed(["dist"]), [skipped[1]]);
});

Deno.test("the paths of commits come without the rest of them", async () => {
  using folder = new TempFolder();
  const commit = { time: 1, subject: "s", body: "" };
  await write(folder.index, (writer) => {
    writer.addCommits([
      { ...commit, sha: "c1", files: [{ path: "b.ts" }, { path: "a.ts", hashes: Uint32Array.of(1) }] },
      { ...commit, sha: "c2", files: [] },
    ]);
  });
  using reader = await read(folder.index);
  const ids = reader.commitsTouching(["a.ts"]).map(({ commitId }) => commitId);
  assert.deepEqual([...reader.commitPaths(ids).values()], [["a.ts", "b.ts"]]);
  assert.deepEqual(reader.commitPaths([]), new Map());
});

Deno.test("a reader hands out what the graph was built from", async () => {
  using folder = new TempFolder();
  const imports = [{ specifier: "./b.ts", kind: "static" as const, line: 1 }];
  await write(folder.index, (writer) => {
    writer.addFile(fileRecord("b.ts", "x"));
    writer.addFile(fileRecord("a.ts", "x", { parsed: { imports } }));
  });
  using reader = await read(folder.index);
  assert.deepEqual(reader.graphFiles().map(({ path, imports }) => [path, imports]), [
    ["a.ts", imports],
    ["b.ts", []],
  ]);
});
