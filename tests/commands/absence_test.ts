import assert from "node:assert/strict";
import { index } from "../../src/commands/index.ts";
import { outline } from "../../src/commands/outline.ts";
import { search } from "../../src/commands/search.ts";
import { RepoctxError } from "../../src/model/mod.ts";
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
    ["src", /^It is a folder\. Name a file in it\.$/],
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
