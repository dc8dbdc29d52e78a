import assert from "node:assert/strict";
import { compileGlob, matchesGlob } from "../../src/scanner/glob.ts";

function matches(
  pattern: string,
  text: string,
  caseRule: "exact-case" | "ignore-case" = "exact-case",
): boolean {
  const glob = compileGlob(pattern, caseRule);
  return glob !== undefined && matchesGlob(glob, text);
}

const TABLE: [pattern: string, matching: string[], others: string[]][] = [
  ["*.ts", ["a.ts", ".ts"], ["a.tsx", "a/b.ts"]],
  ["a?c", ["abc", "a-c"], ["ac", "a/c", "abbc"]],
  ["a/**/z", ["a/z", "a/b/z", "a/b/c/z"], ["az", "a/bz", "b/a/z"]],
  ["**/z", ["z", "a/z", "a/b/z"], ["az", "a/bz"]],
  ["a/**", ["a/b", "a/b/c"], ["a", "ab/c"]],
  ["a**z", ["az", "abz"], ["a/z"]],
  ["**a/*b", ["a/b", "xa/yb"], ["x/a/b"]],
  ["a/*/c", ["a/b/c"], ["a/c", "a/b/b/c"]],
  ["**/a/**/b", ["a/b", "x/a/y/b", "a/a/b"], ["x/b", "ab"]],
  ["[a-c]x", ["ax", "cx"], ["dx", "Ax"]],
  ["[!a-c]x", ["dx"], ["bx", "/x"]],
  ["[^a]", ["b"], ["a"]],
  ["[]]", ["]"], ["["]],
  ["[]-]", ["]", "-"], ["a"]],
  ["[a-]", ["a", "-"], ["b"]],
  ["[\\]]", ["]"], ["\\"]],
  ["[[:digit:]a]", ["7", "a"], ["b", ":"]],
  ["[[:upper:]]", ["Q"], ["q"]],
  ["[[:nope:]]", [], ["n", "[:nope:]"]],
  ["[[:constructor:]]", [], ["c"]],
  ["[a", [], ["a", "[a"]],
  ["[", [], ["["]],
  ["a\\", [], ["a", "a\\"]],
  ["\\*", ["*"], ["a"]],
  ["\\a", ["a"], ["\\a"]],
  ["x[a/b]y", ["xay"], ["x/y"]],
  ["[!x]", ["a"], ["/"]],
];

for (const [pattern, matching, others] of TABLE) {
  Deno.test(`the pattern ${pattern} matches what git matches`, () => {
    for (const text of matching) assert.ok(matches(pattern, text), `${pattern} should match ${text}`);
    for (const text of others) assert.ok(!matches(pattern, text), `${pattern} should not match ${text}`);
  });
}

Deno.test("case is ignored only on request, in classes too", () => {
  assert.ok(!matches("READ[A-M]*", "readme"));
  assert.ok(matches("READ[A-M]*", "readme", "ignore-case"));
  assert.ok(!matches("[!A-C]", "b", "ignore-case"));
});

/** How many bytes of the text a match looks at. */
function countSteps(pattern: string, text: string): number {
  let steps = 0;
  const counted = {
    length: text.length,
    indexOf: (wanted: string, start: number) => text.indexOf(wanted, start),
    charCodeAt(index: number): number {
      steps++;
      return text.charCodeAt(index);
    },
  };
  matchesGlob(compileGlob(pattern, "exact-case")!, counted as unknown as string);
  return steps;
}

const HOSTILE: [name: string, pattern: (n: number) => string, text: (n: number) => string][] = [
  ["stars between letters", (n) => "*a".repeat(n) + "b", (n) => "a".repeat(n * 2)],
  ["stars only", (n) => "*".repeat(n) + "b", (n) => "a".repeat(n * 2)],
  ["question marks and stars", (n) => "*?".repeat(n) + "b", (n) => "a".repeat(n * 2)],
  ["classes and stars", (n) => "*[ab]".repeat(n) + "c", (n) => "ab".repeat(n)],
  ["double stars", (n) => "**/a/".repeat(n) + "b", (n) => "a/".repeat(n * 2) + "c"],
  ["double stars around stars", (n) => "**/*a*/".repeat(n) + "b", (n) => "aaaa/".repeat(n) + "c"],
  [
    "one double star before many segments",
    (n) => "**/" + "*a/".repeat(n) + "b",
    (n) => "a/".repeat(n * 2) + "c",
  ],
  [
    "a long segment behind double stars",
    (n) => "**/" + "a*".repeat(n) + "b",
    (n) => `${"a".repeat(n)}/`.repeat(4) + "a",
  ],
];

for (const [name, pattern, text] of HOSTILE) {
  Deno.test(`hostile pattern: ${name} costs at most pattern times text`, () => {
    for (const n of [10, 40, 160]) {
      const steps = countSteps(pattern(n), text(n));
      const bound = 2 * (pattern(n).length + 1) * (text(n).length + 1);
      assert.ok(steps <= bound, `${steps} steps for n = ${n}, bound ${bound}`);
    }
  });
}
