/** The state folder of a repository and the files in it. */
import { join } from "./path.ts";
import { RepoctxError } from "../model/mod.ts";

/** Name of the folder below the root that holds everything this program keeps. */
export const STATE_FOLDER = ".repoctx";

/** Absolute paths of the state folder and of the files in it. */
export interface StatePaths {
  folder: string;
  index: string;
  sessions: string;
  memory: string;
  ledger: string;
  dashboard: string;
  tokenTable: string;
}

/** Where the state of a repository lies. Nothing is created or checked. */
export function statePaths(root: string): StatePaths {
  const folder = join(root, STATE_FOLDER);
  return {
    folder,
    index: join(folder, "index.db"),
    sessions: join(folder, "sessions"),
    memory: join(folder, "memory.jsonl"),
    ledger: join(folder, "stats.jsonl"),
    dashboard: join(folder, "stats.html"),
    tokenTable: join(folder, "o200k.bin"),
  };
}

/**
 * Refuses a path below the state folder that is a symbolic link, or whose folder is: a repository must not make
 * this program read or write elsewhere.
 *
 * @throws {RepoctxError} naming the link.
 */
export function assertNotLinked(...paths: readonly string[]): void {
  for (const path of paths) {
    let info: Deno.FileInfo;
    try {
      info = Deno.lstatSync(path);
    } catch {
      continue;
    }
    if (info.isSymlink) {
      throw new RepoctxError(`${path} is a symbolic link; remove it and run the command again.`);
    }
  }
}

/**
 * Creates the state folder when it is missing.
 *
 * @throws {RepoctxError} when it is a link or cannot be created.
 */
export function ensureStateFolder(root: string): StatePaths {
  const paths = statePaths(root);
  assertNotLinked(paths.folder);
  try {
    Deno.mkdirSync(paths.folder, { recursive: true });
  } catch (error) {
    throw new RepoctxError(
      `Cannot create ${paths.folder}: ${error instanceof Error ? error.message : error}`,
    );
  }
  return paths;
}
