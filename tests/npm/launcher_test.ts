import assert from "node:assert/strict";
import { join } from "node:path";
import { createRequire } from "node:module";
import { hostTarget, TARGETS } from "../../tools/targets.ts";
import { platformPackageName } from "../../npm/manifests.ts";
import { Installation, LAYOUTS, STAND_IN } from "./_layout.ts";

const FLAT = LAYOUTS["npm, yarn and bun, side by side"];
/** The stand-in is a shell script. */
const ignore = Deno.build.os === "windows";

for (const [name, layout] of Object.entries(LAYOUTS)) {
  Deno.test({
    name: `the launcher finds the program and hands everything through: ${name}`,
    ignore,
    async fn() {
      await using installation = await Installation.make(layout, STAND_IN);
      const outcome = await installation.run(["echo", "two words", "", "ä$&*"], "from stdin\n");
      assert.deepEqual(outcome, {
        code: 0,
        signal: null,
        stdout: "<two words>\n<>\n<ä$&*>\nfrom stdin\n",
        stderr: "to-stderr\n",
      });
    },
  });
}

Deno.test({
  name: "a script on the command line starts the program with what stands after it",
  ignore,
  async fn() {
    await using installation = await Installation.make(FLAT, STAND_IN);
    const script = "require('@repoctx/cli/lib/launch.js').launchFromScript()";
    const { stdout } = await new Deno.Command("node", {
      args: ["-e", script, "echo", "a b", "--c"],
      cwd: installation.root,
      stdin: "null",
      stderr: "null",
    }).output();
    assert.equal(new TextDecoder().decode(stdout), "<a b>\n<--c>\n");
  },
});

Deno.test({
  name: "the program's exit code is the launcher's",
  ignore,
  async fn() {
    await using installation = await Installation.make(FLAT, STAND_IN);
    for (const code of [0, 1, 4, 130]) {
      assert.equal((await installation.run(["exit", String(code)])).code, code);
    }
  },
});

Deno.test({
  name: "a program that is killed takes the launcher along, with the same signal",
  ignore,
  async fn() {
    await using installation = await Installation.make(FLAT, STAND_IN);
    for (const signal of ["KILL", "TERM", "INT"]) {
      assert.equal((await installation.run(["die", signal])).signal, `SIG${signal}`);
    }
  },
});

Deno.test({
  name: "a request to end reaches the program, and the launcher waits for its answer",
  ignore,
  async fn() {
    await using installation = await Installation.make(FLAT, STAND_IN);
    const child = installation.start(["wait"]);
    await child.stdin.close();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    assert.equal((await reader.read()).value, "ready\n");
    child.kill("SIGTERM");
    assert.equal((await reader.read()).value, "got-term\n");
    assert.equal((await child.status).code, 7);
    await reader.cancel();
    await child.stderr.cancel();
  },
});

/** Whether the Node of this machine can stand in for the program. */
const { stdout } = await new Deno.Command("node", { args: ["-p", "process.versions.node"] }).output();
const [major, minor] = new TextDecoder().decode(stdout).split(".").map(Number);
const canStandIn = major! >= 24 || major === 22 && minor! >= 16;
const expected = canStandIn ? { code: 0, stdout: "on Node: guide\n" } : { code: 1, stdout: "" };

Deno.test("a missing package is named, with what to do, and Node stands in where it can", async () => {
  await using installation = await Installation.make(FLAT, undefined);
  const { code, stdout, stderr } = await installation.run(["guide"]);
  const name = `@repoctx/cli-${hostTarget()!.name}`;
  assert.deepEqual({ code, stdout }, expected);
  assert.ok(stderr.startsWith(`repoctx: the package ${name} is not installed`), stderr);
  assert.match(stderr, new RegExp(`npm install --save-optional ${name}@\\d+\\.\\d+\\.\\d+`));
  assert.equal(stderr.includes("Until then it runs on Node.js."), canStandIn);
  assert.equal(stderr.includes("On Node.js 22.16 or later, except 23, it runs without one."), !canStandIn);
});

Deno.test({
  name: "a program that cannot be started is named, with the reason, and Node stands in where it can",
  ignore,
  async fn() {
    await using installation = await Installation.make(FLAT, STAND_IN);
    const folder = join(installation.root, FLAT.platform(`@repoctx/cli-${hostTarget()!.name}`));
    await Deno.chmod(join(folder, "repoctx"), 0o644);
    const { code, stdout, stderr } = await installation.run(["guide"]);
    assert.deepEqual({ code, stdout }, expected);
    assert.match(stderr, /cannot be started\. The file is not executable/);
  },
});

Deno.test("Node stands in from the version on that has all that is needed", async () => {
  await using installation = await Installation.make(FLAT, undefined);
  const { canRunOn } = createRequire(installation.launcher)("../lib/platform.js");
  const versions = ["20.20.2", "22.13.0", "22.15.1", "22.16.0", "22.23.5", "23.11.1", "24.0.0", "26.0.0"];
  assert.deepEqual(versions.map(canRunOn), [false, false, false, true, true, false, true, true]);
});

Deno.test("every build has its package, and other machines have none", async () => {
  await using installation = await Installation.make(FLAT, undefined);
  const require = createRequire(installation.launcher);
  const { BUILDS, packageFor } = require("../lib/platform.js");
  assert.deepEqual(BUILDS, TARGETS.map(({ name }) => name));
  for (const target of TARGETS) assert.equal(packageFor(target.os, target.cpu), platformPackageName(target));
  assert.equal(packageFor("freebsd", "x64"), undefined);
  assert.equal(packageFor("linux", "riscv64"), undefined);
});
