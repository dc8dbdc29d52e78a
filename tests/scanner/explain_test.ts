import assert from "node:assert/strict";
import type { Config } from "../../src/model/mod.ts";
import { explainPath, scanWithContent } from "../../src/scanner/mod.ts";
import { config, hasPosixFiles, languageOf, Tree } from "./_tree.ts";

function explain(tree: Tree, path: string, settings: Config = config()): ReturnType<typeof explainPath> {
  return explainPath(tree.root, settings, path, { languageOf, ignoreCase: false });
}

Deno.test("a selected file needs no explanation", () => {
  using tree = new Tree({ "src/a.ts": "x" });
  assert.equal(explain(tree, "src/a.ts"), undefined);
  assert.equal(explain(tree, "src"), undefined);
});

Deno.test("the rule that ignores a file or one of its folders is named", () => {
  using tree = new Tree({ "pkg/.gitignore": "\n/gen\n", "pkg/gen/deep/a.ts": "", "node_modules/x/b.ts": "" });
  assert.deepEqual(explain(tree, "pkg/gen/deep/a.ts"), {
    path: "pkg/gen/deep/a.ts",
    reason: "ignored",
    detail: "pkg/.gitignore:2",
  });
  assert.equal(explain(tree, "node_modules/x/b.ts")?.detail, "exclude: node_modules");
});

Deno.test("every other reason is found, with the words of the scan", () => {
  using tree = new Tree({
    "big.ts": "x".repeat(2000),
    "zero.txt": "\0",
    "logo.png": "",
    "a.test.ts": "",
    ".env": "",
    "keys/.ssh/x": "",
    "w/.git": "gitdir: ../.git/worktrees/w",
    "w/a.ts": "",
    ".git/config": "",
    "lib/a.ts": "",
  });
  const settings = config({
    exclude: [],
    include: ["."],
    indexing: { maxFileSizeKb: 1, includeTests: false },
  });
  const reasons = Object.fromEntries(
    [
      "big.ts",
      "zero.txt",
      "logo.png",
      "a.test.ts",
      ".env",
      "keys/.ssh/x",
      "w/a.ts",
      ".git/config",
      "gone.ts",
      "big.ts/x",
    ]
      .map((path) => {
        const { path: shown, reason, detail } = explain(tree, path, settings)!;
        return [path, [shown, reason, detail]];
      }),
  );
  assert.deepEqual(reasons, {
    "big.ts": ["big.ts", "too-large", "2000 bytes"],
    "zero.txt": ["zero.txt", "binary", "content"],
    "logo.png": ["logo.png", "binary", "extension"],
    "a.test.ts": ["a.test.ts", "disabled-kind", "test"],
    ".env": ["", "sensitive", undefined],
    "keys/.ssh/x": ["", "sensitive", undefined],
    "w/a.ts": ["w/a.ts", "ignored", "linked git worktree"],
    ".git/config": [".git/config", "ignored", "internal folder"],
    "gone.ts": ["gone.ts", "unreadable", "does not exist"],
    "big.ts/x": ["big.ts/x", "unreadable", "does not exist"],
  });
  const outside = explain(tree, "lib/a.ts", config({ include: ["src"] }));
  assert.deepEqual(outside, { path: "lib/a.ts", reason: "ignored", detail: "not below any include entry" });
});

Deno.test("links are named, on the way as well", { ignore: !hasPosixFiles }, () => {
  using tree = new Tree({ "real/a.ts": "" });
  tree.link("alias", "real");
  assert.deepEqual(explain(tree, "alias/a.ts"), { path: "alias/a.ts", reason: "link" });
});

Deno.test("a path that leaves the root is not looked at", () => {
  using outside = new Tree({ "x/a.ts": "" });
  using tree = new Tree({ "a.ts": "", "b/c.ts": "" });
  const name = outside.root.split(/[\\/]/).at(-1);
  for (const path of [`../${name}/x/a.ts`, "b/../a.ts", "./a.ts", "b//c.ts"]) {
    assert.equal(explain(tree, path)?.detail, "does not exist", path);
  }
});

Deno.test("explanations agree with the scan for every file of a mixed tree", () => {
  using tree = new Tree({ ".gitignore": "*.log\n!keep.log\nout/\n", "a/.repoctxignore": "b*\n!bb.ts\n" });
  const names = [
    "b.ts",
    "bb.ts",
    "keep.log",
    "x.log",
    "a.test.ts",
    "out/a.ts",
    "README.md",
    "nul",
    ".env",
    "p.png",
  ];
  for (const folder of ["", "a/", "a/out/", "a/c/", "dist/", "a/b/"]) {
    for (const name of names) tree.write(folder + name, name === "nul" ? "\0" : "x");
  }
  const settings = config({ indexing: { includeDocs: false } });
  const { files } = scanWithContent(tree.root, settings, { languageOf, ignoreCase: false });
  const chosen = new Set(files.map(({ path }) => path));
  assert.ok(chosen.size > 5);
  for (const folder of ["", "a/", "a/out/", "a/c/", "dist/", "a/b/"]) {
    for (const name of names) {
      assert.equal(
        explain(tree, folder + name, settings) === undefined,
        chosen.has(folder + name),
        folder + name,
      );
    }
  }
});
