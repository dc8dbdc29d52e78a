import assert from "node:assert/strict";
import { addMemory, MAX_ENTRIES, removeMemory, searchMemories } from "../../src/memory/mod.ts";
import { RepoctxError, UsageError } from "../../src/model/mod.ts";
import { render } from "../../src/renderers/all.ts";
import { assertValid } from "../schemas.ts";
import { hashOf, ONE_HASH, TestRepository, TODAY } from "./_repository.ts";

const options = { hashOf, today: TODAY };
const everything = { hashOf, countTokens: (text: string) => text.length };

/** Fails unless the promise rejects with exactly this class and a matching message. */
async function refuses(
  promise: Promise<unknown>,
  kind: typeof UsageError | typeof RepoctxError,
  message: RegExp,
): Promise<void> {
  await assert.rejects(promise, (error: Error) => {
    assert.equal(error.constructor, kind);
    assert.match(error.message, message);
    return true;
  });
}

Deno.test("ids are the specified ones", async () => {
  using repository = new TestRepository();
  const text = "Retries are capped at three.";
  const note = await addMemory(repository.root, { text, files: ["src/one.ts"], tags: ["http"] }, options);
  assert.equal(
    render(note, "json"),
    `{"schema_version":3,"command":"memory","action":"add","entry":{"id":"cbd66cf8","kind":"note","text":"${text}",` +
      `"files":{"src/one.ts":"da892e4e82bc"},"tags":["http"],"created":"2026-11-29"},"total_entries":1}`,
  );
  assertValid("memory", JSON.parse(render(note, "json")));
  const decision = await addMemory(repository.root, { text, kind: "decision", session: "s1" }, options);
  assert.equal(decision.entry.id, "ce417cd0");
  assert.equal(decision.total_entries, 2);
  assert.deepEqual(repository.lines(), [
    `{"id":"cbd66cf8","kind":"note","text":"${text}","files":{"src/one.ts":"da892e4e82bc"},"tags":["http"],"created":"2026-11-29"}`,
    `{"id":"ce417cd0","kind":"decision","text":"${text}","session":"s1","created":"2026-11-29"}`,
  ]);
});

Deno.test("the same entry is updated, not doubled", async () => {
  using repository = new TestRepository();
  const input = { text: "  A thing  ", files: ["src/one.ts", "src/one.ts"], tags: [" Http ", "http"] };
  const first = await addMemory(repository.root, input, options);
  assert.equal(first.updated, undefined);
  const later = { hashOf: () => "f".repeat(64), today: "2026-12-01" };
  const second = await addMemory(repository.root, { text: "A thing", files: ["src/one.ts"] }, later);
  assert.equal(second.updated, true);
  assert.equal(second.entry.id, first.entry.id);
  assert.equal(second.total_entries, 1);
  const [entry, ...more] = searchMemories(repository.root, {}, everything).results;
  assert.deepEqual(more, []);
  assert.deepEqual(entry?.files, { "src/one.ts": "ffffffffffff" });
  assert.equal(entry?.created, "2026-12-01");
  assert.equal(entry?.tags, undefined);
});

Deno.test("values out of bounds are wrong usage, and nothing is written", async () => {
  using repository = new TestRepository();
  const add = (input: Parameters<typeof addMemory>[1]): Promise<unknown> =>
    addMemory(repository.root, input, options);
  const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `n${index}`);
  await refuses(add({ text: " \n " }), UsageError, /empty/);
  await refuses(add({ text: "x".repeat(2001) }), UsageError, /2001 characters; at most 2000/);
  await refuses(add({ text: "a", kind: "idea" }), UsageError, /kind 'idea'.*note, decision, constraint/);
  await refuses(add({ text: "a", tags: ["no space"] }), UsageError, /tag 'no space'/);
  await refuses(add({ text: "a", tags: [""] }), UsageError, /tag ''/);
  await refuses(add({ text: "a", tags: ["x".repeat(33)] }), UsageError, /tag 'x/);
  await refuses(add({ text: "a", tags: many(9) }), UsageError, /at most 8 tags/);
  await refuses(add({ text: "a", files: many(9) }), UsageError, /at most 8 files/);
  for (const session of ["", ".", "..", "a/b", "x".repeat(65), "é"]) {
    await refuses(add({ text: "a", session }), UsageError, /session/);
  }
  assert.throws(() => repository.lines(), Deno.errors.NotFound);
});

