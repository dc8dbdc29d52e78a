import assert from "node:assert/strict";
import { progressNotes } from "../../src/mcp/call_progress.ts";

Deno.test("progress is thinned out, always grows, and says what is done", () => {
  let now = 0;
  const notes: { progress: number; message: string }[] = [];
  const report = progressNotes((note) => void notes.push(note), () => now);
  report({ stage: "scanning" });
  report({ stage: "indexing", done: 1, total: 9 });
  now = 199;
  report({ stage: "indexing", done: 2, total: 9 });
  now = 200;
  report({ stage: "indexing", done: 3, total: 9 });
  now = 1000;
  report({ stage: "linking", done: 1 });
  assert.deepEqual(notes, [
    { progress: 1, message: "scanning" },
    { progress: 2, message: "indexing 3 of 9" },
    { progress: 3, message: "linking 1" },
  ]);
});
