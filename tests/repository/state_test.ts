import assert from "node:assert/strict";
import { NoIndexError, RepoctxError } from "../../src/model/mod.ts";
import {
  assertNotLinked,
  ensureStateFolder,
  findRoot,
  openRepository,
  removeAbandoned,
  withFileLock,
  writeFileAtomically,
} from "../../src/repository/mod.ts";
import { takeMarker } from "../../src/repository/_marker_lock.ts";
import { takeSystemLock } from "../../src/repository/_system_lock.ts";

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

Deno.test("a lock that another process holds is waited for, and free as soon as that one is killed", () =>
  inFolder(async (folder) => {
    const holder = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", new URL("./_holder.ts", import.meta.url).href, `${folder}/x`],
      stdout: "piped",
    }).spawn();
    const reader = holder.stdout.getReader();
    await reader.read();
    await assert.rejects(
      withFileLock(`${folder}/x`, () => 1, { waitMs: 30 }),
      /x is in use by another process \(waited 30 ms\)/,
    );
    holder.kill("SIGKILL");
    await holder.status;
    await reader.cancel();
    assert.equal(await withFileLock(`${folder}/x`, () => 1, { waitMs: 0 }), 1);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  }));

Deno.test("what a killed process left of its lock is no hindrance", () =>
  inFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/x.lock`, "");
    assert.equal(await withFileLock(`${folder}/x`, () => 1, { waitMs: 0 }), 1);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  }));

Deno.test("a marker of a runtime without locks is waited for while it is fresh, and taken over when it is old", () =>
  inFolder(async (folder) => {
    const lock = `${folder}/x.lock`;
    const release = takeMarker(lock, 10_000);
    assert.equal(takeMarker(lock, 10_000), undefined);
    await assert.rejects(withFileLock(`${folder}/x`, () => 1, { waitMs: 30 }), RepoctxError);
    release!();
    assert.equal(await withFileLock(`${folder}/x`, () => takeMarker(lock, 10_000)), undefined);
    for (const take of [takeMarker, takeSystemLock]) {
      takeMarker(lock, 10_000);
      const old = new Date(Date.now() - 60_000);
      Deno.utimeSync(lock, old, old);
      take(lock, 10_000)!();
      assert.deepEqual([...Deno.readDirSync(folder)], []);
    }
  }));

Deno.test(
  "a lock that is a link is refused",
  { ignore: Deno.build.os === "windows" },
  () =>
    inFolder(async (folder) => {
      Deno.symlinkSync("elsewhere", `${folder}/x.lock`);
      await assert.rejects(withFileLock(`${folder}/x`, () => 1), /symbolic link/);
      assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["x.lock"]);
    }),
);

Deno.test("temporary files of killed processes are removed once they are old, and nothing else", () =>
  inFolder((folder) => {
    for (const name of ["a.12345678.tmp", "b.tmp", "c.json"]) Deno.writeTextFileSync(`${folder}/${name}`, "");
    Deno.mkdirSync(`${folder}/d.tmp`);
    const old = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ["a.12345678.tmp", "c.json", "d.tmp"]) Deno.utimeSync(`${folder}/${name}`, old, old);
    removeAbandoned(folder);
    removeAbandoned(`${folder}/missing`);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
      "b.tmp",
      "c.json",
      "d.tmp",
    ]);
  }));

Deno.test("a file is replaced in one step and leaves nothing beside it", () =>
  inFolder((folder) => {
    writeFileAtomically(`${folder}/f`, "one");
    writeFileAtomically(`${folder}/f`, "two");
    assert.equal(Deno.readTextFileSync(`${folder}/f`), "two");
    assert.equal([...Deno.readDirSync(folder)].length, 1);
    assert.throws(() => writeFileAtomically(`${folder}/no/such/folder`, "x"));
  }));
