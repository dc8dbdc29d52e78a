/** Questions about files, their text and their symbols. */
import { compareStrings, type FileKind, type SkippedPath, type SkipReason } from "../model/mod.ts";
import type { SymbolKind, Visibility } from "../model/mod.ts";
import { type Connection, idList } from "./_connection.ts";
import { fromValue } from "./_text_values.ts";
import { fileOfRow, firstRow, lastRow, symbolOrdinal } from "./row_ids.ts";
import type { FileRow, StoredSymbol } from "./rows.ts";

type FileTuple = [
  id: number,
  path: string,
  kind: string,
  language: string,
  tokenCount: number,
  lineCount: number,
  size: number,
  contentHash: string,
  mtimeMs: number,
  encoding: string,
  generated: string | null,
  hasErrors: number,
  degraded: string | null,
];

const FILE_COLUMNS =
  "id, path, kind, language, token_count, line_count, size_bytes, content_hash, mtime_ms, " +
  "encoding, generated, has_errors, degraded";

function toFileRow(tuple: FileTuple): FileRow {
  const [id, path, kind, language, tokenCount, lineCount, size, contentHash, mtimeMs, encoding, ...rest] =
    tuple;
  const [generated, hasErrors, degraded] = rest;
  const row: FileRow = {
    id,
    path,
    kind: kind as FileKind,
    language,
    tokenCount,
    lineCount,
    size,
    contentHash,
    mtimeMs,
    encoding,
  };
  if (generated !== null) row.generated = generated as NonNullable<FileRow["generated"]>;
  if (hasErrors !== 0) row.hasErrors = true;
  if (degraded !== null) row.degraded = degraded as NonNullable<FileRow["degraded"]>;
  return row;
}

/** The file at a path. */
export function fileByPath(connection: Connection, path: string): FileRow | undefined {
  const tuple = connection.row<FileTuple>(`SELECT ${FILE_COLUMNS} FROM files WHERE path = ?`, path);
  return tuple && toFileRow(tuple);
}

/** All files, sorted by path. */
export function allFiles(connection: Connection): FileRow[] {
  const tuples = connection.rows<FileTuple>(`SELECT ${FILE_COLUMNS} FROM files`);
  return tuples.map(toFileRow).sort((a, b) => compareStrings(a.path, b.path));
}

/** Some files, by row. */
export function filesById(connection: Connection, ids: Iterable<number>): Map<number, FileRow> {
  const tuples = connection.rows<FileTuple>(
    `SELECT ${FILE_COLUMNS} FROM files WHERE id IN (SELECT value FROM json_each(?))`,
    idList(ids),
  );
  return new Map(tuples.map((tuple) => [tuple[0], toFileRow(tuple)]));
}

/** Paths of some files, by row. */
export function pathsById(connection: Connection, ids: Iterable<number>): Map<number, string> {
  return new Map(connection.rows<[number, string]>(
    "SELECT id, path FROM files WHERE id IN (SELECT value FROM json_each(?))",
    idList(ids),
  ));
}

/** Files whose path is one of `names` or ends with `/` and one of them, sorted by path. */
export function filesNamed(connection: Connection, names: readonly string[]): FileRow[] {
  if (names.length === 0) return [];
  // The condition reads the index of paths only, which is a fraction of the table.
  const endings = names.map(() => "substr(path, ?) = ?").join(" OR ");
  const tuples = connection.rows<FileTuple>(
    `SELECT ${FILE_COLUMNS} FROM files WHERE id IN (
       SELECT id FROM files WHERE path IN (SELECT value FROM json_each(?)) OR ${endings})`,
    JSON.stringify(names),
    ...names.flatMap((name) => [-[...name].length - 1, `/${name}`]),
  );
  return tuples.map(toFileRow).sort((a, b) => compareStrings(a.path, b.path));
}

/** The files at some paths, sorted by path. */
export function filesAt(connection: Connection, paths: readonly string[]): FileRow[] {
  const tuples = connection.rows<FileTuple>(
    `SELECT ${FILE_COLUMNS} FROM files WHERE path IN (SELECT value FROM json_each(?))`,
    JSON.stringify(paths),
  );
  return tuples.map(toFileRow).sort((a, b) => compareStrings(a.path, b.path));
}

/** The text of a file with LF line ends and without the last one; all of it or a range of lines. */
export function textOf(connection: Connection, fileId: number, startLine: number, endLine: number): string {
  const chunks = connection.rows<[start: number, content: string | Uint8Array]>(
    "SELECT start_line, content FROM chunks WHERE id BETWEEN ? AND ? AND end_line >= ? AND start_line <= ? ORDER BY id",
    firstRow(fileId),
    lastRow(fileId),
    startLine,
    endLine,
  );
  const text = chunks.map(([, content]) => fromValue(content)).join("\n");
  const first = chunks[0]?.[0];
  if (first === undefined || (startLine <= first && endLine === Infinity)) return text;
  return text.split("\n").slice(Math.max(0, startLine - first), endLine - first + 1).join("\n");
}

