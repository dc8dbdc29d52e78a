import assert from "node:assert/strict";
import { buildGraph, centrality } from "../../src/graph/mod.ts";
import type { Edge, GraphFile } from "../../src/model/mod.ts";
import { file, graphOf, named } from "./_graph_input.ts";

Deno.test("an empty repository has an empty graph", () => {
  assert.deepEqual(graphOf([]), { edges: [], symbolEdges: [] });
});

Deno.test("edges are sorted by every member, without repeats and never from a file to itself", () => {
  const use = (path: string) => {
    return file(path, {
      kind: path.includes("test") ? "test" : "source",
      imports: ["./b", named("./b", "f"), "./a", `./${path.slice(0, -3)}`],
      references: ["call f", "new f"],
    });
  };
  const files = [use("b.test.ts"), use("a.ts"), file("b.ts", { symbols: ["function f"] }), use("B.ts")];
  const { edges, symbolEdges } = graphOf(files);
  assert.deepEqual(edges.map(({ src, dst, kind }) => `${src} ${dst} ${kind}`), [
    "B.ts a.ts import",
    "B.ts b.ts import",
    "a.ts b.ts import",
    "b.test.ts a.ts import",
    "b.test.ts b.ts import",
    "b.test.ts b.ts test",
  ]);
  assert.deepEqual(symbolEdges.map((edge) => edge.srcPath), ["B.ts", "a.ts", "b.test.ts"]);
});

Deno.test("a manifest that cannot be read is as good as none", () => {
  const files = [file("a.ts", { imports: ["./b"] }), file("b.ts"), file("tsconfig.json"), file("x.csproj")];
  const readText = (): string => {
    throw new Error("gone");
  };
  assert.deepEqual(buildGraph({ files, readText }).edges, [{ src: "a.ts", dst: "b.ts", kind: "import" }]);
  assert.deepEqual(buildGraph({ files, readText: () => undefined }).edges.length, 1);
});

Deno.test("centrality counts distinct importers and nothing else", () => {
  const edges: Edge[] = [
    { src: "a", dst: "c", kind: "import" },
    { src: "b", dst: "c", kind: "import" },
    { src: "b", dst: "c", kind: "import" },
    { src: "t", dst: "c", kind: "test" },
    { src: "c", dst: "c", kind: "import" },
    { src: "c", dst: "a", kind: "import" },
  ];
  assert.deepEqual([...centrality(edges)].sort(), [["a", 1], ["c", 2]]);
});

Deno.test("fifteen thousand files are linked in seconds", () => {
  const files: GraphFile[] = [];
  for (let index = 0; index < 15_000; index++) {
    const folder = `src/p${index % 100}`;
    const isScript = index % 2 === 0;
    const others = Array.from({ length: 12 }, (_, step) => (index * 7 + step * 2_500) % 15_000 & ~1);
    if (isScript) {
      files.push(file(`${folder}/f${index}.ts`, {
        symbols: [`function f${index}`],
        imports: others.map((other) => named(`../p${other % 100}/f${other}.js`, `f${other}`)),
        references: others.map((other) => `call f${other} @ f${index}`),
      }));
    } else {
      files.push(file(`${folder}/T${index}.cs`, {
        symbols: [`namespace P${index % 100}`, `class P${index % 100}.T${index}`],
        imports: others.map((other) => ({ specifier: `P${(other + 1) % 100}`, kind: "using" as const })),
        references: others.map((other) => `type T${other + 1} @ P${index % 100}.T${index}`),
      }));
    }
  }
  const started = performance.now();
  const { edges } = graphOf(files);
  assert.ok(edges.length > 80_000);
  assert.ok(performance.now() - started < 8_000);
});
