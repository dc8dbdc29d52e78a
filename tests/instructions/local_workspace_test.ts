/** The local disk, and files that change between the check and the read. */
import assert from "node:assert/strict";
import { bundle, Link, Place } from "./_tree.ts";
import { LocalWorkspace, type Workspace } from "../../src/instructions/mod.ts";
import { nodeRuntime } from "../../src/instructions/_node_files.ts";
import { denoRuntime } from "../../src/instructions/_deno_files.ts";

/** A workspace that does something between resolving a path and reading it. */
function interrupted(inner: LocalWorkspace, before: (path: string) => Promise<void>): Workspace {
  return Object.assign(Object.create(inner), {
    cwd: inner.cwd,
    platform: inner.platform,
    async readFile(path: string, options?: { id?: string; maxBytes?: number }) {
      await before(path);
      return await inner.readFile(path, options);
    },
  });
}

Deno.test("a file that is swapped for a link after the check is not read", async () => {
  await using place = await Place.of({ "secret.txt": "SECRET", "w/AGENTS.md": "a" });
  const workspace = interrupted(place.workspace(), async (path) => {
    await Deno.remove(path);
    await Deno.symlink("../secret.txt", path);
  });
  const result = await bundle(workspace);
  assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "unreadable" }]);
  assert.ok(!JSON.stringify(result).includes("SECRET"));
});

Deno.test("a file that is swapped for another file after the check is not read", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a", "w/other": "OTHER" });
  const workspace = interrupted(
    place.workspace(),
    (path) => Deno.rename(place.path("w/other"), path),
  );
  assert.deepEqual((await bundle(workspace)).skipped, [{ path: "AGENTS.md", reason: "unreadable" }]);
});

Deno.test("a directory that is swapped for a link after the check is not read through", async () => {
  await using place = await Place.of({
    "out/AGENTS.md": "SECRET",
    "w/docs/AGENTS.md": "a",
    "w/AGENTS.md": new Link("docs/AGENTS.md"),
  });
  const workspace = interrupted(place.workspace(), async () => {
    await Deno.rename(place.path("w/docs"), place.path("w/old"));
    await Deno.symlink("../out", place.path("w/docs"));
  });
  const result = await bundle(workspace);
  assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "unreadable" }]);
});

Deno.test("the path is looked at again after the read, for platforms without inodes", async () => {
  await using place = await Place.of({
    "out/AGENTS.md": "SECRET",
    "w/docs/AGENTS.md": "a",
    "w/AGENTS.md": new Link("docs/AGENTS.md"),
  });
  const local = place.workspace();
  const workspace = Object.assign(
    interrupted(local, async () => {
      await Deno.rename(place.path("w/docs"), place.path("w/old"));
      await Deno.symlink("../out", place.path("w/docs"));
    }),
    {
      async lstat(path: string) {
        const { name, kind, size } = await local.lstat(path);
        return { name, kind, ...(size === undefined ? {} : { size }) };
      },
    },
  );
  assert.deepEqual((await bundle(workspace)).skipped, [{ path: "AGENTS.md", reason: "unreadable" }]);
});

Deno.test("a file that grows beyond the limit after the check is skipped whole", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "small" });
  const workspace = interrupted(place.workspace(), (path) => Deno.writeTextFile(path, "x".repeat(2_000)));
  assert.deepEqual((await bundle(workspace, { maxFileBytes: 1_000 })).skipped, [{
    path: "AGENTS.md",
    reason: "too_large",
  }]);
});

Deno.test("a directory that may be entered but not listed is asked for the exact names", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a", "w/claude.md": "c" });
  const local = place.workspace();
  const workspace: Workspace = Object.assign(Object.create(local), {
    cwd: local.cwd,
    // deno-lint-ignore require-yield
    async *readDir() {
      throw await Promise.resolve(Object.assign(new Error("denied"), { code: "EACCES" }));
    },
  });
  const result = await bundle(workspace);
  assert.deepEqual(result.files.map(({ label }) => label), ["AGENTS.md"]);
});

Deno.test("a relative directory starts at the process, links in it are kept", () => {
  assert.equal(new LocalWorkspace(".").cwd, Deno.cwd().replaceAll("\\", "/"));
  assert.equal(new LocalWorkspace("a/../b").cwd, `${Deno.cwd().replaceAll("\\", "/")}/b`);
});

Deno.test("Deno and Node see the same files and refuse the same", async () => {
  await using place = await Place.of({
    "w/a": "text",
    "w/d": null,
    "w/l": new Link("a"),
    "w/loop": new Link("loop"),
  });
  const [deno, node] = [denoRuntime().files, (await nodeRuntime()).files];
  for (const name of ["a", "d", "l"]) {
    const path = place.path(`w/${name}`);
    for (const call of ["lstat", "stat"] as const) {
      const [one, two] = [await deno[call](path), await node[call](path)];
      assert.deepEqual([one.kind, one.name, one.id], [two.kind, two.name, two.id], `${call} ${name}`);
    }
    assert.equal(await deno.realPath(path), await node.realPath(path));
  }
  for (const files of [deno, node]) {
    const { id } = await files.lstat(place.path("w/a"));
    const read = await files.readFile(place.path("w/a"), {
      maxBytes: 2,
      ...(id === undefined ? {} : { id }),
    });
    assert.equal(new TextDecoder().decode(read), "tex");
    await assert.rejects(files.readFile(place.path("w/a"), { id: "0:0" }));
    await assert.rejects(files.readFile(place.path("w/d")));
    await assert.rejects(files.realPath(place.path("w/loop")), { code: "ELOOP" });
    await assert.rejects(files.lstat(place.path("w/gone")), { code: "ENOENT" });
    await assert.rejects(files.createFile(place.path("w/a"), ""), { code: "EEXIST" });
    const names: string[] = [];
    for await (const entry of files.readDir(place.path("w"))) names.push(`${entry.name} ${entry.kind}`);
    assert.deepEqual(names.sort(), ["a file", "d directory", "l link", "loop link"]);
  }
});

Deno.test({
  name: "a file that is swapped for a pipe after the check does not stop the run",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using place = await Place.of({ "w/AGENTS.md": "a", "w/CLAUDE.md": "c" });
    const pipe = place.path("w/AGENTS.md");
    const workspace = interrupted(place.workspace(), async (path) => {
      if (path !== pipe) return;
      await Deno.remove(path);
      await new Deno.Command("mkfifo", { args: [path] }).output();
    });
    const started = performance.now();
    const result = await bundle(workspace);
    assert.ok(performance.now() - started < 10_000);
    assert.deepEqual(result.files.map(({ label }) => label), ["CLAUDE.md"]);
    assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "unreadable" }]);
    // Whoever writes lets go of the open call that is still waiting.
    (await Deno.open(pipe, { write: true })).close();
  },
});

Deno.test({
  name: "Node does not wait for the writer of a pipe",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using place = await Place.of({});
    const pipe = place.path("w/pipe");
    await new Deno.Command("mkfifo", { args: [pipe] }).output();
    const module = new URL("../../src/instructions/_node_files.ts", import.meta.url).href;
    const script = `const { nodeRuntime } = await import(${JSON.stringify(module)});
      await (await nodeRuntime()).files.readFile(${
      JSON.stringify(pipe)
    }).catch((error) => console.log(error.message));`;
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", script] }).output();
    assert.match(new TextDecoder().decode(stdout), /changed while it was being read/);
  },
});
