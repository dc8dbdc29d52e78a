import assert from "node:assert/strict";
import { hostTarget, targetNamed, TARGETS } from "../../tools/targets.ts";

Deno.test("there are six targets, each with its own names", () => {
  assert.equal(TARGETS.length, 6);
  for (const field of ["name", "triple", "denoPackage"] as const) {
    assert.equal(new Set(TARGETS.map((target) => target[field])).size, 6, field);
  }
});

Deno.test("the pinned Deno compiles for every target", async () => {
  const { stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["compile", "--target", "none", "x.ts"],
    env: { NO_COLOR: "1" },
  }).output();
  const message = new TextDecoder().decode(stderr);
  for (const { triple } of TARGETS) assert.ok(message.includes(triple), `${triple} in ${message}`);
});

Deno.test("a target is found by name, and an unknown name is told the known ones", () => {
  assert.equal(targetNamed("darwin-arm64").triple, "aarch64-apple-darwin");
  assert.throws(() => targetNamed("plan9-x64"), /linux-x64, linux-arm64/);
});

Deno.test("this machine is one of the targets", () => {
  assert.ok(hostTarget()?.triple.startsWith(Deno.build.arch));
});
