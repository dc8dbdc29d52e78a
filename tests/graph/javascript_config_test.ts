import assert from "node:assert/strict";
import { file, graphOf, importsOf } from "./_graph_input.ts";

function edges(from: string, specifiers: string[], others: string[], manifests: Record<string, string>) {
  const files = [file(from, { imports: specifiers }), ...others.map((path) => file(path))];
  return importsOf(graphOf(files, manifests), from);
}

function options(compilerOptions: unknown, rest: Record<string, unknown> = {}): string {
  return JSON.stringify({ compilerOptions, ...rest });
}

Deno.test("aliases of an extended config with comments and trailing commas are relative to that config", () => {
  const manifests = {
    "tsconfig.base.json": `{
      // every alias lives here
      "compilerOptions": { "baseUrl": ".", "paths": {
        "@depot/tariff": ["libs/tariff/src/index.ts"], /* exact */
        "@depot/yard/*": ["libs/yard/src/*"],
      }, }, "include": ["**/*.ts"],
    }`,
    "apps/desk/tsconfig.json": `{ "extends": "../../tsconfig.base.json" }`,
  };
  const sources = ["libs/tariff/src/index.ts", "libs/yard/src/crane.ts"];
  assert.deepEqual(
    edges("apps/desk/src/main.ts", ["@depot/tariff", "@depot/yard/crane", "left-over"], sources, manifests),
    sources,
  );
});

Deno.test("an exact alias wins over a wildcard, the longest prefix over a shorter one, and only the best counts", () => {
  const manifests = {
    "tsconfig.json": options({
      paths: { "*": ["any/*"], "@a/*": ["short/*"], "@a/b/*": ["long/*"], "@a/b/c": ["exact.ts"] },
    }),
  };
  assert.deepEqual(edges("m.ts", ["@a/b/c"], ["exact.ts", "long/c.ts", "short/b/c.ts"], manifests), [
    "exact.ts",
  ]);
  assert.deepEqual(edges("m.ts", ["@a/b/d"], ["long/d.ts", "short/b/d.ts"], manifests), ["long/d.ts"]);
  assert.deepEqual(edges("m.ts", ["@a/b/e"], ["short/b/e.ts"], manifests), []);
  assert.deepEqual(edges("m.ts", ["free"], ["any/free/index.ts"], manifests), ["any/free/index.ts"]);
});

Deno.test("the targets of an alias are tried in order, with its suffix", () => {
  const manifests = { "tsconfig.json": options({ paths: { "#*/view": ["one/*.ts", "two/*.ts"] } }) };
  assert.deepEqual(edges("m.ts", ["#user/view"], ["two/user.ts"], manifests), ["two/user.ts"]);
  assert.deepEqual(edges("m.ts", ["#user/view"], ["one/user.ts", "two/user.ts"], manifests), ["one/user.ts"]);
});

Deno.test("own paths replace inherited ones as a whole, and later parents win over earlier ones", () => {
  const base = {
    "a.json": options({ paths: { x: ["a.ts"] } }),
    "b.json": options({ paths: { x: ["b.ts"] } }),
  };
  const both = { ...base, "tsconfig.json": `{ "extends": ["./a", "./b.json"] }` };
  assert.deepEqual(edges("m.ts", ["x"], ["a.ts", "b.ts"], both), ["b.ts"]);
  const own = { ...base, "tsconfig.json": options({ paths: { y: ["a.ts"] } }, { extends: "./a.json" }) };
  assert.deepEqual(edges("m.ts", ["x"], ["a.ts"], own), []);
});

Deno.test("the nearest config decides alone", () => {
  const manifests = {
    "tsconfig.json": options({ paths: { "@/*": ["src/*"] } }),
    "apps/one/tsconfig.json": options({ paths: { "@/*": ["./src/*"] } }),
  };
  const sources = ["apps/one/src/log.ts", "src/log.ts"];
  assert.deepEqual(edges("apps/one/main.ts", ["@/log"], sources, manifests), ["apps/one/src/log.ts"]);
  assert.deepEqual(edges("apps/two/main.ts", ["@/log"], sources, manifests), ["src/log.ts"]);
  assert.deepEqual(edges("apps/one/main.ts", ["@/log"], ["src/log.ts"], manifests), []);
});

Deno.test("a solution's referenced projects around the file supply aliases", () => {
  const manifests = {
    "tsconfig.json":
      `{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "other" }] }`,
    "tsconfig.app.json": options({ paths: { "~lib/*": ["lib/*"] } }),
    "other/tsconfig.json": options({ paths: { "elsewhere/*": ["lib/*"] } }),
  };
  assert.deepEqual(edges("m.ts", ["~lib/a", "elsewhere/b"], ["lib/a.ts", "lib/b.ts"], manifests), [
    "lib/a.ts",
  ]);
});

