import assert from "node:assert/strict";
import type { ChangedEntry, ContextItem, ContextSpan, OutlineSymbol } from "../../src/model/mod.ts";
import {
  changedCredit,
  contextCredit,
  MOST_LINES,
  outlineCredit,
  WINDOW_LINES,
} from "../../src/usage/mod.ts";
import {
  CHANGED,
  CONTEXT,
  EMPTY_CONTEXT,
  OUTLINE,
  OUTLINED,
  POINTER,
  SLICE,
} from "../renderers/_examples.ts";

/** A file of 5,000 lines with ten tokens each, of which some ranges are delivered. */
function slicesOf(...ranges: [start: number, end: number][]): ContextItem {
  const { start_line: _start, end_line: _end, receipt: _receipt, ...item } = SLICE;
  const spans = ranges.map(([start_line, end_line]): ContextSpan => ({
    ...SLICE.spans![0]!,
    start_line,
    end_line,
  }));
  return { ...item, file_tokens: 50_000, spans };
}

/** What an answer with these items replaces when every file has that many lines. */
function replaced(results: ContextItem[], lines: number): number {
  const lineCounts = new Map(results.map(({ path }) => [path, lines]));
  return contextCredit({ ...EMPTY_CONTEXT, results }, { lineCounts, knownTokens: new Map() }).replaced;
}

Deno.test("a span of one line is credited as the window around it, not as its file", () => {
  assert.equal(replaced([slicesOf([2_500, 2_500])], 5_000), WINDOW_LINES * 10);
  assert.equal(replaced([slicesOf([1, 1])], 5_000), WINDOW_LINES * 10);
  assert.equal(replaced([slicesOf([5_000, 5_000])], 5_000), WINDOW_LINES * 10);
});

Deno.test("a span that is longer than a window is credited as itself", () => {
  assert.equal(replaced([slicesOf([101, 350])], 5_000), 2_500);
});

Deno.test("lines in the windows of several spans are credited once", () => {
  const apart = replaced([slicesOf([1_000, 1_009], [3_000, 3_009])], 5_000);
  const near = replaced([slicesOf([1_000, 1_009], [1_050, 1_059])], 5_000);
  const same = replaced([slicesOf([1_000, 1_009], [1_000, 1_009])], 5_000);
  assert.deepEqual([apart, near, same], [2_000, 1_500, 1_000]);
});

Deno.test("no file is credited for more than itself, nor for more than an agent's tool would return", () => {
  const all = Array.from({ length: 50 }, (_, at): [number, number] => [at * 100 + 1, at * 100 + 50]);
  assert.equal(replaced([slicesOf(...all)], 5_000), MOST_LINES * 10);
  assert.equal(replaced([{ ...slicesOf([1, 80]), file_tokens: 700 }], 90), 700);
  assert.equal(replaced([slicesOf([1, 5_000])], 5_000), MOST_LINES * 10);
});

Deno.test("a file of unknown length and a pointer are not credited", () => {
  assert.equal(replaced([slicesOf([1, 10])], 0), 0);
  assert.equal(replaced([POINTER], 100), 0);
  assert.equal(replaced([], 100), 0);
});

Deno.test("an outlined item is credited for the windows around the heads of its symbols", () => {
  assert.equal(replaced([{ ...OUTLINED, file_tokens: 5_000 }], 1_000), 500);
  assert.equal(replaced([OUTLINED], 9), 61);
});

Deno.test("the credit never exceeds full reads and grows with what is delivered", () => {
  for (let lines = 1; lines < 400; lines += 7) {
    let before = 0;
    for (let end = 1; end <= lines; end += 13) {
      const credit = replaced([slicesOf([1, end])], lines);
      assert.ok(credit >= before && credit <= 50_000, `${end} of ${lines} lines: ${credit}`);
      assert.ok(credit >= Math.floor(50_000 * end / lines), "the delivered lines are part of it");
      before = credit;
    }
  }
});

Deno.test("a file held in full replaces one read, beside what is delivered of others", () => {
  const lineCounts = new Map([["src/http.ts", 30], ["src/add.ts", 9], ["src/log.ts", 4_000]]);
  const credit = (known: [string, number][]) =>
    contextCredit(CONTEXT, { lineCounts, knownTokens: new Map(known) });
  assert.deepEqual(credit([]), { replaced: 271, files: 3, unchanged: 2 });
  assert.deepEqual(credit([["src/log.ts", 100]]), { replaced: 321, files: 3, unchanged: 2 });
  assert.equal(credit([["src/http.ts", 210]]).replaced, 271);
});

Deno.test("an outline is credited only with symbols", () => {
  assert.deepEqual(outlineCredit(OUTLINE), { replaced: 61, files: 1 });
  assert.deepEqual(outlineCredit({ ...OUTLINE, symbols: [] }), { replaced: 0, files: 1 });
  const symbols = [1, 2_000].map((start_line): OutlineSymbol => ({
    ...OUTLINE.symbols[0]!,
    start_line,
    end_line: 4_000,
  }));
  assert.equal(
    outlineCredit({ ...OUTLINE, symbols, lines: 4_000, estimated_tokens: 40_000 }).replaced,
    2_000,
  );
});

Deno.test("a change is credited for the windows around its places, at most for its files", () => {
  assert.deepEqual(changedCredit(CHANGED), { replaced: 210 });
  const large = CHANGED.changed.map((entry): ChangedEntry => ({ ...entry, file_tokens: 9_999 }));
  assert.deepEqual(changedCredit({ ...CHANGED, changed: large }), { replaced: 350 });
  const endings = { path: "a", status: "modified" as const, patch_tokens: 0, file_tokens: 9, hunks: [] };
  assert.deepEqual(changedCredit({ ...CHANGED, changed: [endings] }), { replaced: 0 });
  const emptied = { old_start: 1, old_lines: 2, new_start: 0, new_lines: 0, text: "-a\n-b" };
  const gone = { ...endings, patch_tokens: 4, file_tokens: 0, hunks: [emptied] };
  assert.deepEqual(changedCredit({ ...CHANGED, changed: [gone] }), { replaced: 0 });
});
