/** Rows 75 to 91 of the table of test cases: notes about nested files. */
import assert from "node:assert/strict";
import { directories, Link, nested, Place, type Tree } from "./_tree.ts";
import { renderText, RepoContext } from "../../src/instructions/mod.ts";
import { NESTED_SENTENCE, PRECEDENCE_STATEMENT } from "../../src/instructions/prefix.ts";

const monorepo: Tree = {
  "w/AGENTS.md": "root",
  "w/packages/AGENTS.md": "packages",
  "w/packages/foo/AGENTS.md": "foo",
  "w/packages/foo/src/x.py": "",
  "w/packages/bar/CLAUDE.md": "bar",
};

Deno.test("row 75: the directories between the working directory and the file, shallowest first", async () => {
  await using place = await Place.of(monorepo);
  const result = await nested(place.workspace(), ["packages/foo/src/x.py"]);
  assert.deepEqual(directories(result), ["packages", "packages/foo"]);
  assert.deepEqual(result.notes[1]?.parts, [
    { role: "system", text: NESTED_SENTENCE },
    { role: "user", text: '<context-file path="packages/foo/AGENTS.md" />' },
  ]);
  assert.deepEqual(result.notes[1]?.metadata, {
    origin: "repoctx.nested_note.v1",
    directory: "packages/foo",
  });
});

Deno.test("rows 76 to 78: a session surfaces a directory once, and again after compaction", async () => {
  await using place = await Place.of(monorepo);
  const session = { store: place.sessions(), session: "s1" };
  await nested(place.workspace(), ["packages/foo/src/x.py"], { session });

  const again = await nested(place.workspace(), ["packages/foo/src/x.py"], { session });
  assert.deepEqual(directories(again), []);
  assert.deepEqual(again.already_surfaced, ["packages", "packages/foo"]);

  const sibling = await nested(place.workspace(), ["packages/bar"], { session });
  assert.deepEqual(directories(sibling), ["packages/bar"]);

  const compacted = await nested(place.workspace(), ["packages/foo/"], { session, compacted: true });
  assert.deepEqual(directories(compacted), ["packages", "packages/foo"]);
  assert.equal(compacted.epoch, 1);
});

Deno.test("raising the epoch alone prints the empty result", async () => {
  await using place = await Place.of(monorepo);
  const session = { store: place.sessions(), session: "s1" };
  assert.equal(
    JSON.stringify(await nested(place.workspace(), [], { session, compacted: true })),
    '{"schema_version":3,"command":"nested","trust":"untrusted","session":"s1","epoch":1,"inject":"pointer",' +
      '"count":0,"notes":[]}',
  );
});

Deno.test("row 79: contents are two user blocks and no system part", async () => {
  await using place = await Place.of(monorepo);
  const result = await nested(place.workspace(), ["x.py"], {
    nestedInject: "contents",
    base: "packages/bar",
  });
  assert.deepEqual(result.notes.flatMap(({ parts }) => parts), [
    { role: "user", text: '<context-file path="packages/AGENTS.md">\npackages\n</context-file>' },
    { role: "user", text: '<context-file path="packages/bar/CLAUDE.md">\nbar\n</context-file>' },
  ]);
});

Deno.test("row 80: the working directory's own files are not surfaced again", async () => {
  await using place = await Place.of(monorepo);
  assert.deepEqual(directories(await nested(place.workspace(), ["."])), []);
});

Deno.test("row 81: without autoload they are, and a new file counts as a file", async () => {
  await using place = await Place.of(monorepo);
  const result = await nested(place.workspace(), ["packages/bar/new.ts"], { autoloadInstructions: false });
  assert.deepEqual(directories(result), [".", "packages", "packages/bar"]);
});

Deno.test("row 82: places outside are ignored", async () => {
  await using place = await Place.of(monorepo);
  const result = await nested(place.workspace(), ["../x.py", "/etc/hosts", "../w2/packages/x"]);
  assert.deepEqual(result.ignored, [
    { path: "../x.py", reason: "outside_cwd" },
    { path: "/etc/hosts", reason: "outside_cwd" },
    { path: "../w2/packages/x", reason: "outside_cwd" },
  ]);
  assert.equal(result.count, 0);
});

Deno.test("row 83: a linked directory that leaves is ignored", async () => {
  await using place = await Place.of({
    "out/AGENTS.md": "out",
    "out/sub/f.ts": "",
    "w/ln": new Link("../out"),
  });
  const result = await nested(place.workspace(), ["ln/sub/f.ts", "ln/sub/new.ts", "ln/../w/x"]);
  assert.deepEqual(directories(result), []);
  assert.equal(result.ignored?.length, 2);
});

Deno.test("a directory on the way that lies outside contributes nothing, one behind it that lies inside does", async () => {
  await using place = await Place.of({
    "out/AGENTS.md": "out",
    "out/back": new Link("../w/in"),
    "w/in/AGENTS.md": "in",
    "w/in/f": "",
    "w/ln": new Link("../out"),
  });
  assert.deepEqual(directories(await nested(place.workspace(), ["ln/back/f"])), ["ln/back"]);
});

Deno.test("row 84: a linked directory inside has the link's label, and its real one is the same directory", async () => {
  await using place = await Place.of({ "w/in/AGENTS.md": "in", "w/in/f": "", "w/alias": new Link("in") });
  const session = { store: place.sessions(), session: "s1" };
  const first = await nested(place.workspace(), ["alias/f"], { session });
  assert.deepEqual(first.notes.flatMap(({ files }) => files.map(({ label }) => label)), ["alias/AGENTS.md"]);
  const second = await nested(place.workspace(), ["in/f"], { session });
  assert.deepEqual([second.count, second.already_surfaced], [0, ["in"]]);
});

