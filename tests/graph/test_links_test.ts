import assert from "node:assert/strict";
import type { GraphFile } from "../../src/model/mod.ts";
import { type Facts, file, graphOf, named, testsOf } from "./_graph_input.ts";

function test(path: string, facts: Facts = {}): GraphFile {
  return file(path, { ...facts, kind: "test" });
}

/** What a test file without imports is linked to, by name alone. */
function byName(path: string, ...sources: string[]): string[] {
  return testsOf(graphOf([test(path), ...sources.map((source) => file(source))]), path);
}

Deno.test("a test is linked to the file it is named after, beside it and above its folder", () => {
  const cases: [string, string][] = [
    ["src/http.test.ts", "src/http.ts"],
    ["src/http.Spec.ts", "src/http.ts"],
    ["src/view.test.tsx", "src/view.ts"],
    ["src/http_test.ts", "src/http.ts"],
    ["src/http-test.js", "src/http.js"],
    ["src/parse.bigint.test.ts", "src/parse.ts"],
    ["src/__tests__/http.test.ts", "src/http.ts"],
    ["src/__tests__/http.ts", "src/http.ts"],
    ["lib/FooTests.cs", "lib/Foo.cs"],
    ["lib/FooTest.cs", "lib/Foo.cs"],
    ["pkg/http_test.go", "pkg/http.go"],
    ["pkg/test_http.py", "pkg/http.py"],
    ["spec/http_spec.rb", "lib/http.rb"],
    ["src/factory/factory.test.ts", "src/factory/index.ts"],
  ];
  for (const [path, source] of cases) {
    const facts: Facts = path.includes("/__tests__/http.ts") ? { references: ["call describe"] } : {};
    assert.deepEqual(testsOf(graphOf([test(path, facts), file(source)]), path), [source], path);
  }
});

Deno.test("mirrored trees are followed", () => {
  const cases: [string, string][] = [
    ["tests/a/x.test.ts", "src/a/x.ts"],
    ["test/unit/a/x.test.ts", "lib/a/x.ts"],
    ["packages/kit/tests/x.test.ts", "packages/kit/src/x.ts"],
    ["src/test/java/com/acme/FooTest.java", "src/main/java/com/acme/Foo.java"],
    ["tests/Shop.Core.Tests/Money/CoinTests.cs", "src/Shop.Core/Money/Coin.cs"],
    ["tests/Shop.UnitTests/CoinTests.cs", "src/Shop/Coin.cs"],
    ["tests/test_http.py", "scrapy/http.py"],
    ["test/IntegrationTests/Shop/CoinTests.cs", "src/Shop/Coin.cs"],
    ["latest/tests/x.test.ts", "latest/src/x.ts"],
    ["tests/utils/test_log.py", "src/acme/utils/log.py"],
  ];
  for (const [path, source] of cases) {
    const decoy = source.replace(/[^/]+\/([^/]+)$/, "elsewhere/$1.decoy");
    assert.deepEqual(byName(path, source, decoy), [source], path);
  }
});

Deno.test("the place decides between files of one name, and only the very place when several would do", () => {
  const sources = ["src/a/x.ts", "src/b/x.ts"];
  assert.deepEqual(byName("tests/b/x.test.ts", ...sources), ["src/b/x.ts"]);
  assert.deepEqual(byName("tests/x.test.ts", ...sources), []);
  assert.deepEqual(byName("src/a/x.test.ts", ...sources), ["src/a/x.ts"]);
  assert.deepEqual(byName("packages/p/tests/x.test.ts", "packages/q/src/deep/x.ts"), []);
});

Deno.test("the own extension and the very spelling come first, and languages are not mixed", () => {
  assert.deepEqual(byName("a/x.test.tsx", "a/x.ts", "a/x.tsx"), ["a/x.tsx"]);
  assert.deepEqual(byName("a/Page.test.ts", "a/Page.ts", "a/page.ts"), ["a/Page.ts"]);
  assert.deepEqual(byName("a/Page.test.ts", "a/page.ts"), ["a/page.ts"]);
  assert.deepEqual(byName("a/x.test.ts", "a/x.py", "a/x.json"), []);
});

Deno.test("a name that hundreds of files have says nothing without a place", () => {
  const sources = Array.from({ length: 300 }, (_, index) => file(`src/p${index}/util.ts`));
  const paths = ["tests/util.test.ts", "tests/p7/util.test.ts"];
  const graph = graphOf([...paths.map((path) => test(path)), ...sources]);
  assert.deepEqual(paths.map((path) => testsOf(graph, path)), [[], ["src/p7/util.ts"]]);
});

Deno.test("of the imports only the one the test is named after is tested", () => {
  const imports = [named("../src/log", "log"), named("../src/deep/http", "get")];
  const sources = [file("src/log.ts"), file("src/deep/http.ts")];
  const path = "tests/http.test.ts";
  assert.deepEqual(testsOf(graphOf([test(path, { imports }), ...sources]), path), ["src/deep/http.ts"]);
});

