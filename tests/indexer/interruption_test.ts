import assert from "node:assert/strict";
import { RepoctxError } from "../../src/model/mod.ts";
import { openWriter } from "../../src/store/mod.ts";
import { type Files, Tree } from "./_helpers.ts";

function manyFiles(count: number, mark: string): Files {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [
    `src/file${index}.ts`,
    `export function ${mark}${index}(user: string): string {\n  return user + "retry ${index}";\n}\n`.repeat(
      20,
    ),
  ]));
}

/** Starts a run in another process and kills it as soon as it says `stage`. */
async function killAt(tree: Tree, stage: string, mode: string): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", import.meta.resolve("./_index_child.ts"), tree.root, mode],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let seen = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    seen += chunk;
    if (seen.includes(stage)) {
      child.kill("SIGKILL");
      break;
    }
  }
  const { success } = await child.status;
  const errors = await new Response(child.stderr).text();
  assert.ok(!success && seen.includes(stage), `${seen}\n${errors}`);
}

Deno.test("a run that is killed leaves the previous index as it was", async () => {
  using tree = new Tree(manyFiles(60, "before"));
  await tree.run();
  const before = await tree.answers();
  tree.write(manyFiles(60, "after"));
  for (
    const [stage, mode] of [["indexing 40", "incremental"], ["saving", "incremental"], [
      "indexing 40",
      "full",
    ]]
  ) {
    await killAt(tree, stage!, mode!);
    assert.deepEqual(await tree.answers(), before, `${stage} ${mode}`);
  }
  assert.deepEqual(await tree.counts(), [0, 60, 0, 0]);
  using reader = await tree.read();
  assert.equal(
    reader.searchChunks(["after7"], { limit: 5, symbolsOnly: true, weights: { path: 0 } })[0]!.heading,
    "after7",
  );
});

Deno.test("a first run that is killed leaves no index, and the next one makes it", async () => {
  using tree = new Tree(manyFiles(60, "first"));
  await tree.prepare();
  await killAt(tree, "indexing 40", "incremental");
  await assert.rejects(tree.read(), /repoctx index/);
  assert.deepEqual(await tree.counts(), [60, 0, 0, 0]);
});

Deno.test("an aborted run throws the reason and changes nothing", async () => {
  using tree = new Tree(manyFiles(60, "before"));
  await tree.run();
  const before = await tree.answers();
  tree.write(manyFiles(60, "after"));
  const reason = new Error("stopped by the user");
  for (const stage of ["scanning", "indexing", "linking", "reading history"]) {
    const stop = new AbortController();
    const onProgress = (progress: { stage: string; done?: number }): void => {
      if (progress.stage === stage && progress.done !== 0) stop.abort(reason);
    };
    const running = tree.run({ signal: stop.signal, onProgress, mode: "full" });
    await assert.rejects(running, (error) => error === reason, stage);
    assert.deepEqual(await tree.answers(), before);
  }
  await assert.rejects(tree.run({ signal: AbortSignal.abort(reason) }), (error) => error === reason);
  assert.deepEqual(await tree.counts(), [0, 60, 0, 0]);
});

Deno.test("a second run at the same time is told so, and the first one is not disturbed", async () => {
  using tree = new Tree(manyFiles(60, "x"));
  let second: Promise<unknown> | undefined;
  const { result } = await tree.run({
    onProgress: ({ stage }) => {
      if (stage === "indexing") second ??= tree.run().then(() => "ran", (error) => error);
    },
  });
  const error = await second;
  assert.ok(error instanceof RepoctxError, String(error));
  assert.match(error.message, /Another 'repoctx index' is running/);
  assert.equal(error.exitCode, 1);
  assert.equal(result.files.total, 60);
  assert.deepEqual(await tree.counts(), [0, 0, 0, 60]);
});

Deno.test("questions are answered from the previous index while a run is at work", async () => {
  using tree = new Tree(manyFiles(40, "before"));
  await tree.run();
  const before = await tree.answers();
  tree.write(manyFiles(40, "after"));
  let during: Promise<unknown> | undefined;
  await tree.run({
    onProgress: ({ stage, done }) => {
      if (stage === "indexing" && done === 20) during = tree.answers();
    },
  });
  assert.deepEqual(await during, before);
  assert.notDeepEqual(await tree.answers(), before);
});

Deno.test("an index that is damaged, wherever, is built anew", async () => {
  using tree = new Tree(manyFiles(20, "x"));
  await tree.run();
  const before = await tree.answers();
  const sound = Deno.readFileSync(tree.index);
  const page = 4096;
  for (let at = 0; at < sound.length; at += page * Math.ceil(sound.length / page / 6)) {
    const damaged = sound.slice();
    damaged.fill(0xa5, at, at + page);
    Deno.writeFileSync(tree.index, damaged);
    // Every file differs, so every row is touched.
    tree.write(manyFiles(20, "y"));
    await tree.run();
    tree.write(manyFiles(20, "x"));
    await tree.run();
    assert.deepEqual(await tree.answers(), before, `damage at byte ${at}`);
  }
});

Deno.test("a file that is no database and an index of another schema are built anew", async () => {
  using tree = new Tree(manyFiles(5, "x"));
  await tree.run();
  const before = await tree.answers();
  Deno.writeTextFileSync(tree.index, "no database".repeat(1000));
  assert.equal((await tree.run()).result.mode, "full");
  assert.deepEqual(await tree.answers(), before);
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(tree.index);
  database.exec("UPDATE meta SET value = '2' WHERE key = 'schema_version'; DROP TABLE symbols");
  database.close();
  assert.equal((await tree.run()).result.mode, "full");
  assert.deepEqual(await tree.answers(), before);
});

Deno.test("an index by another producer is built anew", async () => {
  using tree = new Tree(manyFiles(5, "x"));
  await tree.run();
  {
    using writer = await openWriter(tree.index);
    writer.commit({ ...writer.previous!, producer: "older" });
  }
  await assert.rejects(tree.read(), /analysis version/);
  assert.equal((await tree.run()).result.mode, "full");
});
