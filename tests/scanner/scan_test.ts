import assert from "node:assert/strict";
import { RepoctxError } from "../../src/model/mod.ts";
import { scan, scanWithContent } from "../../src/scanner/mod.ts";
import { config, hasPosixFiles, languageOf, scanTree, selected, Tree } from "./_tree.ts";

Deno.test("files come sorted by code unit with kind, language, size and time", () => {
  using tree = new Tree({ "b.ts": "let b;", "B.md": "# B", "a/z.ts": "z", "a.ts": "", "a-b.ts": "ab" });
  const { files, skipped, missingRoots } = scanTree(tree);
  assert.deepEqual(files.map(({ path, kind, language, size }) => [path, kind, language, size]), [
    ["B.md", "doc", "none", 3],
    ["a-b.ts", "source", "typescript", 2],
    ["a.ts", "source", "typescript", 0],
    ["a/z.ts", "source", "typescript", 1],
    ["b.ts", "source", "typescript", 6],
  ]);
  assert.ok(files.every(({ mtimeMs }) => mtimeMs > 1e12));
  assert.deepEqual([skipped, missingRoots], [[], []]);
});

Deno.test("the order in which files were made does not show", () => {
  const files = [
    "b/x.ts",
    "b.ts",
    "a/.env",
    "a/y.log",
    ".gitignore",
    "a/z/q.ts",
    "b/.env",
    "node_modules/m.js",
  ]
    .map((path) => [path, path === ".gitignore" ? "*.log\n" : "x"] as const);
  using one = new Tree(Object.fromEntries(files));
  using other = new Tree(Object.fromEntries(files.toReversed()));
  const [first, second] = [one, other].map((tree) => {
    const { files, ...rest } = scanTree(tree);
    return {
      ...rest,
      files: files.map(({ path, kind, language, size }) => ({ path, kind, language, size })),
    };
  });
  assert.deepEqual(first, second);
});

Deno.test("an empty repository gives empty lists", () => {
  using tree = new Tree();
  assert.deepEqual(scanTree(tree), { files: [], skipped: [], folders: [""], missingRoots: [] });
});

Deno.test("a skipped folder is listed once, with the rule that decided", () => {
  using tree = new Tree({ "node_modules/x/a.ts": "", "out/b.ts": "", "src/a.log": "", "src/a.ts": "" });
  tree.write(".gitignore", "# logs\n*.log\n");
  assert.deepEqual(scanTree(tree).skipped, [
    { path: "node_modules/", reason: "ignored", detail: "exclude: node_modules" },
    { path: "out/", reason: "ignored", detail: "exclude: out" },
    { path: "src/a.log", reason: "ignored", detail: ".gitignore:2" },
  ]);
});

Deno.test("git's folder and the state folder are neither selected nor reported", () => {
  using tree = new Tree({
    ".git/config": "",
    ".repoctx/index.db": "",
    "sub/.git": "gitdir: ../.git/modules/sub\n",
  });
  tree.write("sub/a.ts");
  const { files, skipped } = scanTree(tree, config({ exclude: [] }));
  assert.deepEqual(files.map(({ path }) => path), ["sub/a.ts"]);
  assert.deepEqual(skipped, []);
});

Deno.test("inner ignore files overrule outer ones, and .repoctxignore overrules .gitignore beside it", () => {
  using tree = new Tree({
    ".gitignore": "*.gen.ts\nkeep/\n",
    ".repoctxignore": "!shown.gen.ts\n*.draft\n",
    "pkg/.gitignore": "!local.gen.ts\n",
    "pkg/.repoctxignore": "hidden.ts\n",
  });
  for (const path of ["a.gen.ts", "shown.gen.ts", "n.draft", "keep/x.ts", "hidden.ts"]) tree.write(path);
  for (const path of ["pkg/local.gen.ts", "pkg/other.gen.ts", "pkg/hidden.ts"]) tree.write(path);
  assert.deepEqual(selected(tree).filter((path) => !path.includes("ignore")), [
    "hidden.ts",
    "pkg/local.gen.ts",
    "shown.gen.ts",
  ]);
});