Deno.test("row 85: an external link is skipped even when its root is authorised", async () => {
  await using place = await Place.of({ "shared/a.md": "a", "w/p/AGENTS.md": new Link("../../shared/a.md") });
  const result = await nested(place.workspace(), ["p/x"], { autoloadSymlinkRoots: ["../shared"] });
  assert.deepEqual([result.count, result.skipped], [0, [{ path: "p/AGENTS.md", reason: "link_outside" }]]);
});

Deno.test("row 86: links within a nested directory follow the rules of the walk-up", async () => {
  await using place = await Place.of({
    "w/p/CLAUDE.md": "c",
    "w/p/AGENTS.md": new Link("CLAUDE.md"),
    "w/q/.env": "KEY",
    "w/q/AGENTS.md": new Link(".env"),
  });
  const result = await nested(place.workspace(), ["p/x", "q/x"]);
  assert.deepEqual(result.notes.flatMap(({ files }) => files.map(({ label }) => label)), ["p/CLAUDE.md"]);
});

Deno.test("row 87: two different files of a directory are one note with two tags", async () => {
  await using place = await Place.of({ "w/p/CLAUDE.md": "c", "w/p/AGENTS.md": "a" });
  const result = await nested(place.workspace(), ["p/x"]);
  assert.equal(result.count, 1);
  assert.equal(
    await renderText(result, "text"),
    `<system>${NESTED_SENTENCE}</system>\n<context-file path="p/CLAUDE.md" />\n<context-file path="p/AGENTS.md" />`,
  );
});

Deno.test("row 88: the loaded root's text is omitted, a sibling's is not", async () => {
  await using place = await Place.of({
    "w/AGENTS.md": "same\n",
    "w/p/AGENTS.md": "same",
    "w/q/AGENTS.md": "twin",
    "w/r/AGENTS.md": "twin",
  });
  assert.deepEqual(directories(await nested(place.workspace(), ["p/x", "q/x", "r/x"])), ["q", "r"]);
});

Deno.test("row 89: parallel touches of a directory yield one note", async () => {
  await using place = await Place.of(monorepo);
  const run = await new RepoContext({ nestedTraversal: true }).forRun({ workspace: place.workspace() });
  const events = Array.from({ length: 8 }, () => run.onFileRead({ path: "packages/foo/src/x.py" }));
  assert.equal((await Promise.all(events)).flat().length, 2);

  const store = place.sessions();
  const calls = Array.from(
    { length: 6 },
    () => nested(place.workspace(), ["packages/foo/x"], { session: { store, session: "s1" } }),
  );
  assert.equal((await Promise.all(calls)).reduce((sum, { count }) => sum + count, 0), 2);
});

Deno.test("row 90: two agents of one session get a note each", async () => {
  await using place = await Place.of(monorepo);
  const store = place.sessions();
  for (const agentId of ["a", "b"]) {
    const result = await nested(place.workspace(), ["packages/x"], {
      session: { store, session: "s1", agentId },
    });
    assert.deepEqual(directories(result), ["packages"]);
  }
});

Deno.test("row 91: with nested files on and no file the prefix is the precedence statement", async () => {
  await using place = await Place.of({});
  const run = await new RepoContext({ nestedTraversal: true }).forRun({ workspace: place.workspace() });
  assert.equal(run.instructions, PRECEDENCE_STATEMENT);
});

Deno.test("a file that is too large is a pointer in contents mode", async () => {
  await using place = await Place.of({ "w/p/AGENTS.md": "12345", "w/p/CLAUDE.md": "1" });
  const result = await nested(place.workspace(), ["p/x"], { nestedInject: "contents", maxFileBytes: 4 });
  assert.deepEqual(result.notes[0]?.parts.map(({ text }) => text), [
    NESTED_SENTENCE,
    '<context-file path="p/AGENTS.md" />',
    '<context-file path="p/CLAUDE.md">\n1\n</context-file>',
  ]);
  assert.deepEqual(result.notes[0]?.files[1], { label: "p/AGENTS.md", bytes: 5 });
});

Deno.test("the working directory may be named by its real path and by a link", async () => {
  await using place = await Place.of({ ...monorepo, alias: new Link("w") });
  for (const cwd of ["w", "alias"]) {
    for (const spelling of ["w", "alias"]) {
      const result = await nested(place.workspace(cwd), [place.path(`${spelling}/packages/foo/src/x.py`)]);
      assert.deepEqual(directories(result), ["packages", "packages/foo"], `${cwd} ${spelling}`);
    }
  }
});

Deno.test("a path of a million components is answered at once", async () => {
  await using place = await Place.of(monorepo);
  const started = performance.now();
  assert.deepEqual(directories(await nested(place.workspace(), ["packages/" + "a/".repeat(500_000)])), [
    "packages",
  ]);
  assert.ok(performance.now() - started < 3_000);
});

Deno.test("paths with NUL, nothing or only dots do no harm", async () => {
  await using place = await Place.of(monorepo);
  const result = await nested(place.workspace(), ["", "a\0b", "....", "packages/../packages/./foo/"]);
  assert.deepEqual(directories(result), ["packages", "packages/foo"]);
});