Deno.test("values at the bounds are taken", async () => {
  using repository = new TestRepository();
  const eight = Array.from({ length: 8 }, (_, index) => `n${index}`);
  const text = "😀".repeat(2000);
  const { entry } = await addMemory(
    repository.root,
    { text, tags: [...eight, "N0", " n1 "], files: [...eight, "n0"], session: "A.b_c-9" },
    { hashOf: () => ONE_HASH, today: TODAY },
  );
  assert.equal(entry.tags?.length, 8);
  assert.equal(Object.keys(entry.files ?? {}).length, 8);
  const found = searchMemories(repository.root, { session: "A.b_c-9" }, everything).results;
  assert.equal(found[0]?.text, text);
});

Deno.test("a linked file must be in the index", async () => {
  using repository = new TestRepository();
  const adding = addMemory(repository.root, { text: "a", files: ["src/none.ts"] }, options);
  await refuses(adding, RepoctxError, /^File not found in index: src\/none\.ts$/);
});

Deno.test("a full memory takes updates and nothing new until something is removed", async () => {
  using repository = new TestRepository();
  const first = await addMemory(repository.root, { text: "first" }, options);
  let lines = "";
  for (let i = 1; i < MAX_ENTRIES; i++) {
    const id = (0x10000000 + i).toString(16);
    lines += `${JSON.stringify({ id, kind: "note", text: `filler ${i}`, created: TODAY })}\n`;
  }
  Deno.writeTextFileSync(repository.file, lines, { append: true });
  await refuses(
    addMemory(repository.root, { text: "one more" }, options),
    RepoctxError,
    /full \(500 entries\)/,
  );
  assert.equal((await addMemory(repository.root, { text: "first" }, options)).updated, true);
  await removeMemory(repository.root, first.entry.id);
  assert.equal((await addMemory(repository.root, { text: "one more" }, options)).total_entries, MAX_ENTRIES);
});

Deno.test("another entry under the same id is not overwritten", async () => {
  using repository = new TestRepository();
  Deno.writeTextFileSync(
    repository.file,
    `{"id":"cbd66cf8","kind":"note","text":"Something else.","created":"2020-01-01"}\n`,
  );
  const input = { text: "Retries are capped at three.", files: ["src/one.ts"] };
  await refuses(addMemory(repository.root, input, options), RepoctxError, /id cbd66cf8/);
  assert.equal(repository.lines().length, 1);
});

Deno.test("removing takes the exact id", async () => {
  using repository = new TestRepository();
  await refuses(removeMemory(repository.root, "cbd66cf8"), RepoctxError, /No memory has the id 'cbd66cf8'/);
  assert.throws(() => repository.lines(), Deno.errors.NotFound);
  const { entry } = await addMemory(repository.root, { text: "a" }, options);
  await refuses(removeMemory(repository.root, entry.id.slice(0, 7)), RepoctxError, /No memory/);
  await refuses(removeMemory(repository.root, entry.id.toUpperCase() + "Z"), RepoctxError, /No memory/);
  const removed = await removeMemory(repository.root, entry.id);
  assert.equal(
    render(removed, "json"),
    `{"schema_version":3,"command":"memory","action":"rm","id":"${entry.id}","removed":true}`,
  );
  await refuses(removeMemory(repository.root, entry.id), RepoctxError, /No memory/);
  assert.equal(searchMemories(repository.root, {}, everything).total_entries, 0);
});
