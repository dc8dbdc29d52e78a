import assert from "node:assert/strict";
import { figuresOf, ranksOf, reciprocalRank } from "../../src/evaluation/figures.ts";
import { changedLines, countFound, countLines } from "../../src/evaluation/gold.ts";
import { namesAny } from "../../src/evaluation/naming.ts";
import { estimate } from "../../src/evaluation/resampling.ts";

const TEXT = ["one", "two", "three", "four", "five", "six"];

function lines(...texts: string[]): string {
  return texts.map((text) => `${text}\n`).join("");
}

/** Ranges as `[start, end]`. */
function ranges(after: string, before: string = lines(...TEXT)): number[][] {
  return changedLines(before, after).map(({ start, end }) => [start, end]);
}

Deno.test("changed and removed lines are to be found, and the lines around an addition", () => {
  assert.deepEqual(ranges(lines("one", "TWO", "three", "four", "five", "six")), [[2, 2]]);
  assert.deepEqual(ranges(lines("one", "four", "five", "SIX")), [[2, 3], [6, 6]]);
  assert.deepEqual(ranges(lines("one", "two", "new", "three", "four", "five", "six")), [[2, 3]]);
  assert.deepEqual(ranges(lines("new", ...TEXT)), [[1, 1]]);
  assert.deepEqual(ranges(lines(...TEXT, "new")), [[6, 6]]);
  assert.deepEqual(ranges(lines("one", "new", "two", "new", "three", "four", "five", "six")), [[1, 3]]);
  assert.deepEqual(ranges(lines(...TEXT)), []);
  assert.deepEqual(ranges(TEXT.join("\r\n")), [], "line ends alone are no change");
  assert.deepEqual(ranges("new\n", ""), [], "an empty file has no line to be found");
});

Deno.test("found lines are counted once, wherever ranges overlap", () => {
  const wanted = [{ start: 2, end: 4 }, { start: 9, end: 9 }];
  assert.equal(countLines(wanted), 4);
  assert.equal(countFound(wanted, []), 0);
  assert.equal(countFound(wanted, [{ start: 1, end: 3 }, { start: 3, end: 3 }, { start: 9, end: 20 }]), 3);
});

Deno.test("ranks count from one, and the first file decides the reciprocal rank", () => {
  assert.deepEqual(ranksOf(["b", "x", "a"], ["a", "b"]), [2, undefined, 1]);
  assert.equal(reciprocalRank([4, undefined, 2]), 0.5);
  assert.equal(reciprocalRank([undefined]), 0);
});

Deno.test("figures are means over tasks of shares of files", () => {
  const scores = [{ ranks: [1, 6], lines: 0.5 }, { ranks: [undefined], lines: 0 }, { ranks: [5], lines: 1 }];
  assert.deepEqual(figuresOf(scores, 10), {
    mrr: (1 + 0 + 0.2) / 3,
    recall_at_1: 0.5 / 3,
    recall_at_5: 1.5 / 3,
    recall_at_10: 2 / 3,
    all_files_at_5: 1 / 3,
    lines: 0.5,
  });
});

Deno.test("an interval lies around the mean, is the same each time and narrows with more values", () => {
  const values = [0, 1, 0, 0, 1, 0.5, 1, 0, 0.25, 1];
  const few = estimate(values);
  assert.deepEqual(few, estimate(values));
  assert.ok(few.low < few.mean && few.mean < few.high);
  const many = estimate(Array.from({ length: 40 }, () => values).flat());
  assert.ok(many.high - many.low < (few.high - few.low) / 4);
  // Of a fair coin, the middle 95 % of the means of 100 throws lie between 0.40 and 0.60.
  const coin = estimate(Array.from({ length: 100 }, (_, index) => index % 2));
  assert.ok(Math.abs(coin.low - 0.4) <= 0.02 && Math.abs(coin.high - 0.6) <= 0.02, JSON.stringify(coin));
  assert.deepEqual(estimate([0.3]), { mean: 0.3, low: 0.3, high: 0.3 });
});

Deno.test("a task names a file by its whole name up to the first dot", () => {
  assert.ok(namesAny("Round in Tax", ["src/tax.ts"]));
  assert.ok(namesAny("AsyncTarget - retry", ["src/AsyncTarget.cs", "src/b.cs"]));
  assert.ok(namesAny("split http-client.test.ts", ["http-client.ts"]));
  assert.ok(!namesAny("Syntax and taxes", ["src/tax.ts"]));
  assert.ok(!namesAny("", ["src/tax.ts"]));
  assert.ok(namesAny("read .npmrc", ["x/npmrc"]));
});
