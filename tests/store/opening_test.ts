import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { NoIndexError, RepoctxError } from "../../src/model/mod.ts";
import { Connection } from "../../src/store/_connection.ts";
import { type IndexReader, openReader, openWriter } from "../../src/store/mod.ts";
import { createTables, dropTables } from "../../src/store/schema.ts";
import { fileRecord, META, read, symbol, TempFolder, write } from "./_helpers.ts";

async function indexed(folder: TempFolder, text = "alpha"): Promise<void> {
  await write(folder.index, (writer) => writer.addFile(fileRecord("a.ts", text)));
}

function refuses(opening: Promise<IndexReader>, message: RegExp): Promise<void> {
  return assert.rejects(opening, (error) => {
    assert.ok(error instanceof NoIndexError, String(error));
    assert.match(error.message, message);
    assert.match(error.message, /repoctx index/);
    assert.equal(error.exitCode, 2);
    return true;
  });
}

function withDatabase(path: string, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path);
  change(database);
  database.close();
}

function paths(reader: IndexReader): string[] {
  return reader.allFiles().map((file) => file.path);
}

Deno.test("a missing index is refused, and a folder in its place too", async () => {
  using folder = new TempFolder();
  await refuses(read(folder.index), /^No index found/);
  Deno.mkdirSync(folder.index);
  await refuses(read(folder.index), /^No index found/);
});

Deno.test("each cause for which a query refuses an index has its own message", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  await refuses(openReader(folder.index, { ...META, producer: "other" }), /analysis version/);
  await refuses(openReader(folder.index, { ...META, indexConfigHash: "other" }), /indexing settings/);
  withDatabase(folder.index, (db) => db.exec("UPDATE meta SET value = 'xyz' WHERE key = 'content_state'"));
  await refuses(read(folder.index), /state metadata/);
  withDatabase(folder.index, (db) => db.exec("UPDATE meta SET value = '3' WHERE key = 'schema_version'"));
  await refuses(read(folder.index), /outdated/);
  withDatabase(folder.index, (db) => db.exec("DROP TABLE meta"));
  await refuses(read(folder.index), /outdated/);
});

Deno.test("a file that is no database is refused by a reader and started over by a writer", async () => {
  using folder = new TempFolder();
  for (const content of ["", "not a database at all".repeat(500), "SQLite format 3\0" + "x".repeat(5000)]) {
    Deno.writeTextFileSync(folder.index, content);
    await refuses(read(folder.index), /repoctx index/);
    await indexed(folder);
    using reader = await read(folder.index);
    assert.deepEqual(paths(reader), ["a.ts"]);
    assert.deepEqual(
      [...Deno.readDirSync(folder.path)].map(({ name }) => name).filter((name) => name.endsWith(".new")),
      [],
    );
  }
});

Deno.test("an index of another schema and a foreign database are started over", async () => {
  using folder = new TempFolder();
  await indexed(folder, "alpha");
  withDatabase(folder.index, (db) => {
    db.exec("UPDATE meta SET value = '3' WHERE key = 'schema_version'");
    db.exec('CREATE VIEW v AS SELECT * FROM files; CREATE TABLE "odd ""name" (x)');
    db.exec("CREATE TRIGGER t AFTER INSERT ON files BEGIN SELECT 1; END");
  });
  {
    using writer = await openWriter(folder.index);
    assert.equal(writer.previous, undefined);
    assert.deepEqual(writer.storedFiles(), []);
  }
  // Nothing was committed, so nothing was taken away.
  withDatabase(folder.index, (db) => assert.equal(db.prepare("SELECT count(*) AS n FROM files").get()!.n, 1));
  await indexed(folder, "beta");
  using reader = await read(folder.index);
  assert.equal(reader.textOf(reader.allFiles()[0]!.id), "beta");
  withDatabase(folder.index, (db) => {
    assert.equal(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('v', 't')").get()!.n, 0);
  });
});

Deno.test("damage inside an index is told as such, and the way out replaces the file", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => {
    for (let i = 0; i < 200; i++) writer.addFile(fileRecord(`f${i}.ts`, `word${i} `.repeat(200)));
  });
  const file = Deno.openSync(folder.index, { write: true });
  const { size } = file.statSync();
  for (let at = 4096; at < size; at += 4096) {
    file.seekSync(at, Deno.SeekMode.Start);
    file.writeSync(new Uint8Array(2000).fill(0xa5));
  }
  file.close();
  await refuses(read(folder.index), /damaged/);
  await write(folder.index, (writer) => writer.addFile(fileRecord("new.ts", "x")));
  using reader = await read(folder.index);
  assert.deepEqual(paths(reader), ["new.ts"]);
});

