import assert from "node:assert/strict";
import { statePaths } from "../../src/repository/mod.ts";
import { Tree } from "./_helpers.ts";

Deno.test("content state, hashes and token counts are those of the specification", async () => {
  using tree = new Tree({ "src/one.ts": "export const one = 1;\n", "docs/notes.md": "# Notes\n\nHello.\n" });
  await tree.run();
  using reader = await tree.read();
  assert.equal(
    reader.meta.contentState,
    "95b3a29a29a62896b1ab8acf7dacf9d65c1092b17dc9aeb0c8dbd8bc97f0b2bb",
  );
  const one = reader.fileByPath("src/one.ts")!;
  assert.equal(one.contentHash, "da892e4e82bcf839d96015d7782564f860296b3312b1e18d6b2f3622185d2cbf");
  assert.equal(one.tokenCount, 7);
  assert.equal(one.lineCount, 1);
  assert.equal(reader.fileByPath("docs/notes.md")!.language, "markdown");
});

Deno.test("one bad file never stops a run, and what was left out is told", async () => {
  using tree = new Tree({
    "ok.ts": "export const ok = 1;\n",
    "empty.ts": "",
    "binary.txt": Uint8Array.of(1, 0, 2, 0, 255),
    "late-nul.txt": "x".repeat(9000) + "\0 the end\n",
    "latin1.cs": Uint8Array.from([
      ...new TextEncoder().encode("class Gr"),
      0xf6,
      0xdf,
      ...new TextEncoder().encode("e {}\n"),
    ]),
    "utf16.cs": Uint8Array.from([0xff, 0xfe, ...[..."class Wide {}\n"].flatMap((c) => [c.charCodeAt(0), 0])]),
    "bom.ts": "\ufeffexport const marked = 1;\n",
    "crlf.ts": "export function one() {\r\n  return 1;\r\n}\r\n",
    "broken.ts": "class { function ((((( import from export {{{{\n".repeat(50),
    "deep.ts": "(".repeat(20_000),
    "long-line.js": "var a=1;".repeat(20_000),
    "big.txt": "x".repeat(600 * 1024),
    "logo.png": "not really",
    "unreadable.ts": "export const x = 1;\n",
    "special <|endoftext|>.md": "# <|endoftext|>\n",
    "one\u2028line.ts": "export const odd = 1;\n",
  });
  if (Deno.build.os !== "windows") {
    Deno.chmodSync(`${tree.root}/unreadable.ts`, 0o000);
    Deno.symlinkSync("/etc/passwd", `${tree.root}/link.ts`);
    Deno.symlinkSync("nowhere", `${tree.root}/dangling.ts`);
    Deno.symlinkSync(".", `${tree.root}/loop`);
  }
  const { result } = await tree.run();
  using reader = await tree.read();
  const text = (path: string): string => reader.textOf(reader.fileByPath(path)!.id);
  assert.equal(text("ok.ts"), "export const ok = 1;");
  assert.equal(text("empty.ts"), "");
  assert.equal(text("late-nul.txt"), "x".repeat(9000) + "\0 the end");
  assert.equal(text("bom.ts"), "export const marked = 1;");
  assert.equal(text("crlf.ts"), "export function one() {\n  return 1;\n}");
  assert.equal(text("utf16.cs"), "class Wide {}");
  assert.match(text("latin1.cs"), /^class Gr..?e \{\}$/u);
  assert.equal(text("deep.ts"), "(".repeat(20_000));
  assert.equal(reader.fileByPath("long-line.js")!.generated, "minified");
  assert.equal(reader.fileByPath("broken.ts")!.hasErrors, true);
  assert.equal(reader.skippedPath("binary.txt")?.reason, "binary");
  assert.equal(reader.skippedPath("logo.png")?.reason, "binary");
  assert.equal(reader.skippedPath("big.txt")?.reason, "too-large");
  assert.deepEqual(reader.meta.skipped, result.skipped);
  if (Deno.build.os !== "windows") {
    assert.equal(reader.skippedPath("link.ts")?.reason, "link");
    assert.equal(reader.fileByPath("link.ts"), undefined);
  }
  assert.equal(result.files.total, reader.allFiles().length);
  assert.deepEqual((await tree.counts()).slice(0, 3), [0, 0, 0]);
});

