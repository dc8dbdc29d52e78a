import assert from "node:assert/strict";
import fc from "fast-check";
import { diffLines, type LineHunk, lineHunks, linesOfText } from "../../src/text/mod.ts";

const letters = (text: string): string[] => [...text];

/** The new lines, made from the old ones and the hunks; fails when a hunk does not fit. */
function applied(before: readonly string[], hunks: readonly LineHunk[]): string[] {
  const after: string[] = [];
  let position = 0;
  for (const { oldStart, oldLines, newStart, newLines, lines } of hunks) {
    const start = oldLines > 0 ? oldStart - 1 : oldStart;
    after.push(...before.slice(position, start));
    assert.equal(after.length, newLines > 0 ? newStart - 1 : newStart);
    const old = lines.filter((line) => line[0] !== "+").map((line) => line.slice(1));
    assert.deepEqual(old, before.slice(start, start + oldLines));
    const added = lines.filter((line) => line[0] !== "-").map((line) => line.slice(1));
    assert.equal(added.length, newLines);
    after.push(...added);
    position = start + oldLines;
  }
  return [...after, ...before.slice(position)];
}

/** Removed and added lines of a shortest script, by the table of longest common subsequences. */
function fewestEdits(before: readonly string[], after: readonly string[]): number {
  const common = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let i = 1; i <= before.length; i++) {
    for (let j = 1; j <= after.length; j++) {
      common[i]![j] = before[i - 1] === after[j - 1]
        ? common[i - 1]![j - 1]! + 1
        : Math.max(common[i - 1]![j]!, common[i]![j - 1]!);
    }
  }
  return before.length + after.length - 2 * common[before.length]![after.length]!;
}

Deno.test("any line end counts, and those after the last line do not", () => {
  assert.deepEqual(linesOfText("a\r\nb\rc\n\nd\n\r\n"), ["a", "b", "c", "", "d"]);
  assert.deepEqual(linesOfText(""), []);
  assert.deepEqual(linesOfText("\n\n"), []);
  assert.deepEqual(linesOfText("a"), ["a"]);
});

Deno.test("changes are the shortest way from one text to the other", () => {
  const texts = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 14 });
  fc.assert(fc.property(texts, texts, fc.nat(3), (before, after, context) => {
    const changes = diffLines(before, after);
    const edits = changes.reduce(
      (sum, { oldStart, oldEnd, newStart, newEnd }) => sum + oldEnd - oldStart + newEnd - newStart,
      0,
    );
    assert.equal(edits, fewestEdits(before, after));
    assert.deepEqual(applied(before, lineHunks(before, after, changes, context)), after);
  }));
});

Deno.test("equal texts have no change, and one-sided ones a single change", () => {
  assert.deepEqual(diffLines(letters("abc"), letters("abc")), []);
  assert.deepEqual(diffLines([], []), []);
  assert.deepEqual(diffLines([], ["a"]), [{ oldStart: 0, oldEnd: 0, newStart: 0, newEnd: 1 }]);
  assert.deepEqual(diffLines(letters("abc"), letters("ac")), [
    { oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 1 },
  ]);
});

Deno.test("changes with at most twice the context between them share a hunk", () => {
  const before = letters("0123456789");
  const hunksOf = (after: string): LineHunk[] =>
    lineHunks(before, letters(after), diffLines(before, letters(after)), 2);
  assert.deepEqual(hunksOf("x1234y6789").map(({ lines }) => lines.join("")), ["-0+x 1 2 3 4-5+y 6 7"]);
  assert.deepEqual(hunksOf("x12345y789"), [
    { oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: ["-0", "+x", " 1", " 2"] },
    { oldStart: 5, oldLines: 5, newStart: 5, newLines: 5, lines: [" 4", " 5", "-6", "+y", " 7", " 8"] },
  ]);
});

Deno.test("a hunk without lines on one side names the line before it", () => {
  const [hunk] = lineHunks([], ["a", "b"], diffLines([], ["a", "b"]), 2);
  assert.deepEqual(hunk, { oldStart: 0, oldLines: 0, newStart: 1, newLines: 2, lines: ["+a", "+b"] });
  const [gone] = lineHunks(["a"], [], diffLines(["a"], []), 2);
  assert.deepEqual([gone!.oldStart, gone!.newStart, gone!.newLines], [1, 0, 0]);
});

Deno.test("beyond the bounds one change covers the differing region", () => {
  const before = letters("=abcdef=");
  const after = letters("=fedcba=");
  const whole = [{ oldStart: 1, oldEnd: 7, newStart: 1, newEnd: 7 }];
  assert.notDeepEqual(diffLines(before, after, { mostLines: 12, mostEdits: 10 }), whole);
  assert.deepEqual(diffLines(before, after, { mostLines: 11, mostEdits: 10 }), whole);
  assert.deepEqual(diffLines(before, after, { mostLines: 12, mostEdits: 9 }), whole);
});

Deno.test("texts that have nothing or everything in common in another order cost little", () => {
  const one = Array.from({ length: 9999 }, (_, line) => `line ${line % 7}`);
  const other = Array.from({ length: 9999 }, (_, line) => `line ${line % 5}`);
  const foreign = one.map((line) => `other ${line}`);
  const start = performance.now();
  diffLines(one, other);
  diffLines(one, foreign);
  diffLines(new Array(300_000).fill("a"), new Array(300_001).fill("a"));
  assert.ok(performance.now() - start < 3000);
});
