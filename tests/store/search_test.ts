import assert from "node:assert/strict";
import fc from "fast-check";
import { indexTerms } from "../../src/text/mod.ts";
import type { ChunkHit } from "../../src/store/mod.ts";
import { fileRecord, read, symbol, TempFolder, write } from "./_helpers.ts";

/** A hit without the numbers that only mean something inside one snapshot. */
function shown(hits: readonly ChunkHit[]): unknown[] {
  return hits.map(({ chunkId: _chunk, fileId: _file, ...hit }) => hit);
}

Deno.test("terms are found in text, path, name, signature and doc", async () => {
  using folder = new TempFolder();
  const parsed = { symbols: [symbol("loginUser", 2, { signature: "(token)", doc: "Opens a session." })] };
  await write(folder.index, (writer) => {
    writer.addFile(fileRecord("src/auth.ts", "alpha\nbeta\ngamma", { parsed }));
    writer.addFile(fileRecord("src/other.ts", "alpha"));
  });
  using reader = await read(folder.index);
  const found = (query: string): string[] =>
    reader.searchChunks(indexTerms(query), { limit: 10 })
      .map((hit) => `${hit.path}:${hit.startLine}-${hit.endLine} ${hit.kind} ${hit.heading ?? ""}`.trim());
  assert.deepEqual(found("gamma"), ["src/auth.ts:3-3 block"]);
  assert.deepEqual(found("user"), ["src/auth.ts:2-3 symbol loginUser"]);
  assert.deepEqual(found("token"), ["src/auth.ts:2-3 symbol loginUser"]);
  assert.deepEqual(found("sessions"), ["src/auth.ts:2-3 symbol loginUser"]);
  assert.deepEqual(found("other"), ["src/other.ts:1-1 preamble"]);
  assert.deepEqual(found("auth").length, 3);
  assert.deepEqual(found("absent"), []);
  assert.deepEqual(found(""), []);
});

Deno.test("symbols only, and only the columns with a weight", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => {
    writer.addFile(fileRecord("retry.ts", "retry", { parsed: { symbols: [symbol("retry", 1)] } }));
    writer.addFile(fileRecord("retry/other.ts", "x", { parsed: { symbols: [symbol("other", 1)] } }));
  });
  using reader = await read(folder.index);
  const paths = (hits: readonly ChunkHit[]): string[] => hits.map((hit) => `${hit.kind} ${hit.path}`).sort();
  assert.deepEqual(paths(reader.searchChunks(["retry"], { limit: 10, symbolsOnly: true })), [
    "symbol retry.ts",
    "symbol retry/other.ts",
  ]);
  const noPath = { weights: { path: 0 }, symbolsOnly: true };
  assert.deepEqual(paths(reader.searchChunks(["retry"], { limit: 10, ...noPath })), ["symbol retry.ts"]);
  assert.equal(reader.countMatches(["retry"], noPath), 1);
  assert.equal(reader.countMatches(["retry"]), 4);
  const nothing = { path: 0, name: 0, signature: 0, doc: 0, body: 0 };
  assert.deepEqual(reader.searchChunks(["retry"], { limit: 10, weights: nothing }), []);
});

Deno.test("equal hits are ordered by path and place, and cut in that order", async () => {
  using folder = new TempFolder();
  const paths = ["m.ts", "c.ts", "x.ts", "a.ts", "k.ts", "b.ts"];
  await write(folder.index, (writer) => {
    for (const path of paths) {
      writer.addFile(fileRecord(path, "same\nsame\nsame\nsame", { chunkLines: 2 }));
    }
    for (let i = 0; i < 20; i++) writer.addFile(fileRecord(`pad${i}.ts`, "unrelated"));
  });
  using reader = await read(folder.index);
  const all = reader.searchChunks(["same"], { limit: 100 });
  assert.deepEqual(all.map((hit) => `${hit.path}:${hit.startLine}`), [
    ...["a", "b", "c", "k", "m", "x"].flatMap((name) => [`${name}.ts:1`, `${name}.ts:3`]),
  ]);
  for (const limit of [1, 2, 3, 7]) {
    assert.deepEqual(reader.searchChunks(["same"], { limit }), all.slice(0, limit));
  }
  assert.deepEqual(
    reader.searchChunks(["same"], { limit: 3, perFile: 1 }).map((hit) => `${hit.path}:${hit.startLine}`),
    ["a.ts:1", "b.ts:1", "c.ts:1"],
  );
});

