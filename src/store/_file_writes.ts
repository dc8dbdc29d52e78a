/** Storing and removing files. */
import type { FileKind } from "../model/mod.ts";
import type { Connection } from "./_connection.ts";
import { packFacts } from "./_facts.ts";
import { fromValue, toValue, withoutNul } from "./_text_values.ts";
import { termsOfFile } from "./file_terms.ts";
import type { FileRecord, FileStamp, StoredFile } from "./records.ts";
import { chunkRow, firstRow, lastRow, symbolRow } from "./row_ids.ts";

const FTS_COLUMNS = "rowid, path, name, signature, doc, body";
const ADD_TERMS = `INSERT INTO chunks_fts (${FTS_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`;
const REMOVE_TERMS =
  `INSERT INTO chunks_fts (chunks_fts, ${FTS_COLUMNS}) VALUES ('delete', ?, ?, ?, ?, ?, ?)`;

/** The files in the index, in no particular order. */
export function storedFiles(connection: Connection): StoredFile[] {
  return connection.rows<
    [number, string, string, string, string, number, number, number | null, string | null]
  >("SELECT id, path, kind, language, content_hash, size_bytes, mtime_ms, ctime_ms, inode FROM files")
    .map(([id, path, kind, language, contentHash, size, mtimeMs, ctimeMs, inode]) => {
      const stamp: FileStamp = { size, mtimeMs };
      if (ctimeMs !== null) stamp.ctimeMs = ctimeMs;
      if (inode !== null) stamp.inode = inode;
      return { id, path, kind: kind as FileKind, language, contentHash, stamp };
    });
}