Deno.test("a ! of an ignore file takes back an exclude of the config, but nothing inside a pruned folder", () => {
  using tree = new Tree({ ".gitignore": "!dist\n!build/keep.ts\n", "dist/a.ts": "", "build/keep.ts": "" });
  assert.deepEqual(selected(tree), [".gitignore", "dist/a.ts"]);
});

Deno.test("respectGitignore false leaves only .repoctxignore and the config", () => {
  using tree = new Tree({ ".gitignore": "a.ts", ".repoctxignore": "b.ts", ".git/info/exclude": "c.ts" });
  for (const path of ["a.ts", "b.ts", "c.ts"]) tree.write(path);
  const settings = config({ respectGitignore: false });
  assert.deepEqual(selected(tree, settings), [".gitignore", ".repoctxignore", "a.ts", "c.ts"]);
});

Deno.test(".git/info/exclude and a user-wide excludes file count, the latter least", () => {
  using tree = new Tree({
    ".git/info/exclude": "mine.ts\n!both.ts\n",
    "mine.ts": "",
    "both.ts": "",
    "user.ts": "",
  });
  using home = new Tree({ ignore: "user.ts\nboth.ts\n" });
  assert.deepEqual(selected(tree), ["both.ts", "user.ts"]);
  const globalExcludes = `${home.root}/ignore`;
  assert.deepEqual(selected(tree, config(), { globalExcludes }), ["both.ts"]);
  const user = scanTree(tree, config(), { globalExcludes }).skipped.find(({ path }) => path === "user.ts");
  assert.equal(user?.detail, "core.excludesFile:1");
  assert.deepEqual(selected(tree, config(), { globalExcludes: `${home.root}/none` }), ["both.ts", "user.ts"]);
});

Deno.test("the checkout of a linked worktree uses the exclude file of the main one", () => {
  using tree = new Tree({
    "main/.git/info/exclude": "scratch.ts\n",
    "main/.git/worktrees/w/commondir": "../..\n",
    "w/.git": "gitdir: ../main/.git/worktrees/w\n",
    "w/scratch.ts": "",
    "w/a.ts": "",
  });
  const { files } = scan(`${tree.root}/w`, config(), { languageOf });
  assert.deepEqual(files.map(({ path }) => path), ["a.ts"]);
});

Deno.test("ignore files of other tools have no effect", () => {
  using tree = new Tree({
    ".prettierignore": "*",
    ".dockerignore": "*",
    ".npmignore": "*",
    ".eslintignore": "*",
  });
  tree.write("a.ts");
  assert.ok(selected(tree).includes("a.ts"));
});

Deno.test("rules can ignore case", () => {
  using tree = new Tree({ ".gitignore": "BUILT\n/Gen/*.TS\n", "built/a.ts": "", "gen/B.ts": "", "c.ts": "" });
  assert.deepEqual(selected(tree, config(), { ignoreCase: true }), [".gitignore", "c.ts"]);
  assert.deepEqual(selected(tree), [".gitignore", "built/a.ts", "c.ts", "gen/B.ts"]);
});

Deno.test("ignore files that are binary, huge, UTF-16 or not UTF-8 are survived", () => {
  using tree = new Tree({
    "bin/.gitignore": "no\0thing\nyes.ts\n",
    "wide/.gitignore": new Uint8Array([0xff, 0xfe, 0x2a, 0, 0x0a, 0, 0x2a, 0, 0x0a, 0]),
    "latin/.gitignore": new Uint8Array([0xe9, 0x0a, ...new TextEncoder().encode("yes.ts\n")]),
    "huge/.gitignore": "yes.ts\n".repeat(200_000),
    "bom/.gitignore": "\ufeffyes.ts\n",
    "crlf/.gitignore": "\r\nyes.ts\r\n",
  });
  for (const folder of ["bin", "wide", "latin", "huge", "bom", "crlf"]) tree.write(`${folder}/yes.ts`);
  const { files, skipped } = scanTree(tree, config({ exclude: [] }));
  assert.deepEqual(files.map(({ path }) => path).filter((path) => path.endsWith(".ts")), [
    "huge/yes.ts",
    "wide/yes.ts",
  ]);
  assert.deepEqual(skipped.filter(({ path }) => path.startsWith("huge")), [
    { path: "huge/.gitignore", reason: "too-large", detail: "ignore file without effect: too large" },
  ]);
});

