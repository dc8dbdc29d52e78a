import assert from "node:assert/strict";
import { type Facts, file, graphOf, importsOf, named, symbolUses } from "./_graph_input.ts";

const MODULE = { "go.mod": 'module "example.com/app" // ours\n\ngo 1.22\n' };

function go(path: string, name: string, facts: Facts = {}) {
  return file(path, { ...facts, namespaces: [name] });
}

Deno.test("an imported package leads to the files that declare what is used of it", () => {
  const files = [
    go("main.go", "main", {
      symbols: ["function main.main"],
      imports: [named("example.com/app/store", "* as store"), named("fmt", "* as fmt")],
      references: ["call store.Open @ main.main", "type store.Rows", "call fmt.Println"],
    }),
    go("store/open.go", "store", { symbols: ["function store.Open"] }),
    go("store/rows.go", "store", { symbols: ["struct store.Rows", "method store.Rows.Next"] }),
    go("store/close.go", "store", { symbols: ["function store.Close"] }),
    go("store/open_test.go", "store", { symbols: ["function store.TestOpen"] }),
  ];
  const graph = graphOf(files, MODULE);
  assert.deepEqual(importsOf(graph, "main.go"), ["store/open.go", "store/rows.go"]);
  assert.deepEqual(symbolUses(graph, files), [
    "main.go -> store/rows.go#store.Rows",
    "main.go#main.main -> store/open.go#store.Open",
  ]);
});

Deno.test("the package's own name counts where the path only hints at it", () => {
  const user = (local: string, reference: string) => {
    const imports = [named("example.com/app/go-store", `* as ${local}`)];
    const files = [
      go("main.go", "main", { imports, references: [reference] }),
      go("go-store/a.go", "store", { symbols: ["function store.Open"] }),
      ...["b", "c", "d"].map((name) => go(`go-store/${name}.go`, "store")),
    ];
    return importsOf(graphOf(files, MODULE), "main.go");
  };
  assert.deepEqual(user("go-store", "call store.Open"), ["go-store/a.go"]);
  assert.deepEqual(user("db", "call db.Open"), ["go-store/a.go"]);
  assert.deepEqual(user("db", "call store.Open"), []);
});

Deno.test("an import of which no use is known leads to a small package or to its main file", () => {
  const linked = (...names: string[]) => {
    const main = go("main.go", "main", {
      imports: [{ specifier: "example.com/app/x", kind: "side-effect" }],
    });
    const files = names.map((name) => go(`x/${name}.go`, "x"));
    return importsOf(graphOf([main, ...files], MODULE), "main.go");
  };
  assert.deepEqual(linked("a", "b"), ["x/a.go", "x/b.go"]);
  assert.deepEqual(linked("a", "b", "c", "x"), ["x/x.go"]);
  assert.deepEqual(linked("a", "b", "c", "d"), []);
});

Deno.test("nested modules, replacements and vendored packages are found", () => {
  const manifests = {
    ...MODULE,
    "tools/go.mod": "module example.com/app/tools\n\nreplace example.com/lib v1.0.0 => ../lib\n",
    "lib/go.mod": "module other.example/lib",
  };
  const imports = ["example.com/app/tools/gen", "example.com/lib/deep", "far.example/v"];
  const files = [
    go("tools/main.go", "main", {
      imports: imports.map((specifier) => ({ specifier, kind: "side-effect" })),
    }),
    go("tools/gen/gen.go", "gen"),
    go("lib/deep/deep.go", "deep"),
    go("vendor/far.example/v/v.go", "v"),
  ];
  assert.deepEqual(importsOf(graphOf(files, manifests), "tools/main.go"), [
    "lib/deep/deep.go",
    "tools/gen/gen.go",
    "vendor/far.example/v/v.go",
  ]);
});

Deno.test("files of one package use each other without an import, and tests their helpers", () => {
  const files = [
    go("p/a.go", "p", { symbols: ["function p.A"], references: ["call B", "type T", "call A", "call x.B"] }),
    go("p/b.go", "p", { symbols: ["function p.B"] }),
    go("p/t_linux.go", "p", { symbols: ["struct p.T"] }),
    go("p/t_windows.go", "p", { symbols: ["struct p.T"] }),
    go("p/a_test.go", "p", { kind: "test", references: ["call help", "call B"] }),
    go("p/help_test.go", "p", { kind: "test", symbols: ["function p.help"] }),
    go("p/x_test.go", "p_test", { kind: "test", references: ["call B", "call help"] }),
    go("q/b.go", "q", { references: ["call B"] }),
  ];
  const graph = graphOf(files, MODULE);
  assert.deepEqual(importsOf(graph, "p/a.go"), ["p/b.go", "p/t_linux.go", "p/t_windows.go"]);
  assert.deepEqual(importsOf(graph, "p/a_test.go"), ["p/b.go", "p/help_test.go"]);
  assert.deepEqual(importsOf(graph, "p/x_test.go"), []);
  assert.deepEqual(importsOf(graph, "q/b.go"), []);
});

Deno.test("broken and endless module files are survived", () => {
  for (const text of ["", "module", "replace => =>", "\n".repeat(300_000), "=> ".repeat(100_000)]) {
    const files = [go("a.go", "a", { imports: ["example.com/app/b"] }), go("b/b.go", "b")];
    assert.deepEqual(graphOf(files, { "go.mod": text }).edges, []);
  }
});
