import assert from "node:assert/strict";
import { changedCredit, contextCredit, outlineCredit } from "../../src/usage/mod.ts";
import { CHANGED, CONTEXT, EMPTY_CONTEXT, OUTLINE, SLICE } from "../renderers/_examples.ts";

Deno.test("a context answer is credited once per file with content, and for files known in full", () => {
  assert.deepEqual(contextCredit(CONTEXT, new Map()), { replaced: 271, files: 3, unchanged: 2 });
  assert.deepEqual(contextCredit(CONTEXT, new Map([["src/log.ts", 100]])), {
    replaced: 371,
    files: 3,
    unchanged: 2,
  });
  const twice = { ...CONTEXT, results: [SLICE, SLICE] };
  assert.equal(contextCredit(twice, new Map([[SLICE.path, 210]])).replaced, 210);
  assert.deepEqual(contextCredit(EMPTY_CONTEXT, new Map()), { replaced: 0, files: 0, unchanged: 0 });
});

Deno.test("an outline is credited only with symbols", () => {
  assert.deepEqual(outlineCredit(OUTLINE), { replaced: 61, files: 1 });
  assert.deepEqual(outlineCredit({ ...OUTLINE, symbols: [] }), { replaced: 0, files: 1 });
});

Deno.test("a change is credited for each file with a patch", () => {
  assert.deepEqual(changedCredit(CHANGED), { replaced: 210 });
  const endings = { path: "a", status: "modified" as const, file_tokens: 9, hunks: [] };
  assert.deepEqual(changedCredit({ ...CHANGED, changed: [endings] }), { replaced: 0 });
});