Deno.test("a question that meets damage says so, and nothing else", async () => {
  using folder = new TempFolder();
  await write(folder.index, (writer) => {
    for (let i = 0; i < 60; i++) {
      writer.addFile(
        fileRecord(`f${i}.ts`, `word${i} `.repeat(100), { parsed: { symbols: [symbol(`s${i}`, 1)] } }),
      );
    }
    writer.replaceGraph({ edges: [{ src: "f1.ts", dst: "f2.ts", kind: "import" }], symbolEdges: [] });
  });
  const sound = Deno.readFileSync(folder.index);
  let refused = 0;
  for (let at = 0; at < sound.length; at += 4096) {
    const damaged = sound.slice();
    damaged.fill(0xa5, at, at + 4096);
    Deno.writeFileSync(folder.index, damaged);
    try {
      using reader = await read(folder.index);
      const ids = reader.allFiles().map(({ id }) => id);
      reader.searchChunks(["word7", "ts"], { limit: 100 });
      reader.documentFrequencies(["word7"]);
      for (const vector of reader.termVectors(ids).values()) vector.lookup("word7");
      for (const id of ids) reader.textOf(id);
      reader.symbolsOf(ids);
      reader.edgesOf(ids);
      reader.commitsMatching(["word7"], 5);
    } catch (error) {
      assert.ok(error instanceof NoIndexError, String(error));
      refused++;
    }
  }
  assert.ok(refused > 5, String(refused));
});

Deno.test("a writer that replaces the file leaves the old one alone until it commits", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  using before = await read(folder.index);
  {
    using writer = await openWriter(folder.index, { replace: true });
    writer.addFile(fileRecord("given-up.ts", "x"));
  }
  {
    using reader = await read(folder.index);
    assert.deepEqual(paths(reader), ["a.ts"]);
  }
  using writer = await openWriter(folder.index, { replace: true });
  writer.addFile(fileRecord("b.ts", "x"));
  await assert.rejects(
    openWriter(folder.index, { replace: true, busyTimeoutMs: 20 }),
    /Another 'repoctx index'/,
  );
  writer.commit(META);
  using after = await read(folder.index);
  assert.deepEqual(paths(after), ["b.ts"]);
  assert.deepEqual(paths(before), ["a.ts"]);
});

Deno.test("what a killed rebuild left behind is in nobody's way", async () => {
  using folder = new TempFolder();
  Deno.writeTextFileSync(folder.index, "not a database");
  for (const rest of ["", "half a file".repeat(1000)]) {
    Deno.writeTextFileSync(`${folder.index}.new`, rest);
    using writer = await openWriter(folder.index, { replace: true });
    writer.addFile(fileRecord("a.ts", "x"));
    writer.commit(META);
    using reader = await read(folder.index);
    assert.deepEqual(paths(reader), ["a.ts"]);
  }
});

Deno.test("only one writer at a time; the other gets a message and exit code 1", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  using writer = await openWriter(folder.index);
  await assert.rejects(openWriter(folder.index, { busyTimeoutMs: 30 }), (error) => {
    assert.ok(error instanceof RepoctxError);
    assert.equal(error.exitCode, 1);
    assert.match(error.message, /Another 'repoctx index' is running/);
    return true;
  });
  writer.close();
  using next = await openWriter(folder.index, { busyTimeoutMs: 30 });
  assert.equal(next.storedFiles().length, 1);
});

Deno.test("readers keep their snapshot while a writer works and commits", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  using first = await read(folder.index);
  using writer = await openWriter(folder.index);
  writer.addFile(fileRecord("b.ts", "alpha"));
  using second = await read(folder.index);
  assert.deepEqual(paths(second), ["a.ts"]);
  writer.commit({ ...META, contentState: "b".repeat(64) });
  assert.equal(first.searchChunks(["alpha"], { limit: 9 }).length, 1);
  assert.equal(first.fileByPath("b.ts"), undefined);
  using third = await read(folder.index);
  assert.deepEqual(paths(third), ["a.ts", "b.ts"]);
  assert.equal(third.meta.contentState, "b".repeat(64));
});

