import assert from "node:assert/strict";
import { calibrationOf, scale } from "../../src/tokens/mod.ts";

Deno.test("o200k, openai and unknown profiles mean raw counts without a label", () => {
  for (const profile of ["o200k", "O200K", "openai", "OpenAI", "gemini", "", "constructor", "__proto__"]) {
    assert.deepEqual(calibrationOf({ profile, factor: null }), { factor: 1 });
  }
});

Deno.test("the claude profile multiplies by 1.2 whatever its case", () => {
  for (const profile of ["claude", "Claude", " CLAUDE "]) {
    assert.deepEqual(calibrationOf({ profile, factor: null }), { factor: 1.2, label: "claude" });
  }
});

Deno.test("a factor overrides the profile and is named by at most three decimals", () => {
  const expected: [number, string][] = [
    [1.1, "x1.1"],
    [2, "x2"],
    [1.23456, "x1.235"],
    [0.5, "x0.5"],
    [100, "x100"],
    [1.0001, "x1"],
    [0.0001, "x0"],
  ];
  for (const [factor, label] of expected) {
    assert.deepEqual(calibrationOf({ profile: "claude", factor }), { factor, label });
  }
});

Deno.test("a factor of exactly 1 means raw counts even with a profile", () => {
  assert.deepEqual(calibrationOf({ profile: "claude", factor: 1 }), { factor: 1 });
});

Deno.test("a factor out of range is ignored in favour of the profile", () => {
  for (const factor of [0, -1, 100.5, NaN, Infinity, -Infinity]) {
    assert.equal(calibrationOf({ profile: "claude", factor }).factor, 1.2);
  }
});

Deno.test("scaling rounds up, but not for binary noise", () => {
  const expected: [number, number, number][] = [
    [0, 1.2, 0],
    [1, 1.2, 2],
    [10, 1.1, 11],
    [100, 1.2, 120],
    [101, 1.2, 122],
    [1000, 1.001, 1001],
    [7, 1, 7],
    [3, 0.1, 1],
    [30, 0.1, 3],
    [1, 0.0001, 1],
  ];
  for (const [count, factor, scaled] of expected) {
    assert.equal(scale(count, { factor }), scaled, `${count} × ${factor}`);
  }
});

Deno.test("scaling equals exact decimal arithmetic for factors of three decimals", () => {
  for (let thousandths = 1; thousandths <= 3000; thousandths += 7) {
    for (const count of [1, 3, 99, 1000, 12_345, 999_999]) {
      assert.equal(scale(count, { factor: thousandths / 1000 }), Math.ceil(count * thousandths / 1000));
    }
  }
});

Deno.test("scaling never shrinks when the count grows and saturates at the largest safe integer", () => {
  for (let count = 0, last = 0; count < 2000; count++) {
    const scaled = scale(count, { factor: 1.237 });
    assert.ok(scaled >= last);
    last = scaled;
  }
  assert.equal(scale(Number.MAX_SAFE_INTEGER, { factor: 100 }), Number.MAX_SAFE_INTEGER);
});
