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
