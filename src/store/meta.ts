/** What an index says of itself. */
import type { SkipReason } from "../model/mod.ts";
import type { Connection } from "./_connection.ts";

/** How much an index holds. */
export interface IndexCounts {
  files: number;
  /** Content chunks and symbols together: the number of searchable rows. */
  chunks: number;
  symbols: number;
  edges: number;
  symbolEdges: number;
  commits: number;
}

/** Mean number of terms per file, repeats counted, for each searched part. */
export interface FieldAverages {
  path: number;
  name: number;
  signature: number;
  doc: number;
  body: number;
}

/** What an index says of itself. Only {@link IndexMeta.indexedAt} depends on the time. */
export interface IndexMeta {
  schemaVersion: string;
  toolVersion: string;
  /** Versions of everything that shaped the content, in one string. */
  producer: string;
  indexConfigHash: string;
  /** 64 hex digits over all paths and content hashes. */
  contentState: string;
  counts: IndexCounts;
  averages: FieldAverages;
  /** How many paths were left out, by reason. */
  skipped: Partial<Record<SkipReason, number>>;
  /** When the content last changed: UTC, ISO 8601. */
  indexedAt: string;
  /** The commit that was checked out; absent outside of git. */
  indexedCommit?: string;
  /** Time of the newest known commit, in seconds since the epoch; absent without history. */
  headTime?: number;
  /** The history is cut off (a shallow clone). */
  shallowHistory?: true;
}

const NO_COUNTS: IndexCounts = { files: 0, chunks: 0, symbols: 0, edges: 0, symbolEdges: 0, commits: 0 };
const NO_AVERAGES: FieldAverages = { path: 0, name: 0, signature: 0, doc: 0, body: 0 };

/**
 * Reads what the index says of itself; anything missing reads as empty.
 *
 * @throws when there is no `meta` table.
 */
export function readMeta(connection: Connection): IndexMeta {
  const values = new Map(connection.rows<[string, string]>("SELECT key, value FROM meta"));
  const text = (key: string): string => values.get(key) ?? "";
  const meta: IndexMeta = {
    schemaVersion: text("schema_version"),
    toolVersion: text("tool_version"),
    producer: text("producer"),
    indexConfigHash: text("index_config_hash"),
    contentState: text("content_state"),
    counts: { ...NO_COUNTS, ...parseNumbers(values.get("counts")) },
    averages: { ...NO_AVERAGES, ...parseNumbers(values.get("averages")) },
    skipped: parseNumbers(values.get("skipped")),
    indexedAt: text("indexed_at"),
  };
  const commit = values.get("indexed_commit");
  if (commit !== undefined) meta.indexedCommit = commit;
  const headTime = Number(values.get("head_time") ?? "NaN");
  if (Number.isFinite(headTime)) meta.headTime = headTime;
  if (values.get("shallow_history") === "true") meta.shallowHistory = true;
  return meta;
}

/** An object of numbers; everything else reads as an empty one. */
function parseNumbers(json: string | undefined): Record<string, number> {
  const numbers: Record<string, number> = {};
  try {
    for (const [key, value] of Object.entries(JSON.parse(json ?? "{}") as object)) {
      if (typeof value === "number") numbers[key] = value;
    }
  } catch { /* damaged text tells nothing */ }
  return numbers;
}

function toValues(meta: IndexMeta): Record<string, string | undefined> {
  return {
    schema_version: meta.schemaVersion,
    tool_version: meta.toolVersion,
    producer: meta.producer,
    index_config_hash: meta.indexConfigHash,
    content_state: meta.contentState,
    counts: JSON.stringify(meta.counts),
    averages: JSON.stringify(meta.averages),
    skipped: JSON.stringify(meta.skipped),
    indexed_at: meta.indexedAt,
    indexed_commit: meta.indexedCommit,
    head_time: meta.headTime === undefined ? undefined : String(meta.headTime),
    shallow_history: meta.shallowHistory ? "true" : undefined,
  };
}

/** What would be written, in one string: equal strings mean equal contents. */
export function serializeMeta(meta: IndexMeta): string {
  return JSON.stringify(toValues(meta));
}

/** Replaces everything the index says of itself. */
export function writeMeta(connection: Connection, meta: IndexMeta): void {
  for (const [key, value] of Object.entries(toValues(meta))) {
    if (value === undefined) connection.run("DELETE FROM meta WHERE key = ?", key);
    else connection.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, value);
  }
}
