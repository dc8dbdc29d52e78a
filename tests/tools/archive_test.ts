import assert from "node:assert/strict";
import { checksumLine, tar } from "../../tools/archive.ts";
import { gzip } from "../../tools/program.ts";

Deno.test("an archive is what tar expects, with the rights of its files", async () => {
  const folder = await Deno.makeTempDir({ prefix: "repoctx-archive-" });
  try {
    const content = new TextEncoder().encode("x".repeat(1500));
    const entries = [
      { name: "repoctx", content, executable: true },
      { name: "LICENSE", content: new Uint8Array(512), executable: false },
      { name: "empty", content: new Uint8Array(0), executable: false },
    ];
    const archive = await gzip(tar(entries));
    await Deno.writeFile(`${folder}/a.tar.gz`, archive);
    const { success } = await new Deno.Command("tar", { args: ["-xzf", "a.tar.gz"], cwd: folder }).output();
    assert.ok(success);
    for (const { name, content, executable } of entries) {
      assert.deepEqual(await Deno.readFile(`${folder}/${name}`), content);
      if (Deno.build.os !== "windows") {
        assert.equal((await Deno.stat(`${folder}/${name}`)).mode! & 0o777, executable ? 0o755 : 0o644);
      }
    }
    assert.deepEqual(await gzip(tar(entries)), archive);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a checksum line is one that sha256sum checks", async () => {
  assert.equal(
    await checksumLine("a.tar.gz", new Uint8Array(0)),
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.tar.gz\n",
  );
});

Deno.test("a name that does not fit is refused", () => {
  assert.throws(
    () => tar([{ name: "n".repeat(101), content: new Uint8Array(), executable: false }]),
    /too long/,
  );
});
