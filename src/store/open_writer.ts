/** Opening an index for writing: one writer at a time, and no file that cannot be got going again. */
import { RepoctxError } from "../model/mod.ts";
import { assertNotLinked } from "../repository/mod.ts";
import { Connection, isDamage, isLocked, isMissing } from "./_connection.ts";
import { IndexWriter } from "./index_writer.ts";
import { type IndexMeta, readMeta } from "./meta.ts";
import { createTables, dropTables, INDEX_SCHEMA_VERSION } from "./schema.ts";

/** How to open a writer. */
export interface WriterOptions {
  /** How long to wait for another writer, in milliseconds. @default 3000 */
  busyTimeoutMs?: number;
  /**
   * Write a new file that takes the place of the present one with the commit, and do not look into the present one:
   * the way out when it turned out to be damaged. @default false
   */
  replace?: boolean;
}

/** Pages kept in memory while writing, in KiB. With three times as many, a run over 18,000 files took as long. */
const CACHE_KIB = 32 * 1024;
const DEFAULT_TIMEOUT_MS = 3000;

/**
 * Opens an index for writing and takes its lock at once. A missing file is created; a file that is damaged, foreign
 * or of another schema is started over.
 *
 * @param path of the database file. Its folder must exist.
 * @throws {RepoctxError} when another run holds the lock, a link is in the way or the file cannot be written.
 */
export async function openWriter(path: string, options: WriterOptions = {}): Promise<IndexWriter> {
  const { busyTimeoutMs = DEFAULT_TIMEOUT_MS, replace = false } = options;
  assertNotLinked(path, `${path}-wal`, `${path}-shm`);
  try {
    if (replace) return await openReplacement(path, busyTimeoutMs);
    try {
      return await openExisting(path, busyTimeoutMs);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return await openReplacement(path, busyTimeoutMs);
    }
  } catch (error) {
    if (error instanceof RepoctxError || !(error instanceof Error)) throw error;
    if (isLocked(error)) {
      throw new RepoctxError(
        "Another 'repoctx index' is running in this repository. Wait until it is done and try again.",
      );
    }
    throw new RepoctxError(`Cannot write the index ${path}: ${error.message}`);
  }
}

async function openExisting(path: string, busyTimeoutMs: number): Promise<IndexWriter> {
  const connection = await lock(path, busyTimeoutMs, "WAL");
  try {
    const previous = prepareTables(connection);
    return new IndexWriter(connection, previous, () => {});
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Opens `<path>.new`, which a commit renames to `path`. The name is fixed, so that its lock keeps two runs apart and
 * a killed run leaves nothing but that file.
 */
async function openReplacement(path: string, busyTimeoutMs: number): Promise<IndexWriter> {
  const temporary = `${path}.new`;
  assertNotLinked(temporary, `${temporary}-journal`);
  let connection: Connection;
  try {
    connection = await lockEmpty(temporary, busyTimeoutMs);
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeAll(temporary, `${temporary}-journal`);
    connection = await lockEmpty(temporary, busyTimeoutMs);
  }
  if (!exists(temporary)) {
    // The run that held the lock has renamed the file: what is at `path` now is sound.
    connection.close();
    return await openExisting(path, busyTimeoutMs);
  }
  return new IndexWriter(connection, undefined, () => {
    try {
      // A log of the old file would be taken for the new one's.
      removeAll(`${path}-wal`, `${path}-shm`, `${path}-journal`);
      Deno.renameSync(temporary, path);
    } catch (error) {
      throw new RepoctxError(
        `Cannot replace the damaged index ${path}: ${error instanceof Error ? error.message : error}. ` +
          "Delete it and run 'repoctx index' again.",
      );
    }
  });
}

/** Opens and locks a file and removes all it holds, as part of the transaction. */
async function lockEmpty(path: string, busyTimeoutMs: number): Promise<Connection> {
  const connection = await lock(path, busyTimeoutMs, "DELETE");
  try {
    dropTables(connection);
    createTables(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Opens a file and begins a transaction that holds the write lock. */
async function lock(path: string, busyTimeoutMs: number, journal: "WAL" | "DELETE"): Promise<Connection> {
  const connection = await Connection.forWriting(path);
  try {
    connection.exec(`PRAGMA busy_timeout = ${Math.max(0, Math.floor(busyTimeoutMs))}`);
    await setJournal(connection, journal, busyTimeoutMs);
    connection.exec(
      `PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
       PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${CACHE_KIB}; BEGIN IMMEDIATE`,
    );
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** SQLite does not wait by itself when another connection is in the way of a change of the journal. */
async function setJournal(connection: Connection, journal: string, busyTimeoutMs: number): Promise<void> {
  const end = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      connection.rows(`PRAGMA journal_mode = ${journal}`);
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() >= end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Makes sure of the tables; returns what a usable index says of itself. */
function prepareTables(connection: Connection): IndexMeta | undefined {
  const meta = tryReadMeta(connection);
  if (meta?.schemaVersion === INDEX_SCHEMA_VERSION) return meta;
  dropTables(connection);
  createTables(connection);
  return undefined;
}

function tryReadMeta(connection: Connection): IndexMeta | undefined {
  try {
    return readMeta(connection);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}

function exists(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch {
    return false;
  }
}

function removeAll(...paths: string[]): void {
  for (const path of paths) {
    try {
      Deno.removeSync(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
