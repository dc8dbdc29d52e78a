import assert from "node:assert/strict";
import { canonicalHash, encodeFields, encodeRecords, sha256Hex } from "../../src/repository/mod.ts";

Deno.test("the canonical hash reproduces the published vectors", async () => {
  assert.equal(
    await canonicalHash(["ab", "c"]),
    "430fb1b4ac43316eca81fab27a1930ab8eff8fef6a1dc7903dce44bbc2790dc5",
  );
  assert.equal(
    await canonicalHash(["a", "bc"]),
    "5310a58788781ab25d5ad7c3f85035824b4eb7bdfa394e0ac2186271472b5492",
  );
  assert.equal(
    await canonicalHash(["é"]),
    "2f23c71856587c2a6ffdb64f0e11e9940b35da318947308f6a02ee01898e6107",
  );
});

Deno.test("field lengths count UTF-8 bytes, and records nest as one field", () => {
  assert.equal(encodeFields(["é", ""]), "2:é0:");
  assert.equal(encodeRecords([["a", "b"]]), "6:1:a1:b");
});

Deno.test("file hashes are SHA-256 of the bytes", async () => {
  assert.equal(
    await sha256Hex("export const one = 1;\n"),
    "da892e4e82bcf839d96015d7782564f860296b3312b1e18d6b2f3622185d2cbf",
  );
  assert.equal(
    await sha256Hex("# Notes\n\nHello.\n"),
    "dcec685f83ac15bedf610fc5bffadaaa71d5c74605f28d96dc764ca778c9309a",
  );
});
