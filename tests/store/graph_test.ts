import assert from "node:assert/strict";
import type { Graph, ImportRecord, ReferenceRecord } from "../../src/model/mod.ts";
import { openWriter } from "../../src/store/mod.ts";
import { fileRecord, read, symbol, TempFolder, write } from "./_helpers.ts";

const GRAPH: Graph = {
  edges: [
    { src: "a.ts", dst: "b.ts", kind: "import" },
    { src: "a.ts", dst: "c.ts", kind: "import" },
    { src: "b.ts", dst: "c.ts", kind: "import" },
    { src: "c.test.ts", dst: "c.ts", kind: "test" },
    { src: "c.test.ts", dst: "c.ts", kind: "import" },
  ],
  symbolEdges: [
    { srcPath: "a.ts", srcSymbol: 0, dstPath: "c.ts", dstSymbol: 0, evidence: "import" },
    { srcPath: "a.ts", srcSymbol: -1, dstPath: "c.ts", dstSymbol: 0, evidence: "import" },
    { srcPath: "b.ts", srcSymbol: 0, dstPath: "c.ts", dstSymbol: 1, evidence: "namespace" },
  ],
};

async function indexed(folder: TempFolder): Promise<void> {
  await write(folder.index, (writer) => {
    for (const path of ["c.ts", "b.ts", "c.test.ts", "a.ts", "alone.ts"]) {
      writer.addFile(fileRecord(path, "x\ny\nz", { parsed: { symbols: [symbol("f", 1), symbol("g", 2)] } }));
    }
    writer.replaceGraph(GRAPH);
  });
}

Deno.test("neighbours are listed by kind and direction, sorted by path", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  using reader = await read(folder.index);
  assert.deepEqual(reader.neighbours("c.ts"), {
    imports: [],
    importedBy: ["a.ts", "b.ts", "c.test.ts"],
    tests: [],
    testedBy: ["c.test.ts"],
  });
  assert.deepEqual(reader.neighbours("a.ts").imports, ["b.ts", "c.ts"]);
  assert.deepEqual(reader.neighbours("c.test.ts").tests, ["c.ts"]);
  assert.deepEqual(reader.neighbours("alone.ts"), { imports: [], importedBy: [], tests: [], testedBy: [] });
});

Deno.test("edges, symbol edges and centralities speak of files by row", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  using reader = await read(folder.index);
  const id = (path: string): number => reader.fileByPath(path)!.id;
  const path = new Map(reader.allFiles().map((file) => [file.id, file.path]));
  const shown = reader.edgesOf([id("b.ts"), id("a.ts")])
    .map(({ srcId, dstId, kind }) => `${path.get(srcId)} ${kind} ${path.get(dstId)}`).sort();
  assert.deepEqual(shown, ["a.ts import b.ts", "a.ts import c.ts", "b.ts import c.ts"]);
  assert.deepEqual(
    reader.symbolEdgesFrom([id("a.ts")]).map(({ srcSymbol, dstSymbol }) => [srcSymbol, dstSymbol]),
    [
      [-1, 0],
      [0, 0],
    ],
  );
  assert.deepEqual(
    reader.symbolEdgesTo([id("c.ts")]).map(({ srcId, evidence }) => `${path.get(srcId)} ${evidence}`).sort(),
    ["a.ts import", "a.ts import", "b.ts namespace"],
  );
  assert.equal(reader.centralities().get(id("c.ts")), 3);
  assert.equal(reader.centralities().get(id("a.ts")), undefined);
  assert.equal(reader.importCounts().get(id("a.ts")), 2);
});

Deno.test("a new graph replaces the old one wholly", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  const next: Graph = {
    edges: [GRAPH.edges[0]!, { src: "c.ts", dst: "a.ts", kind: "import" }],
    symbolEdges: [GRAPH.symbolEdges[2]!, { ...GRAPH.symbolEdges[0]!, dstSymbol: 1 }],
  };
  await write(folder.index, (writer) => writer.replaceGraph(next));
  using reader = await read(folder.index);
  assert.deepEqual(reader.neighbours("a.ts"), {
    imports: ["b.ts"],
    importedBy: ["c.ts"],
    tests: [],
    testedBy: [],
  });
  assert.deepEqual(reader.neighbours("c.ts").importedBy, []);
  assert.equal(reader.meta.counts.edges, 2);
  assert.equal(reader.meta.counts.symbolEdges, 2);
});

Deno.test("links of a removed file go with it, and links to unknown files are dropped", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  await write(folder.index, (writer) => {
    writer.removeFile(writer.storedFiles().find((file) => file.path === "c.ts")!);
  });
  {
    using reader = await read(folder.index);
    assert.deepEqual(reader.neighbours("a.ts").imports, ["b.ts"]);
    assert.equal(reader.meta.counts.symbolEdges, 0);
  }
  await write(folder.index, (writer) => writer.replaceGraph(GRAPH));
  using reader = await read(folder.index);
  assert.deepEqual(reader.meta.counts.edges, 1);
});

Deno.test("the graph's input is rebuilt from what was stored", async () => {
  using folder = new TempFolder();
  const imports: ImportRecord[] = [
    { specifier: "./b.ts", kind: "static", line: 1, names: [{ imported: "default", local: "b" }] },
    { specifier: "side", kind: "side-effect", line: 2 },
    { specifier: "none", kind: "static", line: 3, names: [] },
  ];
  const references: ReferenceRecord[] = [
    { name: "get", qualifier: "http", kind: "call", line: 4, within: 0 },
    { name: "Retry", kind: "new", line: 5, within: -1 },
  ];
  const symbols = [symbol("f", 1)];
  const record = fileRecord("a.ts", "x", {
    parsed: { imports, references, namespaces: ["App.Core"], symbols },
  });
  await write(folder.index, (writer) => {
    writer.addFile(fileRecord("z.json", '{"a": 1}', { kind: "config", language: "json" }));
    writer.addFile(record);
  });
  using writer = await openWriter(folder.index);
  const [a, z] = writer.graphFiles();
  assert.deepEqual([a!.path, a!.imports, a!.references, a!.namespaces], [
    "a.ts",
    imports,
    references,
    ["App.Core"],
  ]);
  assert.equal(a!.symbols[0]!.name, "f");
  assert.deepEqual(z, {
    path: "z.json",
    kind: "config",
    language: "json",
    symbols: [],
    imports: [],
    references: [],
    namespaces: [],
  });
  assert.equal(writer.textOf("z.json"), '{"a": 1}');
  assert.equal(writer.textOf("missing.json"), undefined);
});

Deno.test("the graph's input is whole where it is read in several goes", async () => {
  using folder = new TempFolder();
  const paths = Array.from({ length: 1000 }, (_, number) => `f${String(number).padStart(3, "0")}.ts`);
  const importsOf = (position: number) => [{ specifier: `./${position}`, kind: "static" as const, line: 1 }];
  const symbolsOf = (position: number) => position % 3 === 0 ? [] : [symbol(`s${position}`, 1)];
  await write(folder.index, (writer) => {
    for (const [position, path] of paths.entries()) {
      const parsed = { symbols: symbolsOf(position), imports: position === 0 ? [] : importsOf(position) };
      writer.addFile(fileRecord(path, "x", { parsed }));
    }
  });
  using reader = await read(folder.index);
  assert.deepEqual(
    reader.graphFiles().map(({ path, symbols, imports }) => [path, symbols.map(({ name }) => name), imports]),
    paths.map((path, position) => [
      path,
      symbolsOf(position).map(({ name }) => name),
      position === 0 ? [] : importsOf(position),
    ]),
  );
});
