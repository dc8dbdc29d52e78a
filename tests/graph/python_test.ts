import assert from "node:assert/strict";
import type { ImportRecord } from "../../src/model/mod.ts";
import { type Facts, file, graphOf, importsOf, named, symbolUses } from "./_graph_input.ts";

/** `import a.b`, with an alias when there is one. */
function whole(module: string, local = module): ImportRecord {
  return named(module, `* as ${local}`);
}

function edges(path: string, imports: ImportRecord[], ...others: string[]): string[] {
  return importsOf(graphOf([file(path, { imports }), ...others.map((each) => file(each))]), path);
}

Deno.test("relative imports are counted in dots", () => {
  const files = ["acme/__init__.py", "acme/log.py", "acme/web/__init__.py", "acme/web/view.py"];
  const imports = [
    named(".view", "View"),
    named("..log", "info"),
    named(".", "view as v"),
    named("....x", "x"),
  ];
  assert.deepEqual(edges("acme/web/main.py", imports, ...files), ["acme/log.py", "acme/web/view.py"]);
});

Deno.test("absolute imports start at a folder above that is no package, or below its src", () => {
  const imports = [whole("acme.log"), named("acme.web", "view"), whole("os.path")];
  const files = ["acme/__init__.py", "acme/log.py", "acme/web/__init__.py", "acme/web/view.py"];
  const expected = ["acme/log.py", "acme/web/view.py"];
  assert.deepEqual(edges("acme/web/main.py", imports, ...files), expected);
  const source = (paths: string[]) => paths.map((path) => `src/${path}`);
  assert.deepEqual(edges("tests/test_log.py", imports, ...source(files)), source(expected));
  const deep = (paths: string[]) => paths.map((path) => `packages/one/python/${path}`);
  assert.deepEqual(edges("packages/two/main.py", imports, ...deep(files)), deep(expected));
  const twice = [...deep(files), ...files.map((path) => `packages/three/python/${path}`)];
  assert.deepEqual(edges("packages/two/main.py", imports, ...twice), []);
});

Deno.test("a script imports its neighbours, a package's module does not", () => {
  assert.deepEqual(edges("tools/run.py", [whole("helper")], "tools/helper.py"), ["tools/helper.py"]);
  const inPackage = ["tools/__init__.py", "tools/logging.py"];
  assert.deepEqual(edges("tools/run.py", [whole("logging")], ...inPackage), []);
});

Deno.test("a name of a package is its module unless the package declares the name", () => {
  const files = (facts: Facts) => [
    file("main.py", { imports: [named("acme", "view", "Site")] }),
    file("acme/__init__.py", facts),
    file("acme/view.py"),
  ];
  const plain = importsOf(graphOf(files({})), "main.py");
  assert.deepEqual(plain, ["acme/__init__.py", "acme/view.py"]);
  const declared = importsOf(graphOf(files({ symbols: ["function view"] })), "main.py");
  assert.deepEqual(declared, ["acme/__init__.py"]);
});

Deno.test("packages without a file of their own lead to their modules only", () => {
  assert.deepEqual(edges("main.py", [named("acme", "view", "other")], "acme/view.py"), ["acme/view.py"]);
});

Deno.test("uses are followed through packages that pass names on", () => {
  const files = [
    file("main.py", {
      symbols: ["function main"],
      imports: [named("acme", "Site as S", "run"), whole("acme.web.view"), whole("acme.log", "log")],
      references: [
        "new S @ main",
        "call run @ main",
        "call acme.web.view.render @ main",
        "call log.info @ main",
        "call info @ main",
      ],
    }),
    file("acme/__init__.py", { imports: [named(".site", "Site"), named(".jobs", "* as *")] }),
    file("acme/jobs.py", { symbols: ["function run"] }),
    file("acme/log.py", { symbols: ["function info"] }),
    file("acme/site.py", { symbols: ["class Site"] }),
    file("acme/web/view.py", { symbols: ["function render"] }),
  ];
  assert.deepEqual(symbolUses(graphOf(files), files), [
    "main.py#main -> acme/jobs.py#run",
    "main.py#main -> acme/log.py#info",
    "main.py#main -> acme/site.py#Site",
    "main.py#main -> acme/web/view.py#render",
  ]);
});
