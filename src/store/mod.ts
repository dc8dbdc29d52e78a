/**
 * Parsed files, edges and history go in, rows come out: the SQLite file of a repository, one writer, snapshot
 * readers. The only room that knows SQL. It never reads a source file and never decides what matters: searching here
 * means finding candidates.
 */
export { forPeople, isDamage } from "./_connection.ts";
export { type FileTerms, type SymbolTerms, termsOfFile } from "./file_terms.ts";
export { IndexReader } from "./index_reader.ts";
export { IndexWriter, type MetaInput } from "./index_writer.ts";
export type { FieldAverages, IndexCounts, IndexMeta } from "./meta.ts";
export { type ExpectedIndex, openReader } from "./open_reader.ts";
export { openWriter, type WriterOptions } from "./open_writer.ts";
export type {
  FileRecord,
  FileStamp,
  FolderRow,
  FolderStamp,
  StampedFile,
  StampRow,
  StoredCommit,
  StoredFile,
} from "./records.ts";
export { MAX_ROWS_PER_KIND } from "./row_ids.ts";
export type {
  ChunkHit,
  ChunkMatchOptions,
  ChunkSearchOptions,
  ColumnWeights,
  CommitFile,
  CommitHit,
  CommitTouch,
  EdgeRow,
  FileHits,
  FileRow,
  Neighbours,
  StoredSymbol,
  SymbolEdgeRow,
} from "./rows.ts";
export { INDEX_SCHEMA_VERSION } from "./schema.ts";
