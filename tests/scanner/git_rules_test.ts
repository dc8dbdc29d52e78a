import assert from "node:assert/strict";
import { toByteText } from "../../src/scanner/_byte_text.ts";
import { type IgnoreRule, RuleSet } from "../../src/scanner/ignore_rules.ts";
import { Random } from "./_random.ts";
import { config, git, hasGit, scanTree, Tree } from "./_tree.ts";

const NAMES = [
  "a",
  "b",
  "ab",
  "abc",
  "x.ts",
  "a.ts",
  "b.log",
  "foo",
  "foo.bar",
  "A",
  "[a]",
  "a-b",
  "é",
  "a b",
  "#c",
  "!d",
];
const PIECES = [
  ...["a", "b", "ab", "c", "foo", "x.ts", ".ts", ".log", "*", "*", "**", "?", "/", "/", "/", "é", " ", "A"],
  ...[
    "[a-c]",
    "[!a]",
    "[^b]",
    "[]a]",
    "[a",
    "[[:alpha:]]",
    "[[:digit:]x]",
    "[[:nope:]]",
    "[a-]",
    "[--/]",
    "[a/b]",
  ],
  ...["\\*", "\\", "\\a", "\\[", "#", "!", ".", "[\\]]", "[b-\\d]", "[é]", "***", "**/", "/**", "/**/"],
];

/**
 * A pattern on which git may disagree with its own manual: behind a literal beginning it can take `**` for the start
 * of the pattern.
 */
const LITERAL_THEN_STARS = /^!?\/?[^*?[\\]*[^*?[\\/]\*\*/;

function randomLine(random: Random): string {
  const line = random.pick(["", "", "", "!", "/"]) + random.many(1, 3, () => random.pick(PIECES)).join("") +
    random.pick(["", "", "", "/", " ", "\r", "\\ "]);
  return LITERAL_THEN_STARS.test(line) ? random.pick(NAMES) : line;
}

/** Simpler patterns, which match more often. */
function commonLine(random: Random): string {
  return random.pick(["", "", "!", "/", "**/"]) + random.pick([...NAMES, "*.ts", "a*", "foo*", "a/b", "?"]) +
    random.pick(["", "", "/", "/*"]);
}

function randomPath(random: Random): string {
  return random.many(1, 4, () => random.pick(NAMES)).join("/");
}

/** What git reports for a path: the excluded folder's rule, else the rule of the path itself. */
function decisive(rules: RuleSet, base: string, path: string): IgnoreRule | undefined {
  let folder = base;
  const names = path.split("/").map(toByteText);
  for (const name of names.slice(0, -1)) {
    const rule = rules.decide(folder, name, true);
    if (rule !== undefined && !rule.negated) return rule;
    folder += `${name}/`;
  }
  return rules.decide(folder, names.at(-1)!, false);
}

Deno.test({
  name: "single ignore files decide as git check-ignore does, down to the line",
  ignore: !hasGit,
  async fn() {
    using tree = new Tree();
    await git(tree.root, ["init", "-q", "--template="]);
    const random = new Random(20250101);
    const queries: { path: string; folder: string; inner: string; lines: string[] }[] = [];
    for (let number = 0; number < 200; number++) {
      const folder = `case${number}`;
      const lines = random.many(1, 4, () => randomLine(random));
      tree.write(`${folder}/.gitignore`, lines.join("\n"));
      for (const inner of random.many(12, 12, () => randomPath(random))) {
        queries.push({ path: `${folder}/${inner}`, folder, inner, lines });
      }
    }
    const input = queries.map(({ path }) => path).join("\0");
    const answers = await git(tree.root, ["check-ignore", "--no-index", "-z", "-v", "-n", "--stdin"], input);
    assert.equal(answers.length, queries.length * 4);
    const ignoredCount = queries.filter(({ folder, inner, lines, path }, index) => {
      const rules = new RuleSet(lines.map((line) => toByteText(line.replace(/\r$/, ""))), {
        base: `${folder}/`,
        caseRule: "exact-case",
        originOf: (line) => `${folder}/.gitignore:${line}`,
      });
      const [source, line] = answers.slice(index * 4);
      const expected = source === "" ? undefined : `${source}:${line}`;
      assert.equal(decisive(rules, `${folder}/`, inner)?.origin, expected, JSON.stringify({ path, lines }));
      return expected !== undefined;
    }).length;
    // Guards the test itself: patterns that never match would agree as well.
    assert.ok(ignoredCount > queries.length / 10, `only ${ignoredCount} of ${queries.length} matched`);
  },
});

Deno.test({
  name: "whole trees with nested ignore files are selected as git ls-files does",
  ignore: !hasGit,
  async fn() {
    using tree = new Tree();
    await git(tree.root, ["init", "-q", "--template="]);
    const random = new Random(77_003);
    for (let number = 0; number < 30; number++) {
      for (const path of new Set(random.many(10, 25, () => randomPath(random)))) {
        try {
          tree.write(`tree${number}/${path}`, "x");
        } catch {
          // The path runs through a file made before.
        }
      }
      const folders = random.many(1, 3, () => random.pick(["", "a/", "b/", "foo/", "a/b/"]));
      for (const folder of new Set(folders)) {
        try {
          const lines = random.many(4, 9, () => random.pick([randomLine, commonLine])(random));
          tree.write(`tree${number}/${folder}.gitignore`, lines.join("\n") + "\n");
        } catch {
          // As above.
        }
      }
    }
    const expected = await git(tree.root, ["ls-files", "-z", "-o", "--exclude-standard"]);
    const everything = config({ exclude: [], sensitiveFiles: ["!*"], indexing: { maxFileSizeKb: 1e6 } });
    const { files, skipped } = scanTree(tree, everything);
    const actual = [...files, ...skipped.filter(({ reason }) => reason !== "ignored")].map(({ path }) =>
      path
    );
    assert.deepEqual(actual.sort(), expected.sort());
    const ignored = skipped.filter(({ reason }) => reason === "ignored");
    assert.ok(ignored.length > 30);
  },
});
