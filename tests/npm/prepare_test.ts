import assert from "node:assert/strict";
import { join } from "node:path";
import { Installation, LAYOUTS } from "./_layout.ts";

const FLAT = LAYOUTS["npm, yarn and bun, side by side"];
const ignore = Deno.build.os === "windows";

/** Notes what it was called with; fails when told to. */
const RECORDER = `#!/bin/sh
echo "$@" >> calls
[ ! -e fail ]
`;

/** Runs the `prepare` script as a package manager would. */
async function prepare(installation: Installation, environment: Record<string, string>): Promise<string> {
  const { code } = await new Deno.Command("node", {
    args: ["-e", "require('@repoctx/cli/prepare')"],
    cwd: installation.root,
    env: { CI: "", REPOCTX_NO_PREPARE: "", ...environment },
    stderr: "null",
  }).output();
  assert.equal(code, 0, "an installation never fails");
  return await Deno.readTextFile(join(installation.root, "calls")).catch(() => "");
}

Deno.test({
  name: "preparing sets up a new repository and then keeps its index fresh",
  ignore,
  async fn() {
    await using installation = await Installation.make(FLAT, RECORDER);
    assert.equal(await prepare(installation, {}), "init --no-agents\nindex\n");
    await Deno.writeTextFile(join(installation.root, "repoctx.config.json"), "{}");
    assert.equal(await prepare(installation, {}), "init --no-agents\nindex\nindex\n");
  },
});

Deno.test({
  name: "preparing can be switched off, is off in continuous integration, and survives a failing program",
  ignore,
  async fn() {
    await using installation = await Installation.make(FLAT, RECORDER);
    assert.equal(await prepare(installation, { CI: "true" }), "");
    assert.equal(await prepare(installation, { REPOCTX_NO_PREPARE: "1" }), "");
    await Deno.writeTextFile(join(installation.root, "fail"), "");
    assert.equal(await prepare(installation, {}), "init --no-agents\n");
  },
});
