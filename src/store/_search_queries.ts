/** Full-text search over content chunks and symbols. */
import { type ChunkKind, compareStrings } from "../model/mod.ts";
import { type Connection, idList } from "./_connection.ts";
import { pathsById } from "./_file_queries.ts";
import { FILE_OF_ROW, fileOfRow, IS_SYMBOL_ROW, isSymbolRow } from "./row_ids.ts";
import type { ChunkHit, ChunkMatchOptions, ChunkSearchOptions, ColumnWeights, FileHits } from "./rows.ts";
import { SEARCH_COLUMNS } from "./schema.ts";

/** Terms as an FTS5 expression: any of them, each taken literally; undefined without a term. */
export function matchAny(terms: readonly string[]): string | undefined {
  const quoted = [...new Set(terms)].filter((term) => /[^\s\0]/.test(term))
    .map((term) => `"${term.replaceAll("\0", " ").replaceAll('"', '""')}"`);
  return quoted.length === 0 ? undefined : quoted.join(" OR ");
}

/** The rows a search is about, as an FTS5 expression and a condition; undefined when nothing can match. */
function condition(
  terms: readonly string[],
  weights: ColumnWeights,
  options: ChunkMatchOptions,
): { match: string; where: string } | undefined {
  const searched = SEARCH_COLUMNS.filter((column) => weights[column] > 0);
  const any = matchAny(terms);
  if (any === undefined || searched.length === 0) return undefined;
  return {
    match: searched.length === SEARCH_COLUMNS.length ? any : `{${searched.join(" ")}} : (${any})`,
    where: `chunks_fts MATCH ?${options.symbolsOnly ? ` AND ${IS_SYMBOL_ROW}` : ""}`,
  };
}

function allWeights(options: ChunkMatchOptions): ColumnWeights {
  return { path: 1, name: 1, signature: 1, doc: 1, body: 1, ...options.weights };
}

/** How many rows match. */
export function countMatches(
  connection: Connection,
  terms: readonly string[],
  options: ChunkMatchOptions,
): number {
  const rows = condition(terms, allWeights(options), options);
  if (rows === undefined) return 0;
  return connection.row<[number]>(`SELECT count(*) FROM chunks_fts WHERE ${rows.where}`, rows.match)?.[0] ??
    0;
}

/** The best rows; ties by path, start line, end line, chunk kind, heading. */
export function searchChunks(
  connection: Connection,
  terms: readonly string[],
  options: ChunkSearchOptions,
): ChunkHit[] {
  const hits = describe(connection, bestRows(connection, terms, options)).sort(byRank);
  return limitPerFile(hits, options.perFile).slice(0, options.limit);
}

/** What {@link searchChunks} finds, without the lines of what is no symbol. */
export function filesMatching(
  connection: Connection,
  terms: readonly string[],
  options: Omit<ChunkSearchOptions, "perFile">,
): FileHits {
  const rows = bestRows(connection, terms, options);
  cutTies(connection, rows, options.limit);
  const best = new Map<number, number>();
  for (const [row, score] of rows) {
    const known = best.get(fileOfRow(row));
    if (known === undefined || (score === rows.get(known) && row < known)) best.set(fileOfRow(row), row);
  }
  return {
    best,
    symbols: describe(connection, new Map([...rows].filter(([row]) => isSymbolRow(row)))).sort(byRank),
  };
}

/** The chunks and symbols with these row numbers, without a score. */
export function hitsAt(connection: Connection, rows: Iterable<number>): Map<number, ChunkHit> {
  const hits = describe(connection, new Map(Array.from(rows, (row) => [row, 0])));
  return new Map(hits.map((hit) => [hit.chunkId, hit]));
}

/** Takes out rows beyond the limit: of those that tie with the last one, which are all that can be beyond it. */
function cutTies(connection: Connection, rows: Map<number, number>, limit: number): void {
  if (rows.size <= limit) return;
  const lowest = [...rows.values()].at(-1);
  const tied = describe(connection, new Map([...rows].filter(([, score]) => score === lowest))).sort(byRank);
  for (const { chunkId } of tied.slice(limit - rows.size)) rows.delete(chunkId);
}

/** Rows read at first; more are read when that many do not show where the last tie ends. */
const SPARE_ROWS = 100;
/** The same where only so many rows of one file count: rows read at first for each that is wanted. */
const ROWS_PER_HIT = 5;

