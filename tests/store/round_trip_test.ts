import assert from "node:assert/strict";
import { openDatabase } from "../../src/store/sqlite.ts";
import { fileRecord, META, read, symbol, TempFolder, write } from "./_helpers.ts";

Deno.test("a file comes back with every property it was stored with", async () => {
  using folder = new TempFolder();
  const record = {
    ...fileRecord("src/größe.ts", "one\ntwo\nthree", { kind: "test", language: "tsx" }),
    generated: "minified" as const,
  };
  record.parsed.hasErrors = true;
  record.parsed.degraded = "time";
  await write(folder.index, (writer) => writer.addFile(record));
  using reader = await read(folder.index);
  const { id, ...row } = reader.fileByPath("src/größe.ts")!;
  assert.deepEqual(row, {
    path: "src/größe.ts",
    kind: "test",
    language: "tsx",
    tokenCount: 13,
    lineCount: 3,
    size: 13,
    contentHash: record.contentHash,
    mtimeMs: 1.5,
    encoding: "utf-8",
    generated: "minified",
    hasErrors: true,
    degraded: "time",
  });
  assert.equal(reader.fileByPath("src/grösse.ts"), undefined);
  assert.deepEqual(reader.filesById([id, 99]).get(id), { id, ...row });
});

Deno.test("optional properties stay absent", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => writer.addFile(fileRecord("a.ts", "x")));
  using reader = await read(folder.index);
  const row = reader.allFiles()[0]!;
  assert.deepEqual(
    Object.keys(row).filter((key) => ["generated", "hasErrors", "degraded"].includes(key)),
    [],
  );
});

Deno.test("files are listed by code unit, also where UTF-8 orders differently", async () => {
  using folder = new TempFolder();
  const paths = ["b.ts", "\u{1F600}.ts", "\uFF5E.ts", "B.ts", "a/z.ts", "a.ts"];
  await write(folder.index, (writer) => {
    for (const path of paths) writer.addFile(fileRecord(path, "x"));
  });
  using reader = await read(folder.index);
  assert.deepEqual(reader.allFiles().map((file) => file.path), [...paths].sort());
});

Deno.test("the text and any range of lines are rebuilt from the content chunks", async () => {
  using folder = new TempFolder();
  const lines = Array.from({ length: 7 }, (_, index) => `line ${index + 1}`);
  await write(folder.index, (writer) => {
    writer.addFile(fileRecord("a.ts", lines.join("\n")));
    writer.addFile(fileRecord("empty.ts", ""));
    writer.addFile(fileRecord("z.ts", "other"));
  });
  using reader = await read(folder.index);
  const id = reader.fileByPath("a.ts")!.id;
  assert.equal(reader.textOf(id), lines.join("\n"));
  for (let start = 1; start <= 8; start++) {
    for (let end = start; end <= 9; end++) {
      assert.equal(reader.linesOf(id, start, end), lines.slice(start - 1, end).join("\n"), `${start}-${end}`);
    }
  }
  assert.equal(reader.textOf(reader.fileByPath("empty.ts")!.id), "");
  assert.equal(reader.textOf(12345), "");
});

Deno.test("symbols come back in source order with everything the parser said", async () => {
  using folder = new TempFolder();
  const symbols = [
    symbol("outer", 1, { doc: "Says hello.", docStartLine: 1, bodyStartLine: 2, visibility: "internal" }),
    symbol("inner", 3, { exported: false, kind: "method", qualifiedName: "outer.inner" }),
  ];
  await write(folder.index, (writer) => {
    writer.addFile(fileRecord("a.ts", "x\ny\nz", { parsed: { symbols } }));
    writer.addFile(fileRecord("b.ts", "x"));
  });
  using reader = await read(folder.index);
  const [a, b] = [reader.fileByPath("a.ts")!.id, reader.fileByPath("b.ts")!.id];
  const found = reader.symbolsOf([b, a]);
  assert.deepEqual(found.get(b), []);
  assert.deepEqual(
    found.get(a)!.map(({ id: _id, fileId, ordinal, ...record }) => ({ fileId, ordinal, record })),
    symbols.map((record, ordinal) => ({ fileId: a, ordinal, record })),
  );
});

Deno.test("term vectors are handed out for the files asked for", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => {
    writer.addFile(
      fileRecord("a.ts", "retry\nx\nretryDelay", { parsed: { symbols: [symbol("retryDelay", 3)] } }),
    );
    writer.addFile(fileRecord("b.ts", "nothing"));
  });
  using reader = await read(folder.index);
  const id = reader.fileByPath("a.ts")!.id;
  const vectors = reader.termVectors([id]);
  assert.deepEqual([...vectors.keys()], [id]);
  assert.deepEqual(vectors.get(id)!.lookup("retry"), {
    name: 1,
    signature: 1,
    doc: 0,
    body: 2,
    lines: [1, 3],
  });
});

