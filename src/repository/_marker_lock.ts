/** A lock that consists of a file that only one process can create. It stays behind when its holder is killed. */

/** What gives a lock back. */
export type Release = () => void;

/** Tells a marker from a file that is there to be locked by the system, which is empty. */
const CONTENT = new TextEncoder().encode("held\n");

/** Takes the lock by creating the file at `lock`; undefined when another has it. */
export function takeMarker(lock: string, staleMs: number): Release | undefined {
  if (tryCreate(lock)) return () => tryRemove(lock);
  removeStale(lock, staleMs);
  return tryCreate(lock) ? () => tryRemove(lock) : undefined;
}

/** Whether a file is a marker of a process that may still be at work. */
export function isFreshMarker({ size, mtime }: Deno.FileInfo, staleMs: number): boolean {
  return size > 0 && mtime !== null && Date.now() - mtime.getTime() < staleMs;
}

function tryCreate(lock: string): boolean {
  try {
    using file = Deno.openSync(lock, { write: true, createNew: true });
    file.writeSync(CONTENT);
    return true;
  } catch (error) {
    // Windows reports a file that is being deleted as a permission problem.
    if (error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.PermissionDenied) {
      if (error instanceof Deno.errors.PermissionDenied && Deno.build.os !== "windows") throw error;
      return false;
    }
    throw error;
  }
}

/** Moves an old lock aside before removing it, so that two waiters cannot both remove: only one rename succeeds. */
function removeStale(lock: string, staleMs: number): void {
  try {
    const { mtime } = Deno.lstatSync(lock);
    if (mtime === null || Date.now() - mtime.getTime() < staleMs) return;
    const aside = `${lock}.${crypto.randomUUID()}`;
    Deno.renameSync(lock, aside);
    Deno.removeSync(aside);
  } catch {
    // Somebody else was faster, or it is gone.
  }
}

function tryRemove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Already taken over.
  }
}