Deno.test("a folder named like an ignore file is a folder", () => {
  using tree = new Tree({ ".gitignore/a.ts": "", ".repoctxignore/b.ts": "" });
  assert.deepEqual(selected(tree), [".gitignore/a.ts", ".repoctxignore/b.ts"]);
});

Deno.test("files above the limit are reported with their size, files of exactly the limit are kept", () => {
  using tree = new Tree({ "a.ts": "x".repeat(1024), "b.ts": "x".repeat(1025) });
  const { files, skipped } = scanTree(tree, config({ indexing: { maxFileSizeKb: 1 } }));
  assert.deepEqual(files.map(({ path }) => path), ["a.ts"]);
  assert.deepEqual(skipped, [{ path: "b.ts", reason: "too-large", detail: "1025 bytes" }]);
});

Deno.test("binary extensions, tests and docs are left out by name", () => {
  using tree = new Tree({ "logo.PNG": "", "a.test.ts": "", "README": "", "a.ts": "" });
  const settings = config({ indexing: { includeTests: false, includeDocs: false } });
  const { files, skipped } = scanTree(tree, settings);
  assert.deepEqual(files.map(({ path }) => path), ["a.ts"]);
  assert.deepEqual(skipped, [
    { path: "README", reason: "disabled-kind", detail: "doc" },
    { path: "a.test.ts", reason: "disabled-kind", detail: "test" },
    { path: "logo.PNG", reason: "binary", detail: "extension" },
  ]);
});

Deno.test("sensitive paths are counted and never named", () => {
  using tree = new Tree({
    ".env": "",
    "a/.ENV.local": "",
    "keys/server.pem": "",
    ".ssh/config": "",
    ".gitignore": "!.env\n",
  });
  tree.write("a.ts");
  const { files, skipped } = scanTree(tree);
  assert.deepEqual(files.map(({ path }) => path), [".gitignore", "a.ts"]);
  assert.deepEqual(skipped, Array.from({ length: 4 }, () => ({ path: "", reason: "sensitive" })));
});

Deno.test("include limits the scan to existing folders and files inside the root", () => {
  using tree = new Tree({
    "src/a.ts": "",
    "src/deep/b.ts": "",
    "lib/c.ts": "",
    "d.ts": "",
    ".gitignore": "b.ts\n",
  });
  const settings = config({ include: ["./src/", "src/deep", "d.ts", "gone", "../out", "/etc", "d.ts/x"] });
  const { files, missingRoots } = scanTree(tree, settings);
  assert.deepEqual(files.map(({ path }) => path), ["d.ts", "src/a.ts"]);
  assert.deepEqual(missingRoots, ["../out", "/etc", "d.ts/x", "gone"]);
});

Deno.test("include of the root folder is the whole repository", () => {
  using tree = new Tree({ "a.ts": "", "b/c.ts": "" });
  assert.deepEqual(selected(tree, config({ include: ["."] })), ["a.ts", "b/c.ts"]);
});

Deno.test("sensitive patterns and ignore rules apply to include roots as well", () => {
  using tree = new Tree({ ".ssh/known.ts": "", "dist/a.ts": "", "conf/.env": "", "src/a.ts": "" });
  const { files, skipped } = scanTree(tree, config({ include: [".ssh", "dist", "conf/.env", "src"] }));
  assert.deepEqual(files.map(({ path }) => path), ["src/a.ts"]);
  assert.deepEqual(skipped.map(({ path, reason }) => [path, reason]), [
    ["", "sensitive"],
    ["", "sensitive"],
    ["dist/", "ignored"],
  ]);
});

