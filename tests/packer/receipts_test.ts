import assert from "node:assert/strict";
import { duplicateReceipt, pointerReceipt, spanReceipt, symbolReceipt } from "../../src/packer/receipts.ts";
import { worktreeState } from "../../src/packer/mod.ts";
import { canonicalHash, encodeRecords } from "../../src/repository/mod.ts";

const HASH = "da892e4e82bcf839d96015d7782564f860296b3312b1e18d6b2f3622185d2cbf";
const NOTE = "dcec685f83ac15bedf610fc5bffadaaa71d5c74605f28d96dc764ca778c9309a";
const TAGS = { span: "dec1.ev1", symbol: "dec1.par1.ev1" };

Deno.test("receipts reproduce the published vectors", async () => {
  assert.equal(
    await pointerReceipt("src/one.ts", HASH, "paths"),
    "J1nxToDJzhMycYa0RTBAtaxVg21xp9NXCyYViFg2pb8",
  );
  const span = { startLine: 1, endLine: 1, symbol: "", text: "export const one = 1;" };
  assert.equal(
    await spanReceipt({ path: "src/one.ts", contentHash: HASH }, span, TAGS),
    "n1TExPj2j_O3eEg4yLRHpSgAOpfZ_TAOxiTjMzMoa9E",
  );
  const symbol = {
    name: "add",
    startLine: 3,
    endLine: 5,
    signature: "function add(a: number, b: number): number",
    docSummary: "Adds two numbers.",
  };
  assert.equal(
    await symbolReceipt({ path: "src/add.ts", contentHash: HASH }, symbol, TAGS),
    "1S-ygcRZ1UAfYfqHpzx4Z0rvLsIcn0s7KWom0ip96B8",
  );
  assert.equal(
    await duplicateReceipt("src/copy.ts", HASH, "slices", "src/one.ts"),
    "qj1gQtW5_xYd5LEhIgH-J-ICwqC-QOHo7wR_XNwxeFM",
  );
});

Deno.test("content and worktree state reproduce the published vectors", async () => {
  const content = await canonicalHash([
    "content_state.v3",
    encodeRecords([["docs/notes.md", NOTE], ["src/one.ts", HASH]]),
  ]);
  assert.equal(content, "95b3a29a29a62896b1ab8acf7dacf9d65c1092b17dc9aeb0c8dbd8bc97f0b2bb");
  const changes = [
    { status: "added", path: "src/two.ts", hash: HASH },
    { status: "deleted", path: "docs/notes.md", hash: undefined },
  ];
  const state = "cf01d10c2d99edcb8a8fdab5963776e028053bdbc4bbd41f482b363c09098331";
  assert.equal(await worktreeState(content, changes), state);
  assert.equal(await worktreeState(content, [...changes].reverse()), state);
});
