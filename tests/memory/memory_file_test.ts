import assert from "node:assert/strict";
import { addMemory, removeMemory, searchMemories } from "../../src/memory/mod.ts";
import { RepoctxError } from "../../src/model/mod.ts";
import { hashOf, TestRepository, TODAY } from "./_repository.ts";

const options = { hashOf, today: TODAY };

function texts({ root }: TestRepository): string[] {
  const found = searchMemories(root, { top: 1000 }, { hashOf, countTokens: () => 0 });
  return found.results.map(({ text }) => text).sort();
}

function line(id: number, text: string): string {
  return `${JSON.stringify({ id: id.toString(16).padStart(8, "0"), kind: "note", text, created: TODAY })}\n`;
}

Deno.test("a missing file, and a missing folder, are an empty memory", () => {
  using repository = new TestRepository();
  assert.deepEqual(texts(repository), []);
  Deno.removeSync(`${repository.root}/.repoctx`);
  assert.deepEqual(texts(repository), []);
});

Deno.test("bad lines are skipped and the good ones kept", () => {
  using repository = new TestRepository();
  const bad = [
    "{",
    "null",
    "[]",
    `"text"`,
    "",
    "   ",
    `{"id":"1"}`,
    `{"id":"ZZZZZZZZ","kind":"note","text":"x","created":"2026-11-29"}`,
    `{"id":"00000009","kind":"idea","text":"x","created":"2026-11-29"}`,
    `{"id":"00000009","kind":"note","text":"","created":"2026-11-29"}`,
    `{"id":"00000009","kind":"note","text":"${"x".repeat(4001)}","created":"2026-11-29"}`,
    `{"id":"00000009","kind":"note","text":7,"created":"2026-11-29"}`,
    `{"id":"00000009","kind":"note","text":"x"}`,
    `{"id":"00000009","kind":"note","text":"x","created":"today"}`,
    `{"id":"00000009","kind":"note","text":"x","created":"2026-11-29","files":["a"]}`,
    `{"id":"00000009","kind":"note","text":"x","created":"2026-11-29","files":{"a":1}}`,
    `{"id":"00000009","kind":"note","text":"x","created":"2026-11-29","tags":"a"}`,
    `{"id":"00000009","kind":"note","text":"x","created":"2026-11-29","session":null}`,
    "[".repeat(100_000),
  ].join("\n");
  Deno.writeTextFileSync(repository.file, `${line(1, "one")}${bad}\n${line(2, "two")}`);
  const file = Deno.openSync(repository.file, { append: true });
  file.writeSync(new Uint8Array([0xff, 0xfe, 0x00, 0x0a]));
  file.close();
  assert.deepEqual(texts(repository), ["one", "two"]);
});

Deno.test("carriage returns and a byte order mark do no harm", () => {
  using repository = new TestRepository();
  Deno.writeTextFileSync(repository.file, `\ufeff${line(1, "one")}`.replace("\n", "\r\n") + line(2, "two"));
  assert.deepEqual(texts(repository), ["one", "two"]);
});

Deno.test("the latest line of an id wins, and a removed one stays removed until it is added again", () => {
  using repository = new TestRepository();
  const gone = `{"id":"00000001","deleted":true}\n`;
  Deno.writeTextFileSync(repository.file, line(1, "old") + line(1, "new") + line(2, "two"));
  assert.deepEqual(texts(repository), ["new", "two"]);
  Deno.writeTextFileSync(repository.file, gone, { append: true });
  assert.deepEqual(texts(repository), ["two"]);
  Deno.writeTextFileSync(repository.file, line(1, "again"), { append: true });
  assert.deepEqual(texts(repository), ["again", "two"]);
});

Deno.test("a torn last line is closed before the next one", async () => {
  using repository = new TestRepository();
  Deno.writeTextFileSync(repository.file, `${line(1, "one")}{"id":"00000002","kind":"no`);
  await addMemory(repository.root, { text: "three" }, options);
  assert.deepEqual(texts(repository), ["one", "three"]);
  assert.equal(repository.lines().length, 3);
  Deno.writeTextFileSync(repository.file, line(4, "whole, but without its newline").trimEnd(), {
    append: true,
  });
  await addMemory(repository.root, { text: "five" }, options);
  assert.deepEqual(texts(repository), ["five", "one", "three", "whole, but without its newline"]);
});

