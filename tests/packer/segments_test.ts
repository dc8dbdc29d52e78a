import assert from "node:assert/strict";
import type { EvidenceFile } from "../../src/packer/evidence_file.ts";
import { InnermostNames } from "../../src/packer/innermost.ts";
import { innermostName, partOf, segmentFile } from "../../src/packer/segments.ts";
import { addRange, nearLines, subtract } from "../../src/packer/selection.ts";
import { stripComments } from "../../src/packer/strip_comments.ts";
import { itemReasons, shownReasons } from "../../src/packer/reasons.ts";
import { docSummary, outlineOrder, symbolRoles } from "../../src/packer/outline_units.ts";
import type { SymbolRecord } from "../../src/model/mod.ts";

const range = (startLine: number, endLine: number) => ({ startLine, endLine });
const symbol = (name: string, startLine: number, endLine: number, docStartLine?: number): SymbolRecord => ({
  name,
  qualifiedName: name,
  kind: "function",
  startLine,
  endLine,
  signature: name,
  doc: "",
  exported: true,
  ...(docStartLine === undefined ? {} : { docStartLine }),
});

Deno.test("segments cover every line of a file, whatever its symbols", () => {
  const shapes: [number, SymbolRecord[]][] = [
    [1, []],
    [500, []],
    [40, [symbol("a", 3, 9), symbol("b", 11, 40)]],
    [90, [symbol("C", 1, 90), symbol("m", 2, 30), symbol("n", 32, 33), symbol("o", 34, 35)]],
    [12, [symbol("broken", 10, 400)]],
  ];
  for (const [lines, symbols] of shapes) {
    const covered = new Set<number>();
    for (const segment of segmentFile(lines, symbols)) {
      assert.ok(segment.startLine >= 1 && segment.endLine <= lines && segment.startLine <= segment.endLine);
      assert.ok(segment.endLine - segment.startLine < 30, "no segment is long");
      for (let line = segment.startLine; line <= segment.endLine; line++) covered.add(line);
    }
    assert.equal(covered.size, lines);
  }
  assert.deepEqual(segmentFile(0, []), []);
});

Deno.test("a doc comment belongs to the segment of its declaration", () => {
  const segments = segmentFile(60, [symbol("a", 1, 20), symbol("b", 25, 50, 22)]);
  const b = segments.find((segment) => segment.startLine === 22);
  assert.equal(b?.symbol, "b");
});

Deno.test("a range is named after the smallest declaration around it", () => {
  const symbols = [symbol("Outer", 1, 50), symbol("inner", 10, 20)];
  assert.equal(innermostName(symbols, 12, 14), "inner");
  assert.equal(innermostName(symbols, 30, 40), "Outer");
  assert.equal(innermostName(symbols, 60, 70), "");
});

Deno.test("naming many ranges at once gives the names that naming each alone gives", () => {
  let state = 11;
  const next = (limit: number): number => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
  for (let round = 0; round < 300; round++) {
    const symbols = Array.from({ length: next(25) }, (_, i) => {
      const start = 1 + next(60);
      const end = start + next(40);
      const doc = [undefined, Math.max(1, start - next(4)), Math.min(end, start + next(3))][next(3)];
      return symbol(`s${i}`, start, end, doc);
    });
    const names = new InnermostNames(symbols);
    for (let start = 1; start < 90; start += next(5)) {
      const end = start + next(20);
      assert.equal(names.next(start, end), innermostName(symbols, start, end), `${start}-${end}`);
    }
  }
});

Deno.test("near ranges join, far ones do not, held lines are neither sent nor joined over", () => {
  assert.deepEqual(addRange([range(1, 10)], range(15, 20), [], 10), [range(1, 20)]);
  assert.deepEqual(addRange([range(1, 10)], range(40, 50), [], 10), [range(1, 10), range(40, 50)]);
  assert.deepEqual(addRange([], range(1, 30), [range(10, 20)], 10), [range(1, 9), range(21, 30)]);
  assert.deepEqual(addRange([range(1, 4)], range(8, 9), [range(5, 7)], 10), [range(1, 4), range(8, 9)]);
  assert.deepEqual(addRange([range(5, 9)], range(1, 30), [], 10), [range(1, 30)]);
  assert.deepEqual(subtract([range(1, 3)], [range(1, 3)]), []);
});

