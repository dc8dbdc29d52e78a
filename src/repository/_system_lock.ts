/** A lock that the system keeps for an open file, and gives back when its holder ends in whatever way. */
import { isFreshMarker, type Release, takeMarker } from "./_marker_lock.ts";

/** Whether the runtime can lock files; Node cannot. */
export function hasSystemLocks(): boolean {
  return typeof Deno.FsFile?.prototype?.tryLockSync === "function";
}

/** Takes the lock of the file at `lock`, which is created when it is missing; undefined when another has it. */
export function takeSystemLock(lock: string, staleMs: number): Release | undefined {
  const file = open(lock);
  if (file === undefined) return undefined;
  let isTaken: boolean;
  try {
    isTaken = file.tryLockSync(true);
  } catch {
    // A file system without locks. What was just created must not pass for a marker.
    const { size } = file.statSync();
    file.close();
    if (size === 0) remove(lock);
    return takeMarker(lock, staleMs);
  }
  if (isTaken && isAt(lock, file) && !isFreshMarker(file.statSync(), staleMs)) {
    return () => {
      // While it is still locked: whoever waits for this file finds that it is gone and takes the next one.
      if (file.statSync().ino !== null) remove(lock);
      file.close();
    };
  }
  file.close();
  return undefined;
}

function open(lock: string): Deno.FsFile | undefined {
  try {
    return Deno.openSync(lock, { write: true, create: true });
  } catch (error) {
    // Windows reports a file that is being removed as a permission problem.
    if (error instanceof Deno.errors.PermissionDenied && Deno.build.os === "windows") return undefined;
    throw error;
  }
}

/** Whether the path still leads to the open file: the holder before may have removed it. */
function isAt(lock: string, file: Deno.FsFile): boolean {
  try {
    return Deno.lstatSync(lock).ino === file.statSync().ino;
  } catch {
    return false;
  }
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It stays, empty and without effect.
  }
}
