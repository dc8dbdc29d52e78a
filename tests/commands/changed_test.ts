import assert from "node:assert/strict";
import { changed } from "../../src/commands/changed.ts";
import { ask, indexed, reindex } from "./_repository.ts";

const FILES = {
  "src/http.ts": `export function get(url: string): string {
  return url;
}

export function post(url: string): string {
  return url + "!";
}
`,
  "src/reader.ts": 'import { get } from "./http.ts";\nexport const read = () => get("a");\n',
  "src/writer.ts": 'import { post } from "./http.ts";\nexport const write = () => post("a");\n',
  "src/http.test.ts": 'import { get } from "./http.ts";\nget("b");\n',
  "docs/notes.md": "# Notes\n",
};

/** The statuses of an answer, by path. */
function statuses({ changed }: { changed: { path: string; status: string }[] }): string[] {
  return changed.map(({ path, status }) => `${status} ${path}`);
}

/** The reasons of an answer, by path. */
function reasons(
  { impacted }: { impacted: { path: string; reasons: string[] }[] },
): Record<string, string[]> {
  return Object.fromEntries(impacted.map(({ path, reasons }) => [path, reasons]));
}

Deno.test("an untouched tree is not stale", async () => {
  using tree = await indexed(FILES);
  const answer = await ask(changed, tree, { patch: true, companions: true });
  assert.deepEqual([answer.stale, answer.count, answer.changed, answer.impacted, answer.companions], [
    false,
    0,
    [],
    [],
    [],
  ]);
  assert.notEqual(answer.worktree_state, answer.content_state);
});

Deno.test("states are those of the specification", async () => {
  using tree = await indexed(
    { "src/one.ts": "export const one = 1;\n", "docs/notes.md": "# Notes\n\nHello.\n" },
    { include: ["src", "docs"] },
  );
  tree.remove("docs/notes.md");
  tree.write({ "src/two.ts": "export const one = 1;\n" });
  const answer = await ask(changed, tree);
  assert.deepEqual([answer.content_state, answer.worktree_state], ["95b3a29a29a6", "cf01d10c2d99"]);
  assert.deepEqual(statuses(answer), ["deleted docs/notes.md", "added src/two.ts"]);
});

Deno.test("a patch has the differing lines of modified files, counted in calibrated tokens", async () => {
  using tree = await indexed(FILES, { tokens: { factor: 2 } });
  tree.write({
    "src/http.ts": FILES["src/http.ts"].replace("return url;", "return url.trim();"),
    "src/new.ts": "export {};\n",
  });
  tree.remove("docs/notes.md");
  const answer = await ask(changed, tree, { patch: true });
  assert.deepEqual(statuses(answer), ["deleted docs/notes.md", "modified src/http.ts", "added src/new.ts"]);
  const [gone, modified, added] = answer.changed;
  assert.deepEqual([gone, added], [
    { path: "docs/notes.md", status: "deleted" },
    { path: "src/new.ts", status: "added" },
  ]);
  const text = " export function get(url: string): string {\n-  return url;\n+  return url.trim();\n }\n ";
  assert.deepEqual(modified.hunks, [{ old_start: 1, old_lines: 4, new_start: 1, new_lines: 4, text }]);
  const { encode } = await import("gpt-tokenizer");
  assert.equal(modified.patch_tokens, 2 * encode(text).length);
  assert.equal(modified.file_tokens, 2 * encode(await Deno.readTextFile(`${tree.root}/src/http.ts`)).length);
  assert.deepEqual((await ask(changed, tree)).changed[1], { path: "src/http.ts", status: "modified" });
});

Deno.test("other line ends alone are a change without hunks", async () => {
  using tree = await indexed(FILES);
  tree.write({ "src/reader.ts": FILES["src/reader.ts"].replaceAll("\n", "\r\n") + "\r\n" });
  const [entry] = (await ask(changed, tree, { patch: true })).changed;
  assert.deepEqual([entry.status, entry.patch_tokens, entry.hunks], ["modified", 0, []]);
});

Deno.test("the question writes nothing", async () => {
  using tree = await indexed(FILES);
  tree.write({ "src/http.ts": "changed\n" });
  const before = await Deno.readFile(tree.index);
  await ask(changed, tree, { patch: true, companions: true });
  assert.deepEqual(await Deno.readFile(tree.index), before);
});

Deno.test("impact: who imports or tests a changed file, and who uses what changed in it", async () => {
  using tree = await indexed(FILES);
  tree.write({ "src/http.ts": FILES["src/http.ts"].replace("return url;", "return url.trim();") });
  assert.deepEqual(reasons(await ask(changed, tree)), {
    "src/http.test.ts": ["imports:src/http.ts", "test-of:src/http.ts", "uses:src/http.ts#get"],
    "src/reader.ts": ["imports:src/http.ts", "uses:src/http.ts#get"],
    "src/writer.ts": ["imports:src/http.ts"],
  });
});

Deno.test("lines put between two declarations change neither of them", async () => {
  using tree = await indexed(FILES);
  tree.write({ "src/http.ts": FILES["src/http.ts"].replace("\n\n", "\n\nexport const other = 1;\n\n") });
  assert.deepEqual(reasons(await ask(changed, tree))["src/reader.ts"], ["imports:src/http.ts"]);
});

Deno.test("impact reaches users through a file that only passes names on", async () => {
  using tree = await indexed({
    "src/core.ts": "export function core(): number {\n  return 1;\n}\n",
    "src/index.ts": 'export { core } from "./core.ts";\n',
    "src/app.ts": 'import { core } from "./index.ts";\nexport const app = () => core();\n',
  });
  tree.write({ "src/core.ts": "export function core(): number {\n  return 2;\n}\n" });
  const { "src/app.ts": app, "src/index.ts": index } = reasons(await ask(changed, tree));
  assert.deepEqual(app, ["uses:src/core.ts#core"]);
  assert.equal(index![0], "imports:src/core.ts");
});

