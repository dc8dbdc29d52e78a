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
    assert.deepEqual(reader.indexedPaths(), new Set(["src/a.ts"]));
    assert.deepEqual(reader.folderRows(), [["", 1.5, 2], ["src/", 3, null]]);
  }
  const later = new Map<string, FolderStamp>([["", { mtimeMs: 1.5, ctimeMs: 2 }], ["lib/", { mtimeMs: 4 }]]);
  await write(folder.index, (writer) => writer.replaceFolders(later));
  using reader = await read(folder.index);
  assert.deepEqual(reader.folderRows(), [["", 1.5, 2], ["lib/", 4, null]]);
});

Deno.test("a look at all files gives each of them once, with numbers where these are exact", async () => {
  using folder = new TempFolder();
  const paths = Array.from({ length: 2001 }, (_, number) => `f${String(number).padStart(4, "0")}.ts`);
  const inodes: (string | undefined)[] = ["0", "999999999999999", "9007199254740993", undefined];
  await write(folder.index, (writer) => {
    for (const [position, path] of paths.entries()) {
      const inode = inodes[position];
      const stamp = { size: position, mtimeMs: 0.5, ...(inode === undefined ? {} : { inode }) };
      writer.addFile({ ...fileRecord(path, "x"), stamp });
    }
  });
  using reader = await read(folder.index);
  const rows = [...reader.stampRows()].flat().map((row) => row.slice(0, 5));
  assert.deepEqual(rows.slice(0, 4).map(([, , , ctimeMs, inode]) => [ctimeMs, inode]), [
    [null, 0],
    [null, 999999999999999],
    [null, "9007199254740993"],
    [null, null],
  ]);
  assert.deepEqual(rows.map(([path, size]) => [path, size]), paths.map((path, size) => [path, size]));
  assert.deepEqual(reader.indexedPaths(), new Set(paths));
});

Deno.test("an index of no file has nothing to look at", async () => {
  using folder = new TempFolder();
  await write(folder.index, () => {});
  using reader = await read(folder.index);
  assert.deepEqual([[...reader.stampRows()].flat(), reader.folderRows(), reader.indexedPaths().size], [
    [],
    [],
    0,
  ]);
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
