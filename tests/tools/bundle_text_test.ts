import assert from "node:assert/strict";
import { normaliseBundle } from "../../tools/bundle_text.ts";

/** A bundle as two machines would write it. */
function bundleMadeIn(cache: string, hash: string): Map<string, string> {
  return new Map([
    [`chunk-${hash}.js`, `// ${cache}/registry.example_8080/@a/b/1.2.3/dist/x.js\nexport const x = 1;\n`],
    [`late-${hash}.js`, `var y = __commonJS({\n  "${cache}/host/c/4.5.6-rc.1/y.js"() {} });\n`],
    ["main.js", `import { x } from "./chunk-${hash}.js";\nimport("./late-${hash}.js");\n// "./other.js"\n`],
  ]);
}

Deno.test("a bundle is the same wherever it was made", () => {
  const here = normaliseBundle(
    bundleMadeIn("../../home/me/.cache/npm", "ABCD2345"),
    "../../home/me/.cache/npm",
  );
  const there = normaliseBundle(bundleMadeIn("../cache", "ZYXW9876"), "../cache");
  assert.deepEqual(here, there);
  assert.deepEqual([...here.files], [
    ["main.js", `import { x } from "./chunk_1.js";\nimport("./late_1.js");\n// "./other.js"\n`],
    ["chunk_1.js", "// npm:@a/b@1.2.3/dist/x.js\nexport const x = 1;\n"],
    ["late_1.js", 'var y = __commonJS({\n  "npm:c@4.5.6-rc.1/y.js"() {} });\n'],
  ]);
  assert.deepEqual(here.packages, [{ name: "@a/b", version: "1.2.3" }, { name: "c", version: "4.5.6-rc.1" }]);
});

Deno.test("chunks that nothing imports are left out, and a bundle without a beginning is refused", () => {
  const chunks = new Map([["main.js", ""], ["chunk-ABCD2345.js", ""]]);
  assert.deepEqual([...normaliseBundle(chunks, "cache").files.keys()], ["main.js"]);
  assert.throws(() => normaliseBundle(new Map(), "cache"), /no main\.js/);
});
