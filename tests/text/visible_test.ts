import assert from "node:assert/strict";
import { quoteLines, visible, visibleLines } from "../../src/text/mod.ts";

const HOSTILE = "a\x1b[31mb\r\x07\u009b\tc\nd\u202ee\ud800";

Deno.test("what steers a terminal or hides is written out, in text of several lines but for breaks and tabs", () => {
  assert.equal(visible(HOSTILE), "a\\x1b[31mb\\r\\x07\\x9b\\tc\\nd\\u202ee\ufffd");
  assert.equal(visibleLines(HOSTILE), "a\\x1b[31mb\\r\\x07\\x9b\tc\nd\\u202ee\ufffd");
  assert.equal(quoteLines("a\nb", "| "), "| a\n| b");
});

Deno.test("words in any script stay as they are", () => {
  for (const text of ["plain", "Grüße", "日本語", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"]) {
    assert.equal(visible(text), text);
    assert.equal(visibleLines(text), text);
  }
});
