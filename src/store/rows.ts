/** What a reader hands out: plain rows. Numbers called `…Id` identify rows inside one snapshot and mean nothing else. */
import type { ChunkKind, Edge, FileKind, ParsedFile, SymbolEdge, SymbolRecord } from "../model/mod.ts";

/** One indexed file, without its text. */
export interface FileRow {
  id: number;
  path: string;
  kind: FileKind;
  language: string;
  /** Raw o200k tokens of the decoded text. */
  tokenCount: number;
  lineCount: number;
  /** Bytes. */
  size: number;
  /** SHA-256 of the bytes, 64 hex digits. */
  contentHash: string;
  /** Modification time in milliseconds when it was indexed. */
  mtimeMs: number;
  /** WHATWG label of the encoding the text was decoded from. */
  encoding: string;
  generated?: "generated" | "minified";
  /** The syntax tree had errors. */
  hasErrors?: true;
  /** The file is indexed as text only. */
  degraded?: NonNullable<ParsedFile["degraded"]>;
}

/** Weights of the searched columns. A column with weight 0 is not searched at all. */
export interface ColumnWeights {
  path: number;
  name: number;
  signature: number;
  doc: number;
  body: number;
}

/** Which columns and rows to search. */
export interface ChunkMatchOptions {
  /** @default all 1 */
  weights?: Partial<ColumnWeights>;
  /** Leave the slices of the text out and return symbols only. @default false */
  symbolsOnly?: boolean;
}

/** How to search. */
export interface ChunkSearchOptions extends ChunkMatchOptions {
  /** How many hits at most. */
  limit: number;
  /** How many hits of one file at most. @default no bound */
  perFile?: number;
}

/** A content chunk or a symbol that has at least one of the terms. */
export interface ChunkHit {
  /** Row of the chunk or symbol. */
  chunkId: number;
  fileId: number;
  path: string;
  kind: ChunkKind;
  startLine: number;
  endLine: number;
  /** Heading of a section or name of a symbol. */
  heading?: string;
  /** Negated `bm25()`: larger is better. */
  score: number;
}

/** Which files a search found, and by which symbols. */
export interface FileHits {
  /** File → its best row; of rows with the same score the first. */
  best: Map<number, number>;
  /** The hits that are symbols, best first. */
  symbols: ChunkHit[];
}

/** A symbol and where it is stored. */
export interface StoredSymbol extends SymbolRecord {
  id: number;
  fileId: number;
  /** Position among the symbols of the file. */
  ordinal: number;
}

/** A link between two files, by row. */
export interface EdgeRow {
  srcId: number;
  dstId: number;
  kind: Edge["kind"];
}

/** The links of one file, each list sorted by path. */
export interface Neighbours {
  imports: string[];
  importedBy: string[];
  /** Files this test is about. */
  tests: string[];
  /** Tests about this file. */
  testedBy: string[];
}

/** A use of a symbol, by row of the files and position of the symbols. */
export interface SymbolEdgeRow {
  srcId: number;
  /** -1 for file level. */
  srcSymbol: number;
  dstId: number;
  dstSymbol: number;
  evidence: SymbolEdge["evidence"];
}

/** A past commit that has at least one of the terms. */
export interface CommitHit {
  commitId: number;
  sha: string;
  /** Seconds since the epoch. */
  time: number;
  subject: string;
  /** Negated `bm25()`: larger is better. */
  score: number;
  /** How many paths it touched. */
  fileCount: number;
  /** Those of them that are indexed files today, in the order of their paths. */
  fileIds: number[];
}

/** What a commit did to one file. */
export interface CommitFile {
  commitId: number;
  /** Path at the time of the commit; it need not exist any more. */
  path: string;
  /** Lines added; absent for a binary file. */
  added?: number;
  /** Hashes of the lines added, where they were kept. */
  hashes?: Uint32Array;
}

/** A commit that touched a file. */
export interface CommitTouch {
  commitId: number;
  sha: string;
  time: number;
  subject: string;
  path: string;
}
