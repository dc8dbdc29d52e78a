/** The small parts: paths, globs, heads of rule files, differences, decoding, and what the library loads. */
import assert from "node:assert/strict";
import { compileGlob } from "../../src/instructions/glob.ts";
import { parseFrontmatter, splitList, textsOf } from "../../src/instructions/frontmatter.ts";
import { unifiedHunks } from "../../src/instructions/diff.ts";
import { decodeText } from "../../src/instructions/decode.ts";
import { blankCode } from "../../src/instructions/markdown_code.ts";
import { visibleText } from "../../src/instructions/visible_text.ts";
import {
  chainOf,
  contains,
  isAbsolutePath,
  normalizePath,
  relativePath,
  resolvePath,
} from "../../src/instructions/paths.ts";

Deno.test("paths are normalised for both platforms", () => {
  assert.equal(normalizePath("/a/./b//../c/", "posix"), "/a/c");
  assert.equal(normalizePath("/../..", "posix"), "/");
  assert.equal(normalizePath("/a\\b", "posix"), "/a\\b");
  assert.equal(normalizePath("\\\\?\\C:\\a\\..\\b", "windows"), "C:/b");
  assert.equal(normalizePath("\\\\?\\UNC\\s\\d\\x", "windows"), "//s/d/x");
  assert.equal(normalizePath("C:\\..\\..", "windows"), "C:/");
  assert.equal(resolvePath("/a/b", "../c", "posix"), "/a/c");
  assert.equal(resolvePath("C:/a", "D:\\x", "windows"), "D:/x");
  assert.equal(isAbsolutePath("C:x", "windows"), false);
});

Deno.test("one path seen from another", () => {
  assert.equal(relativePath("/a/b", "/a/b", "posix"), ".");
  assert.equal(relativePath("/a/b", "/a/bc/d", "posix"), "../bc/d");
  assert.equal(relativePath("/", "/a", "posix"), "a");
  assert.equal(relativePath("C:/a", "D:/a", "windows"), undefined);
  assert.equal(relativePath("C:/A", "c:/a/B", "windows"), "B");
  assert.equal(contains("/a/home", "/a/home2", "posix"), false);
  assert.equal(contains("/", "/a", "posix"), true);
  assert.deepEqual([...chainOf("a/b/c")], [".", "a", "a/b", "a/b/c"]);
  assert.deepEqual([...chainOf(".")], ["."]);
});

for (
  const [pattern, yes, no] of [
    ["src/**", ["src/a", "src/a/b.ts"], ["srcs/a", "lib/src/a"]],
    ["**/*.ts", ["a.ts", "a/b/c.ts"], ["a.tsx", "ts"]],
    ["src/*.{ts,tsx}", ["src/a.ts", "src/a.tsx"], ["src/a/b.ts", "src/a.js"]],
    ["{a,b{c,d}}/x", ["a/x", "bc/x", "bd/x"], ["b/x", "bcd/x"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/xb", "ab"]],
    ["[a-c]?.md", ["b1.md"], ["d1.md", "b12.md", "b/.md"]],
    ["[!a]x", ["bx"], ["ax"]],
    ["./docs/", ["docs/a/b"], ["docs", "x/docs/a"]],
    ["a\\*b", ["a*b"], ["axb"]],
    ["*", ["a", ".env"], ["a/b"]],
  ] as const
) {
  Deno.test(`the glob ${pattern} matches what it says`, () => {
    const glob = compileGlob(pattern, { bare: "root" });
    assert.ok(glob);
    for (const path of yes) assert.equal(glob(path), true, path);
    for (const path of no) assert.equal(glob(path), false, path);
  });
}

Deno.test("a glob without a directory may match at any depth", () => {
  assert.equal(compileGlob("*.ts", { bare: "anywhere" })?.("a/b.ts"), true);
  assert.equal(compileGlob("*.TS", { bare: "anywhere", ignoreCase: true })?.("a/B.ts"), true);
});

Deno.test("globs that do not parse are undefined", () => {
  for (const pattern of ["[a", "a{b", "a}b", "", "/", "{a,b}".repeat(20), "\\"]) {
    assert.equal(compileGlob(pattern), undefined, pattern);
  }
});

Deno.test("hostile globs and paths take no time to speak of", () => {
  const started = performance.now();
  compileGlob("*a".repeat(2_000) + "b")?.("a".repeat(4_000));
  compileGlob("**/a/".repeat(500) + "b")?.("a/".repeat(2_000) + "c");
  compileGlob("{".repeat(100_000));
  assert.ok(performance.now() - started < 2_000);
});

Deno.test("the head of a rule file in the forms that agents use", () => {
  const { fields, body, bodyLine, strayLines } = parseFrontmatter(
    [
      "---",
      "# a comment",
      "globs: *.ts, src/{a,b}/** # why",
      'quoted: "a: b"',
      "inline: [a, 'b, c', {d,e}]",
      "list:",
      "  - one",
      "- two",
      "map:",
      '  version: "1"',
      "folded: >",
      "  one",
      "  two",
      "empty:",
      "no field here",
      "---",
      "body",
    ].join("\n"),
  );
  assert.deepEqual(textsOf(fields.get("globs")?.value), ["*.ts", "src/{a,b}/**"]);
  assert.deepEqual(fields.get("quoted"), { value: { kind: "text", text: "a: b", quoted: true }, line: 4 });
  assert.deepEqual(fields.get("inline")?.value, { kind: "list", items: ["a", "b, c", "{d,e}"] });
  assert.deepEqual(fields.get("list")?.value, { kind: "list", items: ["one", "two"] });
  assert.deepEqual(fields.get("map")?.value, {
    kind: "map",
    entries: [["version", { text: "1", quoted: true }]],
  });
  assert.deepEqual(fields.get("folded")?.value, { kind: "text", text: "one two", quoted: true });
  assert.deepEqual(fields.get("empty")?.value, { kind: "text", text: "", quoted: false });
  assert.deepEqual([strayLines, body, bodyLine], [[15], "body", 17]);
});

Deno.test("a text without a closed head is all body", () => {
  for (const text of ["", "---", "---\na: b", "a\n---\n---", "----\na: b\n----"]) {
    assert.deepEqual([parseFrontmatter(text).present, parseFrontmatter(text).body], [false, text]);
  }
  assert.deepEqual(splitList("a,,b, {c,d},'e,f"), ["a", "b", "{c,d}", "'e,f"]);
});

Deno.test("code, comments and fences are blanked, lines stay", () => {
  const text = "a `b` c\n```js\nd\n```\n<!-- e\nf --> g\n~~~\n```\nh";
  const blank = blankCode(text);
  assert.equal(blank.split("\n").length, text.split("\n").length);
  assert.deepEqual(blank.match(/[a-z]/g), ["a", "c", "g"]);
  assert.equal(blankCode("a `` b ` c"), "a `` b ` c");
  assert.equal(blankCode("`a\n\nb`"), "`a\n\nb`");
});

/** Applies unified hunks, checking every number and every line of context. */
function patch(before: string, hunks: string): string {
  const old = before.split("\n");
  const next: string[] = [];
  let at = 0;
  const lines = hunks === "" ? [] : hunks.split("\n");
  for (let line = 0; line < lines.length;) {
    const head = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(lines[line++] as string);
    assert.ok(head);
    const [oldStart, oldCount, newStart, newCount] = head.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    while (at < oldStart - (oldCount > 0 ? 1 : 0)) next.push(old[at++] as string);
    assert.equal(next.length, newStart - (newCount > 0 ? 1 : 0));
    for (let [left, right] = [oldCount, newCount]; left > 0 || right > 0; line++) {
      const [kind, text] = [lines[line]?.[0], lines[line]?.slice(1) as string];
      if (kind !== "+") assert.equal(old[at++], text);
      if (kind !== "-") next.push(text);
      if (kind !== "+") left--;
      if (kind !== "-") right--;
    }
  }
  return [...next, ...old.slice(at)].join("\n");
}

Deno.test("hunks lead from every text to every other", () => {
  let state = 1;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 4294967296 * below);
  };
  for (let round = 0; round < 5_000; round++) {
    const [before, after] = [0, 1].map(() =>
      Array.from({ length: random(30) }, () => "abc"[random(3)]).join("\n")
    );
    assert.equal(patch(before as string, unifiedHunks(before as string, after as string)), after);
  }
});