Deno.test("meta tells counts, averages and what the indexer said", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => {
    writer.addFile(fileRecord("a.ts", "one two\nthree\nfour", { parsed: { symbols: [symbol("add", 1)] } }));
    writer.addFile(fileRecord("b.ts", "five"));
    writer.replaceGraph({ edges: [{ src: "a.ts", dst: "b.ts", kind: "import" }], symbolEdges: [] });
  });
  using reader = await read(folder.index);
  const { counts, averages, schemaVersion, ...rest } = reader.meta;
  assert.deepEqual(rest, META);
  assert.equal(schemaVersion, "4");
  assert.deepEqual(counts, { files: 2, chunks: 4, symbols: 1, edges: 1, symbolEdges: 0, commits: 0 });
  assert.equal(reader.chunkCount, 4);
  assert.deepEqual(averages, { path: 2, name: 0.5, signature: 1, doc: 0, body: 2.5 });
});

Deno.test("a path that was left out is explained, also through a folder above it", async () => {
  using folder = new TempFolder();
  const skipped = [
    { path: "dist", reason: "ignored" as const, detail: "exclude: dist" },
    { path: "logo.png", reason: "binary" as const },
    { path: "", reason: "sensitive" as const },
  ];
  await write(folder.index, (writer) => writer.replaceSkipped(skipped));
  {
    using reader = await read(folder.index);
    assert.deepEqual(reader.skippedPath("dist/a/b.js"), skipped[0]);
    assert.deepEqual(reader.skippedPath("logo.png"), skipped[1]);
    assert.equal(reader.skippedPath("distant/a.js"), undefined);
    assert.equal(reader.skippedPath(".env"), undefined);
    assert.equal(reader.skippedPath(""), undefined);
  }
  await write(folder.index, (writer) => writer.replaceSkipped([{ path: "dist", reason: "link" }]));
  using reader = await read(folder.index);
  assert.deepEqual(reader.skippedPath("dist/x"), { path: "dist", reason: "link" });
  assert.equal(reader.skippedPath("logo.png"), undefined);
});

Deno.test("files can be found by the end of their path", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => {
    for (const path of ["src/http.ts", "http.ts", "src/xhttp.ts", "lib/src/http.ts"]) {
      writer.addFile(fileRecord(path, "x"));
    }
  });
  using reader = await read(folder.index);
  const named = (...names: string[]): string[] => reader.filesNamed(names).map((file) => file.path);
  assert.deepEqual(named("http.ts", "src/http.ts"), ["http.ts", "lib/src/http.ts", "src/http.ts"]);
  assert.deepEqual(named("src/http.ts"), ["lib/src/http.ts", "src/http.ts"]);
  assert.deepEqual(named(), []);
  const at = (...paths: string[]): string[] => reader.filesAt(paths).map((file) => file.path);
  assert.deepEqual(at("src/xhttp.ts", "http.ts", "lib/http.ts"), ["http.ts", "src/xhttp.ts"]);
  assert.deepEqual(at(), []);
});

Deno.test("what many files and commits add to full-text search is written out at once", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => {
    for (let i = 0; i < 40; i++) {
      const parsed = { symbols: [symbol(`name${i}`, 1)] };
      writer.addFile(fileRecord(`f${i}.ts`, `text ${i}`, { parsed }));
    }
    writer.addCommits(Array.from({ length: 40 }, (_, i) => ({
      sha: String(i).padStart(40, "0"),
      time: i,
      subject: `subject ${i}`,
      body: "",
      files: [{ path: `f${i}.ts` }, { path: "both.ts" }],
    })));
  });
  const database = await openDatabase(folder.index, { readOnly: true });
  try {
    for (const table of ["chunks_fts", "commits_fts"]) {
      const row = database.prepare(`SELECT count(DISTINCT segid) AS segments FROM ${table}_idx`).get();
      assert.equal(row?.["segments"], 1, table);
    }
  } finally {
    database.close();
  }
});

Deno.test("text with NUL characters comes back whole and can be removed again", async () => {
  using folder = new TempFolder();
  const text = "before\0after\nnext line \ufeff with a mark";
  const symbols = [symbol("odd", 1, { signature: "odd(\0 signature)", doc: "A \0 doc." })];
  await write(folder.index, (writer) => writer.addFile(fileRecord("a.ts", text, { parsed: { symbols } })));
  {
    using reader = await read(folder.index);
    const id = reader.fileByPath("a.ts")!.id;
    assert.equal(reader.textOf(id), text);
    assert.equal(reader.symbolsOf([id]).get(id)![0]!.doc, "A \ufffd doc.");
    assert.equal(reader.countMatches(["after"]), 1);
  }
  await write(folder.index, (writer) => writer.removeFile(writer.storedFiles()[0]!));
  using reader = await read(folder.index);
  for (const term of ["after", "signatur", "doc"]) {
    assert.equal(reader.documentFrequencies([term]).get(term), 0);
  }
});
