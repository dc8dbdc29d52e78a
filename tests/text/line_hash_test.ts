import assert from "node:assert/strict";
import { hashLineBytes, lineHash, linesWithHash } from "../../src/text/mod.ts";

Deno.test("white space around a line and a byte order mark do not change its hash", () => {
  const expected = lineHash("const value = 1;");
  assert.ok(expected !== undefined);
  for (
    const line of [
      "  const value = 1;",
      "\tconst value = 1;\r",
      "const value = 1; \t\v\f",
      "\ufeffconst value = 1;",
    ]
  ) {
    assert.equal(lineHash(line), expected, JSON.stringify(line));
  }
  assert.notEqual(lineHash("const  value = 1;"), expected);
  assert.notEqual(lineHash("const value = 2;"), expected);
});

Deno.test("lines that say nothing have no hash", () => {
  for (const line of ["", "   ", "{", "});", "else {", "} catch {", "break;", "//", "----------", "a = b;"]) {
    assert.equal(lineHash(line), undefined, JSON.stringify(line));
  }
});

Deno.test("text outside ASCII counts as words", () => {
  assert.ok(lineHash("漢字") !== undefined);
  assert.ok(lineHash("größe") !== undefined);
});

Deno.test("lines of more than 4096 bytes have no hash", () => {
  assert.ok(lineHash("x".repeat(4096)) !== undefined);
  assert.equal(lineHash("x".repeat(4097)), undefined);
  assert.equal(lineHash("漢".repeat(1366)), undefined);
});

Deno.test("bytes and text have the same hash", () => {
  for (const line of ["return value;", "  größe = 漢字 + 🙂  ", "lone \ud800 surrogate"]) {
    const bytes = new TextEncoder().encode(`+${line}`);
    assert.equal(hashLineBytes(bytes, 1, bytes.length), lineHash(line));
  }
});

Deno.test("hashes of similar lines spread over all 32 bits", () => {
  const count = 20_000;
  const hashes = Array.from({ length: count }, (_, index) => lineHash(`const value${index} = ${index};`)!);
  assert.ok(new Set(hashes).size >= count - 2);
  for (const shift of [0, 8, 16, 24]) {
    const perBucket = new Uint32Array(256);
    for (const hash of hashes) perBucket[hash >>> shift & 0xff]!++;
    assert.ok(Math.max(...perBucket) < 2 * count / 256, `bits from ${shift}`);
  }
});

Deno.test("the lines of a text that have a value are found by their numbers", () => {
  const lines = [
    "const value = 1;",
    "}",
    "",
    "  const value = 1;\r",
    "größe = 漢字",
    "x".repeat(4097),
    "last line",
  ];
  const values = new Map(
    ["const value = 1;", "größe = 漢字", "last line"].map((line) => [lineHash(line)!, line]),
  );
  const expected = [[1, "const value = 1;"], [4, "const value = 1;"], [5, "größe = 漢字"], [7, "last line"]];
  assert.deepEqual([...linesWithHash(lines.join("\n"), values)], expected);
  assert.deepEqual([...linesWithHash(`${lines.join("\n")}\n`, values)], expected);
  assert.deepEqual([...linesWithHash("", values)], []);
});