/** The best rows by score, and all that tie with the last one. */
function bestRows(
  connection: Connection,
  terms: readonly string[],
  options: ChunkSearchOptions,
): Map<number, number> {
  const weights = allWeights(options);
  const rows = condition(terms, weights, options);
  const { limit, perFile } = options;
  if (rows === undefined || limit < 1) return new Map();
  const sql = `SELECT rowid, -bm25(chunks_fts, ?, ?, ?, ?, ?) AS score FROM chunks_fts
               WHERE ${rows.where} ORDER BY score DESC LIMIT ?`;
  const parameters = [...SEARCH_COLUMNS.map((column) => weights[column]), rows.match];
  // Sorting the best thousand of many matches costs much less than sorting them all.
  if (perFile !== undefined) {
    const atMost = limit * ROWS_PER_HIT;
    const some = connection.rows<ScoredRow>(sql, ...parameters, atMost);
    return takePerFile(some, limit, perFile, some.length < atMost ? "all" : "some") ??
      takePerFile(connection.rows<ScoredRow>(sql, ...parameters, -1), limit, perFile, "all")!;
  }
  const atMost = limit + SPARE_ROWS;
  const few = takeWithTies(connection.rows<ScoredRow>(sql, ...parameters, atMost), limit);
  if (few.size < atMost) return few;
  return takeWithTies(connection.rows<ScoredRow>(sql, ...parameters, -1), limit);
}

type ScoredRow = [row: number, score: number];

/**
 * The first rows, and beyond the limit all that tie with the last one: SQLite returns ties by row number, which is not
 * the order they have to be cut in.
 */
function takeWithTies(ranked: readonly ScoredRow[], limit: number): Map<number, number> {
  let end = Math.min(limit, ranked.length);
  const last = ranked[end - 1]?.[1];
  while (end < ranked.length && ranked[end]![1] === last) end++;
  return new Map(ranked.slice(0, end));
}

/** The same where only so many rows of one file count; undefined when more rows than `some` are needed to tell. */
function takePerFile(
  ranked: readonly ScoredRow[],
  limit: number,
  perFile: number,
  given: "some" | "all",
): Map<number, number> | undefined {
  const taken = new Map<number, number>();
  const better = new Map<number, number>();
  let tied: number[] = [];
  let accepted = 0;
  let last = NaN;
  for (const [row, score] of ranked) {
    if (score !== last) {
      for (const file of tied) {
        const count = (better.get(file) ?? 0) + 1;
        better.set(file, count);
        if (count <= perFile) accepted++;
      }
      if (accepted >= limit) return taken;
      tied = [];
      last = score;
    }
    const file = fileOfRow(row);
    if ((better.get(file) ?? 0) >= perFile) continue;
    tied.push(file);
    taken.set(row, score);
  }
  return given === "all" ? taken : undefined;
}

function limitPerFile(hits: ChunkHit[], perFile: number | undefined): ChunkHit[] {
  if (perFile === undefined) return hits;
  const counts = new Map<number, number>();
  return hits.filter(({ fileId }) => {
    const count = (counts.get(fileId) ?? 0) + 1;
    counts.set(fileId, count);
    return count <= perFile;
  });
}

function byRank(a: ChunkHit, b: ChunkHit): number {
  return b.score - a.score || compareStrings(a.path, b.path) || a.startLine - b.startLine ||
    a.endLine - b.endLine || compareStrings(a.kind, b.kind) ||
    compareStrings(a.heading ?? "", b.heading ?? "");
}

function describe(connection: Connection, scores: ReadonlyMap<number, number>): ChunkHit[] {
  const rows = [...scores.keys()];
  const paths = pathsById(connection, new Set(rows.map(fileOfRow)));
  const found = [
    ...connection.rows<[number, string, number, number, string | null]>(
      `SELECT id, kind, start_line, end_line, heading FROM chunks
       WHERE id IN (SELECT value FROM json_each(?))`,
      idList(rows.filter((row) => !isSymbolRow(row))),
    ),
    ...connection.rows<[number, string, number, number, string | null]>(
      `SELECT id, 'symbol', start_line, end_line, name FROM symbols
       WHERE id IN (SELECT value FROM json_each(?))`,
      idList(rows.filter(isSymbolRow)),
    ),
  ];
  return found.map(([chunkId, kind, startLine, endLine, heading]) => {
    const fileId = fileOfRow(chunkId);
    return {
      chunkId,
      fileId,
      path: paths.get(fileId) ?? "",
      kind: kind as ChunkKind,
      startLine,
      endLine,
      ...(heading === null ? {} : { heading }),
      score: scores.get(chunkId) ?? 0,
    };
  });
}

/** How many chunks and symbols hold each term, in any column. */
export function documentFrequencies(connection: Connection, terms: Iterable<string>): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const term of terms) {
    const count = connection.row<[number]>("SELECT doc FROM chunks_vocab WHERE term = ?", term)?.[0] ?? 0;
    frequencies.set(term, count);
  }
  return frequencies;
}

/** How many files hold each term, in any column. */
export function fileFrequencies(connection: Connection, terms: Iterable<string>): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const term of terms) {
    const match = matchAny([term]);
    const sql = `SELECT count(DISTINCT ${FILE_OF_ROW}) FROM chunks_fts WHERE chunks_fts MATCH ?`;
    frequencies.set(term, match === undefined ? 0 : connection.row<[number]>(sql, match)?.[0] ?? 0);
  }
  return frequencies;
}
