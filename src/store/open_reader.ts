/** Opening an index for reading: one snapshot, never a write. */
import { NoIndexError } from "../model/mod.ts";
import { assertNotLinked } from "../repository/mod.ts";
import { Connection, forPeople, isDamage, isMissing } from "./_connection.ts";
import { IndexReader } from "./index_reader.ts";
import { type IndexMeta, readMeta } from "./meta.ts";
import { INDEX_SCHEMA_VERSION } from "./schema.ts";

/** What an index must have been built with to be usable. */
export interface ExpectedIndex {
  /** See {@link IndexMeta.producer}. */
  producer: string;
  /** Index config hash of the current configuration. */
  indexConfigHash: string;
}

/** Readers wait for nobody but a run that is clearing up after a killed one. */
const BUSY_TIMEOUT_MS = 2000;

const NO_INDEX = "No index found. Run 'repoctx index' first.";
const DAMAGED = "The index file is damaged. Run 'repoctx index' to rebuild it.";

/**
 * Opens an index for reading. All reads of the returned reader see one state, whatever is indexed meanwhile.
 *
 * @param path of the database file; it is not created, changed or repaired.
 * @throws {NoIndexError} when there is no index, or none that may be used; the message says what to do.
 */
export async function openReader(path: string, expected: ExpectedIndex): Promise<IndexReader> {
  assertNotLinked(path, `${path}-wal`, `${path}-shm`);
  if (sizeOf(path) === undefined) throw new NoIndexError(NO_INDEX);
  const [connection, meta] = await openSnapshot(path);
  const refusal = whyUnusable(meta, expected);
  if (refusal !== undefined) {
    connection.close();
    throw new NoIndexError(refusal);
  }
  connection.translateErrors((error) =>
    isDamage(error) ? new NoIndexError(DAMAGED) : forPeople(error, "Cannot read the index")
  );
  return new IndexReader(connection, meta);
}

/** The first of the four causes for which a query refuses an index. */
function whyUnusable(meta: IndexMeta, expected: ExpectedIndex): string | undefined {
  const { schemaVersion, producer, contentState, indexConfigHash } = meta;
  if (schemaVersion !== INDEX_SCHEMA_VERSION) {
    const found = schemaVersion === "" ? "unknown" : schemaVersion;
    return `The index is outdated (schema ${found}, this version reads ${INDEX_SCHEMA_VERSION}). ` +
      "Run 'repoctx index' to rebuild it.";
  }
  if (producer !== expected.producer) {
    return "The index was built with another analysis version. Run 'repoctx index' to rebuild it.";
  }
  if (!/^[0-9a-f]{64}$/.test(contentState)) {
    return "The index has no valid state metadata. Run 'repoctx index' to rebuild it.";
  }
  if (indexConfigHash !== expected.indexConfigHash) {
    return "The indexing settings have changed since the index was built. Run 'repoctx index' to rebuild it.";
  }
  return undefined;
}

/** Opens the file, fixes the snapshot by a first read and reads the metadata. */
async function openSnapshot(path: string): Promise<[Connection, IndexMeta]> {
  try {
    return await trySnapshot(path);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (isMissing(error)) {
      throw new NoIndexError("The index is outdated (unknown tables). Run 'repoctx index' to rebuild it.");
    }
    if (isDamage(error)) throw new NoIndexError(DAMAGED);
    return await openImmutable(path, error);
  }
}

/**
 * A folder that cannot be written has no place for the shared memory of the write-ahead log. The file alone is the
 * whole index when nothing is left in that log.
 */
async function openImmutable(path: string, error: Error): Promise<[Connection, IndexMeta]> {
  const refused = new NoIndexError(`Cannot read the index: ${error.message}. Run 'repoctx index' again.`);
  if ((sizeOf(`${path}-wal`) ?? 0) > 0) throw refused;
  const { pathToFileURL } = await import("node:url");
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  try {
    return await trySnapshot(url);
  } catch (second) {
    throw isDamage(second) ? new NoIndexError(DAMAGED) : refused;
  }
}

async function trySnapshot(path: string | URL): Promise<[Connection, IndexMeta]> {
  const connection = await Connection.forReading(path);
  try {
    connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA trusted_schema = OFF; BEGIN`);
    return [connection, readMeta(connection)];
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Size of a regular file, undefined when there is none. */
function sizeOf(path: string): number | undefined {
  try {
    const info = Deno.statSync(path);
    return info.isFile ? info.size : undefined;
  } catch {
    return undefined;
  }
}
