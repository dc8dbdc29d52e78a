/** Changing an index: everything between opening and committing is one transaction. */
import type { Commit, Graph, GraphFile, SkippedPath } from "../model/mod.ts";
import type { Connection } from "./_connection.ts";
import { textOf } from "./_file_queries.ts";
import * as files from "./_file_writes.ts";
import * as graph from "./_graph_writes.ts";
import * as history from "./_history_writes.ts";
import { putFolders } from "./_stamps.ts";
import { type FieldAverages, type IndexCounts, type IndexMeta, serializeMeta, writeMeta } from "./meta.ts";
import type { FileRecord, FileStamp, FolderStamp, StoredCommit, StoredFile } from "./records.ts";
import { createTables, dropTables, INDEX_SCHEMA_VERSION } from "./schema.ts";

/** What the indexer says about an index; the rest the writer knows. */
export type MetaInput = Omit<IndexMeta, "schemaVersion" | "counts" | "averages" | "headTime">;

/**
 * The one writer of an index. Until {@link commit} returns, readers see the previous state, and so does the next run
 * if this one is killed. Closing without a commit takes everything back.
 */
export class IndexWriter implements Disposable {
  readonly #connection: Connection;
  readonly #publish: () => void;
  #previous: IndexMeta | undefined;
  #committed = false;

  /**
   * Use {@link openWriter}.
   *
   * @param previous what the index said of itself, undefined for a new one.
   * @param publish called once after the commit.
   */
  constructor(connection: Connection, previous: IndexMeta | undefined, publish: () => void) {
    this.#connection = connection;
    this.#previous = previous;
    this.#publish = publish;
  }

  /** What the index said of itself before this run; undefined when it was new or has been emptied. */
  get previous(): IndexMeta | undefined {
    return this.#previous;
  }