Deno.test("a close name among the imports counts when none has the name", () => {
  const linked = (path: string, ...sources: string[]): string[] => {
    const imports = sources.map((source) => "/" + source.slice(0, -3));
    return testsOf(graphOf([test(path, { imports }), ...sources.map((source) => file(source))]), path);
  };
  assert.deepEqual(linked("t/resize.test.ts", "s/bounds.ts", "s/resizeElements.ts"), ["s/resizeElements.ts"]);
  assert.deepEqual(
    linked("t/jsonSerializerTypesAndDatesAndSets.test.ts", "s/jsonSerializer.ts", "s/json.ts"),
    ["s/jsonSerializer.ts"],
  );
  assert.deepEqual(linked("t/asyncHelper.test.ts", "s/asyncHelpers.ts", "s/other.ts"), ["s/asyncHelpers.ts"]);
});

Deno.test("the folder's name counts as a part of a name", () => {
  const path = "tests/test_utils_log.py";
  const imports = ["scrapy.utils.log", "scrapy.log"];
  const sources = ["scrapy/__init__.py", "scrapy/utils/__init__.py", "scrapy/utils/log.py", "scrapy/log.py"];
  const graph = graphOf([test(path, { imports }), ...sources.map((source) => file(source))]);
  assert.deepEqual(testsOf(graph, path), ["scrapy/utils/log.py"]);
});

Deno.test("without any name the files needed at run time are tested, types and helpers are not", () => {
  const symbols = ["function f"];
  const sources = ["a", "b", "types"].map((name) => file(`src/${name}.ts`, { symbols }));
  const helpers = [test("tests/helpers/run.ts", { symbols }), file("src/test-utils.ts", { symbols })];
  const imports = [
    ...["a", "b", "test-utils"].map((name) => named(`../src/${name}`, `f as ${name[0]}`)),
    { ...named("../src/types", "f as types"), kind: "type" as const },
    named("./helpers/run", "f as run"),
  ];
  const references = ["call a", "call b", "type types", "call run", "call t"];
  const path = "tests/flow.test.ts";
  const graph = graphOf([test(path, { imports, references }), ...sources, ...helpers]);
  assert.deepEqual(testsOf(graph, path), ["src/a.ts", "src/b.ts"]);
});

Deno.test("of many needed files the five that the fewest tests need are kept", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const sources = names.map((name) => file(`src/${name}.ts`));
  const all = test("tests/flow.test.ts", { imports: names.map((name) => `../src/${name}`) });
  const others = ["x", "y"].map((name) => test(`tests/${name}.test.ts`, { imports: ["../src/b"] }));
  const graph = graphOf([all, ...others, ...sources]);
  assert.deepEqual(testsOf(graph, all.path), ["a", "c", "d", "e", "f"].map((name) => `src/${name}.ts`));
  assert.deepEqual(testsOf(graph, "tests/x.test.ts"), ["src/b.ts"]);
});

Deno.test("what a test uses by way of a barrel is tested, not the barrel", () => {
  const barrel = file("src/index.ts", { imports: [{ specifier: "./core", kind: "reexport" }] });
  const core = file("src/core.ts", { symbols: ["function run"] });
  const path = "tests/all.test.ts";
  const user = test(path, { imports: [named("../src", "run")], references: ["call run"] });
  assert.deepEqual(testsOf(graphOf([user, barrel, core]), path), ["src/core.ts"]);
});

Deno.test("a helper among the tests is linked to nothing, a test without a test's name is", () => {
  const http = file("src/http.ts");
  const facts: Facts = { imports: ["../../src/http"] };
  assert.deepEqual(testsOf(graphOf([test("tests/flow/http.ts", facts), http]), "tests/flow/http.ts"), []);
  const real: Facts = { ...facts, references: ["call describe"] };
  assert.deepEqual(testsOf(graphOf([test("tests/flow/http.ts", real), http]), "tests/flow/http.ts"), [
    "src/http.ts",
  ]);
  assert.deepEqual(
    testsOf(graphOf([test("tests/fixtures/http.ts", real), http]), "tests/fixtures/http.ts"),
    [],
  );
});

Deno.test("a C# test is linked to the type it is named after wherever that lies", () => {
  const uses: Facts = {
    symbols: ["namespace Tests", "class Tests.MoneyTests", "method Tests.MoneyTests.Adds"],
    imports: [{ specifier: "Shop.Core", kind: "using" }],
    references: ["new Money @ Tests.MoneyTests.Adds", "new Clock @ Tests.MoneyTests.Adds"],
  };
  const sources = [
    file("src/Core/Values/Money.cs", { symbols: ["class Shop.Core.Money"] }),
    file("src/Client/Money.cs", { symbols: ["class Shop.Client.Money"] }),
    file("src/Core/Clock.cs", { symbols: ["class Shop.Core.Clock"] }),
  ];
  const graph = graphOf([test("tests/MoneyTests.cs", uses), test("tests/All.cs", uses), ...sources]);
  assert.deepEqual(testsOf(graph, "tests/MoneyTests.cs"), ["src/Core/Values/Money.cs"]);
  assert.deepEqual(testsOf(graph, "tests/All.cs"), ["src/Core/Values/Money.cs"]);
});

Deno.test("a test never tests another test or a document", () => {
  const files = [test("a/x.test.ts"), test("a/x.ts"), file("a/x.md", { kind: "doc" })];
  assert.deepEqual(graphOf(files).edges, []);
});
