import assert from "node:assert/strict";
import type { ScannedFile, SkippedPath, SourceText } from "../../src/model/mod.ts";
import { decodeText, isSkipped, loadBytes, loadSource } from "../../src/scanner/mod.ts";
import { config, hasPosixFiles, Tree } from "./_tree.ts";

function scanned(path: string): ScannedFile {
  return { path, kind: "source", language: "typescript", size: 0, mtimeMs: 0 };
}

async function loaded(tree: Tree, path: string): Promise<SourceText> {
  const outcome = await loadSource(tree.root, scanned(path), config());
  assert.ok(!isSkipped(outcome), JSON.stringify(outcome));
  return outcome;
}

async function skipped(tree: Tree, path: string, maxFileSizeKb: number = 512): Promise<SkippedPath> {
  const outcome = await loadSource(tree.root, scanned(path), config({ indexing: { maxFileSizeKb } }));
  assert.ok(isSkipped(outcome), JSON.stringify(outcome));
  return outcome;
}

Deno.test("a file comes with text, SHA-256 of the raw bytes, line count and size", async () => {
  using tree = new Tree({ "a.ts": "\ufeffone\r\ntwo" });
  assert.deepEqual(await loaded(tree, "a.ts"), {
    hash: "bbc0dc4d569597fee1fc356d7dcd68952d66fd50aa96f0d4f04f80cd29b0de9c",
    text: "one\r\ntwo",
    lineCount: 2,
    size: 11,
    encoding: "utf-8",
  });
});

Deno.test("lines are counted as newlines plus an unfinished last line", async () => {
  using tree = new Tree({ "0": "", "1": "\n", "1b": "a", "2": "a\nb", "2b": "a\nb\n", "3": "\n\nb" });
  for (const name of ["0", "1", "1b", "2", "2b", "3"]) {
    assert.equal((await loaded(tree, name)).lineCount, Number(name[0]), name);
  }
});

Deno.test("a NUL among the first 8,000 bytes makes a file binary, a later one does not", async () => {
  using tree = new Tree({ "early": "x".repeat(7999) + "\0", "late": "x".repeat(8000) + "\0" });
  assert.deepEqual(await skipped(tree, "early"), { path: "early", reason: "binary", detail: "content" });
  assert.equal((await loaded(tree, "late")).size, 8001);
});

Deno.test("UTF-16 with a mark is text, unless its characters include NUL", async () => {
  using tree = new Tree({
    "text.cs": new Uint8Array([0xff, 0xfe, 0x41, 0x00, 0x0a, 0x00]),
    "noise.dat2": new Uint8Array([0xff, 0xfe, 0x41, 0x00, 0x00, 0x00]),
  });
  const { text, encoding, lineCount, size } = await loaded(tree, "text.cs");
  assert.deepEqual([text, encoding, lineCount, size], ["A\n", "utf-16le", 1, 6]);
  assert.equal((await skipped(tree, "noise.dat2")).reason, "binary");
});

Deno.test("a file that is a private key is sensitive, one that mentions keys is not", async () => {
  const header = "-----BEGIN RSA PRIVATE KEY-----\n";
  using tree = new Tree({ "deploy": header, "code.ts": `const header = "${header.trim()}";` });
  assert.deepEqual(await skipped(tree, "deploy"), { path: "", reason: "sensitive" });
  assert.equal((await loaded(tree, "code.ts")).lineCount, 1);
});

Deno.test("a file that grew since the scan is measured again", async () => {
  using tree = new Tree({ "a.ts": "x".repeat(1025) });
  assert.deepEqual(await skipped(tree, "a.ts", 1), {
    path: "a.ts",
    reason: "too-large",
    detail: "1025 bytes",
  });
});

Deno.test("a file that is gone or has become a folder is reported", async () => {
  using tree = new Tree({ "folder/a.ts": "" });
  assert.deepEqual(await skipped(tree, "gone.ts"), {
    path: "gone.ts",
    reason: "unreadable",
    detail: "vanished during the scan",
  });
  assert.deepEqual(await skipped(tree, "folder"), { path: "folder", reason: "special" });
});

Deno.test(
  "nothing is read through a link, neither at the end nor on the way",
  { ignore: !hasPosixFiles },
  async () => {
    using outside = new Tree({ "a.ts": "secret" });
    using tree = new Tree({ "real/a.ts": "open" });
    tree.link("leak.ts", `${outside.root}/a.ts`);
    tree.link("vault", outside.root);
    tree.link("twin", "real");
    assert.deepEqual(await skipped(tree, "leak.ts"), { path: "leak.ts", reason: "link" });
    assert.deepEqual(await skipped(tree, "vault/a.ts"), { path: "vault/a.ts", reason: "link" });
    assert.deepEqual(await skipped(tree, "../" + outside.root.split("/").at(-1) + "/a.ts"), {
      path: "../" + outside.root.split("/").at(-1) + "/a.ts",
      reason: "link",
    });
    // A link that stays inside reads nothing that the index would not hold anyway.
    assert.equal((await loaded(tree, "twin/a.ts")).text, "open");
  },
);

Deno.test("a root that is itself reached through a link is fine", { ignore: !hasPosixFiles }, async () => {
  using tree = new Tree({ "a.ts": "x" });
  using other = new Tree();
  other.link("alias", tree.root);
  const outcome = await loadSource(`${other.root}/alias`, scanned("a.ts"), config());
  assert.ok(!isSkipped(outcome));
});

Deno.test("a pipe is never opened", { ignore: !hasPosixFiles }, async () => {
  using tree = new Tree();
  new Deno.Command("mkfifo", { args: [`${tree.root}/pipe.ts`] }).outputSync();
  assert.deepEqual(await skipped(tree, "pipe.ts"), { path: "pipe.ts", reason: "special" });
});

Deno.test("bytes are read under the rules of the text", () => {
  using tree = new Tree({ "a.ts": "x\r\n", "zero.ts": "a\0b", "key.ts": "-----BEGIN PRIVATE KEY-----\n" });
  const bytesOf = (path: string): unknown => loadBytes(tree.root, { path }, config());
  assert.deepEqual(bytesOf("a.ts"), new TextEncoder().encode("x\r\n"));
  assert.deepEqual(bytesOf("zero.ts"), { path: "zero.ts", reason: "binary", detail: "content" });
  assert.deepEqual(bytesOf("key.ts"), { path: "", reason: "sensitive" });
  assert.deepEqual(bytesOf("gone.ts"), {
    path: "gone.ts",
    reason: "unreadable",
    detail: "vanished during the scan",
  });
});

Deno.test("bytes from elsewhere become text unless they are binary or a private key", async () => {
  const decode = (text: string): Promise<string | undefined> => decodeText(new TextEncoder().encode(text));
  assert.equal(await decode("\ufeffgrün\r\n"), "grün\r\n");
  assert.equal(await decode(""), "");
  assert.equal(await decode("a\0b"), undefined);
  assert.equal(await decode("-----BEGIN OPENSSH PRIVATE KEY-----\n"), undefined);
});
