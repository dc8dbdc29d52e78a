/** Telling from the file system alone whether a file is what it was. */
import type { ScannedFile } from "../model/mod.ts";
import type { FileStamp, FolderStamp, StoredFile } from "../store/mod.ts";

/**
 * How long ago the last change of a file must be for its stamp to be believed: a second change within the same tick
 * of the clock would leave no trace. Change times come in whole seconds here, two on some file systems.
 */
const SETTLED_MS = 4000;

/**
 * What the file system says of a scanned file. The change time, without which a stamp proves nothing, is left out
 * while it is too fresh. Where the file changes before it is read, its stamp is older than its bytes, and the next run
 * reads it again.
 *
 * @param now the time at the start of the run, before any file was read, in milliseconds.
 */
export function stampOf({ size, mtimeMs, ctimeMs, inode }: ScannedFile, now: number): FileStamp {
  const stamp: FileStamp = { size, mtimeMs };
  if (ctimeMs !== undefined && ctimeMs + SETTLED_MS < now) stamp.ctimeMs = ctimeMs;
  if (inode !== undefined) stamp.inode = String(inode);
  return stamp;
}

/**
 * Whether a file need not be read again. Programs can set size and modification time back, but not the change time.
 */
export function isUntouched(stored: Pick<StoredFile, "stamp">, stamp: FileStamp): boolean {
  const before = stored.stamp;
  return before.ctimeMs !== undefined && before.ctimeMs === stamp.ctimeMs && before.size === stamp.size &&
    before.mtimeMs === stamp.mtimeMs && before.inode === stamp.inode;
}

/**
 * What the file system says of folders that were listed, by path. A change after the start of the run is too fresh to
 * be believed, so that it does not matter that the stamp is taken after the listing.
 *
 * @param now as for {@link stampOf}.
 */
export function folderStamps(
  root: string,
  folders: readonly string[],
  now: number,
): Map<string, FolderStamp> {
  const stamps = new Map<string, FolderStamp>();
  for (const path of folders) {
    try {
      const { mtime, ctime } = Deno.lstatSync(`${root}/${path}`);
      const stamp: FolderStamp = { mtimeMs: mtime?.getTime() ?? 0 };
      if (ctime !== null && ctime.getTime() + SETTLED_MS < now) stamp.ctimeMs = ctime.getTime();
      stamps.set(path, stamp);
    } catch { /* gone since it was listed */ }
  }
  return stamps;
}

/** Whether two stamps say the same. */
export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.inode === b.inode;
}
