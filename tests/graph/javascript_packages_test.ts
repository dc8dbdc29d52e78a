import assert from "node:assert/strict";
import { file, graphOf, importsOf } from "./_graph_input.ts";

function edges(from: string, specifiers: string[], others: string[], manifests: Record<string, unknown>) {
  const files = [file(from, { imports: specifiers }), ...others.map((path) => file(path))];
  const texts = Object.entries(manifests).map(([path, value]) => {
    return [path, typeof value === "string" ? value : JSON.stringify(value)];
  });
  return importsOf(graphOf(files, Object.fromEntries(texts)), from);
}

const WORKSPACE = { "package.json": { private: true, workspaces: ["packages/*", "apps/*"] } };

Deno.test("members of a workspace are imported by name, sub-path, pattern and main file", () => {
  const manifests = {
    ...WORKSPACE,
    "packages/kit/package.json": {
      name: "@harbor/kit",
      exports: {
        ".": "./src/index.ts",
        "./rigging": {
          types: "./dist/rigging.d.ts",
          source: "./src/rigging.ts",
          import: "./dist/rigging.js",
        },
        "./parts/*": "./src/parts/*.ts",
      },
    },
    "packages/old/package.json": { name: "old-kit", main: "lib/start.js" },
    "apps/web/package.json": { name: "web" },
  };
  const sources = [
    "packages/kit/src/index.ts",
    "packages/kit/src/parts/hinge.ts",
    "packages/kit/src/rigging.ts",
    "packages/old/lib/start.js",
  ];
  assert.deepEqual(
    edges(
      "apps/web/src/page.ts",
      ["@harbor/kit", "@harbor/kit/rigging", "@harbor/kit/parts/hinge", "old-kit", "rigging"],
      sources,
      manifests,
    ),
    sources,
  );
});

Deno.test("entries that are built lead to their sources", () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ main: "dist/index.js" }, "p/src/index.ts"],
    [{ main: "./dist/cjs/index.cjs", types: "./dist/types/index.d.ts" }, "p/src/index.ts"],
    [{ module: "dist/kit.esm.min.js" }, "p/src/kit.ts"],
    [{ main: "build/main" }, "p/src/main.tsx"],
    [{ exports: { import: "./dist/index.mjs", require: "./dist/index.cjs" } }, "p/src/index.ts"],
    [{ exports: { ".": [{ node: { default: "./lib/node/x.js" } }, "./lib/y.js"] } }, "p/src/x.ts"],
    [{ main: "dist/gone.js" }, "p/src/index.ts"],
    [{}, "p/index.js"],
  ];
  for (const [entry, source] of cases) {
    const manifests = { "package.json": { workspaces: ["p"] }, "p/package.json": { name: "kit", ...entry } };
    assert.deepEqual(edges("m.ts", ["kit"], [source], manifests), [source], JSON.stringify(entry));
  }
});

Deno.test("a script is preferred to the declaration file beside it", () => {
  const manifests = {
    "package.json": { workspaces: ["p"] },
    "p/package.json": { name: "kit", exports: { types: "./index.d.ts", default: "./index.js" } },
  };
  assert.deepEqual(edges("m.ts", ["kit"], ["p/index.d.ts", "p/index.js"], manifests), ["p/index.js"]);
});

Deno.test("a sub-path that exports block gives no edge, one without exports is a path", () => {
  const exports = { "./*": "./src/*.ts", "./internal/*": null };
  const manifests = {
    "package.json": { workspaces: ["p", "q"] },
    "p/package.json": { name: "p", exports },
    "q/package.json": { name: "q" },
  };
  const sources = ["p/src/internal/x.ts", "p/src/y.ts", "q/lib/z.ts"];
  assert.deepEqual(edges("m.ts", ["p/internal/x", "p/y", "q/lib/z.js"], sources, manifests), [
    "p/src/y.ts",
    "q/lib/z.ts",
  ]);
});