Deno.test("the files of a search are those of its hits, however many tie where it is cut", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => {
    writer.addFile(fileRecord("best.ts", "same same same"));
    // More rows of one score than are read at first.
    for (let i = 0; i < 150; i++) {
      const parsed = { symbols: [symbol("other", 1, { signature: "same" })] };
      writer.addFile(fileRecord(`f${String((i * 7) % 150).padStart(3, "0")}.ts`, "same words", { parsed }));
    }
    for (let i = 0; i < 400; i++) writer.addFile(fileRecord(`pad${i}.ts`, "unrelated"));
  });
  using reader = await read(folder.index);
  for (const limit of [1, 2, 3, 20, 101, 151, 152, 299, 300, 301, 302, 500]) {
    const hits = reader.searchChunks(["same"], { limit });
    assert.equal(hits.length, Math.min(limit, 301));
    const { best, symbols } = reader.filesMatching(["same"], { limit });
    assert.deepEqual([...best.keys()].sort(), [...new Set(hits.map((hit) => hit.fileId))].sort());
    for (const [fileId, row] of best) {
      const { fileId: found, path, startLine } = reader.hitsAt([row]).get(row)!;
      assert.equal(found, fileId);
      const first = hits.find((hit) => hit.fileId === fileId)!;
      assert.deepEqual([path, startLine], [first.path, first.startLine]);
    }
    assert.deepEqual(symbols, hits.filter(({ kind }) => kind === "symbol"));
  }
});

Deno.test("the bound per file leaves room for other files", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => {
    writer.addFile(fileRecord("big.ts", Array(8).fill("key key key").join("\n"), { chunkLines: 1 }));
    for (let i = 0; i < 20; i++) writer.addFile(fileRecord(`pad${i}.ts`, "unrelated words here"));
    writer.addFile(fileRecord("small.ts", "key and many other words in one line"));
  });
  using reader = await read(folder.index);
  const hits = reader.searchChunks(["key"], { limit: 3, perFile: 2 });
  assert.deepEqual(hits.map((hit) => hit.path), ["big.ts", "big.ts", "small.ts"]);
});

Deno.test("the bound per file is kept however many rows have to be passed over", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => {
    // Forty rows of one score, thirty better ones of one file, and many of other files below.
    writer.addFile(fileRecord("big.ts", Array(30).fill("key key key").join("\n"), { chunkLines: 1 }));
    writer.addFile(fileRecord("even.ts", Array(40).fill("key key").join("\n"), { chunkLines: 1 }));
    for (let i = 0; i < 60; i++) writer.addFile(fileRecord(`f${String(i).padStart(2, "0")}.ts`, "key word"));
    for (let i = 0; i < 200; i++) writer.addFile(fileRecord(`pad${i}.ts`, "unrelated"));
  });
  using reader = await read(folder.index);
  const all = reader.searchChunks(["key"], { limit: 1000 });
  assert.equal(all.length, 130);
  for (const perFile of [1, 2, 7]) {
    const counts = new Map<string, number>();
    const kept = all.filter(({ path }) => {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      return counts.get(path)! <= perFile;
    });
    for (const limit of [1, 2, 3, 5, 8, 13, 30, 62, 100]) {
      assert.deepEqual(reader.searchChunks(["key"], { limit, perFile }), kept.slice(0, limit));
    }
  }
});

