import assert from "node:assert/strict";
import { index } from "../../src/commands/index.ts";
import { outline } from "../../src/commands/outline.ts";
import { search } from "../../src/commands/search.ts";
import { RepoctxError, UsageError } from "../../src/model/mod.ts";
import type { Tree } from "../indexer/_helpers.ts";
import { ask, indexed, surroundings } from "./_repository.ts";

const FILES = {
  ".gitignore": "*.log\n/out/\n",
  "src/http.ts": "export const http = 1;\n",
  "out/made.ts": "1\n",
  "debug.log": "1\n",
  "node_modules/m/x.ts": "1\n",
  "photo.png": "x",
  "blob.txt": "a\0b",
  "large.txt": "x".repeat(2000),
  "src/http.test.ts": "1\n",
  "README.md": "# Read me\n",
  ".env": "SECRET=1\n",
  "notes/key.txt": "-----BEGIN PRIVATE KEY-----\n",
};
const CONFIG = { indexing: { maxFileSizeKb: 1, includeTests: false, includeDocs: false } };

async function refusal(tree: Tree, file: string): Promise<string> {
  try {
    await ask(outline, tree, { file });
  } catch (error) {
    assert.ok(error instanceof RepoctxError, file);
    assert.equal(error.exitCode, 1);
    const [first, ...rest] = error.message.split("\n");
    assert.equal(first, `File not found in index: ${file}`);
    return rest.join("\n");
  }
  assert.fail(`${file} was found`);
}

Deno.test("a file that was left out is told with the cause and the way out", async () => {
  using tree = await indexed(FILES, CONFIG);
  const table: [file: string, answer: RegExp][] = [
    [
      "out/made.ts",
      /^Not indexed because the rule \.gitignore:2 leaves it out\. To index it, .*\.repoctxignore/,
    ],
    ["debug.log", /^Not indexed because the rule \.gitignore:1 /],
    ["node_modules/m/x.ts", /^Not indexed because "exclude" in repoctx\.config\.json lists node_modules\. /],
    ["photo.png", /^Not indexed because it is binary\.$/],
    ["blob.txt", /^Not indexed because it is binary by its content\.$/],
    ["large.txt", /^Not indexed because it is too large \(2000 bytes\)\. .*maxFileSizeKb/],
    ["src/http.test.ts", /^Not indexed because "indexing\.includeTests" is off\. /],
    ["README.md", /^Not indexed because "indexing\.includeDocs" is off\. /],
    [".repoctx/index.db", /^Not indexed because it belongs to git or to repoctx\.$/],
    ["src", /^It is a folder\. Name a file in it\. Indexed there: src\/http\.ts\.$/],
    ["node_modules", /^Not indexed because /],
    ["src/htpt.ts", /^Did you mean src\/http\.ts\?$/],
    ["src/htp.ts:12", /^Did you mean src\/http\.ts\?$/],
    [`${"x".repeat(5000)}.ts`, /^$/],
    ["lib/HTTP.ts", /^Indexed under that name: src\/http\.ts\.$/],
    ["nothing.ts", /^$/],
  ];
  for (const [file, answer] of table) assert.match(await refusal(tree, file), answer, file);
  tree.write({ "src/new.ts": "1\n" });
  assert.match(
    await refusal(tree, "src/new.ts"),
    /newer than the index\. To index it, run 'repoctx index'\.$/,
  );
});

Deno.test("of a sensitive path only that is told, whether it exists or not", async () => {
  using tree = await indexed(FILES, CONFIG);
  const answer = await refusal(tree, ".env");
  assert.match(answer, /^Not indexed because the path matches a sensitive pattern\. /);
  assert.equal(await refusal(tree, ".env.other"), answer);
  assert.equal(await refusal(tree, "notes/key.txt"), "Not indexed because its content is a private key.");
});

Deno.test("links and other places outside of the selection are explained", {
  ignore: Deno.build.os === "windows",
}, async () => {
  using tree = await indexed({ ...FILES, "lib/a.ts": "1\n" }, { include: ["src"] });
  assert.match(await refusal(tree, "lib/a.ts"), /no entry of "include" covers it/);
  Deno.symlinkSync("http.ts", `${tree.root}/src/link.ts`);
  assert.match(await refusal(tree, "src/link.ts"), /symbolic link/);
});

