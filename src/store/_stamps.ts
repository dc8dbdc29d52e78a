/** What the file system said of files and folders when they were indexed. */
import type { Connection } from "./_connection.ts";
import type { FileStamp, FolderRow, FolderStamp, StampedFile, StampRow } from "./records.ts";

/** Files read at a time: rows that die young cost the collector nothing. */
const BATCH = 1000;

/** All files with their stamps, in no particular order. */
export function fileStamps(connection: Connection): StampedFile[] {
  return connection.rows<[string, number, number, number | null, string | null]>(
    "SELECT path, size_bytes, mtime_ms, ctime_ms, inode FROM files",
  ).map(([path, size, mtimeMs, ctimeMs, inode]) => {
    const stamp: FileStamp = { size, mtimeMs };
    if (ctimeMs !== null) stamp.ctimeMs = ctimeMs;
    if (inode !== null) stamp.inode = inode;
    return { path, stamp };
  });
}

/** The same as plain rows, some at a time. A number is read and compared in half the time of a text. */
export function* stampRows(connection: Connection): Generator<StampRow[]> {
  for (let last = -1;;) {
    const rows = connection.rows<[...StampRow, id: number]>(
      `SELECT path, size_bytes, mtime_ms, ctime_ms,
         CASE WHEN length(inode) < 16 THEN CAST(inode AS INTEGER) ELSE inode END, id
       FROM files WHERE id > ? ORDER BY id LIMIT ?`,
      last,
      BATCH,
    );
    yield rows as unknown as StampRow[];
    if (rows.length < BATCH) return;
    last = rows[rows.length - 1]![5];
  }
}

/** The paths of all files. */
export function indexedPaths(connection: Connection): Set<string> {
  return new Set(connection.rows<[string]>("SELECT path FROM files").map(([path]) => path));
}

/** The folders that were listed, as plain rows. */
export function folderRows(connection: Connection): FolderRow[] {
  return connection.rows<FolderRow>("SELECT path, mtime_ms, ctime_ms FROM folders");
}

/** The folders that were listed, by path. */
function folderStamps(connection: Connection): Map<string, FolderStamp> {
  return new Map(
    folderRows(connection)
      .map(([path, mtimeMs, ctimeMs]) => [path, ctimeMs === null ? { mtimeMs } : { mtimeMs, ctimeMs }]),
  );
}

/** Replaces the list of folders. Only those that differ are written. */
export function putFolders(connection: Connection, folders: ReadonlyMap<string, FolderStamp>): void {
  const known = folderStamps(connection);
  for (const path of known.keys()) {
    if (!folders.has(path)) connection.run("DELETE FROM folders WHERE path = ?", path);
  }
  for (const [path, { mtimeMs, ctimeMs }] of folders) {
    const before = known.get(path);
    if (before?.mtimeMs === mtimeMs && before.ctimeMs === ctimeMs) continue;
    connection.run(
      "INSERT OR REPLACE INTO folders (path, mtime_ms, ctime_ms) VALUES (?, ?, ?)",
      path,
      mtimeMs,
      ctimeMs ?? null,
    );
  }
}