Deno.test("closing without a commit, or committing nothing, leaves the file as it was", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  const bytes = Deno.readFileSync(folder.index);
  {
    using writer = await openWriter(folder.index);
    writer.clear();
    writer.addFile(fileRecord("b.ts", "x"));
  }
  await write(folder.index, () => {});
  {
    using writer = await openWriter(folder.index);
    assert.equal(writer.commit({ ...META, indexedAt: "later" }).indexedAt, META.indexedAt);
  }
  assert.deepEqual(Deno.readFileSync(folder.index), bytes);
  await write(
    folder.index,
    (writer) => writer.setStamp(writer.storedFiles()[0]!.id, { size: 1, mtimeMs: 9 }),
  );
  using reader = await read(folder.index);
  assert.equal(reader.allFiles()[0]!.mtimeMs, 9);
});

Deno.test("after a commit the file alone is the whole index", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["index.db"]);
});

Deno.test("clearing and purging leave no byte of what was removed", async () => {
  using folder = new TempFolder();
  const secret = "hunter2xyzzyplugh";
  const holds = (): boolean =>
    new TextDecoder("latin1").decode(Deno.readFileSync(folder.index)).includes(secret);
  const record = fileRecord("secret.ts", `const key = "${secret}";`);
  await write(folder.index, (writer) => {
    writer.addFile(record);
    writer.addFile(fileRecord("other.ts", "harmless words"));
  });
  assert.ok(holds());
  await write(folder.index, (writer) => {
    writer.removeFile(writer.storedFiles().find((file) => file.path === record.path)!);
    writer.purge();
  });
  assert.ok(!holds());
  await write(folder.index, (writer) => writer.addFile(record));
  assert.ok(holds());
  await write(folder.index, (writer) => writer.clear());
  assert.ok(!holds());
});

Deno.test("a link in the place of the index or its log is refused", async () => {
  if (Deno.build.os === "windows") return;
  using folder = new TempFolder();
  using other = new TempFolder();
  await indexed(other);
  for (const name of ["index.db", "index.db-wal", "index.db-shm", "index.db.new"]) {
    Deno.symlinkSync(other.index, `${folder.path}/${name}`);
    const replace = name.endsWith(".new");
    await assert.rejects(openWriter(folder.index, { replace }), /symbolic link/, name);
    if (!replace) await assert.rejects(read(folder.index), /symbolic link/, name);
    Deno.removeSync(`${folder.path}/${name}`);
  }
});

Deno.test("an index can be read where no file can be made beside it", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  // Stands for a folder that cannot be written, which would not stop the superuser.
  Deno.mkdirSync(`${folder.index}-wal`);
  {
    using reader = await read(folder.index);
    assert.deepEqual(paths(reader), ["a.ts"]);
    assert.equal(reader.searchChunks(["alpha"], { limit: 5 }).length, 1);
  }
  await refuses(openReader(folder.index, { ...META, producer: "other" }), /analysis version/);
});

Deno.test("an index can be read from a read-only folder", async () => {
  if (Deno.build.os === "windows") return;
  using folder = new TempFolder();
  await indexed(folder);
  Deno.chmodSync(folder.index, 0o444);
  Deno.chmodSync(folder.path, 0o555);
  try {
    using reader = await read(folder.index);
    assert.deepEqual(paths(reader), ["a.ts"]);
  } finally {
    Deno.chmodSync(folder.path, 0o755);
  }
});

Deno.test("reading changes no byte of the index", async () => {
  using folder = new TempFolder();
  await indexed(folder);
  const bytes = Deno.readFileSync(folder.index);
  {
    using reader = await read(folder.index);
    reader.searchChunks(["alpha"], { limit: 5 });
  }
  assert.deepEqual(Deno.readFileSync(folder.index), bytes);
});

Deno.test("clearing drops what refers to a table before the table, which then is not emptied row by row", async () => {
  using connection = await Connection.forWriting(":memory:");
  createTables(connection);
  const dropped: string[] = [];
  const exec = connection.exec.bind(connection);
  connection.exec = (sql) => {
    dropped.push(sql);
    exec(sql);
  };
  dropTables(connection);
  const at = (table: string): number => dropped.indexOf(`DROP table IF EXISTS "${table}"`);
  for (const table of ["facts", "term_vectors", "edges", "symbol_edges"]) {
    assert.ok(at(table) < at("files"), table);
  }
  assert.ok(0 <= at("commit_files") && at("commit_files") < at("commits"));
  assert.deepEqual(connection.rows("SELECT name FROM sqlite_schema"), []);
});
