/** A lock between processes: a file that only one of them can create. */
import { RepoctxError } from "../model/mod.ts";

/** How long to wait, and after which age a lock counts as left behind by a process that died. */
export interface LockOptions {
  /** Milliseconds. @default 3000 */
  waitMs?: number;
  /** Milliseconds. A holder needs a few at most. @default 10000 */
  staleMs?: number;
}

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 40;

/**
 * Runs `work` while holding the lock file `<path>.lock`.
 *
 * @throws {RepoctxError} when the lock cannot be had in time.
 */
export async function withFileLock<T>(
  path: string,
  work: () => T | Promise<T>,
  { waitMs = 3000, staleMs = 10_000 }: LockOptions = {},
): Promise<T> {
  const lock = `${path}.lock`;
  const deadline = Date.now() + waitMs;
  let pause = FIRST_PAUSE_MS;
  while (!tryCreate(lock)) {
    removeStale(lock, staleMs);
    if (Date.now() >= deadline) {
      throw new RepoctxError(
        `${path} is in use by another process (waited ${waitMs} ms). If none is running, remove ${lock}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    tryRemove(lock);
  }
}

function tryCreate(lock: string): boolean {
  try {
    Deno.openSync(lock, { write: true, createNew: true }).close();
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