/** Stores a file under a row of its own, or in the place of the file with the row `id`. */
export function putFile(connection: Connection, record: FileRecord, id?: number): number {
  if (id !== undefined) removeContent(connection, id, record.path);
  const fileId = putFileRow(connection, record, id);
  const { terms, chunks, parsed } = record;
  for (const [ordinal, chunk] of chunks.entries()) {
    const row = chunkRow(fileId, ordinal);
    connection.run(
      "INSERT INTO chunks (id, kind, start_line, end_line, heading, content) VALUES (?, ?, ?, ?, ?, ?)",
      row,
      chunk.kind,
      chunk.startLine,
      chunk.endLine,
      chunk.heading === undefined ? null : withoutNul(chunk.heading),
      toValue(chunk.content),
    );
    connection.run(ADD_TERMS, row, terms.path, "", "", "", terms.bodies[ordinal] ?? "");
  }
  for (const [ordinal, symbol] of parsed.symbols.entries()) {
    const row = symbolRow(fileId, ordinal);
    connection.run(
      `INSERT INTO symbols (id, name, qualified_name, kind, start_line, end_line, signature, doc,
         doc_start_line, body_start_line, exported, visibility) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      row,
      withoutNul(symbol.name),
      withoutNul(symbol.qualifiedName),
      symbol.kind,
      symbol.startLine,
      symbol.endLine,
      withoutNul(symbol.signature),
      withoutNul(symbol.doc),
      symbol.docStartLine ?? null,
      symbol.bodyStartLine ?? null,
      symbol.exported ? 1 : 0,
      symbol.visibility ?? null,
    );
    const { name, signature, doc } = terms.symbols[ordinal] ?? { name: "", signature: "", doc: "" };
    connection.run(ADD_TERMS, row, terms.path, name, signature, doc, "");
  }
  const facts = packFacts(parsed);
  if (facts !== undefined) connection.run("INSERT INTO facts (file_id, json) VALUES (?, ?)", fileId, facts);
  connection.run("INSERT INTO term_vectors (file_id, data) VALUES (?, ?)", fileId, terms.vector);
  return fileId;
}

const FILE_COLUMNS = [
  "path",
  "kind",
  "language",
  "size_bytes",
  "mtime_ms",
  "ctime_ms",
  "inode",
  "line_count",
  "content_hash",
  "token_count",
  "encoding",
  "generated",
  "has_errors",
  "degraded",
  "chunk_count",
  "symbol_count",
  "path_terms",
  "name_terms",
  "signature_terms",
  "doc_terms",
  "body_terms",
];
const ADD_FILE = `INSERT INTO files (${FILE_COLUMNS.join(", ")}) VALUES (${
  FILE_COLUMNS.map(() => "?").join(", ")
})`;
const CHANGE_FILE = `UPDATE files SET ${
  FILE_COLUMNS.map((column) => `${column} = ?`).join(", ")
} WHERE id = ?`;

/**
 * Writes the row of a file. One plain statement of one row: anything more, such as `ON CONFLICT` or `RETURNING`, sets a
 * savepoint, at which the full-text table writes out all it has gathered.
 */
function putFileRow(connection: Connection, record: FileRecord, id: number | undefined): number {
  const { parsed, stamp, terms } = record;
  const values = [
    record.path,
    record.kind,
    record.language,
    stamp.size,
    stamp.mtimeMs,
    stamp.ctimeMs ?? null,
    stamp.inode ?? null,
    record.lineCount,
    record.contentHash,
    record.tokenCount,
    record.encoding,
    record.generated ?? null,
    parsed.hasErrors ? 1 : 0,
    parsed.degraded ?? null,
    record.chunks.length,
    parsed.symbols.length,
    terms.lengths.path,
    terms.lengths.name,
    terms.lengths.signature,
    terms.lengths.doc,
    terms.lengths.body,
  ];
  if (id === undefined) return connection.insert(ADD_FILE, ...values);
  connection.run(CHANGE_FILE, ...values, id);
  return id;
}

/** Notes that a file was touched without a change of its bytes. */
export function setStamp(connection: Connection, id: number, stamp: FileStamp): void {
  connection.run(
    "UPDATE files SET size_bytes = ?, mtime_ms = ?, ctime_ms = ?, inode = ? WHERE id = ?",
    stamp.size,
    stamp.mtimeMs,
    stamp.ctimeMs ?? null,
    stamp.inode ?? null,
    id,
  );
}

/** Removes a file and all that hangs on it. */
export function removeFile(connection: Connection, id: number, path: string): void {
  removeContent(connection, id, path);
  connection.run("DELETE FROM files WHERE id = ?", id);
}

/** Removes all that hangs on a file row. The full-text table has to be told the very terms it was given. */
function removeContent(connection: Connection, id: number, path: string): void {
  const range: [number, number] = [firstRow(id), lastRow(id)];
  const chunks = connection.rows<[row: number, startLine: number, content: string | Uint8Array]>(
    "SELECT id, start_line, content FROM chunks WHERE id BETWEEN ? AND ?",
    ...range,
  );
  const symbols = connection.rows<[row: number, name: string, signature: string, doc: string]>(
    "SELECT id, name, signature, doc FROM symbols WHERE id BETWEEN ? AND ?",
    ...range,
  );
  const terms = termsOfFile(
    path,
    chunks.map(([, startLine, content]) => ({ startLine, content: fromValue(content) })),
    symbols.map(([, name, signature, doc]) => ({ name, signature, doc })),
  );
  for (const [position, [row]] of chunks.entries()) {
    connection.run(REMOVE_TERMS, row, terms.path, "", "", "", terms.bodies[position] ?? "");
  }
  for (const [position, [row]] of symbols.entries()) {
    const { name, signature, doc } = terms.symbols[position] ?? { name: "", signature: "", doc: "" };
    connection.run(REMOVE_TERMS, row, terms.path, name, signature, doc, "");
  }
  connection.run("DELETE FROM chunks WHERE id BETWEEN ? AND ?", ...range);
  connection.run("DELETE FROM symbols WHERE id BETWEEN ? AND ?", ...range);
  connection.run("DELETE FROM facts WHERE file_id = ?", id);
  connection.run("DELETE FROM term_vectors WHERE file_id = ?", id);
}
