/** How the program was started, as `doctor` tells it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Circumstances, ownBuild, startedAs } from "../../src/commands/_distribution.ts";

Deno.test("every way in which the program is handed out is told apart", () => {
  const compiled = (executable: string): Circumstances => ({
    module: "file:///tmp/deno-compile-repoctx/src/program/main.js",
    isStandalone: true,
    deno: "2.9.6",
    executable,
  });
  const run = (module: string, deno = "2.9.6"): Circumstances => ({
    module,
    isStandalone: false,
    deno,
    executable: undefined,
  });
  const cases: [Circumstances, string][] = [
    [compiled("/usr/local/bin/repoctx"), "binary"],
    [compiled("/home/x/node_modules/other/repoctx"), "binary"],
    [compiled("/home/x/node_modules/@repoctx/cli-linux-x64/repoctx"), "npm"],
    [
      compiled(
        "/x/node_modules/.pnpm/@repoctx+cli-darwin-arm64@1.0.0/node_modules/@repoctx/cli-darwin-arm64/repoctx",
      ),
      "npm",
    ],
    [compiled("C:\\x\\node_modules\\@repoctx\\cli-win32-x64\\repoctx.exe"), "npm"],
    [compiled("/home/x/.repoctx/bin/repoctx"), "nuget"],
    [compiled("C:\\x\\App\\obj\\repoctx\\repoctx.exe"), "nuget"],
    [run("file:///home/x/repoctx/src/commands/a.ts"), "clone"],
    [run("https://example.org/@repoctx/cli/0.1.0/src/commands/a.ts"), "remote"],
    [run("file:///x/node_modules/@repoctx/cli/program/src/program/main.js", "none, Node.js 24.0.0"), "node"],
  ];
  for (const [circumstances, expected] of cases) {
    assert.equal(startedAs(circumstances), expected, circumstances.executable ?? circumstances.module);
  }
});

Deno.test("a build tells its commit, and sources tell none", async () => {
  const folder = await Deno.makeTempDir({ prefix: "repoctx-stamp-" });
  try {
    const stamp = pathToFileURL(join(folder, "stamp.json"));
    const build = async (text: string) => {
      await Deno.writeTextFile(stamp, text);
      return await ownBuild(stamp);
    };
    assert.equal(await ownBuild(stamp), undefined);
    assert.deepEqual(await build('{"version":"1.0.0","commit":"abc"}'), { commit: "abc", modified: false });
    assert.deepEqual(await build('{"commit":"abc","modified":true}'), { commit: "abc", modified: true });
    for (const text of ['{"version":"1.0.0"}', "{", "null", ""]) assert.equal(await build(text), undefined);
    assert.equal(await ownBuild(new URL("https://example.org/build/stamp.json")), undefined);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
