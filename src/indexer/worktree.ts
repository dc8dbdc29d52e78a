/** How the working tree compares with the index. */
import type { Edge, ScannedFile } from "../model/mod.ts";

/** How to look for differences. */
export interface WorktreeOptions {
  /** Files that look different are read, so that a mere touch does not count, unless there are more. @default 64 */
  readAtMost?: number;
  /** Files that the answer is about: read unless the system proves them untouched, however many differ. @default [] */
  about?: readonly string[];
}

/** Files that differ from the index, each list sorted by path. */
export interface WorktreeDifference {
  /** Files that an index run would add. */
  added: string[];
  /** Files that it would read anew. */
  modified: string[];
  /** Files that it would remove. */
  deleted: string[];
  /** SHA-256 of the bytes of the modified files, by path; without those that were not read. */
  hashes: Map<string, string>;
  /** Whether every difference was seen in the content; otherwise some may only have been touched. */
  isVerified: boolean;
}

/** A file whose content differs from the index. */
export interface WorktreeChange {
  /** Root-relative, with `/`. */
  path: string;
  /** What happened to it since it was indexed. */
  status: "added" | "modified" | "deleted";
  /** SHA-256 of its bytes; absent when it is gone. */
  hash?: string;
}

/** Links from unchanged files to files that were added after the index was built. */
export interface AddedLinks {
  /** Imports and test links, by path. */
  edges: Edge[];
  /** Uses of a declaration of an added file, by path, with its simple name. */
  uses: { src: string; dst: string; name: string }[];
}

/** The exact difference between the working tree and the index. */
export interface WorktreeState {
  /** Sorted by path. */
  changes: WorktreeChange[];
  /** Everything that an index run would index now, sorted by path. */
  files: ScannedFile[];
}
