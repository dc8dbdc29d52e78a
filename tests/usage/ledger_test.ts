import assert from "node:assert/strict";
import { recordUsage, type Usage, usageStats } from "../../src/usage/mod.ts";
import { RepoctxError } from "../../src/model/mod.ts";
import { FREE, record, TestLedger } from "./_ledger.ts";

// Whoever runs the tests may have turned recording off for themselves.
Deno.env.delete("REPOCTX_NO_STATS");

const NOW = new Date("2026-11-29T10:11:12.345Z");
const USAGE: Usage = {
  command: "context",
  source: "cli",
  served: 450,
  replaced: 1050,
  files: 2,
  unchanged: 1,
};

Deno.test("a record is one line in the specified order", () => {
  using ledger = new TestLedger();
  recordUsage(ledger.root, USAGE, NOW);
  recordUsage(ledger.root, { command: "search", source: "mcp", served: 9, replaced: 0 }, NOW);
  assert.equal(
    ledger.text(),
    `{"v":1,"ts":"2026-11-29T10:11:12.345Z","command":"context","source":"cli","served":450,"replaced":1050,"files":2,"unchanged":1,"rule":2}\n` +
      `{"v":1,"ts":"2026-11-29T10:11:12.345Z","command":"search","source":"mcp","served":9,"replaced":0,"rule":2}\n`,
  );
  assert.equal(usageStats(ledger.root, FREE).calls, 2);
});

Deno.test("a torn last line costs that line only", () => {
  using ledger = new TestLedger(`${record()}\n{"v":1,"ts":"20`);
  recordUsage(ledger.root, USAGE, NOW);
  assert.equal(ledger.text().split("\n").length, 4);
  assert.equal(usageStats(ledger.root, FREE).calls, 2);
});

Deno.test("the environment variable turns recording off", () => {
  using ledger = new TestLedger();
  try {
    Deno.env.set("REPOCTX_NO_STATS", "1");
    recordUsage(ledger.root, USAGE, NOW);
    assert.throws(() => ledger.text(), Deno.errors.NotFound);
    Deno.env.set("REPOCTX_NO_STATS", "");
    recordUsage(ledger.root, USAGE, NOW);
    assert.notEqual(ledger.text(), "");
  } finally {
    Deno.env.delete("REPOCTX_NO_STATS");
  }
});

Deno.test("recording into nothing, into a folder or with a broken clock does not fail", () => {
  using ledger = new TestLedger();
  recordUsage(`${ledger.root}/missing`, USAGE, NOW);
  recordUsage(ledger.root, USAGE, new Date(NaN));
  Deno.mkdirSync(ledger.path);
  recordUsage(ledger.root, USAGE, NOW);
  assert.deepEqual([...Deno.readDirSync(ledger.path)], []);
  assert.throws(() => usageStats(ledger.root, FREE), /not a regular file/);
});

Deno.test("a linked ledger is neither written nor read", { ignore: Deno.build.os === "windows" }, () => {
  using ledger = new TestLedger();
  using elsewhere = new TestLedger("");
  Deno.symlinkSync(elsewhere.path, ledger.path);
  recordUsage(ledger.root, USAGE, NOW);
  assert.equal(elsewhere.text(), "");
  assert.throws(() => usageStats(ledger.root, FREE), RepoctxError);
});

Deno.test(
  "a ledger that nobody may write does not fail a query",
  { ignore: Deno.build.os === "windows" },
  () => {
    using ledger = new TestLedger("");
    Deno.chmodSync(ledger.path, 0o400);
    recordUsage(ledger.root, USAGE, NOW);
  },
);

Deno.test("parallel processes do not tear each other's records", async () => {
  using ledger = new TestLedger();
  const script = new URL("./_recorder.ts", import.meta.url).href;
  const runs = Array.from(
    { length: 4 },
    () =>
      new Deno.Command(Deno.execPath(), { args: ["run", "-A", script, ledger.root, "200"] })
        .output(),
  );
  for (const { success } of await Promise.all(runs)) assert.ok(success);
  assert.equal(usageStats(ledger.root, FREE).calls, 800);
});