Deno.test("a linked worktree inside the repository is skipped, a submodule and a nested repository are not", () => {
  using tree = new Tree({
    ".agents/w1/.git": "gitdir: ../../.git/worktrees/w1\n",
    ".agents/w1/src/a.ts": "",
    "abs/.git": "gitdir: /home/x/repo/.git/worktrees/abs\n",
    "abs/a.ts": "",
    "win/.git": "gitdir: C:\\repo\\.git\\worktrees\\win\r\n",
    "win/a.ts": "",
    "kit-w/.git": "gitdir: ../.git/modules/libs/kit/worktrees/kit-w\n",
    "kit-w/a.ts": "",
    "kit/.git": "gitdir: ../.git/modules/worktrees/kit\n",
    "kit/a.ts": "",
    "clone/.git/HEAD": "ref: refs/heads/main\n",
    "clone/a.ts": "",
    "odd/.git": "nonsense",
    "odd/a.ts": "",
    "src/a.ts": "",
  });
  const { files, skipped } = scanTree(tree);
  assert.deepEqual(files.map(({ path }) => path), ["clone/a.ts", "kit/a.ts", "odd/a.ts", "src/a.ts"]);
  assert.deepEqual(skipped.map(({ path }) => path), [".agents/w1/", "abs/", "kit-w/", "win/"]);
  assert.deepEqual([...new Set(skipped.map(({ detail }) => detail))], ["linked git worktree"]);
});

Deno.test("odd names are selected as they are", { ignore: !hasPosixFiles }, () => {
  const names = [
    "line\nbreak.ts",
    "\x1b[31m.ts",
    "a%20b.ts",
    "[id].ts",
    "--help.ts",
    "it's $HOME.ts",
    "back\\slash.ts",
    "é.ts",
  ];
  using tree = new Tree(Object.fromEntries(names.map((name) => [name, ""])));
  assert.deepEqual(selected(tree), names.toSorted());
});

Deno.test("links are never followed, wherever they point", { ignore: !hasPosixFiles }, () => {
  using outside = new Tree({ "secret.ts": "", "folder/deed.ts": "", "rules": "*\n" });
  using tree = new Tree({ "a/real.ts": "" });
  tree.link("leak.ts", `${outside.root}/secret.ts`);
  tree.link("vault", `${outside.root}/folder`);
  tree.link("a/self", ".");
  tree.link("a/up", "..");
  tree.link("broken.ts", "nowhere.ts");
  tree.link("a/.gitignore", `${outside.root}/rules`);
  tree.link(".env", "a/real.ts");
  const { files, skipped } = scanTree(tree, config({ include: [".", "vault", "vault/deed.ts"] }));
  assert.deepEqual(files.map(({ path }) => path), ["a/real.ts"]);
  assert.deepEqual(skipped.map(({ path, reason }) => `${reason} ${path}`), [
    "sensitive ",
    "link a/.gitignore",
    "link a/self",
    "link a/up",
    "link broken.ts",
    "link leak.ts",
    "link vault",
  ]);
});

Deno.test("an include root behind a link is not entered", { ignore: !hasPosixFiles }, () => {
  using outside = new Tree({ "folder/deed.ts": "" });
  using tree = new Tree();
  tree.link("vault", outside.root);
  const { files, skipped } = scanTree(tree, config({ include: ["vault/folder", "vault/folder/deed.ts"] }));
  assert.deepEqual(files, []);
  assert.deepEqual(skipped, [{ path: "vault", reason: "link" }]);
});

Deno.test("pipes and names that are not Unicode are reported and not opened", {
  ignore: Deno.build.os !== "linux",
}, () => {
  using tree = new Tree({ "a.ts": "" });
  const made = new Deno.Command("sh", {
    args: [
      "-c",
      "mkfifo pipe.ts .gitignore && touch \"$(printf 'bad\\377.ts')\" && mkdir \"$(printf 'dir\\376')\"",
    ],
    cwd: tree.root,
  }).outputSync();
  assert.ok(made.success);
  const { files, skipped } = scanWithContent(tree.root, config(), { languageOf });
  assert.deepEqual(files.map(({ path }) => path), ["a.ts"]);
  assert.deepEqual(skipped, [
    { path: ".gitignore", reason: "special" },
    { path: "bad\ufffd.ts", reason: "unreadable", detail: "name is not valid Unicode" },
    { path: "dir\ufffd/", reason: "unreadable", detail: "name is not valid Unicode" },
    { path: "pipe.ts", reason: "special" },
  ]);
});

