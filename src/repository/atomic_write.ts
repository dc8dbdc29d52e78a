/** Replacing a file in one step. */

/**
 * Writes `data` beside `path` and renames it into place, so that a reader sees the old or the new content, never
 * half of it.
 */
export function writeFileAtomically(path: string, data: string | Uint8Array): void {
  const temporary = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  try {
    Deno.writeFileSync(temporary, bytes, { createNew: true });
    Deno.renameSync(temporary, path);
  } catch (error) {
    try {
      Deno.removeSync(temporary);
    } catch {
      // It was never created.
    }
    throw error;
  }
}

/** How old a temporary file must be so that nobody can still be writing it. */
const ABANDONED_MS = 3_600_000;

/**
 * Removes temporary files of {@link writeFileAtomically} and its like that processes left in a folder when they were
 * killed. Never fails: they only take up space.
 */
export function removeAbandoned(folder: string, now: number = Date.now()): void {
  try {
    for (const { name, isFile } of Deno.readDirSync(folder)) {
      if (!isFile || !name.endsWith(".tmp")) continue;
      const path = `${folder}/${name}`;
      const { mtime } = Deno.lstatSync(path);
      if (mtime !== null && now - mtime.getTime() > ABANDONED_MS) Deno.removeSync(path);
    }
  } catch {
    // Somebody else was faster, or may not be disturbed.
  }
}
