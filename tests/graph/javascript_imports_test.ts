import assert from "node:assert/strict";
import { file, graphOf, importsOf } from "./_graph_input.ts";

/** The import edges of `from` when it imports each specifier in a repository of these files. */
function edges(from: string, specifiers: string[], others: string[], manifests: Record<string, string> = {}) {
  const files = [file(from, { imports: specifiers }), ...others.map((path) => file(path))];
  return importsOf(graphOf(files, manifests), from);
}

Deno.test("a specifier with the extension of the output leads to its source", () => {
  const sources = ["src/a.ts", "src/b.tsx", "src/c.mts", "src/d.cts", "src/e.d.ts", "src/f.js", "src/g.tsx"];
  assert.deepEqual(
    edges(
      "src/main.ts",
      ["./a.js", "./b.js", "./c.mjs", "./d.cjs", "./e.js", "./f.js", "./g.jsx"],
      sources,
    ),
    sources,
  );
});

Deno.test("extensions are tried in a fixed order, the exact path after them, an index last", () => {
  assert.deepEqual(edges("main.ts", ["./a"], ["a.js", "a.ts", "a/index.ts"]), ["a.ts"]);
  assert.deepEqual(edges("main.ts", ["./a"], ["a.d.ts", "a.js"]), ["a.d.ts"]);
  assert.deepEqual(edges("main.ts", ["./a"], ["a", "a/index.ts"]), ["a"]);
  assert.deepEqual(edges("main.ts", ["./a"], ["a/index.js", "a/index.tsx"]), ["a/index.tsx"]);
  assert.deepEqual(edges("src/main.ts", [".", ".."], ["index.ts", "src/index.ts"]), [
    "index.ts",
    "src/index.ts",
  ]);
  assert.deepEqual(edges("main.ts", ["./a/"], ["a.ts", "a/index.ts"]), ["a/index.ts"]);
});

Deno.test("a script that exists comes before a declaration file when a script imports it", () => {
  assert.deepEqual(edges("main.js", ["./a", "./b.js"], ["a.d.ts", "a.js", "b.d.ts", "b.js", "b.ts"]), [
    "a.js",
    "b.js",
  ]);
});

Deno.test("components, data and style files are found by their exact path", () => {
  assert.deepEqual(
    edges("main.ts", ["./App.vue", "./Card.svelte", "./d.json", "./s.css"], [
      "App.vue",
      "Card.svelte",
      "d.json",
      "s.css",
    ]),
    ["App.vue", "Card.svelte", "d.json", "s.css"],
  );
  const app = file("App.vue", { imports: ["./main"] });
  assert.deepEqual(importsOf(graphOf([app, file("main.ts")]), "App.vue"), ["main.ts"]);
});

Deno.test("what bundlers write around a path is removed only when the path as written does not exist", () => {
  assert.deepEqual(edges("main.ts", ["./a?raw", "raw-loader!./b.ts", "./c?x"], ["a.ts", "b.ts", "c?x.ts"]), [
    "a.ts",
    "b.ts",
    "c?x.ts",
  ]);
});

Deno.test("a path out of the repository, to itself, to nothing or to another scheme gives no edge", () => {
  assert.deepEqual(
    edges("src/main.ts", ["../../x", "./main", "./nothing", "node:fs", "https://a.b/c.ts", "", "react"], [
      "x.ts",
      "react/index.ts",
    ]),
    [],
  );
});

Deno.test("every kind of import gives an edge", () => {
  const kinds = ["static", "type", "side-effect", "reexport", "require", "dynamic"] as const;
  const main = file("main.ts", { imports: kinds.map((kind, index) => ({ kind, specifier: `./f${index}` })) });
  const others = kinds.map((_, index) => file(`f${index}.ts`));
  assert.equal(importsOf(graphOf([main, ...others]), "main.ts").length, kinds.length);
});

Deno.test("names with brackets, blanks, percent and dollar signs are taken literally", () => {
  const paths = ["app/(g)/@m/f.ts", "app/[id]/x.ts", "app/a%20b.ts", "app/it's $HOME #1.ts"];
  const specifiers = paths.map((path) => "./" + path.slice(4, -3));
  assert.deepEqual(edges("app/main.ts", specifiers, [...paths, "app/i/x.ts"]), paths);
});

Deno.test("the output folder of a package leads back to its sources when it is not indexed", () => {
  const manifests = { "package.json": "{}" };
  assert.deepEqual(edges("bin/cli.js", ["../dist/node/cli.js"], ["src/node/cli.ts"], manifests), [
    "src/node/cli.ts",
  ]);
  assert.deepEqual(
    edges("bin/cli.js", ["../dist/node/cli.js"], ["dist/node/cli.js", "src/node/cli.ts"], manifests),
    ["dist/node/cli.js"],
  );
});