Deno.test(
  "folders and files without permission are reported",
  { ignore: !hasPosixFiles || Deno.uid() === 0 },
  () => {
    using tree = new Tree({
      "shut/a.ts": "",
      "closed.ts": "x",
      "a.ts": "",
      "rules/.gitignore": "a.ts",
      "rules/a.ts": "",
    });
    for (const path of ["shut", "closed.ts", "rules/.gitignore"]) Deno.chmodSync(`${tree.root}/${path}`, 0);
    const { files, skipped } = scanWithContent(tree.root, config(), { languageOf });
    Deno.chmodSync(`${tree.root}/shut`, 0o700);
    assert.deepEqual(files.map(({ path }) => path), ["a.ts", "rules/a.ts"]);
    assert.deepEqual(skipped.map(({ path, reason }) => [path, reason]), [
      ["closed.ts", "unreadable"],
      ["rules/.gitignore", "unreadable"],
      ["shut/", "unreadable"],
    ]);
  },
);

Deno.test("folders and files that vanish during the scan are reported", () => {
  using tree = new Tree({ "a/x.ts": "", "b/x.ts": "", "c/d/x.ts": "" });
  // The language is asked for before the file is looked at, progress is told after each folder.
  const { files, skipped } = scanTree(tree, config(), {
    languageOf(path) {
      if (path === "b/x.ts") Deno.removeSync(`${tree.root}/b/x.ts`);
      return "none";
    },
    onProgress() {
      try {
        Deno.removeSync(`${tree.root}/a`, { recursive: true });
        Deno.removeSync(`${tree.root}/c`, { recursive: true });
      } catch {
        // Gone already.
      }
    },
  });
  assert.deepEqual(files, []);
  assert.deepEqual(skipped.map(({ path, detail }) => [path, detail]), [
    ["a/", "vanished during the scan"],
    ["b/x.ts", "vanished during the scan"],
    ["c/", "vanished during the scan"],
  ]);
});

Deno.test("a root that cannot be listed is an error that names it", () => {
  using tree = new Tree();
  assert.throws(
    () => scan(`${tree.root}/gone`, config(), { languageOf }),
    (error: Error) => error instanceof RepoctxError && error.message.includes("gone"),
  );
});

Deno.test("a scan tells its progress and can be cancelled", () => {
  using tree = new Tree({ "a.ts": "", "b/c.ts": "", "d/e.ts": "" });
  const counts: number[] = [];
  scanTree(tree, config(), { onProgress: (count) => counts.push(count) });
  assert.deepEqual(counts, [1, 2, 3]);
  assert.throws(() => scanTree(tree, config(), { isCancelled: () => true }), RepoctxError);
});

Deno.test("scanWithContent leaves out what the first bytes rule out", () => {
  using tree = new Tree({
    "a.ts": "text",
    "b.bin2": new Uint8Array([1, 0, 2]),
    "late.txt": "x".repeat(8000) + "\0",
    "wide.cs": new Uint8Array([0xff, 0xfe, 0x41, 0]),
    "deploy_key": "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n",
  });
  const { files, skipped } = scanWithContent(tree.root, config(), { languageOf });
  assert.deepEqual(files.map(({ path }) => path), ["a.ts", "late.txt", "wide.cs"]);
  assert.deepEqual(skipped, [
    { path: "", reason: "sensitive" },
    { path: "b.bin2", reason: "binary", detail: "content" },
  ]);
});

Deno.test("folders nested as deep as the system allows are walked", () => {
  using tree = new Tree();
  const path = "d/".repeat(800);
  tree.write(`${path}a.ts`);
  assert.deepEqual(selected(tree), [`${path}a.ts`]);
});

Deno.test("the folders that were listed are told, and known ones can be passed over", () => {
  using tree = new Tree({ "a/x.ts": "", "a/b/y.ts": "", "c/z.ts": "", "node_modules/m.ts": "", "e/": "" });
  assert.deepEqual(scanTree(tree).folders, ["", "a/", "a/b/", "c/", "e/"]);
  const passesOver = (folder: string): boolean => folder === "a/b/" || folder === "c/";
  const { files, folders } = scanTree(tree, config(), { passesOver });
  assert.deepEqual([files.map(({ path }) => path), folders], [["a/x.ts"], ["", "a/", "e/"]]);
  // Where a scan starts is no folder to pass over.
  assert.deepEqual(selected(tree, config({ include: ["c"] }), { passesOver }), ["c/z.ts"]);
});