Deno.test("what changed itself is not impacted, and a lost file impacts all who used it", async () => {
  using tree = await indexed(FILES);
  tree.remove("src/http.ts");
  tree.write({ "src/reader.ts": "export const read = () => 1;\n" });
  const impacted = reasons(await ask(changed, tree));
  assert.deepEqual(Object.keys(impacted), ["src/http.test.ts", "src/writer.ts"]);
  assert.deepEqual(impacted["src/writer.ts"], ["imports:src/http.ts", "uses:src/http.ts#post"]);
});

Deno.test("an added file impacts those whose imports lead to it now", async () => {
  using tree = await indexed({
    "src/user.ts": 'import { late } from "./late.ts";\nexport const use = () => late();\n',
    "src/other.ts": "export {};\n",
  });
  tree.write({ "src/late.ts": "export function late(): number {\n  return 1;\n}\n" });
  assert.deepEqual(reasons(await ask(changed, tree)), {
    "src/user.ts": ["imports:src/late.ts", "uses:src/late.ts#late"],
  });
});

Deno.test("many reasons are counted instead of listed", async () => {
  const names = ["a", "b", "c", "d"];
  const parts = Object.fromEntries(
    names.map((name) => [
      `src/${name}.ts`,
      names.map((n) => `export const ${n}${name} = () => 1;\n`).join(""),
    ]),
  );
  const imports = names.map((name) =>
    `import { ${names.map((n) => n + name).join(", ")} } from "./${name}.ts";\n`
  );
  const uses = names.flatMap((name) => names.map((n) => `${n}${name}();\n`));
  using tree = await indexed({ ...parts, "src/all.ts": [...imports, ...uses].join("") });
  tree.remove(...Object.keys(parts));
  assert.deepEqual(reasons(await ask(changed, tree)), {
    "src/all.ts": [
      "imports:src/a.ts",
      "imports:src/b.ts",
      "graph:+2",
      "uses:src/a.ts#aa,ba,ca,+1",
      "uses:src/b.ts#ab,bb,cb,+1",
      "uses:+2",
    ],
  });
});

Deno.test("a moved file is one that was deleted and one that was added", async () => {
  using tree = await indexed(FILES);
  tree.remove("src/http.ts", "docs/notes.md");
  tree.write({
    "lib/http.ts": FILES["src/http.ts"],
    "docs/remarks.md": "# Remarks\n\nNothing in common with the other text.\n",
  });
  const answer = await ask(changed, tree, { patch: true });
  assert.deepEqual(
    answer.changed.map((
      { path, renamed_from, renamed_to }: Record<string, string>,
    ) => [path, renamed_from ?? renamed_to]),
    [
      ["docs/notes.md", undefined],
      ["docs/remarks.md", undefined],
      ["lib/http.ts", "src/http.ts"],
      ["src/http.ts", "lib/http.ts"],
    ],
  );
  assert.deepEqual(answer.changed[2].hunks, []);
  assert.deepEqual(reasons(answer)["src/reader.ts"], ["imports:src/http.ts", "uses:src/http.ts#get"]);
});

Deno.test("a file that was moved and edited is compared with what it was", async () => {
  using tree = await indexed(FILES);
  tree.remove("src/http.ts");
  tree.write({ "src/net.ts": FILES["src/http.ts"].replace('"!"', '"?"') });
  const { changed: entries } = await ask(changed, tree, { patch: true });
  assert.deepEqual(
    entries.map(({ renamed_from, renamed_to }: Record<string, string>) => renamed_from ?? renamed_to),
    ["src/net.ts", "src/http.ts"],
  );
  assert.match(entries[1].hunks[0].text, /\n- {2}return url \+ "!";\n\+ {2}return url \+ "\?";\n/);
});

Deno.test("among equal files names decide, then the order of the paths; empty files are not moved", async () => {
  using tree = await indexed({
    "a/x.ts": "same();\n",
    "a/y.ts": "same();\n",
    "a/z.ts": "same();\n",
    "a/empty.ts": "",
  });
  tree.remove("a");
  tree.write({ "b/p.ts": "same();\n", "b/y.ts": "same();\n", "b/empty.ts": "" });
  const { changed: entries } = await ask(changed, tree);
  assert.deepEqual(
    entries.filter(({ renamed_from }: { renamed_from?: string }) => renamed_from !== undefined)
      .map(({ path, renamed_from }: Record<string, string>) => [renamed_from, path]),
    [["a/x.ts", "b/p.ts"], ["a/y.ts", "b/y.ts"]],
  );
});

Deno.test("secrets, ignored and binary files are never changes", async () => {
  using tree = await indexed({ ...FILES, ".gitignore": "out/\n" });
  tree.write({ ".env": "A=1\n", "out/x.ts": "1\n", "photo.png": "1\n", "blob.txt": "\0", "id_rsa": "x" });
  const answer = await ask(changed, tree, { patch: true });
  assert.deepEqual([answer.stale, answer.changed], [false, []]);
});

Deno.test("an index of other settings refuses, as for every question", async () => {
  using tree = await indexed(FILES);
  tree.write({ "repoctx.config.json": '{"exclude": ["docs"]}' });
  await assert.rejects(ask(changed, tree), /indexing settings have changed/);
  await reindex(tree);
  assert.equal((await ask(changed, tree)).stale, false);
});
