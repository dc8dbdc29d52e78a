/** The memory between two calls of the program. */
import assert from "node:assert/strict";
import { directories, Link, nested, Place } from "./_tree.ts";
import { SessionStore } from "../../src/instructions/mod.ts";

const tree = { "w/p/AGENTS.md": "p" };

async function files(path: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(path)) names.push(name);
  return names.sort();
}

Deno.test("a state folder that had to be made hides itself from git", async () => {
  await using place = await Place.of(tree);
  await nested(place.workspace(), ["p/x"], { session: { store: place.sessions(), session: "s" } });
  assert.equal(await Deno.readTextFile(place.path("w/.repoctx/.gitignore")), "*\n");
  const [name, ...more] = await files(place.path("w/.repoctx/sessions"));
  assert.match(name ?? "", /^[0-9a-f]{64}\.json$/);
  assert.deepEqual(more, []);
});

Deno.test("a state folder that was there is left as it is", async () => {
  await using place = await Place.of({ ...tree, "w/.repoctx/index.db": "" });
  await nested(place.workspace(), ["p/x"], { session: { store: place.sessions(), session: "s" } });
  assert.deepEqual(await files(place.path("w/.repoctx")), ["index.db", "sessions"]);
});

Deno.test("a linked state folder is not written into; the temporary folder serves", async () => {
  await using place = await Place.of({ ...tree, "out/x": "", "w/.repoctx": new Link("../out") });
  const session = { store: place.sessions(), session: "s" };
  await nested(place.workspace(), ["p/x"], { session });
  assert.deepEqual(await files(place.path("out")), ["x"]);
  assert.equal((await files(place.path("tmp/sessions"))).length, 1);
  assert.deepEqual(directories(await nested(place.workspace(), ["p/x"], { session })), []);
});

Deno.test("without any writable place notes are repeated", async () => {
  await using place = await Place.of({ ...tree, "w/.repoctx": "a file", tmp: "a file" });
  const session = { store: place.sessions(), session: "s" };
  for (let call = 0; call < 2; call++) {
    assert.deepEqual(directories(await nested(place.workspace(), ["p/x"], { session })), ["p"]);
  }
});

Deno.test("a lock that is held for long lets a note through and keeps the state", async () => {
  await using place = await Place.of(tree);
  const session = { store: place.sessions(), session: "s" };
  await nested(place.workspace(), ["p/x"], { session });
  const [name] = await files(place.path("w/.repoctx/sessions"));
  const state = place.path(`w/.repoctx/sessions/${name}`);
  await Deno.writeTextFile(`${state}.lock`, "");
  const before = await Deno.readTextFile(state);
  await place.add({ "w/q/AGENTS.md": "q" });
  const started = performance.now();
  assert.deepEqual(directories(await nested(place.workspace(), ["q/x"], { session })), ["q"]);
  assert.ok(performance.now() - started >= 200);
  assert.equal(await Deno.readTextFile(state), before);
});

Deno.test("a lock that a dead process left is taken over", async () => {
  await using place = await Place.of(tree);
  let now = Date.now();
  const store = new SessionStore({
    root: place.path("w"),
    temporaryFolder: place.path("tmp"),
    now: () => now,
  });
  await nested(place.workspace(), ["p/x"], { session: { store, session: "s" } });
  const [name] = await files(place.path("w/.repoctx/sessions"));
  await Deno.writeTextFile(place.path(`w/.repoctx/sessions/${name}.lock`), "");
  now += 60_000;
  const started = performance.now();
  await nested(place.workspace(), ["p/x"], { session: { store, session: "s" } });
  assert.ok(performance.now() - started < 190);
  assert.equal((await files(place.path("w/.repoctx/sessions"))).length, 1);
});

Deno.test("sessions that nobody used for two weeks go, other files stay", async () => {
  await using place = await Place.of({ ...tree, "w/.repoctx/sessions/mine.json": "{}" });
  let now = Date.now();
  const store = new SessionStore({
    root: place.path("w"),
    temporaryFolder: place.path("tmp"),
    now: () => now,
  });
  const foreign = `${"0".repeat(64)}.json`;
  await place.add({ [`w/.repoctx/sessions/${foreign}`]: '{"format":"other"}' });
  await nested(place.workspace(), ["p/x"], { session: { store, session: "old" } });
  const before = await files(place.path("w/.repoctx/sessions"));
  now += 15 * 24 * 60 * 60 * 1000;
  await nested(place.workspace(), ["p/x"], { session: { store, session: "new" } });
  const after = await files(place.path("w/.repoctx/sessions"));
  assert.equal(after.length, before.length);
  assert.ok(after.includes("mine.json") && after.includes(foreign));
  assert.equal(after.filter((name) => before.includes(name)).length, before.length - 1);
});

for (
  const broken of [
    "",
    "null",
    "[]",
    "{",
    '{"format":"repoctx.instructions.session.v1"}',
    "\0".repeat(50),
    '{"format":"repoctx.instructions.session.v1","epoch":-1,"surfaced":[1,{"directory":2}],"bundle":{"prefix":3}}',
  ]
) {
  Deno.test(`a state that reads ${JSON.stringify(broken.slice(0, 60))} is a session that has not begun`, async () => {
    await using place = await Place.of(tree);
    const session = { store: place.sessions(), session: "s" };
    await nested(place.workspace(), ["p/x"], { session });
    const [name] = await files(place.path("w/.repoctx/sessions"));
    await Deno.writeTextFile(place.path(`w/.repoctx/sessions/${name}`), broken);
    const result = await nested(place.workspace(), ["p/x"], { session });
    assert.deepEqual([directories(result), result.epoch], [["p"], 0]);
  });
}

Deno.test("equal session names in two directories are two sessions", async () => {
  await using place = await Place.of({ ...tree, "w/v/p/AGENTS.md": "p" });
  const store = place.sessions();
  await nested(place.workspace(), ["p/x"], { session: { store, session: "s" } });
  const result = await nested(place.workspace("w/v"), ["p/x"], { session: { store, session: "s" } });
  assert.deepEqual(directories(result), ["p"]);
});