Deno.test("pnpm, lerna, rush and glob patterns with exceptions bind packages together", () => {
  const member = { "libs/a/one/package.json": { name: "one", main: "one.js" } };
  const bindings: Record<string, unknown>[] = [
    { "pnpm-workspace.yaml": "packages:\n  - 'libs/**' # all\n  - '!**/test/**'\n", "package.json": {} },
    { "lerna.json": { packages: ["libs/a/*"] } },
    { "rush.json": `{ "projects": [ { "packageName": "one", "projectFolder": "libs/a/one" }, ] }` },
    { "package.json": { workspaces: { packages: ["./libs/{a,b}/on?"] } } },
  ];
  for (const binding of bindings) {
    const manifests = { ...member, ...binding };
    assert.deepEqual(edges("m.ts", ["one"], ["libs/a/one/one.js"], manifests), ["libs/a/one/one.js"]);
  }
  const excluded = {
    ...member,
    "pnpm-workspace.yaml": "packages: ['libs/**', '!libs/a/*']",
    "package.json": {},
  };
  assert.deepEqual(edges("m.ts", ["one"], ["libs/a/one/one.js"], excluded), []);
  const broken = { ...member, "pnpm-workspace.yaml": "packages: [*\n\t- {", "package.json": {} };
  assert.deepEqual(edges("m.ts", ["one", "./a"], ["a.ts", "libs/a/one/one.js"], broken), ["a.ts"]);
});

Deno.test("a package that is no member, or a name two members have, is a stranger", () => {
  const stranger = { ...WORKSPACE, "fixtures/react/package.json": { name: "react", main: "index.js" } };
  assert.deepEqual(edges("apps/web/m.ts", ["react"], ["fixtures/react/index.js"], stranger), []);
  const twins = {
    ...WORKSPACE,
    "packages/a/package.json": { name: "same", main: "a.js" },
    "packages/b/package.json": { name: "same", main: "b.js" },
  };
  assert.deepEqual(edges("m.ts", ["same"], ["packages/a/a.js", "packages/b/b.js"], twins), []);
});

Deno.test("a package imports itself by name, unless it depends on its own name", () => {
  const manifests = { "package.json": { name: "kit", exports: { ".": "./src/index.ts" } } };
  assert.deepEqual(edges("examples/m.ts", ["kit"], ["src/index.ts"], manifests), ["src/index.ts"]);
  const other = { "package.json": { name: "vue", main: "main.js", dependencies: { vue: "^3" } } };
  assert.deepEqual(edges("m.ts", ["vue"], ["main.js"], other), []);
});

Deno.test("a dependency can name a folder or another package", () => {
  const manifests = {
    "package.json": {
      workspaces: ["lib"],
      dependencies: { local: "file:./vendor/local", real: "workspace:lib@*", other: "npm:lib@1" },
    },
    "vendor/local/package.json": { name: "whatever", main: "l.js" },
    "lib/package.json": { name: "lib", main: "lib.js" },
  };
  assert.deepEqual(edges("m.ts", ["local", "real"], ["lib/lib.js", "vendor/local/l.js"], manifests), [
    "lib/lib.js",
    "vendor/local/l.js",
  ]);
});

Deno.test("private imports of a package lead to files, patterns and other packages", () => {
  const manifests = {
    "package.json": {
      name: "root",
      workspaces: ["lib"],
      imports: {
        "#log": { types: "./dist/log.d.ts", default: "./dist/log.js" },
        "#in/*": "./src/in/*.ts",
        "#lib": "lib",
      },
    },
    "lib/package.json": { name: "lib", main: "lib.js" },
  };
  const sources = ["lib/lib.js", "src/in/a.ts", "src/log.ts"];
  assert.deepEqual(edges("src/deep/m.ts", ["#log", "#in/a", "#lib", "#none"], sources, manifests), sources);
});

Deno.test("a relative import of a package's folder takes its entry", () => {
  const manifests = { "p/package.json": { name: "p", main: "./dist/entry.js" } };
  assert.deepEqual(edges("m.js", ["./p"], ["p/src/entry.ts"], manifests), ["p/src/entry.ts"]);
});

Deno.test("hostile patterns and endless paths take no time", () => {
  const started = performance.now();
  const stars = "*a".repeat(2_000) + "b";
  const manifests = {
    "package.json": { workspaces: [stars, "**/".repeat(2_000) + "x", "{a,b}".repeat(50)] },
    [`${"a".repeat(4_000)}/package.json`]: { name: "deep", main: "dist/".repeat(20_000) + "x.js" },
    "own/package.json": { name: "own", main: "dist/".repeat(50_000) + "x" + ".min".repeat(50_000) + ".js" },
  };
  assert.deepEqual(edges("own/m.ts", ["own", "deep", "x".repeat(1_000_000)], ["own/y.ts"], manifests), []);
  assert.ok(performance.now() - started < 2_000);
});
