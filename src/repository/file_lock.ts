/** A lock between processes. */
import { RepoctxError } from "../model/mod.ts";
import { takeMarker } from "./_marker_lock.ts";
import { hasSystemLocks, takeSystemLock } from "./_system_lock.ts";
import { assertNotLinked } from "./state_folder.ts";

/** How long to wait, and after which age a lock counts as left behind where the system does not know locks. */
export interface LockOptions {
  /** Milliseconds. @default 3000 */
  waitMs?: number;
  /** Milliseconds. A holder needs a few at most. @default 10000 */
  staleMs?: number;
}

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 40;

/**
 * Runs `work` while holding the lock of the file `<path>.lock`: the system's, which ends with the process that holds
 * it, or where there is none the file itself.
 *
 * @throws {RepoctxError} when the lock cannot be had in time, or the file is a link.
 */
export async function withFileLock<T>(
  path: string,
  work: () => T | Promise<T>,
  { waitMs = 3000, staleMs = 10_000 }: LockOptions = {},
): Promise<T> {
  const lock = `${path}.lock`;
  assertNotLinked(lock);
  const take = hasSystemLocks() ? takeSystemLock : takeMarker;
  const deadline = Date.now() + waitMs;
  let pause = FIRST_PAUSE_MS;
  let release = take(lock, staleMs);
  while (release === undefined) {
    if (Date.now() >= deadline) {
      throw new RepoctxError(
        `${path} is in use by another process (waited ${waitMs} ms). If none is running, remove ${lock}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    release = take(lock, staleMs);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