Deno.test("frequencies count rows and files", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => {
    writer.addFile(fileRecord("one.ts", "key\nkey\nkey", { chunkLines: 1 }));
    writer.addFile(fileRecord("two.ts", "größe 日本"));
  });
  using reader = await read(folder.index);
  const [size] = indexTerms("Größe");
  const terms = ["key", size!, "日本", "ts", "absent"];
  assert.deepEqual([...reader.documentFrequencies(terms)], [
    ["key", 3],
    [size, 1],
    ["日本", 1],
    ["ts", 4],
    ["absent", 0],
  ]);
  assert.deepEqual([...reader.fileFrequencies(terms).values()], [1, 1, 1, 2, 0]);
});

Deno.test("replacing, deleting and bringing back a file gives the same scores as a fresh index", async () => {
  using folder = new TempFolder();
  using other = new TempFolder();
  const first = fileRecord("a.ts", "retry delay\nretry", { parsed: { symbols: [symbol("retryDelay", 1)] } });
  const changed = fileRecord("a.ts", "completely other words and many more of them retry");
  const second = fileRecord("b.ts", "delay and retry and wait\nnothing");
  const third = fileRecord("c.ts", "unrelated\nwords");
  const question = ["retry", "delay", "word"];
  await write(other.index, (writer) => {
    for (const record of [third, second, first]) writer.addFile(record);
  });
  await write(folder.index, (writer) => {
    for (const record of [first, second, third]) writer.addFile(record);
  });
  const stored = (path: string, writer: Parameters<Parameters<typeof write>[1]>[0]) =>
    writer.storedFiles().find((file) => file.path === path)!;
  await write(folder.index, (writer) => writer.replaceFile(stored("a.ts", writer).id, changed));
  await write(folder.index, (writer) => writer.removeFile(stored("b.ts", writer)));
  await write(folder.index, (writer) => {
    writer.replaceFile(stored("a.ts", writer).id, first);
    writer.addFile(second);
  });
  using incremental = await read(folder.index);
  using fresh = await read(other.index);
  const limit = 10;
  assert.ok(fresh.searchChunks(question, { limit }).length >= 4);
  assert.deepEqual(
    shown(incremental.searchChunks(question, { limit })),
    shown(fresh.searchChunks(question, { limit })),
  );
  assert.deepEqual(incremental.documentFrequencies(question), fresh.documentFrequencies(question));
  assert.deepEqual(incremental.meta, fresh.meta);
});

Deno.test("every term of a text finds it again, in any script", async () => {
  using folder = new TempFolder();
  const texts = fc.sample(fc.string({ unit: "binary", minLength: 1, maxLength: 40 }), 60)
    .map((text) => text.replaceAll("\n", " "));
  const paths = texts.map((_, index) => `${index}.txt`);
  await write(folder.index, (writer) => {
    for (const [index, text] of texts.entries()) writer.addFile(fileRecord(paths[index]!, text));
  });
  using reader = await read(folder.index);
  for (const [index, text] of texts.entries()) {
    for (const term of indexTerms(text).filter((term) => term.trim() !== "")) {
      const found = reader.searchChunks([term], { limit: 1000, weights: { path: 0 } });
      assert.ok(found.some((hit) => hit.path === paths[index]), JSON.stringify({ term, text }));
      // A few compatibility characters unfold to capitals or to several words.
      if (!/[A-Z\s]/.test(term)) assert.ok(reader.documentFrequencies([term]).get(term)! > 0, term);
    }
  }
});

Deno.test("query terms are taken literally", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => writer.addFile(fileRecord("a.ts", "near and or not star")));
  using reader = await read(folder.index);
  for (const term of ['"', '" OR "', "a*", "near(", "-", "\0", "path:", "^", "{", "()", "'", "\ud800"]) {
    reader.searchChunks([term], { limit: 5 });
    reader.documentFrequencies([term]);
    reader.fileFrequencies([term]);
  }
  assert.equal(reader.searchChunks(["not"], { limit: 5 }).length, 1);
});
