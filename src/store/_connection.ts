import { RepoctxError } from "../model/mod.ts";
import { type Database, openDatabase, type SQLInputValue, type Statement } from "./sqlite.ts";

/** One column of a row, as SQLite gives it back. */
export type Value = string | number | null | Uint8Array;

/** Messages of SQLite that speak of the surroundings, not of the content of a file. */
const SURROUNDINGS = /locked|busy|unable to open|readonly|disk I\/O|is full|out of memory|interrupted/i;
const LOCKED = /database (?:\w+ )?is locked|database is busy/i;
const MISSING = /no such (?:table|column)/i;

/** A stored value that no version of this program has written. */
export class DamageError extends Error {}

function isFromSqlite(error: unknown): error is Error {
  return error instanceof Error && (error as Error & { code?: unknown }).code === "ERR_SQLITE_ERROR";
}

/**
 * Whether an error comes from the content of the file. Damage shows in many ways, so everything counts that is not
 * the fault of the surroundings.
 */
export function isDamage(error: unknown): boolean {
  return error instanceof DamageError || (isFromSqlite(error) && !SURROUNDINGS.test(error.message));
}

/**
 * An error of SQLite in words for people; every other error as it is.
 *
 * @param doing what failed, as the beginning of a sentence: `Cannot write the index`.
 */
export function forPeople(error: unknown, doing: string): unknown {
  return isFromSqlite(error) ? new RepoctxError(`${doing}: ${error.message}`) : error;
}

/** Whether an error says that another connection holds the lock. */
export function isLocked(error: unknown): boolean {
  return isFromSqlite(error) && LOCKED.test(error.message);
}

/** Whether an error says that a table of ours does not exist. */
export function isMissing(error: unknown): boolean {
  return isFromSqlite(error) && MISSING.test(error.message);
}

/** A database file with a cache of prepared statements. A statement is prepared when it is first used. */
export class Connection implements Disposable {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();
  #translate: (error: unknown) => unknown = (error) => error;
  #isOpen = true;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Opens a file for reading and writing, and creates it when it is missing. */
  static async forWriting(path: string): Promise<Connection> {
    return new Connection(await openDatabase(path, { readOnly: false }));
  }

  /** Opens an existing file for reading. */
  static async forReading(path: string | URL): Promise<Connection> {
    return new Connection(await openDatabase(path, { readOnly: true }));
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql) as Statement;
      statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** From now on, errors are thrown as `translate` returns them. */
  translateErrors(translate: (error: unknown) => unknown): void {
    this.#translate = translate;
  }

  #attempt<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      throw this.#translate(error);
    }
  }

  /** Runs statements that return nothing and are not kept. */
  exec(sql: string): void {
    this.#attempt(() => this.#database.exec(sql));
  }

  /** Runs a prepared statement that returns nothing. */
  run(sql: string, ...parameters: SQLInputValue[]): void {
    this.#attempt(() => this.#prepare(sql).run(...parameters));
  }

  /** Runs a prepared statement that adds one row, and returns its number. */
  insert(sql: string, ...parameters: SQLInputValue[]): number {
    return Number(this.#attempt(() => this.#prepare(sql).run(...parameters)).lastInsertRowid);
  }

  /** All rows, each as the tuple of its columns. */
  rows<Row extends Value[]>(sql: string, ...parameters: SQLInputValue[]): Row[] {
    return this.#attempt(() => this.#prepare(sql).all(...parameters) as unknown as Row[]);
  }

  /** The first row. */
  row<Row extends Value[]>(sql: string, ...parameters: SQLInputValue[]): Row | undefined {
    return this.#attempt(() => this.#prepare(sql).get(...parameters) as unknown as Row | undefined);
  }

  /** Closes the file; an open transaction is rolled back. Closing twice is harmless. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** A list of numbers as the one parameter that `json_each(?)` unfolds. */
export function idList(ids: Iterable<number>): string {
  return JSON.stringify([...ids]);
}
