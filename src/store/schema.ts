/** The tables of the index. */
import type { Connection } from "./_connection.ts";

/** Version of the tables. Raise it whenever a table or the form of a stored value changes. */
export const INDEX_SCHEMA_VERSION = "4";

/** Columns of the full-text table, in order: the order of the weights of `bm25()`. */
export const SEARCH_COLUMNS = ["path", "name", "signature", "doc", "body"] as const;

/**
 * Full-text columns hold terms joined by spaces. The tokenizer `ascii` splits at ASCII punctuation and spaces only,
 * so it never cuts a term, whatever its script. The tables keep no text (`content=''`) and are told the old terms
 * when a row goes: with `contentless_delete=1` the totals behind the mean length in `bm25()` would keep counting
 * deleted rows, and a reverted edit would not give back the same scores.
 *
 * Chunks and symbols have no column for their file: their row number tells it (see row_ids.ts).
 */
const TABLES = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, language TEXT NOT NULL,
  size_bytes INTEGER NOT NULL, mtime_ms REAL NOT NULL, ctime_ms REAL, inode TEXT,
  line_count INTEGER NOT NULL, content_hash TEXT NOT NULL, token_count INTEGER NOT NULL,
  encoding TEXT NOT NULL, generated TEXT, has_errors INTEGER NOT NULL, degraded TEXT,
  chunk_count INTEGER NOT NULL, symbol_count INTEGER NOT NULL, path_terms INTEGER NOT NULL,
  name_terms INTEGER NOT NULL, signature_terms INTEGER NOT NULL, doc_terms INTEGER NOT NULL,
  body_terms INTEGER NOT NULL
);
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
  heading TEXT, content TEXT NOT NULL
);
CREATE TABLE symbols (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, qualified_name TEXT NOT NULL, kind TEXT NOT NULL,
  start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, signature TEXT NOT NULL, doc TEXT NOT NULL,
  doc_start_line INTEGER, body_start_line INTEGER, exported INTEGER NOT NULL, visibility TEXT
);
CREATE TABLE facts (file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE, json TEXT NOT NULL);
CREATE TABLE term_vectors (
  file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE, data BLOB NOT NULL
);
CREATE TABLE edges (
  src INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  dst INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  kind TEXT NOT NULL, PRIMARY KEY (src, dst, kind)
) WITHOUT ROWID;
CREATE INDEX edges_by_target ON edges (dst, kind, src);
CREATE TABLE symbol_edges (
  src INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE, src_symbol INTEGER NOT NULL,
  dst INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE, dst_symbol INTEGER NOT NULL,
  evidence TEXT NOT NULL, PRIMARY KEY (src, src_symbol, dst, dst_symbol, evidence)
) WITHOUT ROWID;
CREATE INDEX symbol_edges_by_target ON symbol_edges (dst, dst_symbol);
CREATE TABLE folders (path TEXT PRIMARY KEY, mtime_ms REAL NOT NULL, ctime_ms REAL) WITHOUT ROWID;
CREATE TABLE skipped (path TEXT PRIMARY KEY, reason TEXT NOT NULL, detail TEXT) WITHOUT ROWID;
CREATE TABLE commits (
  id INTEGER PRIMARY KEY, sha TEXT NOT NULL UNIQUE, time INTEGER NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL
);
CREATE TABLE commit_files (
  commit_id INTEGER NOT NULL REFERENCES commits (id) ON DELETE CASCADE, path TEXT NOT NULL,
  added INTEGER, line_hashes BLOB, PRIMARY KEY (commit_id, path)
) WITHOUT ROWID;
CREATE INDEX commit_files_by_path ON commit_files (path);
CREATE VIRTUAL TABLE chunks_fts USING fts5 (path, name, signature, doc, body, content='', tokenize='ascii');
CREATE VIRTUAL TABLE chunks_vocab USING fts5vocab (chunks_fts, row);
CREATE VIRTUAL TABLE commits_fts USING fts5 (subject, body, content='', tokenize='ascii');
`;

/** Terms gathered in memory before a full-text table writes them out: fewer and larger segments. */
const FTS_BUFFER_BYTES = 32 * 1024 * 1024;

/** Creates the tables in an empty database. Must run inside a transaction. */
export function createTables(connection: Connection): void {
  connection.exec(TABLES);
  for (const table of ["chunks_fts", "commits_fts"]) {
    connection.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${FTS_BUFFER_BYTES})`);
  }
}

/** Removes everything a database holds, whoever made it. Must run inside a transaction. */
export function dropTables(connection: Connection): void {
  const objects = connection.rows<[string, string, string]>(
    "SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  );
  // Virtual tables take their hidden tables with them, and an index goes with its table. Later tables go first: those
  // that others refer to would otherwise be emptied row by row, with a look for referring rows each time.
  const rank = ([type, , sql]: [string, string, string]): number =>
    /^CREATE VIRTUAL/i.test(sql) ? 0 : type === "table" ? 2 : 1;
  for (const [type, name] of objects.reverse().sort((a, b) => rank(a) - rank(b))) {
    connection.exec(`DROP ${type} IF EXISTS "${name.replaceAll('"', '""')}"`);
  }
}