Deno.test("baseUrl, rootDirs, configDir and jsconfig are understood", () => {
  const base = { "tsconfig.json": options({ baseUrl: "src", rootDirs: ["src/app", "generated"] }) };
  assert.deepEqual(
    edges("src/app/m.ts", ["util/log", "./made"], ["generated/made.ts", "src/util/log.ts"], base),
    [
      "generated/made.ts",
      "src/util/log.ts",
    ],
  );
  const shared = {
    "config/base.json": options({ paths: { "@/*": ["${configDir}/src/*"] } }),
    "web/jsconfig.json": `{ "extends": "../config/base" }`,
  };
  assert.deepEqual(edges("web/m.js", ["@/log"], ["web/src/log.js"], shared), ["web/src/log.js"]);
});

Deno.test("a config can extend one of a package of the workspace", () => {
  const manifests = {
    "package.json": `{ "workspaces": ["packages/*"] }`,
    "packages/config/package.json": `{ "name": "@acme/config" }`,
    "packages/config/base.json": options({ paths: { "~/*": ["../app/src/*"] } }),
    "packages/app/package.json": `{ "name": "app" }`,
    "packages/app/tsconfig.json": `{ "extends": "@acme/config/base.json" }`,
  };
  assert.deepEqual(edges("packages/app/m.ts", ["~/log"], ["packages/app/src/log.ts"], manifests), [
    "packages/app/src/log.ts",
  ]);
});

Deno.test("broken configs, cycles and absurd nesting are survived", () => {
  const chain = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => {
      const next = [`./c${index + 1}.json`, `./c${index + 1}.json`];
      return [`c${index}.json`, JSON.stringify({ extends: next })];
    }),
  );
  for (
    const manifests of [
      { "tsconfig.json": `{ "compilerOptions": { "paths": { "@/*": ["src/*"], } ` },
      { "tsconfig.json": options({ paths: { "@/*": ["src/*"] } }, { extends: "./tsconfig.json" }) },
      { "tsconfig.json": options({ paths: { "@/*": ["src/*"] } }, { extends: ["./c0.json"] }), ...chain },
    ]
  ) {
    assert.deepEqual(edges("m.ts", ["@/log", "./a"], ["a.ts", "src/log.ts"], manifests), [
      "a.ts",
      "src/log.ts",
    ]);
  }
  for (
    const text of ["", "null", "[]", "{", '{"a":'.repeat(100_000), options({ paths: { x: 1 }, baseUrl: {} })]
  ) {
    const manifests = { "tsconfig.json": text, "package.json": text, "deno.json": text, "lerna.json": text };
    assert.deepEqual(edges("m.ts", ["./a", "x"], ["a.ts"], manifests), ["a.ts"]);
  }
});

Deno.test("without a config @/ and ~/ lead to the source folder of the package when only one file fits", () => {
  const manifests = { "web/package.json": "{}" };
  assert.deepEqual(edges("web/src/m.ts", ["@/log"], ["web/src/log.ts"], manifests), ["web/src/log.ts"]);
  assert.deepEqual(edges("web/src/m.ts", ["~/log"], ["web/log.ts", "web/src/log.ts"], manifests), []);
});

Deno.test("import maps of Deno lead to files, folders and members of the workspace", () => {
  const manifests = {
    "deno.json": JSON.stringify({
      workspace: ["./core"],
      imports: {
        "@/": "./src/",
        "log": "./src/log.ts",
        "far": "jsr:@far/away@1",
        "core": "jsr:@acme/core@^1",
      },
      scopes: { "./src/old/": { "log": "./src/old/log.ts" } },
    }),
    "core/deno.jsonc":
      `{ "name": "@acme/core", "exports": { ".": "./mod.ts", "./sub": "./sub.ts" } } // member`,
  };
  const sources = ["core/mod.ts", "core/sub.ts", "src/a.ts", "src/log.ts", "src/old/log.ts"];
  assert.deepEqual(
    edges("src/m.ts", ["@/a.ts", "log", "far", "core", "@acme/core/sub"], sources, manifests),
    [
      "core/mod.ts",
      "core/sub.ts",
      "src/a.ts",
      "src/log.ts",
    ],
  );
  assert.deepEqual(edges("src/old/m.ts", ["log"], sources, manifests), ["src/old/log.ts"]);
  assert.deepEqual(edges("src/m.ts", ["jsr:@acme/core@1.2.0/sub"], sources, manifests), ["core/sub.ts"]);
  const named = {
    "deno.json": `{ "importMap": "maps/m.json" }`,
    "maps/m.json": `{"imports":{"x":"../x.ts"}}`,
  };
  assert.deepEqual(edges("m.ts", ["x"], ["x.ts"], named), ["x.ts"]);
});