Deno.test("the file is rewritten once more than a thousand lines say nothing any more", async () => {
  using repository = new TestRepository();
  const noise = `{"id":"00000001","deleted":true}\n`;
  Deno.writeTextFileSync(repository.file, noise.repeat(998) + line(2, "two") + "bad\n");
  const { entry } = await addMemory(repository.root, { text: "three" }, options);
  assert.equal(repository.lines().length, 1001);
  await addMemory(repository.root, { text: "three" }, options);
  assert.equal(repository.lines().length, 1002);
  await removeMemory(repository.root, entry.id);
  assert.deepEqual(repository.lines(), [line(2, "two").trimEnd()]);
  assert.deepEqual([...Deno.readDirSync(`${repository.root}/.repoctx`)].map(({ name }) => name), [
    "memory.jsonl",
  ]);
});

Deno.test(
  "a linked file or folder is neither read nor written",
  { ignore: Deno.build.os === "windows" },
  async () => {
    using repository = new TestRepository();
    using elsewhere = new TestRepository();
    Deno.writeTextFileSync(elsewhere.file, line(1, "secret"));
    Deno.symlinkSync(elsewhere.file, repository.file);
    assert.throws(() => texts(repository), RepoctxError);
    await assert.rejects(addMemory(repository.root, { text: "a" }, options), /symbolic link/);
    Deno.removeSync(repository.file);
    Deno.removeSync(`${repository.root}/.repoctx`);
    Deno.symlinkSync(`${elsewhere.root}/.repoctx`, `${repository.root}/.repoctx`);
    assert.throws(() => texts(repository), RepoctxError);
    await assert.rejects(addMemory(repository.root, { text: "a" }, options), /symbolic link/);
    await assert.rejects(removeMemory(repository.root, "00000001"), /symbolic link/);
    assert.deepEqual(elsewhere.lines(), [line(1, "secret").trimEnd()]);
  },
);

Deno.test("a memory that is no file gets a clear error", async () => {
  using repository = new TestRepository();
  Deno.mkdirSync(repository.file);
  assert.throws(() => texts(repository), /not a regular file/);
  await assert.rejects(addMemory(repository.root, { text: "a" }, options), RepoctxError);
});

Deno.test("an absurdly large memory is refused instead of read", () => {
  using repository = new TestRepository();
  Deno.writeTextFileSync(repository.file, line(1, "one"));
  Deno.truncateSync(repository.file, 100 * 1024 * 1024);
  assert.throws(() => texts(repository), /which no memory needs/);
});

Deno.test("a lock that a killed process left is no hindrance, and goes", async () => {
  using repository = new TestRepository();
  const lock = `${repository.file}.lock`;
  Deno.writeTextFileSync(lock, "");
  const started = performance.now();
  await addMemory(repository.root, { text: "one" }, options);
  assert.ok(performance.now() - started < 1_000);
  assert.deepEqual(texts(repository), ["one"]);
  assert.throws(() => Deno.statSync(lock), Deno.errors.NotFound);
});

/** Starts a process that adds memories. */
function adder({ root }: TestRepository, prefix: string, count: number): Deno.ChildProcess {
  const script = new URL("./_adder.ts", import.meta.url).href;
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script, root, prefix, String(count)],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

Deno.test("fifty adds from fifty processes lose nothing", async () => {
  using repository = new TestRepository();
  const runs = Array.from({ length: 50 }, (_, index) => adder(repository, `process ${index}`, 1).output());
  for (const { success, stderr } of await Promise.all(runs)) {
    assert.ok(success, new TextDecoder().decode(stderr));
  }
  assert.deepEqual(texts(repository), Array.from({ length: 50 }, (_, at) => `process ${at} number 0`).sort());
  assert.equal(repository.lines().length, 50);
});

Deno.test("a process that is killed while it writes loses nothing but that line", async () => {
  using repository = new TestRepository();
  const stored: string[] = [];
  const rounds = 6;
  for (let round = 0; round < rounds; round++) {
    const process = adder(repository, `round ${round}`, 10_000);
    let told = "";
    for await (const chunk of process.stdout.pipeThrough(new TextDecoderStream())) {
      told += chunk;
      if (told.split("\n").length > 5 + 7 * round) process.kill("SIGKILL");
    }
    await process.stderr.cancel();
    assert.equal((await process.status).success, false);
    stored.push(...told.split("\n").slice(0, -1));
  }
  await addMemory(repository.root, { text: "afterwards" }, options);
  const found = new Set(texts(repository));
  assert.ok(stored.length >= 100, `${stored.length} stored`);
  assert.deepEqual(stored.filter((text) => !found.has(text)), []);
  assert.ok(found.has("afterwards"));
  assert.ok(repository.lines().length - found.size <= rounds, "at most one torn line for each process");
});