Deno.test("ranges join over more lines where they compete, but not over much of a small budget", () => {
  assert.equal(nearLines(undefined), 10);
  assert.deepEqual([200, 1000, 2000, 8000].map(nearLines), [10, 25, 50, 50]);
  assert.deepEqual(addRange([range(1, 10)], range(40, 50), [], 50), [range(1, 50)]);
  assert.deepEqual(addRange([range(1, 10)], range(40, 50), [range(20, 21)], 50), [
    range(1, 10),
    range(40, 50),
  ]);
});

Deno.test("whole-line comments go, code beside and after them stays", () => {
  const text = [
    "// gone",
    "",
    "",
    "const a = 1; // stays",
    "/* gone",
    "   too */ code();",
    "/* one line */",
    "  /** doc */",
    "b();",
    "",
  ].join("\n");
  assert.equal(stripComments(text), "const a = 1; // stays\n   code();\nb();");
});

Deno.test("two graph reasons and three symbols are shown, further links are counted", () => {
  assert.deepEqual(
    shownReasons(["fts", "imports:a", "imports:b", "imports:a", "tested-by:c", "test-of:d", "path-match"]),
    ["fts", "imports:a", "imports:b", "graph:+2", "path-match"],
  );
  assert.deepEqual(shownReasons(["symbol:a", "symbol:b", "symbol:c", "symbol:d"]).length, 3);
});

Deno.test("beside delivered lines, which name their own declarations, two symbols are shown", () => {
  const file = { candidate: { reasons: ["fts", "symbol:a", "symbol:b", "symbol:c"] } } as EvidenceFile;
  assert.deepEqual(itemReasons({ file, ranges: [range(1, 2)] }), ["fts", "symbol:a", "symbol:b"]);
  assert.deepEqual(itemReasons({ file, ranges: [] }), ["fts", "symbol:a", "symbol:b", "symbol:c"]);
});

Deno.test("an outline shows matches first, then what is around them, at most twelve", () => {
  const symbols = [symbol("Other", 1, 5), symbol("Class", 10, 90), symbol("hit", 20, 30)];
  const roles = symbolRoles(symbols, [{ name: "hit", startLine: 20, endLine: 30, score: 1 }]);
  assert.deepEqual(roles, [undefined, "container", "match"]);
  assert.deepEqual(outlineOrder(symbols, roles, { startLine: 1, endLine: 1 }), [2, 1, 0]);
  const many = Array.from({ length: 40 }, (_, i) => symbol(`s${i}`, i + 1, i + 1));
  assert.equal(outlineOrder(many, symbolRoles(many, []), { startLine: 1, endLine: 1 }).length, 12);
  const state = { ...symbol("state", 1, 1), kind: "field" as const };
  const hidden = { ...symbol("hidden", 2, 2), exported: false };
  const near = { ...symbol("near", 50, 52), kind: "field" as const };
  const mixed = [state, hidden, symbol("offered", 3, 3), near];
  assert.deepEqual(outlineOrder(mixed, symbolRoles(mixed, []), { startLine: 45, endLine: 60 }), [3, 2, 1, 0]);
});

Deno.test("a doc summary is the first line, cut at 140 characters without halving one", () => {
  assert.equal(docSummary("one\ntwo"), "one");
  assert.equal(docSummary("x".repeat(140)), "x".repeat(140));
  assert.equal(docSummary("x".repeat(138) + "😀😀").length, 139);
});

Deno.test("a range that begins inside of a function says which, one that begins at a declaration does not", () => {
  const outer = { ...symbol("Outer", 1, 90), kind: "class" as const };
  const long = { ...symbol("long", 10, 80), signature: "function long(a: number)" };
  assert.equal(partOf([outer, long], 40, "other"), "L10-80 function long(a: number)");
  assert.equal(partOf([outer, long], 40, "long"), "L10-80", "the name of the range says the rest");
  assert.equal(partOf([outer, long], 10, "long"), "");
  assert.equal(partOf([outer, long], 85, ""), "");
  assert.equal(partOf([{ ...long, signature: "x".repeat(500) }], 40, "").length, "L10-80 ".length + 100);
});
