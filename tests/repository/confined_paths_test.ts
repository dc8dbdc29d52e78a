import assert from "node:assert/strict";
import { UsageError } from "../../src/model/mod.ts";
import { readConfined, toRootRelative } from "../../src/repository/mod.ts";

Deno.test("a path argument becomes root-relative, from wherever it is given", () => {
  assert.equal(toRootRelative("/r", "/r", "src/a.ts"), "src/a.ts");
  assert.equal(toRootRelative("/r", "/r/src", "a.ts"), "src/a.ts");
  assert.equal(toRootRelative("/r", "/r/src", "../b.ts"), "b.ts");
  assert.equal(toRootRelative("/r", "/elsewhere", "/r/./x/../src/a.ts"), "src/a.ts");
  assert.equal(toRootRelative("/r", "/r", "..a/b"), "..a/b");
});

Deno.test("a path outside of the root, and the root itself, are refused", () => {
  for (const path of ["..", "../r2/a", "/etc/passwd", "a/../../b", "."]) {
    assert.throws(() => toRootRelative("/r", "/r", path), UsageError, path);
  }
});

Deno.test("reading never leaves the root, whatever links say", async () => {
  const base = await Deno.makeTempDir();
  try {
    const root = `${base}/root`;
    Deno.mkdirSync(`${root}/dir`, { recursive: true });
    Deno.writeTextFileSync(`${base}/secret.txt`, "secret");
    Deno.writeTextFileSync(`${root}/plain.txt`, "plain");
    Deno.symlinkSync("../secret.txt", `${root}/out.txt`);
    Deno.symlinkSync("plain.txt", `${root}/in.txt`);
    Deno.symlinkSync("..", `${root}/up`);
    const read = (path: string) => {
      const bytes = readConfined(root, path);
      return bytes && new TextDecoder().decode(bytes);
    };
    assert.equal(read("plain.txt"), "plain");
    assert.equal(read("in.txt"), "plain");
    assert.equal(read("out.txt"), undefined);
    assert.equal(read("up/secret.txt"), undefined);
    assert.equal(read("../secret.txt"), undefined);
    assert.equal(read("dir"), undefined);
    assert.equal(read("missing"), undefined);
  } finally {
    await Deno.remove(base, { recursive: true });
  }
});

Deno.test("a working directory reached through a link still lies inside of the root", async () => {
  const base = await Deno.makeTempDir();
  try {
    Deno.mkdirSync(`${base}/real/src`, { recursive: true });
    Deno.symlinkSync("real", `${base}/alias`);
    assert.equal(toRootRelative(`${base}/real`, `${base}/alias/src`, "a.ts"), "src/a.ts");
  } finally {
    await Deno.remove(base, { recursive: true });
  }
});
