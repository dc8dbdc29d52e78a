import assert from "node:assert/strict";
import { RecordSplitter } from "../../src/history/_record_splitter.ts";

/** The records of a text that arrives in chunks of a size, as text, with `…` behind those that were cut. */
function split(text: string, longest: number, chunkSize: number): string[] {
  const records: string[] = [];
  const splitter = new RecordSplitter(0x0a, longest, (record, isCut) => {
    records.push(new TextDecoder().decode(record) + (isCut ? "…" : ""));
  });
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += chunkSize) {
    splitter.push(bytes.subarray(start, start + chunkSize));
  }
  splitter.end();
  return records;
}

Deno.test("records are the same whatever the size of the chunks", () => {
  const text = "one\n\ntwo\nmuch too long\nsix456\n\nlast";
  const expected = ["one", "", "two", "much t…", "six456", "", "last"];
  for (let size = 1; size <= text.length; size++) {
    assert.deepEqual(split(text, 6, size), expected, `chunks of ${size}`);
  }
});

Deno.test("a final separator ends the last record and begins none", () => {
  for (const size of [1, 100]) {
    assert.deepEqual(split("one\ntwo\n", 10, size), ["one", "two"]);
    assert.deepEqual(split("", 10, size), []);
  }
});
