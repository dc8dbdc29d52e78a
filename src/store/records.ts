/** What a writer takes in. */
import type { Chunk, FileKind, ParsedFile } from "../model/mod.ts";
import type { FileTerms } from "./file_terms.ts";

/** What the file system says of a file: equal stamps mean equal bytes, unless the change was a moment ago. */
export interface FileStamp {
  size: number;
  mtimeMs: number;
  /** Time of the last change of bytes, name or attributes; absent where there is none that may be trusted. */
  ctimeMs?: number;
  /** Number of the file in its volume, as text since it may exceed 2^53. */
  inode?: string;
}

/** What the file system says of a folder: equal stamps mean the same entries. As of a file where it has the same. */
export type FolderStamp = Pick<FileStamp, "mtimeMs" | "ctimeMs">;

/** A file in the index and what the file system said of it. */
export interface StampedFile {
  path: string;
  stamp: FileStamp;
}

/** The same as the columns of a row. The inode is text only where a number might not hold it exactly. */
export type StampRow = [
  path: string,
  size: number,
  mtimeMs: number,
  ctimeMs: number | null,
  inode: number | string | null,
];

/** One file with everything that is stored of it. */
export interface FileRecord {
  path: string;
  kind: FileKind;
  language: string;
  stamp: FileStamp;
  /** SHA-256 of the bytes, 64 hex digits. */
  contentHash: string;
  lineCount: number;
  tokenCount: number;
  /** WHATWG label. */
  encoding: string;
  generated?: "generated" | "minified";
  parsed: ParsedFile;
  /** The content chunks, in order; they tile the file. */
  chunks: Chunk[];
  /** See {@link termsOfFile}; of exactly these chunks and symbols. */
  terms: FileTerms;
}

/** The columns of a folder's row. */
export type FolderRow = [path: string, mtimeMs: number, ctimeMs: number | null];

/** A file that is in the index already. */
export interface StoredFile {
  id: number;
  path: string;
  kind: FileKind;
  language: string;
  contentHash: string;
  stamp: FileStamp;
}

/** What is known of a stored commit without its text. */
export interface StoredCommit {
  /** Whether the lines it added were stored. */
  hasLines: boolean;
  /** Paths it touched, sorted. */
  paths: string[];
}
