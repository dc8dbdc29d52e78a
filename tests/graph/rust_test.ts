import assert from "node:assert/strict";
import type { ImportRecord, SymbolRecord } from "../../src/model/mod.ts";
import { type Facts, file, graphOf, importsOf, named, symbolUses } from "./_graph_input.ts";

const CRATE = { "Cargo.toml": '[package]\nname = "my-app"\n' };

function mod(...names: string[]): Partial<ImportRecord> & { specifier: string } {
  return { specifier: `mod:${names.join("")}` };
}

Deno.test("modules are files beside a root and below every other file", () => {
  const files = [
    file("src/lib.rs", { imports: [mod("net"), mod("log"), mod("gone")] }),
    file("src/log.rs"),
    file("src/net/mod.rs", { imports: [mod("http")] }),
    file("src/net/http.rs", { imports: [mod("parse")] }),
    file("src/net/http/parse.rs"),
    file("src/net/parse.rs"),
  ];
  const graph = graphOf(files, CRATE);
  assert.deepEqual(graph.edges.map(({ src, dst }) => `${src} ${dst}`), [
    "src/lib.rs src/log.rs",
    "src/lib.rs src/net/mod.rs",
    "src/net/http.rs src/net/http/parse.rs",
    "src/net/mod.rs src/net/http.rs",
  ]);
});

const TREE = [
  file("src/lib.rs", { imports: [mod("net"), mod("log")] }),
  file("src/log.rs", { symbols: ["function info", "struct Level", "impl Level", "method Level.max"] }),
  file("src/net.rs", { imports: [mod("http")], symbols: ["struct Net"] }),
];

/** What `src/net/http.rs` with these facts imports. */
function fromHttp(facts: Facts): string[] {
  return importsOf(graphOf([...TREE, file("src/net/http.rs", facts)], CRATE), "src/net/http.rs");
}

Deno.test("paths start at the crate, the parent, the file itself or a child", () => {
  assert.deepEqual(fromHttp({ imports: [named("crate::log", "info")] }), ["src/log.rs"]);
  assert.deepEqual(fromHttp({ imports: [named("crate", "log")] }), ["src/log.rs"]);
  assert.deepEqual(fromHttp({ imports: [named("super", "Net")] }), ["src/net.rs"]);
  assert.deepEqual(fromHttp({ imports: [named("super::super::log", "info")] }), ["src/log.rs"]);
  assert.deepEqual(fromHttp({ imports: [named("std::io", "Read"), named("serde", "* as serde")] }), []);
  assert.deepEqual(fromHttp({ references: ["call crate.log.info", "new super.Net"] }), [
    "src/log.rs",
    "src/net.rs",
  ]);
});

Deno.test("inside an inline module the first super is the file", () => {
  const inline: SymbolRecord = {
    name: "tests",
    qualifiedName: "tests",
    kind: "module",
    startLine: 10,
    endLine: 20,
    signature: "mod tests",
    doc: "",
    exported: false,
  };
  const at = (line: number) => ({ symbols: [inline], imports: [{ ...named("super", "Net"), line }] });
  assert.deepEqual(fromHttp(at(12)), []);
  assert.deepEqual(fromHttp(at(2)), ["src/net.rs"]);
});

Deno.test("uses lead to declarations, through re-exports, stars and renamed modules", () => {
  const files = [
    file("src/lib.rs", {
      imports: [mod("log"), mod("user"), { ...named("log", "Level as L"), kind: "reexport" }],
    }),
    TREE[1]!,
    file("src/user.rs", {
      symbols: ["function run"],
      imports: [named("crate", "L"), named("crate::log", "* as *"), named("crate", "log as logger")],
      references: ["call L.max @ run", "call info @ run", "call logger.info", "call x.info"],
    }),
  ];
  assert.deepEqual(symbolUses(graphOf(files, CRATE), files), [
    "src/user.rs -> src/log.rs#info",
    "src/user.rs#run -> src/log.rs#info",
    "src/user.rs#run -> src/log.rs#Level.max",
  ]);
});

Deno.test("crates of the workspace are known by name, renamed dependency and re-export", () => {
  const manifests = {
    "a/Cargo.toml":
      '[package]\nname = "a"\n[dependencies]\nrenamed = { package = "b-core", path = "../b" }\n',
    "b/Cargo.toml": '[package]\nname = "b-core"\n[lib]\npath = "code/root.rs"\n',
    "c/Cargo.toml": '[package]\nname = "c"\n',
  };
  const files = (facts: Facts) => [
    file("a/src/main.rs", facts),
    file("b/code/root.rs", { imports: [mod("deep")] }),
    file("b/code/deep.rs", { symbols: ["struct Deep"] }),
    file("c/src/lib.rs", { imports: [{ ...named("b_core", "* as b"), kind: "reexport" }] }),
  ];
  for (
    const imports of [
      [named("renamed::deep", "Deep")],
      [named("b_core::deep", "Deep")],
      [named("c::b::deep", "Deep")],
      [named("c", "b"), named("b::deep", "Deep")],
    ]
  ) {
    assert.ok(importsOf(graphOf(files({ imports }), manifests), "a/src/main.rs").includes("b/code/deep.rs"));
  }
});

Deno.test("a binary and a test use their package's library by its name", () => {
  const files = [
    file("src/lib.rs", { symbols: ["function run"] }),
    file("src/main.rs", { references: ["call my_app.run"] }),
    file("tests/flow.rs", { kind: "test", imports: [named("my_app", "run")], references: ["call run"] }),
  ];
  const graph = graphOf(files, CRATE);
  assert.deepEqual(importsOf(graph, "src/main.rs"), ["src/lib.rs"]);
  assert.deepEqual(importsOf(graph, "tests/flow.rs"), ["src/lib.rs"]);
});

Deno.test("a long chain of crates that pass each other on is survived", () => {
  const count = 2_000;
  const manifests = Object.fromEntries(Array.from({ length: count }, (_, index) => {
    return [`c${index}/Cargo.toml`, `[package]\nname = "c${index}"\n`];
  }));
  const files = Array.from({ length: count }, (_, index) => {
    const passed = { ...named(`c${index + 1}::next`, "* as next"), kind: "reexport" as const };
    return file(`c${index}/src/lib.rs`, { imports: [passed, named(`c${index + 1}::next::next`, "Deep")] });
  });
  assert.deepEqual(importsOf(graphOf(files, manifests), "c0/src/lib.rs"), ["c1/src/lib.rs"]);
});

Deno.test("modules that name each other in a ring and broken manifests are survived", () => {
  const files = [
    file("src/a.rs", { imports: [mod("a"), named("super::b", "* as *"), named("b", "x as b")] }),
    file("src/a/a.rs", { imports: [named("crate::a::a", "* as a"), named("a", "a")] }),
    file("src/b.rs", { imports: [named("super::a", "* as *"), named("crate::b", "* as *")] }),
  ];
  for (const text of ["", "[", "[package]\nname = 1", "a = [".repeat(50_000)]) {
    assert.deepEqual(importsOf(graphOf(files, { "Cargo.toml": text }), "src/a.rs"), ["src/a/a.rs"]);
  }
});