Deno.test("very different large texts are one hunk, found quickly", () => {
  const [before, after] = ["a", "b"].map((letter) =>
    Array.from({ length: 30_000 }, (_, line) => letter + line).join("\n")
  );
  const started = performance.now();
  const hunks = unifiedHunks(before as string, after as string);
  assert.ok(performance.now() - started < 2_000);
  assert.equal(hunks.match(/^@@/gm)?.length, 1);
  assert.equal(patch(before as string, hunks), after);
});

Deno.test("distant changes are hunks of their own with three lines around them", () => {
  const before = Array.from({ length: 20 }, (_, line) => `${line}`);
  const after = before.with(2, "x").with(9, "y").with(18, "z");
  assert.deepEqual(unifiedHunks(before.join("\n"), after.join("\n")).match(/^@@.*@@$/gm), [
    "@@ -1,13 +1,13 @@",
    "@@ -16,5 +16,5 @@",
  ]);
});

Deno.test("decoding never fails and takes one byte order mark", () => {
  const bytes = (...values: number[]) => new Uint8Array(values);
  assert.deepEqual(decodeText(bytes()), { skip: "empty" });
  assert.deepEqual(decodeText(bytes(0xef, 0xbb, 0xbf)), { skip: "empty" });
  assert.deepEqual(decodeText(bytes(0xff, 0xfe, 0, 0)), { skip: "binary" });
  const twice = decodeText(new TextEncoder().encode("\ufeff\ufeffa"));
  assert.equal("text" in twice && twice.text, "\ufeffa");
  const odd = decodeText(bytes(0xff, 0xfe, 0x61, 0, 0x62));
  assert.deepEqual("text" in odd && [odd.text, odd.lossy], ["a\ufffd", true]);
  const lone = decodeText(bytes(0xff, 0xfe, 0, 0xd8, 0x61, 0));
  assert.deepEqual("text" in lone && [lone.text, lone.lossy], ["\ufffda", true]);
});

Deno.test("what cannot be seen is written out", () => {
  assert.equal(visibleText("a\u001b[31m\u202eb\u{e0041}"), "aU+001B[31mU+202EbU+E0041");
});

Deno.test("the importable library loads this folder, the text room and the model only", async () => {
  const entry = new URL("../../src/instructions/context.ts", import.meta.url);
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", entry.href] })
    .output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { modules: { specifier: string }[] };
  const loaded = modules.map(({ specifier }) => specifier);
  assert.ok(loaded.length > 10);
  assert.deepEqual(
    loaded.filter((specifier) =>
      !/\/src\/(?:instructions|model|text)\/[^/]+\.ts$|^node:(?:fs\/promises|process|os)$/.test(specifier)
    ),
    [],
  );
  for (const specifier of loaded.filter((one) => one.startsWith("file:"))) {
    const source = await Deno.readTextFile(new URL(specifier));
    // Node 20 parses no explicit resource management.
    assert.doesNotMatch(source, /^\s*(?:await )?using \w+ =/m, specifier);
  }
});
