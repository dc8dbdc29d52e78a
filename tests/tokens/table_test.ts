import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { keepTokenTable, loadTokenizer, writeTokenTable } from "../../src/tokens/mod.ts";
import { buildTokenTable, readTokenTable, TokenTable } from "../../src/tokens/table.ts";

const table = await buildTokenTable();

/** Runs a test in a folder of its own that is gone afterwards. */
async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("building gives the same bytes every time", async () => {
  assert.deepEqual(await buildTokenTable(), table);
});

Deno.test("a written table is read back and leaves no other file", () =>
  inFolder(async (folder) => {
    const path = join(folder, "o200k.bin");
    await writeTokenTable(path);
    await writeTokenTable(path);
    assert.deepEqual([...Deno.readDirSync(folder)].map((entry) => entry.name), ["o200k.bin"]);
    assert.deepEqual(await readTokenTable(path, "cached"), table);
    assert.deepEqual(await readTokenTable(pathToFileURL(path), "cached"), table);
  }));

Deno.test("a table that cannot be put in place is an error and leaves no temporary file", () =>
  inFolder(async (folder) => {
    const path = join(folder, "taken");
    await Deno.mkdir(join(path, "by a folder"), { recursive: true });
    await assert.rejects(writeTokenTable(path));
    await assert.rejects(writeTokenTable(join(folder, "missing", "o200k.bin")));
    assert.deepEqual([...Deno.readDirSync(folder)].map((entry) => entry.name), ["taken"]);
  }));

Deno.test("anything but the one correct table is ignored", () =>
  inFolder(async (folder) => {
    const path = join(folder, "o200k.bin");
    const wrong: [string, Uint8Array][] = [
      ["empty", new Uint8Array()],
      ["truncated", table.slice(0, -1)],
      ["longer", new Uint8Array([...table, 0])],
      ["zeros", new Uint8Array(table.length)],
      ["no free slot, so that a search would never end", full()],
      ["another version", changed(14)],
      ["a changed slot", changed(16 + 4 * 1000)],
      ["a changed token", changed(table.length - 1)],
    ];
    for (const [name, bytes] of wrong) {
      await Deno.writeFile(path, bytes);
      assert.equal(await readTokenTable(path, "cached"), undefined, name);
    }
    await Deno.remove(path);
    assert.equal(await readTokenTable(path, "cached"), undefined, "missing");
    await Deno.mkdir(path);
    assert.equal(await readTokenTable(path, "cached"), undefined, "a folder");
  }));

Deno.test("a table of the program is taken for what it is, one of another version is not", () =>
  inFolder(async (folder) => {
    const path = join(folder, "o200k.bin");
    await Deno.writeFile(path, table);
    assert.deepEqual(await readTokenTable(path, "shipped"), table);
    for (const wrong of [table.slice(0, -1), changed(14)]) {
      await Deno.writeFile(path, wrong);
      assert.equal(await readTokenTable(path, "shipped"), undefined);
    }
  }));

Deno.test("a table that is kept is written only where it is not already", () =>
  inFolder(async (folder) => {
    const path = join(folder, "o200k.bin");
    for (const before of [undefined, new Uint8Array(7), changed(14), table]) {
      if (before !== undefined) await Deno.writeFile(path, before);
      const { ino } = await Deno.stat(before === undefined ? folder : path);
      await keepTokenTable(path);
      assert.deepEqual(await readTokenTable(path, "cached"), table);
      if (before === table) assert.equal((await Deno.stat(path)).ino, ino);
    }
  }));

Deno.test({
  name: "a link in place of the table is not followed",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder(async (folder) => {
      const target = join(folder, "real");
      await Deno.writeFile(target, table);
      await Deno.symlink(target, join(folder, "o200k.bin"));
      assert.equal(await readTokenTable(join(folder, "o200k.bin"), "cached"), undefined);
    }),
});

Deno.test("a table at a remote address is not fetched", async () => {
  assert.equal(await readTokenTable(new URL("http://127.0.0.1:9/o200k.bin"), "cached"), undefined);
});

Deno.test("the tokenizer counts right with a good, a damaged and no cache file", () =>
  inFolder(async (folder) => {
    const good = join(folder, "good.bin");
    const damaged = join(folder, "damaged.bin");
    await Deno.writeFile(good, table);
    await Deno.writeFile(damaged, changed(500_000));
    for (const cacheFile of [good, damaged, join(folder, "missing.bin")]) {
      const tokenizer = await loadTokenizer({ cacheFile });
      assert.equal(tokenizer.count("export const one = 1;\n"), 7);
    }
    assert.equal((await loadTokenizer()).count("export const one = 1;\n"), 7);
  }));

Deno.test("every token of one byte is found and bytes that are no token are not", () => {
  const tokens = new TokenTable(table);
  for (let byte = 0; byte < 256; byte++) assert.ok(tokens.rankOf(Uint8Array.of(byte), 0, 1) >= 0);
  const bytes = new TextEncoder().encode("qzjxkv function");
  assert.equal(tokens.rankOf(bytes, 0, 6), -1);
  assert.ok(tokens.rankOf(bytes, 6, bytes.length) > 0);
  assert.equal(tokens.rankOf(new Uint8Array(500), 0, 500), -1);
});

function changed(position: number): Uint8Array {
  const copy = table.slice();
  copy[position] = copy[position]! ^ 1;
  return copy;
}

function full(): Uint8Array {
  const copy = table.slice();
  for (let slot = 0; slot < 1 << 18; slot++) copy[16 + 4 * slot] ||= 1;
  return copy;
}
