import assert from "node:assert/strict";
import { join } from "node:path";
import manifest from "../../deno.json" with { type: "json" };
import { hostTarget } from "../../tools/targets.ts";
import { Runner, serveRelease } from "./_runner.ts";

/** The programs of these tests are shell scripts. */
const ignore = Deno.build.os === "windows";

Deno.test({
  name: "the release of the action's own version is installed once, and put on the search path",
  ignore,
  async fn() {
    await using release = await serveRelease();
    await using runner = await Runner.make();
    const first = await runner.step("install", { DOWNLOADS: release.address });
    assert.equal(first.code, 0, first.log);
    assert.equal(first.outputs["version"], manifest.version);
    const program = first.outputs["program"]!;
    assert.equal(first.path, `${join(program, "..")}\n`);
    const { stdout } = await new Deno.Command(program).output();
    assert.equal(new TextDecoder().decode(stdout), "installed\n");
    const requests = release.requests.length;
    const second = await runner.step("install", { DOWNLOADS: release.address });
    assert.deepEqual([second.code, second.outputs], [0, first.outputs]);
    assert.equal(release.requests.length, requests, "nothing is downloaded twice");
  },
});

Deno.test({
  name: "an archive that does not fit its checksum is not unpacked",
  ignore,
  async fn() {
    await using release = await serveRelease({ damaged: true });
    await using runner = await Runner.make();
    const { code, log, path } = await runner.step("install", { DOWNLOADS: release.address });
    assert.notEqual(code, 0);
    assert.match(log, new RegExp(`repoctx-${hostTarget()!.name}\\.tar\\.gz is damaged: its SHA-256 is`));
    assert.equal(path, "");
    await assert.rejects(Deno.stat(join(runner.folder, "temp")));
  },
});

Deno.test("a version that does not exist, or is none, is named", async () => {
  await using release = await serveRelease();
  await using runner = await Runner.make();
  const missing = await runner.step("install", { DOWNLOADS: release.address, INPUT_VERSION: "v99.0.0" });
  assert.notEqual(missing.code, 0);
  assert.match(missing.log, /\/v99\.0\.0\/.* answered 404/);
  const wrong = await runner.step("install", { DOWNLOADS: release.address, INPUT_VERSION: "../../x" });
  assert.notEqual(wrong.code, 0);
  assert.match(wrong.log, /"\.\.\/\.\.\/x" is not a version/);
});
