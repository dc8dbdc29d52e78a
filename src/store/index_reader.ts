/** The questions an index can be asked. */
import type { GraphFile, SkippedPath } from "../model/mod.ts";
import { TermVector } from "../text/mod.ts";
import type { Connection } from "./_connection.ts";
import * as files from "./_file_queries.ts";
import * as graph from "./_graph_queries.ts";
import * as history from "./_history_queries.ts";
import { graphFiles } from "./_graph_writes.ts";
import * as search from "./_search_queries.ts";
import { fileStamps, folderRows, indexedPaths, stampRows } from "./_stamps.ts";
import type { IndexMeta } from "./meta.ts";
import type { FolderRow, StampedFile, StampRow } from "./records.ts";
import type * as rows from "./rows.ts";

/**
 * One snapshot of an index. Every list is ordered by something other than row numbers, and every answer is the same
 * for the same tree, however the index came about. Close it after the request.
 */
export class IndexReader implements Disposable {
  readonly #connection: Connection;
  #files: rows.FileRow[] | undefined;
  /** Undefined where a file has none. */
  readonly #vectors = new Map<number, TermVector | undefined>();
  /** What the index says of itself. */
  readonly meta: IndexMeta;

  /** Use {@link openReader}. The connection is closed with the reader. */
  constructor(connection: Connection, meta: IndexMeta) {
    this.#connection = connection;
    this.meta = meta;
  }

