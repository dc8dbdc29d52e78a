import assert from "node:assert/strict";
import { putBlock } from "../../src/integrate/mod.ts";

const BEGIN = "<!-- BEGIN RepoContext (managed by `repoctx init`) -->";
const END = "<!-- END RepoContext -->";
const BLOCK = `${BEGIN}\nhello\nworld\n${END}`;

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function put(before: string | Uint8Array | undefined, body = "hello\nworld"): [string | undefined, string] {
  const result = putBlock(typeof before === "string" ? bytes(before) : before, body);
  return [result?.change, new TextDecoder().decode(result?.bytes)];
}

Deno.test("a missing file is created with front matter and block", () => {
  assert.deepEqual(put(undefined), ["created", `${BLOCK}\n`]);
  const result = putBlock(undefined, "x", "---\nname: y\n---\n");
  assert.equal(new TextDecoder().decode(result?.bytes), `---\nname: y\n---\n${BEGIN}\nx\n${END}\n`);
});

Deno.test("without a block it is appended after one blank line", () => {
  assert.deepEqual(put("# Mine\n"), ["updated", `# Mine\n\n${BLOCK}\n`]);
  assert.deepEqual(put("# Mine"), ["updated", `# Mine\n\n${BLOCK}\n`]);
  assert.deepEqual(put("# Mine\n\n"), ["updated", `# Mine\n\n${BLOCK}\n`]);
  assert.deepEqual(put("\n"), ["updated", `\n\n${BLOCK}\n`]);
  assert.deepEqual(put(""), ["updated", `${BLOCK}\n`]);
});

Deno.test("a block is replaced in place and nothing around it changes", () => {
  assert.deepEqual(put(`a\n${BEGIN}\nold\n${END} tail\n\n\nb`), ["updated", `a\n${BLOCK} tail\n\n\nb`]);
});

Deno.test("putting the same block again changes nothing", () => {
  for (const before of [undefined, "# Mine\n", "# Mine", "a\r\nb\r\n", "\ufeffa\n", "", "\n\n\n"]) {
    const first = putBlock(before === undefined ? undefined : bytes(before), "hello\nworld");
    const second = putBlock(first?.bytes, "hello\nworld");
    assert.equal(second?.change, "unchanged");
    assert.deepEqual(second?.bytes, first?.bytes);
  }
});

Deno.test("the block follows the line endings of the file", () => {
  const [change, text] = put("a\r\nb\r\n");
  assert.equal(change, "updated");
  assert.equal(text, `a\r\nb\r\n\r\n${BLOCK.replaceAll("\n", "\r\n")}\r\n`);
});

Deno.test("bytes that are no UTF-8 stay as they are", () => {
  const before = new Uint8Array([0xff, 0xe9, 0x0a, ...bytes(`${BEGIN}x${END}`), 0xc3, 0x28]);
  const after = putBlock(before, "hello\nworld")!.bytes;
  assert.deepEqual(after, new Uint8Array([0xff, 0xe9, 0x0a, ...bytes(BLOCK), 0xc3, 0x28]));
});

Deno.test("a file in UTF-16 is left alone", () => {
  assert.equal(putBlock(new Uint8Array([0xff, 0xfe, 0x41, 0x00]), "x"), undefined);
});

Deno.test("a lone marker is no block, and what stands behind it is never lost", () => {
  assert.deepEqual(put(`${BEGIN}\nmine\n`), ["updated", `${BEGIN}\nmine\n\n${BLOCK}\n`]);
  assert.deepEqual(
    put(`${BEGIN}\nmine\n\n${BLOCK}\n`, "new")[1],
    `${BEGIN}\nmine\n\n${BEGIN}\nnew\n${END}\n`,
  );
  assert.deepEqual(put(`${END}\nmine\n`), ["updated", `${END}\nmine\n\n${BLOCK}\n`]);
});

Deno.test("a large file is handled in linear time", () => {
  const started = performance.now();
  assert.equal(putBlock(bytes(`${BEGIN}\n`.repeat(100_000)), "x")?.change, "updated");
  assert.equal(putBlock(bytes(`${END}\n`.repeat(100_000)), "x")?.change, "updated");
  assert.ok(performance.now() - started < 2000);
});
