import assert from "node:assert/strict";
import { NoIndexError, RepoctxError } from "../../src/model/mod.ts";
import {
  assertNotLinked,
  ensureStateFolder,
  findRoot,
  openRepository,
  withFileLock,
  writeFileAtomically,
} from "../../src/repository/mod.ts";

async function inFolder(work: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the root is the nearest folder upwards with a config file", () =>
  inFolder((folder) => {
    Deno.mkdirSync(`${folder}/a/b/c`, { recursive: true });
    Deno.writeTextFileSync(`${folder}/repoctx.config.json`, "{}");
    Deno.writeTextFileSync(`${folder}/a/b/repoctx.config.json`, "{}");
    assert.equal(findRoot(`${folder}/a/b/c`), `${folder}/a/b`);
    assert.equal(findRoot(`${folder}/a`), folder);
    assert.equal(openRepository(`${folder}/a`).root, folder);
  }));

Deno.test("a folder named like the config file is no root, and none at all is exit 2", () =>
  inFolder((folder) => {
    Deno.mkdirSync(`${folder}/repoctx.config.json`);
    assert.throws(() => openRepository(folder), NoIndexError);
  }));

Deno.test("a config file that is not UTF-8 is an error, not a default", () =>
  inFolder((folder) => {
    Deno.writeFileSync(`${folder}/repoctx.config.json`, new Uint8Array([0x7b, 0xff, 0x7d]));
    assert.throws(() => openRepository(folder), /not UTF-8/);
  }));

Deno.test("a linked state folder or file is refused", () =>
  inFolder((folder) => {
    Deno.mkdirSync(`${folder}/elsewhere`);
    Deno.mkdirSync(`${folder}/root`);
    Deno.symlinkSync("../elsewhere", `${folder}/root/.repoctx`);
    assert.throws(() => ensureStateFolder(`${folder}/root`), RepoctxError);
    assertNotLinked(`${folder}/elsewhere`, `${folder}/missing`);
  }));

Deno.test("only one holder at a time has a lock", () =>
  inFolder(async (folder) => {
    let inside = 0;
    let most = 0;
    await Promise.all(Array.from({ length: 8 }, () =>
      withFileLock(`${folder}/x`, async () => {
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setTimeout(resolve, 3));
        inside--;
      })));
    assert.equal(most, 1);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  }));

Deno.test("a lock left behind by a dead process is taken over, a fresh one is waited for", () =>
  inFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/x.lock`, "");
    await assert.rejects(withFileLock(`${folder}/x`, () => 1, { waitMs: 30 }), RepoctxError);
    const old = new Date(Date.now() - 60_000);
    Deno.utimeSync(`${folder}/x.lock`, old, old);
    assert.equal(await withFileLock(`${folder}/x`, () => 1, { waitMs: 200 }), 1);
  }));

Deno.test("a file is replaced in one step and leaves nothing beside it", () =>
  inFolder((folder) => {
    writeFileAtomically(`${folder}/f`, "one");
    writeFileAtomically(`${folder}/f`, "two");
    assert.equal(Deno.readTextFileSync(`${folder}/f`), "two");
    assert.equal([...Deno.readDirSync(folder)].length, 1);
    assert.throws(() => writeFileAtomically(`${folder}/no/such/folder`, "x"));
  }));
