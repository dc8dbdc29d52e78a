import assert from "node:assert/strict";
import {
  ClosedOutputError,
  plainStyle,
  styleFor,
  withFinalNewline,
  writeText,
} from "../../src/cli/output.ts";
import { fakeSystem } from "./fake_system.ts";

Deno.test("a text is written completely when each write takes a part", async () => {
  const system = fakeSystem({ writeLimit: 7 });
  const text = "größer ".repeat(1000);
  await writeText(system.stdout, text);
  assert.equal(system.output(), text);
});

Deno.test("a reader that went away is told apart from other failures", async () => {
  const closed = fakeSystem({ stdoutError: new Deno.errors.BrokenPipe("Broken pipe") });
  await assert.rejects(writeText(closed.stdout, "x"), ClosedOutputError);
  const full = fakeSystem({ stdoutError: new Error("No space left") });
  await assert.rejects(writeText(full.stdout, "x"), /No space left/);
});

Deno.test("a text ends with exactly one newline, and no text has none", () => {
  assert.equal(withFinalNewline("a"), "a\n");
  assert.equal(withFinalNewline("a\n\n\n"), "a\n");
  assert.equal(withFinalNewline("\n"), "");
  assert.equal(withFinalNewline(""), "");
  assert.equal(withFinalNewline("\n".repeat(1_000_000) + "a").length, 1_000_002);
});

Deno.test("colour is for terminals, and the environment has the last word", () => {
  const isColoured = (env: Record<string, string>, ...terminals: "stdout"[]) => {
    const system = fakeSystem({ env, terminals });
    return styleFor(system.stdout, system) !== plainStyle;
  };
  assert.equal(isColoured({}), false);
  assert.equal(isColoured({}, "stdout"), true);
  assert.equal(isColoured({ TERM: "dumb" }, "stdout"), false);
  assert.equal(isColoured({ NO_COLOR: "1" }, "stdout"), false);
  assert.equal(isColoured({ NO_COLOR: "" }, "stdout"), true);
  assert.equal(isColoured({ FORCE_COLOR: "1" }), true);
  assert.equal(isColoured({ FORCE_COLOR: "1", TERM: "dumb" }), true);
  assert.equal(isColoured({ FORCE_COLOR: "0" }, "stdout"), false);
  assert.equal(isColoured({ FORCE_COLOR: "1", NO_COLOR: "1" }, "stdout"), false);
});