  /** Removes everything. */
  clear(): void {
    dropTables(this.#connection);
    createTables(this.#connection);
    this.#previous = undefined;
  }

  /** Files in the index, in no particular order. */
  storedFiles(): StoredFile[] {
    return files.storedFiles(this.#connection);
  }

  /** Adds a file whose path is not in the index. */
  addFile(record: FileRecord): void {
    files.putFile(this.#connection, record);
  }

  /** Replaces what is stored of a file. */
  replaceFile(id: number, record: FileRecord): void {
    files.putFile(this.#connection, record, id);
  }

  /** Removes a file. */
  removeFile(file: StoredFile): void {
    files.removeFile(this.#connection, file.id, file.path);
  }

  /**
   * Rewrites the full-text table, so that no term of a removed file is left in it. Removing alone only marks terms;
   * what else is removed is overwritten at once.
   */
  purge(): void {
    this.#connection.exec("INSERT INTO chunks_fts (chunks_fts) VALUES ('optimize')");
  }

  /** Notes that a file was touched without a change of its bytes. */
  setStamp(id: number, stamp: FileStamp): void {
    files.setStamp(this.#connection, id, stamp);
  }

  /** Replaces what is known of the folders that were listed, by path. */
  replaceFolders(folders: ReadonlyMap<string, FolderStamp>): void {
    putFolders(this.#connection, folders);
  }

  /** All files with what the graph needs, sorted by path. */
  graphFiles(): GraphFile[] {
    return graph.graphFiles(this.#connection);
  }

  /** One file with what the graph needs. */
  graphFile(id: number): GraphFile | undefined {
    return graph.graphFile(this.#connection, id);
  }

  /** The stored text of a file, or undefined when the path is not in the index. */
  textOf(path: string): string | undefined {
    const id = this.#connection.row<[number]>("SELECT id FROM files WHERE path = ?", path)?.[0];
    return id === undefined ? undefined : textOf(this.#connection, id, 1, Infinity);
  }

  /** Replaces all links between files and symbols. Links of files that are not in the index are dropped. */
  replaceGraph(links: Graph): void {
    graph.putGraph(this.#connection, links);
  }

  /** Replaces the list of paths that were left out. Entries without a path are not stored. */
  replaceSkipped(skipped: readonly SkippedPath[]): void {
    const wanted = new Map(skipped.filter(({ path }) => path !== "").map((entry) => [entry.path, entry]));
    const known = this.#connection.rows<[string, string, string | null]>(
      "SELECT path, reason, detail FROM skipped",
    );
    for (const [path, reason, detail] of known) {
      const entry = wanted.get(path);
      if (entry?.reason === reason && (entry.detail ?? null) === detail) wanted.delete(path);
      else this.#connection.run("DELETE FROM skipped WHERE path = ?", path);
    }
    for (const { path, reason, detail } of wanted.values()) {
      this.#connection.run(
        "INSERT INTO skipped (path, reason, detail) VALUES (?, ?, ?)",
        path,
        reason,
        detail ?? null,
      );
    }
  }

  /** The stored commits by id. */
  storedCommits(): Map<string, StoredCommit> {
    return history.storedCommits(this.#connection);
  }

  /** Adds commits; known ones stay as they are. */
  addCommits(commits: Iterable<Commit>): void {
    history.putCommits(this.#connection, commits);
  }

  /** Removes every commit but the given ones. */
  keepCommits(shas: ReadonlySet<string>): void {
    history.keepCommits(this.#connection, shas);
  }

  /** How much is stored now. */
  counts(): IndexCounts {
    const [fileCount, chunks, symbols] = this.#connection.row<[number, number, number]>(
      "SELECT count(*), total(chunk_count), total(symbol_count) FROM files",
    ) ?? [0, 0, 0];
    const count = (table: string): number =>
      this.#connection.row<[number]>(`SELECT count(*) FROM ${table}`)?.[0] ?? 0;
    return {
      files: fileCount,
      chunks: chunks + symbols,
      symbols,
      edges: count("edges"),
      symbolEdges: count("symbol_edges"),
      commits: count("commits"),
    };
  }

  #averages(): FieldAverages {
    const [path, name, signature, doc, body] = this.#connection.row<[number, number, number, number, number]>(
      `SELECT total(path_terms) / max(count(*), 1), total(name_terms) / max(count(*), 1),
           total(signature_terms) / max(count(*), 1), total(doc_terms) / max(count(*), 1),
           total(body_terms) / max(count(*), 1) FROM files`,
    ) ?? [0, 0, 0, 0, 0];
    return { path, name, signature, doc, body };
  }

  /**
   * Publishes the index: from here on readers see it. The writer is closed afterwards. When nothing at all has
   * changed, the file is left as it is, with the time of the earlier run.
   */
  commit(input: MetaInput): IndexMeta {
    const headTime = this.#connection.row<[number | null]>("SELECT max(time) FROM commits")?.[0] ?? null;
    const meta: IndexMeta = {
      ...input,
      schemaVersion: INDEX_SCHEMA_VERSION,
      counts: this.counts(),
      averages: this.#averages(),
      ...(headTime === null ? {} : { headTime }),
    };
    if (this.#previous !== undefined && this.#isUnchanged(meta, this.#previous)) {
      const previous = this.#previous;
      this.close();
      return previous;
    }
    writeMeta(this.#connection, meta);
    this.#connection.exec("COMMIT");
    this.#committed = true;
    // Left in the log, the new state could not be read from a folder that cannot be written. A reader may be in the
    // way; then the next run does it.
    this.#connection.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL");
    this.#connection.rows("PRAGMA wal_checkpoint (TRUNCATE)");
    this.#connection.close();
    this.#publish();
    return meta;
  }

  #isUnchanged(meta: IndexMeta, previous: IndexMeta): boolean {
    const [changes] = this.#connection.row<[number]>("SELECT total_changes()") ?? [1];
    return changes === 0 &&
      serializeMeta({ ...meta, indexedAt: "" }) === serializeMeta({ ...previous, indexedAt: "" });
  }

  /** Gives the lock back, and everything that was not committed up. Closing twice is harmless. */
  close(): void {
    if (!this.#committed) {
      try {
        this.#connection.exec("ROLLBACK");
      } catch { /* closed, or no transaction any more */ }
    }
    this.#connection.close();
  }

  /** Closes at the end of the scope. */
  [Symbol.dispose](): void {
    this.close();
  }
}
