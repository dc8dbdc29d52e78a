import assert from "node:assert/strict";
import { renderStats } from "../../src/renderers/all.ts";
import { usageStats } from "../../src/usage/mod.ts";
import { assertValid } from "../schemas.ts";
import { FREE, record, TestLedger } from "./_ledger.ts";

Deno.test("no ledger and an empty one are an empty report", () => {
  for (const text of [undefined, "", "\n\n"]) {
    using ledger = new TestLedger(text);
    const result = usageStats(ledger.root, { inputPerMtok: 5, currency: "USD" });
    assert.equal(
      renderStats(result, "json"),
      `{"schema_version":3,"command":"stats","calls":0,"served_tokens":0,"replaced_tokens":0,"saved_tokens":0,` +
        `"currency":"USD","saved_cost":0,"input_per_mtok":5,"commands":[],"days":[]}`,
    );
    assertValid("stats", JSON.parse(renderStats(result, "json")));
    assert.match(renderStats(result, "text"), /nothing recorded yet/);
  }
});

Deno.test("the report is the specified document", () => {
  using ledger = new TestLedger(`${record()}\n${record()}`);
  assert.equal(
    renderStats(usageStats(ledger.root, FREE), "json"),
    `{"schema_version":3,"command":"stats","calls":2,"served_tokens":900,"replaced_tokens":2100,` +
      `"saved_tokens":1200,"first_day":"2026-11-29","last_day":"2026-11-29","commands":[{"command":"context",` +
      `"calls":2,"served_tokens":900,"replaced_tokens":2100,"saved_tokens":1200}],"days":[{"day":"2026-11-29",` +
      `"calls":2,"served_tokens":900,"replaced_tokens":2100,"saved_tokens":1200}]}`,
  );
});

Deno.test("records of another rule are counted, and named as such where they claim savings", () => {
  using ledger = new TestLedger([
    record({ rule: undefined }),
    record({ rule: undefined, command: "search", replaced: 0 }),
    record({ rule: 3, replaced: 7 }),
    record(),
  ].join("\n"));
  const result = usageStats(ledger.root, FREE);
  assert.deepEqual([result.calls, result.replaced_tokens], [4, 2107]);
  assert.deepEqual([result.other_rule_calls, result.other_rule_replaced_tokens], [2, 1057]);
  assertValid("stats", JSON.parse(renderStats(result, "json")));
  for (const format of ["text", "md", "html"] as const) {
    assert.match(renderStats(result, format), /2 calls .*1,057 .*rule of another version/);
  }
});

Deno.test("malformed, foreign and negative records are passed over", () => {
  const bad = [
    "{",
    "null",
    "[1]",
    record({ v: 2 }),
    record({ served: -1 }),
    record({ replaced: -1 }),
    record({ served: 1.5 }),
    record({ served: "1" }),
    record({ rule: "2" }),
    record({ rule: -1 }),
    record({ served: 1e300 }),
    record({ ts: "yesterday" }),
    record({ ts: "2026-99-99T00:00:00Z" }),
    record({ ts: 1 }),
    record({ source: "web" }),
    record({ command: "" }),
    record({ command: "x".repeat(65) }),
    record({ command: 7 }),
    record({ padding: "x".repeat(10_000) }),
    "x".repeat(200_000),
  ].join("\n");
  using ledger = new TestLedger(`${record()}\n${bad}\n${record({ command: "search", replaced: 0 })}\n`);
  const result = usageStats(ledger.root, FREE);
  assert.deepEqual(result.commands.map(({ command, calls }) => [command, calls]), [["context", 1], [
    "search",
    1,
  ]]);
  assert.equal(result.saved_tokens, 150);
});

Deno.test("commands are listed by name and days by date, the last fourteen of those that have records", () => {
  const days = Array.from(
    { length: 20 },
    (_, index) => `2026-${String(index % 12 + 1).padStart(2, "0")}-${index + 10}`,
  );
  const lines = days.map((day, index) => record({ ts: `${day}T23:59:59Z`, command: `c${index % 3}` }));
  using ledger = new TestLedger(lines.reverse().join("\n"));
  const result = usageStats(ledger.root, FREE);
  assert.deepEqual(result.commands.map(({ command }) => command), ["c0", "c1", "c2"]);
  assert.deepEqual(result.days.map(({ day }) => day), days.sort().slice(-14));
  assert.equal(result.first_day, days[0]);
  assert.equal(result.last_day, days.at(-1));
  assert.equal(result.calls, 20);
});

Deno.test("money is rounded to two decimals and is never minus zero", () => {
  const cost = (served: number, replaced: number, inputPerMtok: number): string => {
    using ledger = new TestLedger(record({ served, replaced }));
    return renderStats(usageStats(ledger.root, { inputPerMtok, currency: "EUR" }), "json")
      .match(/"saved_cost":([^,]+)/)?.[1] ?? "none";
  };
  assert.equal(cost(0, 73_358, 5), "0.37");
  assert.equal(cost(0, 1_000_000, 1.005), "1.01");
  assert.equal(cost(1_000_000, 0, 1.005), "-1.01");
  assert.equal(cost(100, 0, 5), "0");
  assert.equal(cost(0, 100, 0), "none");
  assert.equal(cost(0, 100, -3), "none");
});

Deno.test("a hundred thousand records are added up, and the same ledger gives the same bytes", () => {
  const lines: string[] = [];
  for (let i = 0; i < 100_000; i++) {
    const day = String(i % 28 + 1).padStart(2, "0");
    lines.push(record({ ts: `2026-10-${day}T00:00:00.000Z`, command: ["context", "search"][i % 2] }));
  }
  using ledger = new TestLedger(`${lines.join("\n")}\n`);
  const started = performance.now();
  const result = usageStats(ledger.root, FREE);
  assert.ok(performance.now() - started < 5_000);
  assert.equal(result.calls, 100_000);
  assert.equal(result.saved_tokens, 60_000_000);
  assert.equal(result.days.length, 14);
  for (const format of ["text", "json", "md", "html"] as const) {
    assert.equal(renderStats(usageStats(ledger.root, FREE), format), renderStats(result, format));
  }
});
