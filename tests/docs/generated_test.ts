/** What the documentation says of the program is what the program says of itself. */
import assert from "node:assert/strict";
import { generate, orphans, settled } from "../../tools/docs.ts";
import { readProjectFile } from "../../tools/docs/files.ts";

const ADVICE = "run 'deno run -A tools/docs.ts'";

Deno.test("generated pages, parts and pictures are up to date", async () => {
  const files = await generate();
  for (const [path, text] of files) {
    const written = await readProjectFile(path).catch(() => "");
    assert.equal(settled(written), settled(text), `${path} is out of date: ${ADVICE}`);
  }
  assert.deepEqual(orphans(files), [], `pages of commands that are gone: ${ADVICE}`);
});
