/** What `prime` and `architecture` answer, as data. Member names are the JSON names, in their fixed order. */
import type { StaleIndex } from "./context_result.ts";
import type { CommandResult } from "./results.ts";
import type { SymbolKind } from "./symbols.ts";

/** `prime` */
export interface PrimeResult extends CommandResult<"prime"> {
  /** Calibration of the token counts; absent when they are raw o200k counts. */
  token_profile?: string;
  /**
   * How far the working tree has moved on from the index; absent when it has not. For JSON only: the other formats
   * stay the same bytes.
   */
  stale?: StaleIndex;
  /**
   * Indexed files; from 100 on rounded to two significant digits, as are all numbers of files and lines here.
   */
  approx_files: number;
  /** Lines of all indexed files, rounded. */
  approx_loc: number;
  /** By name, with lines. */
  languages: { language: string; approx_loc: number }[];
  /** Top-level folders by path, with lines and files of everything below. */
  dirs: { path: string; approx_loc: number; files: number }[];
  /** Paths of files where the program seems to start, sorted; at most 20, those that need the most other files. */
  entrypoints: string[];
  /** How many more there are; absent when none. */
  entrypoints_omitted?: number;
  /** The most imported files, by path. */
  results: PrimeItem[];
}

/** One much-imported file of the primer. */
export interface PrimeItem {
  /** Root-relative, with `/`. */
  path: string;
  /** First 12 hex digits of the SHA-256 of its bytes. */
  hash: string;
  /** Calibrated tokens of reading the whole file. */
  estimated_tokens: number;
  /** The file on disk is no longer the one that was indexed. */
  stale?: true;
  /** The first 12 in source order. */
  symbols: PrimeSymbol[];
  /** How many more there are; absent when none. */
  symbols_omitted?: number;
}

/** A symbol without a receipt: the primer outlives any of them. */
export interface PrimeSymbol {
  /** Simple name, without its container. */
  name: string;
  /** As in {@link SymbolRecord.kind}. */
  kind: SymbolKind;
  /** 1-based. */
  start_line: number;
  /** 1-based, inclusive. */
  end_line: number;
  /** Head of the declaration up to its body, on one line. */
  signature: string;
  /** First line of the doc comment, at most 140 characters; absent without one. */
  doc?: string;
}

/** `architecture` */
export interface ArchitectureResult extends CommandResult<"architecture"> {
  /** How far the working tree has moved on from the index; absent when it has not. */
  stale?: StaleIndex;
  /** Indexed files. */
  total_files: number;
  /** Lines of all indexed files, blank ones and comments included. */
  total_loc: number;
  /**
   * How many levels of folders `tree` has below its root, as asked for; deeper files count in their ancestor
   * there.
   */
  depth: number;
  /** The root. */
  tree: DirectoryNode;
  /** By lines descending, then name. */
  languages: { language: string; files: number; loc: number }[];
  /** At most 10, by number of importing files descending, then path. */
  most_imported: { path: string; dependents: number }[];
  /** Paths of files where the program seems to start, sorted. */
  entrypoints: string[];
}

/** A folder with everything below it; the root has name `.` and an empty path. */
export interface DirectoryNode {
  /** Last part of the path. */
  name: string;
  /** Root-relative, with `/`. */
  path: string;
  /** Lines of all files below. */
  loc: number;
  /** All files below. */
  file_count: number;
  /** By path; empty at the depth limit. */
  children: DirectoryNode[];
}