  /** The file at a root-relative path, if it is indexed. */
  fileByPath(path: string): rows.FileRow | undefined {
    return files.fileByPath(this.#connection, path);
  }

  /** All files, sorted by path. Read once, then kept. */
  allFiles(): readonly rows.FileRow[] {
    return this.#files ??= files.allFiles(this.#connection);
  }

  /** Some files, by row. */
  filesById(ids: Iterable<number>): Map<number, rows.FileRow> {
    return files.filesById(this.#connection, ids);
  }

  /** Files whose path is one of `names` or ends with `/` and one of them, sorted by path. */
  filesNamed(names: readonly string[]): rows.FileRow[] {
    return files.filesNamed(this.#connection, names);
  }

  /** The files at some paths, sorted by path. */
  filesAt(paths: readonly string[]): rows.FileRow[] {
    return files.filesAt(this.#connection, paths);
  }

  /** All files with what the file system said of them, in no particular order. */
  fileStamps(): StampedFile[] {
    return fileStamps(this.#connection);
  }

  /** The same as plain rows, some at a time, for a look at all of them that has to be quick. */
  stampRows(): Iterable<StampRow[]> {
    return stampRows(this.#connection);
  }

  /** The paths of all files. */
  indexedPaths(): Set<string> {
    return indexedPaths(this.#connection);
  }

  /** The folders that were listed, with what the file system said of them; paths end with `/`, the root is empty. */
  folderRows(): FolderRow[] {
    return folderRows(this.#connection);
  }

  /** Number of searchable rows: content chunks and symbols. */
  get chunkCount(): number {
    return this.meta.counts.chunks;
  }

  /**
   * Full-text search over content chunks (path, body) and symbols (path, name, signature, doc).
   *
   * @param terms index terms as `indexTerms` makes them; a row matches with any of them.
   * @returns best first; ties by path, start line, end line, chunk kind, heading.
   */
  searchChunks(terms: readonly string[], options: rows.ChunkSearchOptions): rows.ChunkHit[] {
    return search.searchChunks(this.#connection, terms, options);
  }

  /** What {@link searchChunks} finds, at half its cost: of hits that are no symbols, only the best row of each file is told. */
  filesMatching(
    terms: readonly string[],
    options: Omit<rows.ChunkSearchOptions, "perFile">,
  ): rows.FileHits {
    return search.filesMatching(this.#connection, terms, options);
  }

  /** Row number → the chunk or symbol there; its score is 0. */
  hitsAt(rowNumbers: Iterable<number>): Map<number, rows.ChunkHit> {
    return search.hitsAt(this.#connection, rowNumbers);
  }

  /** How many rows {@link searchChunks} would return without limits. */
  countMatches(terms: readonly string[], options: rows.ChunkMatchOptions = {}): number {
    return search.countMatches(this.#connection, terms, options);
  }

  /** How many of the {@link chunkCount} rows hold each term. */
  documentFrequencies(terms: Iterable<string>): Map<string, number> {
    return search.documentFrequencies(this.#connection, terms);
  }

  /** How many of the indexed files hold each term, in path, text or symbols. */
  fileFrequencies(terms: Iterable<string>): Map<string, number> {
    return search.fileFrequencies(this.#connection, terms);
  }

  /** The term vectors of some files; a file without text has none. Each is read once, then kept. */
  termVectors(fileIds: Iterable<number>): Map<number, TermVector> {
    const ids = [...fileIds];
    const missing = ids.filter((id) => !this.#vectors.has(id));
    if (missing.length > 0) {
      for (const id of missing) this.#vectors.set(id, undefined);
      for (const [id, data] of files.termVectorData(this.#connection, missing)) {
        this.#vectors.set(id, new TermVector(data));
      }
    }
    const found = new Map<number, TermVector>();
    for (const id of ids) {
      const vector = this.#vectors.get(id);
      if (vector !== undefined) found.set(id, vector);
    }
    return found;
  }

  /** Symbols of some files, in source order. Every file asked for has an entry. */
  symbolsOf(fileIds: Iterable<number>): Map<number, rows.StoredSymbol[]> {
    return files.symbolsOf(this.#connection, fileIds);
  }

  /** The whole text of a file as it was indexed: LF line ends, the last one dropped. */
  textOf(fileId: number): string {
    return files.textOf(this.#connection, fileId, 1, Infinity);
  }

  /** Some lines of a file, joined by LF; lines beyond its end are left out. */
  linesOf(fileId: number, startLine: number, endLine: number): string {
    return files.textOf(this.#connection, fileId, startLine, endLine);
  }

  /** Links from or to any of the files, each once. */
  edgesOf(fileIds: Iterable<number>): rows.EdgeRow[] {
    return graph.edgesOf(this.#connection, fileIds);
  }

  /** What a file imports and tests, and by what it is imported and tested. */
  neighbours(path: string): rows.Neighbours {
    return graph.neighbours(this.#connection, path);
  }

  /** How many files import each file; files nobody imports are absent. */
  centralities(): Map<number, number> {
    return graph.centralities(this.#connection);
  }

  /** How many files each file imports; files that import nothing are absent. */
  importCounts(): Map<number, number> {
    return graph.importCounts(this.#connection);
  }

  /** All files with what the graph is built from, sorted by path. */
  graphFiles(): GraphFile[] {
    return graphFiles(this.#connection);
  }

  /** Uses of foreign symbols inside the given files. */
  symbolEdgesFrom(fileIds: Iterable<number>): rows.SymbolEdgeRow[] {
    return graph.symbolEdgesFrom(this.#connection, fileIds);
  }

  /** Uses of the given files' symbols elsewhere. */
  symbolEdgesTo(fileIds: Iterable<number>): rows.SymbolEdgeRow[] {
    return graph.symbolEdgesTo(this.#connection, fileIds);
  }

  /**
   * Why a path is not in the index, if the last scan came across it: it was left out itself, or a folder above it
   * was. Sensitive paths are never known.
   */
  skippedPath(path: string): SkippedPath | undefined {
    return files.skippedPath(this.#connection, path);
  }

  /** Paths left out by the last scan that are one of `names` or end with `/` and one of them, sorted by path. */
  skippedNamed(names: readonly string[]): SkippedPath[] {
    return files.skippedNamed(this.#connection, names);
  }

  /**
   * Past commits that have any of the terms in their message, best first.
   *
   * @param weights of the first line and of the rest of a message.
   */
  commitsMatching(
    terms: readonly string[],
    limit: number,
    weights: { subject: number; body: number } = { subject: 1, body: 1 },
  ): rows.CommitHit[] {
    return history.commitsMatching(this.#connection, terms, limit, weights);
  }

  /** What some commits did. */
  commitFiles(commitIds: Iterable<number>): rows.CommitFile[] {
    return history.commitFiles(this.#connection, commitIds);
  }

  /** The paths that some commits touched, by row of the commit, each list sorted. */
  commitPaths(commitIds: Iterable<number>): Map<number, string[]> {
    return history.commitPaths(this.#connection, commitIds);
  }

  /** Commits that touched any of the paths, newest first. */
  commitsTouching(paths: readonly string[]): rows.CommitTouch[] {
    return history.commitsTouching(this.#connection, paths);
  }

  /** How many known commits touched each path; paths that are gone are among them. */
  commitCounts(): Map<string, number> {
    return history.commitCounts(this.#connection);
  }

  /** Ends the snapshot. Closing twice is harmless. */
  close(): void {
    this.#connection.close();
  }

  /** Closes at the end of the scope. */
  [Symbol.dispose](): void {
    this.close();
  }
}