Deno.test("a search says what is missing: files that it names, else that something is", async () => {
  using tree = await indexed(FILES, CONFIG);
  const hints = async (query: string): Promise<string[] | undefined> =>
    (await ask(search, tree, { query })).hints;
  assert.deepEqual(await hints("where is photo.png used"), ["photo.png: Not indexed because it is binary."]);
  assert.match(
    (await hints("why does ./out/made.ts:12 fail"))![0]!,
    /^out\/made\.ts: Not indexed because the rule/,
  );
  assert.match((await hints("loading .env.local"))![0]!, /^\.env\.local: .* sensitive pattern/);
  assert.equal(await hints("http"), undefined);
  assert.equal(await hints("src/http.ts e.g. this.x ../../etc/passwd http"), undefined);
  const [nothing] = (await hints("zzzqqq"))!;
  assert.match(
    nothing!,
    /^Not everything is indexed \(left out: 2 binary, 2 disabled-kind, 3 ignored, 1 too-large\)/,
  );
  using whole = await indexed({ "a.ts": "1\n" });
  assert.deepEqual(await ask(search, whole, { query: "zzzqqq" }), {
    schema_version: 3,
    command: "search",
    query: "zzzqqq",
    count: 0,
    results: [],
  });
});

Deno.test("index --verbose lists what was left out, and never a secret", async () => {
  using tree = await indexed(FILES, CONFIG);
  const { skipped, skipped_paths } = await ask(index, tree, { verbose: true });
  assert.equal(skipped.sensitive, 2);
  assert.deepEqual(skipped_paths.map(({ path, reason }: Record<string, string>) => `${reason} ${path}`), [
    "disabled-kind README.md",
    "binary blob.txt",
    "ignored debug.log",
    "too-large large.txt",
    "ignored node_modules/",
    "ignored out/",
    "binary photo.png",
    "disabled-kind src/http.test.ts",
  ]);
  assert.doesNotMatch(JSON.stringify(skipped_paths), /env|key/);
  assert.equal((await ask(index, tree)).skipped_paths, undefined);
  const answer = await index.run(surroundings(tree), { full: false, verbose: true }, "text");
  const text = await index.render(answer, "text");
  assert.match(text, /\nLeft out:\n {2}README\.md: disabled-kind \(doc\)\n/);
});

Deno.test("a file is also found from the root, with Windows separators and with a line behind it", async () => {
  using tree = await indexed({
    "src/http.ts": "export const http = 1;\n",
    "src/odd:3": "text\n",
    "src/a b(1).ts": "1\n",
  });
  const found = async (file: string, folder = ""): Promise<string> =>
    (await ask(outline, tree, { file }, { cwd: `${tree.root}${folder}` })).path;
  const spellings = [
    "src/http.ts:12",
    "src/http.ts:12:5",
    "src/http.ts:3-9",
    "src/http.ts(12,5)",
    "src/http.ts#L3-L9",
  ];
  for (const file of [...spellings, "src\\http.ts", ".\\src\\http.ts:4", `${tree.root}/src/http.ts:1`]) {
    assert.equal(await found(file), "src/http.ts", file);
  }
  for (const file of ["http.ts", "src/http.ts", "src/http.ts:2", "../src/http.ts"]) {
    assert.equal(await found(file, "/src"), "src/http.ts", file);
  }
  assert.equal(await found("src/odd:3"), "src/odd:3");
  assert.equal(await found("src/a b(1).ts"), "src/a b(1).ts");
});

Deno.test("the nearer reading wins: a file of the working directory before one of the root", async () => {
  using tree = await indexed({
    "src/a.ts": "export const a = 1;\n",
    "src/src/a.ts": "export const b = 1;\n",
  });
  const { path } = await ask(outline, tree, { file: "src/a.ts" }, { cwd: `${tree.root}/src` });
  assert.equal(path, "src/src/a.ts");
});

Deno.test("a path that names no file at all is wrong usage, told as that", async () => {
  using tree = await indexed({ "src/http.ts": "export const http = 1;\n" });
  const table: [file: string, message: RegExp][] = [
    ["", /^The path is empty\. Name a file\.$/],
    ["  ", /^The path is empty/],
    [".", /^"\." is the whole repository\. Name a file in it\.$/],
    ["/etc/passwd", /^Path is outside the repository\.$/],
    ["../x.ts:3", /^Path is outside the repository\./],
  ];
  for (const [file, message] of table) {
    await assert.rejects(ask(outline, tree, { file }), (error) => {
      assert.ok(error instanceof UsageError, file);
      assert.match(error.message, message);
      return true;
    });
  }
});