type SymbolTuple = [
  id: number,
  name: string,
  qualifiedName: string,
  kind: string,
  startLine: number,
  endLine: number,
  signature: string,
  doc: string,
  docStartLine: number | null,
  bodyStartLine: number | null,
  exported: number,
  visibility: string | null,
];

const SYMBOL_COLUMNS =
  "symbols.id, name, qualified_name, symbols.kind, start_line, end_line, signature, doc, " +
  "doc_start_line, body_start_line, exported, visibility";

function toSymbol(tuple: SymbolTuple): StoredSymbol {
  const [id, name, qualifiedName, kind, startLine, endLine, signature, doc, ...rest] = tuple;
  const [docStartLine, bodyStartLine, exported, visibility] = rest;
  const symbol: StoredSymbol = {
    id,
    fileId: fileOfRow(id),
    ordinal: symbolOrdinal(id),
    name,
    qualifiedName,
    kind: kind as SymbolKind,
    startLine,
    endLine,
    signature,
    doc,
    exported: exported !== 0,
  };
  if (docStartLine !== null) symbol.docStartLine = docStartLine;
  if (bodyStartLine !== null) symbol.bodyStartLine = bodyStartLine;
  if (visibility !== null) symbol.visibility = visibility as Visibility;
  return symbol;
}

/** Symbols per file, in source order; every asked file has an entry. */
export function symbolsOf(connection: Connection, ids: Iterable<number>): Map<number, StoredSymbol[]> {
  const byFile = new Map<number, StoredSymbol[]>();
  // One range per file: a join with an order makes SQLite walk the whole table.
  for (const id of new Set(ids)) {
    const tuples = connection.rows<SymbolTuple>(
      `SELECT ${SYMBOL_COLUMNS} FROM symbols WHERE symbols.id BETWEEN ? AND ? ORDER BY symbols.id`,
      firstRow(id),
      lastRow(id),
    );
    byFile.set(id, tuples.map(toSymbol));
  }
  return byFile;
}

/** The symbols of the files from one row to another that have any, in source order. */
export function symbolsBetween(
  connection: Connection,
  firstId: number,
  lastId: number,
): Map<number, StoredSymbol[]> {
  const byFile = new Map<number, StoredSymbol[]>();
  const tuples = connection.rows<SymbolTuple>(
    `SELECT ${SYMBOL_COLUMNS} FROM symbols WHERE symbols.id BETWEEN ? AND ? ORDER BY symbols.id`,
    firstRow(firstId),
    lastRow(lastId),
  );
  for (const tuple of tuples) {
    const symbol = toSymbol(tuple);
    const list = byFile.get(symbol.fileId);
    if (list === undefined) byFile.set(symbol.fileId, [symbol]);
    else list.push(symbol);
  }
  return byFile;
}

/** Packed term vectors of the files that have one. */
export function termVectorData(connection: Connection, ids: Iterable<number>): [number, Uint8Array][] {
  return connection.rows<[number, Uint8Array]>(
    "SELECT file_id, data FROM term_vectors WHERE file_id IN (SELECT value FROM json_each(?))",
    idList(ids),
  );
}

/** Left-out paths that are one of `names` or end with `/` and one of them, sorted by path. */
export function skippedNamed(connection: Connection, names: readonly string[]): SkippedPath[] {
  return connection.rows<SkippedTuple>(
    `SELECT path, reason, detail FROM skipped WHERE EXISTS (SELECT 1 FROM json_each(?) AS name
       WHERE rtrim(skipped.path, '/') = name.value
         OR substr(rtrim(skipped.path, '/'), -length(name.value) - 1) = '/' || name.value)`,
    JSON.stringify(names),
  ).map(toSkippedPath).sort((a, b) => compareStrings(a.path, b.path));
}

type SkippedTuple = [path: string, reason: string, detail: string | null];

function toSkippedPath([path, reason, detail]: SkippedTuple): SkippedPath {
  return { path, reason: reason as SkipReason, ...(detail === null ? {} : { detail }) };
}

/** Why a path is not in the index: it was left out itself, or a folder it lies in was. */
export function skippedPath(connection: Connection, path: string): SkippedPath | undefined {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const tuple = connection.row<SkippedTuple>(
      "SELECT path, reason, detail FROM skipped WHERE path IN (?, ?) ORDER BY path",
      at,
      `${at}/`,
    );
    if (tuple !== undefined) return toSkippedPath(tuple);
  }
  return undefined;
}
