import assert from "node:assert/strict";
import { GRAMMAR_PACKAGES, grammarUrl } from "../../src/parser/grammars.ts";
import { LANGUAGES } from "../../src/parser/languages/mod.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("grammars are read from the packages deno.json pins", async () => {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  for (const { name, version, folder } of Object.values(GRAMMAR_PACKAGES)) {
    const pinned = `npm:${name}@${version}`;
    assert.equal(imports[name], pinned);
    assert.ok(folder.startsWith(`${pinned}/`), folder);
  }
});

Deno.test("every language's grammar is there", async () => {
  for (const { name, binding } of LANGUAGES) {
    for (const used of [binding, binding?.alternative]) {
      if (used === undefined) continue;
      const url = grammarUrl(used.grammar);
      assert.equal(url.protocol, "file:");
      assert.ok((await Deno.stat(url)).size > 0, name);
    }
  }
});

Deno.test("the packages stand in the module graph, so that a remote copy of this code finds them", async () => {
  const source = await Deno.readTextFile(new URL("src/parser/grammars.ts", ROOT));
  for (const { name } of Object.values(GRAMMAR_PACKAGES)) {
    assert.ok(source.includes(`from "${name}/package.json" with { type: "json" };`), name);
  }
});

Deno.test("the door loads neither languages nor tree-sitter", async () => {
  const seen = new Set<string>();
  const pending = [new URL("src/parser/mod.ts", ROOT)];
  for (const url of pending) {
    if (seen.has(url.href)) continue;
    seen.add(url.href);
    const source = await Deno.readTextFile(url);
    for (const match of source.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?\bfrom\s+"([^"]+)"/gm)) {
      const specifier = match[1] ?? "";
      assert.ok(specifier.startsWith("."), `${url.href} loads ${specifier}`);
      pending.push(new URL(specifier, url));
    }
  }
  const loaded = [...seen].map((url) => url.slice(ROOT.href.length));
  assert.ok(loaded.includes("src/parser/language_files.ts"));
  assert.deepEqual(loaded.filter((path) => /languages\/|source_parser|grammars/.test(path)), []);
});
