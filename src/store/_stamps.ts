/** What the file system said of files and folders when they were indexed. */
import type { Connection } from "./_connection.ts";
import type { FileStamp, FolderStamp, StampedFile, StampRow } from "./records.ts";

type FolderTuple = [path: string, mtimeMs: number, ctimeMs: number | null];

/** All files with their stamps, in no particular order. */
export function fileStamps(connection: Connection): StampedFile[] {
  return stampRows(connection).map(([path, size, mtimeMs, ctimeMs, inode]) => {
    const stamp: FileStamp = { size, mtimeMs };
    if (ctimeMs !== null) stamp.ctimeMs = ctimeMs;
    if (inode !== null) stamp.inode = inode;
    return { path, stamp };
  });
}

/** The same as plain rows. */
export function stampRows(connection: Connection): StampRow[] {
  return connection.rows<StampRow>("SELECT path, size_bytes, mtime_ms, ctime_ms, inode FROM files");
}

/** The folders that were listed, by path. */
export function folderStamps(connection: Connection): Map<string, FolderStamp> {
  return new Map(
    connection.rows<FolderTuple>("SELECT path, mtime_ms, ctime_ms FROM folders")
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
