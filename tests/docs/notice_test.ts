import assert from "node:assert/strict";
import { readProjectFile } from "../../tools/docs/files.ts";
import { usedPackages } from "../../tools/docs/notice.ts";

Deno.test("NOTICE names every package with its version and licence, in the right part, and no other", async () => {
  const [shipped, others] = (await readProjectFile("NOTICE")).split(
    "Only tests and tools use these packages:",
  );
  const packages = await usedPackages();
  assert.ok(packages.some(({ isShipped }) => isShipped) && packages.some(({ isShipped }) => !isShipped));
  for (const [part, isShipped] of [[shipped!, true], [others!, false]] as const) {
    const listed = part.split("\n").filter((line) => line.startsWith("- "));
    const wanted = packages.filter((used) => used.isShipped === isShipped);
    assert.deepEqual(
      listed.map((line) => /^- (\S+ \S+), \S/.exec(line)?.[1]),
      wanted.map(({ name, version }) => `${name} ${version}`),
      "run 'deno run -A tools/docs.ts'",
    );
  }
});
