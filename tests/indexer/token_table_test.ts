import assert from "node:assert/strict";
import { context } from "../../src/commands/context.ts";
import { memorySearch } from "../../src/commands/memory.ts";
import { statePaths } from "../../src/repository/mod.ts";
import { type IndexOutcome, indexRepository } from "../../src/indexer/mod.ts";
import { ask, indexed } from "../commands/_repository.ts";
import type { Tree } from "./_helpers.ts";

/** What can have become of the file. */
const DAMAGES: Readonly<Record<string, (path: string, good: Uint8Array) => void>> = {
  truncated: (path, good) => Deno.writeFileSync(path, good.slice(0, good.length / 2)),
  empty: (path) => Deno.writeFileSync(path, new Uint8Array()),
  "with a flipped bit": (path, good) => Deno.writeFileSync(path, flipped(good, 2_000_000)),
  "of another version": (path, good) => Deno.writeFileSync(path, flipped(good, 14)),
  missing: (path) => Deno.removeSync(path),
  "a folder": (path) => (Deno.removeSync(path), Deno.mkdirSync(path)),
};

/** Brings an index up to date; {@link Tree.run} would put the table there first. */
async function run(tree: Tree): Promise<IndexOutcome> {
  return await indexRepository(tree, { mode: "incremental", toolVersion: "0.0.0" });
}

function flipped(good: Uint8Array, at: number): Uint8Array {
  const bytes = good.slice();
  bytes[at]! ^= 1;
  return bytes;
}

Deno.test("a damaged token table changes no answer, and the next index run mends it, whether files changed or not", async () => {
  using tree = await indexed({ "src/rope.ts": "export function tieKnot(): void {}\n" });
  const { tokenTable, folder } = statePaths(tree.root);
  const good = Deno.readFileSync(tokenTable);
  const given = { task: "tie the knot", detail: "slices" };
  const answer = await ask(context, tree, given);
  for (const [name, damage] of Object.entries(DAMAGES)) {
    damage(tokenTable, good);
    assert.deepEqual(await ask(context, tree, given), answer, name);
    assert.equal((await ask(memorySearch, tree)).count, 0, name);
    const { result } = await run(tree);
    assert.equal(result.work.files_parsed, 0, name);
    assert.deepEqual(Deno.readFileSync(tokenTable), good, name);
    const left = [...Deno.readDirSync(folder)].map((entry) => entry.name);
    assert.deepEqual(left.filter((file) => /o200k|tmp/.test(file)), ["o200k.bin"], name);
  }
});

Deno.test("what somebody put in place of the token table stays, and nothing fails", async () => {
  using tree = await indexed({ "src/rope.ts": "export function tieKnot(): void {}\n" });
  const { tokenTable } = statePaths(tree.root);
  Deno.removeSync(tokenTable);
  Deno.mkdirSync(`${tokenTable}/mine`, { recursive: true });
  tree.write({ "src/rope.ts": "export function tieKnot(): number {\n  return 8;\n}\n" });
  assert.equal((await run(tree)).result.files.changed, 1);
  assert.equal((await ask(context, tree, { task: "tie the knot" })).count, 1);
  assert.ok(Deno.statSync(`${tokenTable}/mine`).isDirectory);
});