Deno.test("a file that stops being text leaves the index, and comes back as text", async () => {
  using tree = new Tree({ "a.txt": "words\n", "b.txt": "more\n" });
  await tree.run();
  tree.write({ "a.txt": Uint8Array.of(0, 1, 2) });
  assert.deepEqual(await tree.counts(), [0, 0, 1, 1]);
  {
    using reader = await tree.read();
    assert.deepEqual(reader.allFiles().map((file) => file.path), ["b.txt"]);
    assert.equal(reader.skippedPath("a.txt")?.reason, "binary");
  }
  tree.write({ "a.txt": "words\n" });
  assert.deepEqual(await tree.counts(), [1, 0, 0, 1]);
  using reader = await tree.read();
  assert.equal(reader.skippedPath("a.txt"), undefined);
});

Deno.test("sensitive files leave no trace, also when they only become sensitive later", async () => {
  using tree = new Tree({
    ".env": "TOKEN=hunter2xyzzy\n",
    "notes/internal.md": "The pass phrase is plughfrotz.\n",
    "ok.ts": "export const ok = 1;\n",
  });
  const holds = (text: string): boolean =>
    [...Deno.readDirSync(statePaths(tree.root).folder)].some(({ name }) =>
      new TextDecoder("latin1").decode(Deno.readFileSync(`${statePaths(tree.root).folder}/${name}`)).includes(
        text,
      )
    );
  const first = await tree.run();
  assert.equal(first.result.skipped.sensitive, 1);
  assert.ok(!holds("hunter2xyzzy") && !holds(".env\0") && holds("plughfrotz"));
  tree.config.sensitiveFiles.push("internal.md");
  await tree.run();
  assert.ok(!holds("plughfrotz") && !holds("internal.md"));
  {
    using reader = await tree.read();
    assert.equal(reader.skippedPath("notes/internal.md"), undefined);
  }

  // Ignored from now on, and it is still there: the same care.
  tree.write({ "draft.txt": "zorkmid everywhere\n" });
  await tree.run();
  assert.ok(holds("zorkmid"));
  tree.write({ ".gitignore": "draft.txt\n" });
  await tree.run();
  assert.ok(!holds("zorkmid"));
});

Deno.test("the token table is put beside the index", async () => {
  using tree = new Tree({ "a.ts": "export const a = 1;\n" });
  await tree.prepare();
  const path = statePaths(tree.root).tokenTable;
  const { size } = Deno.statSync(path);
  Deno.removeSync(path);
  const { indexRepository } = await import("../../src/indexer/mod.ts");
  await indexRepository(tree, { mode: "incremental", toolVersion: "0.0.0" });
  assert.equal(Deno.statSync(path).size, size);
});

Deno.test("links in the state folder are refused", async () => {
  if (Deno.build.os === "windows") return;
  using tree = new Tree({ "a.ts": "export const a = 1;\n" });
  using other = new Tree({ "o200k.bin": "x", "index.db": "x" });
  const { indexRepository } = await import("../../src/indexer/mod.ts");
  const run = (): Promise<unknown> => indexRepository(tree, { mode: "incremental", toolVersion: "0.0.0" });
  Deno.symlinkSync(other.root, `${tree.root}/.repoctx`);
  await assert.rejects(run(), /symbolic link/);
  Deno.removeSync(`${tree.root}/.repoctx`);
  for (const name of ["o200k.bin", "index.db"]) {
    Deno.mkdirSync(`${tree.root}/.repoctx`);
    Deno.symlinkSync(`${other.root}/${name}`, `${tree.root}/.repoctx/${name}`);
    await assert.rejects(run(), /symbolic link/);
    assert.equal(Deno.readTextFileSync(`${other.root}/${name}`), "x");
    tree.remove(".repoctx");
  }
});
