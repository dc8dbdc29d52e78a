/** The one place that knows which SQLite this program runs on. Nothing is loaded before a file is opened. */
import type { DatabaseSync, DatabaseSyncOptions, SQLInputValue, StatementSync } from "node:sqlite";

/** What can be bound to a parameter. */
export type { SQLInputValue };

/** An open database file. */
export type Database = DatabaseSync;

/** A prepared statement. */
export interface Statement extends StatementSync {
  /** Rows as lists of columns instead of objects: half the cost. Missing in the type declarations. */
  setReturnArrays(enabled: boolean): void;
}

/** Opens a database file. `path` may also be a `file:` URL with SQLite's own parameters. */
export async function openDatabase(path: string | URL, options: DatabaseSyncOptions): Promise<Database> {
  const sqlite = await import("node:sqlite");
  return new sqlite.DatabaseSync(path, options);
}
