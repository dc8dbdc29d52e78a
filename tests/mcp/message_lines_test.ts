import assert from "node:assert/strict";
import { type Line, readLines } from "../../src/mcp/message_lines.ts";

async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? new TextEncoder().encode(part) : part;
}

async function lines(limit: number, ...parts: (string | Uint8Array)[]): Promise<Line[]> {
  return await Array.fromAsync(readLines(chunks(...parts), limit));
}

const texts = (...of: string[]): Line[] => of.map((text) => ({ text }));

Deno.test("lines come out the same however the bytes are cut", async () => {
  const text = "one\ntwo ä€😀\n\nfour";
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= bytes.length; size++) {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size));
    assert.deepEqual(await lines(100, ...parts), texts("one", "two ä€😀", "", "four"));
  }
});

Deno.test("a last line without a newline counts, an empty end does not", async () => {
  assert.deepEqual(await lines(9, "a"), texts("a"));
  assert.deepEqual(await lines(9, "a\n"), texts("a"));
  assert.deepEqual(await lines(9), []);
});

Deno.test("a line beyond the limit is passed over, and the next one is read", async () => {
  const long: Line = { tooLong: true };
  assert.deepEqual(await lines(3, "abc\nabcd\nab\n"), [{ text: "abc" }, long, { text: "ab" }]);
  assert.deepEqual(await lines(3, "ab", "cd", "ef", "\nx"), [long, { text: "x" }]);
  assert.deepEqual(await lines(3, "abcd"), [long]);
});

Deno.test("bytes that are no UTF-8 do not stop the reading", async () => {
  assert.deepEqual(await lines(9, new Uint8Array([0xff, 0x61, 0x0a]), "b\n"), texts("\ufffda", "b"));
});

Deno.test("many megabytes in one line and in many lines take linear time", async () => {
  const started = performance.now();
  const chunk = "x".repeat(64 * 1024);
  assert.deepEqual(await lines(1000, ...Array(400).fill(chunk), "\n"), [{ tooLong: true }]);
  assert.equal((await lines(1000, "\n".repeat(500_000))).length, 500_000);
  assert.ok(performance.now() - started < 4000);
});
