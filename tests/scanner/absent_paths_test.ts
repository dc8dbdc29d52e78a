import assert from "node:assert/strict";
import { absentPathTest } from "../../src/scanner/mod.ts";
import { config, hasPosixFiles, languageOf, selected, Tree } from "./_tree.ts";

Deno.test("a file that is not there is judged as it would be if it were", () => {
  const files = {
    ".gitignore": "*.log\n!keep.log\n/out2/\n",
    "src/.gitignore": "gen/\n",
    "src/a.ts": "",
    "docs/.repoctxignore": "draft*\n",
  };
  const candidates = [
    "a.log",
    "keep.log",
    "out2/a.ts",
    "src/out2/a.ts",
    "src/gen/a.ts",
    "src/b.ts",
    "other/gen/a.ts",
    "docs/draft.md",
    "docs/final.md",
    "logo.png",
    "node_modules/x/a.ts",
    ".env",
    "deep/.ssh/notes.txt",
    "deep/.git/x.ts",
    ".repoctx/x.ts",
    "new folder/ä.ts",
  ];
  using tree = new Tree(files);
  const isSelected = absentPathTest(tree.root, config(), { languageOf, ignoreCase: false });
  const expected = candidates.filter(isSelected);
  for (const path of candidates) tree.write(path);
  assert.deepEqual(
    selected(tree).filter((path) => candidates.includes(path)),
    expected.sort(),
  );
});

Deno.test("includes, kinds and impossible paths count", () => {
  using tree = new Tree({ "src/a.ts": "" });
  const settings = config({ include: ["src", "one.ts"], indexing: { includeTests: false } });
  const isSelected = absentPathTest(tree.root, settings, { languageOf, ignoreCase: false });
  const paths = ["src/b.ts", "src/b.test.ts", "one.ts", "lib/b.ts", "src/../b.ts", "src//b.ts", "src/"];
  assert.deepEqual(paths.filter(isSelected), ["src/b.ts", "one.ts"]);
});

Deno.test("an ignore file behind a link has no say", { ignore: !hasPosixFiles }, () => {
  using outside = new Tree({ ".gitignore": "*.ts\n" });
  using tree = new Tree({});
  tree.link("src", outside.root);
  const isSelected = absentPathTest(tree.root, config(), { languageOf, ignoreCase: false });
  assert.equal(isSelected("src/b.ts"), true);
});
