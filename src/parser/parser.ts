import type { ParsedFile } from "../model/mod.ts";

/** When a file is given up on and indexed as text only. */
export interface ParseLimits {
  /** Longest file, in UTF-16 units. */
  readonly size: number;
  /** Work every file may take, in calls of tree-sitter's progress callback (one per 100 parser operations). */
  readonly fixedWork: number;
  /** Work a file may take for each of its units on top of that. */
  readonly workPerUnit: number;
}

/**
 * The limits in force. Longer files nobody wrote by hand. Real files take 0.02 calls per unit at most. Work is counted
 * instead of timed, so that every machine gives up on the same files.
 */
export const PARSE_LIMITS: ParseLimits = { size: 4_000_000, fixedWork: 20_000, workPerUnit: 0.1 };

/** Finds what is in a source file. */
export interface SourceParser {
  /**
   * Parses one file. Never fails because of what is in it: a file that cannot be parsed comes back empty with
   * `degraded` set. Rejects only when the grammar itself cannot be loaded, which is a broken installation.
   *
   * @param path relative to the repository's root, with `/`.
   * @param language as `languageOf` names it.
   * @param text without a byte order mark; line endings as they are in the file.
   */
  parse(path: string, language: string, text: string): Promise<ParsedFile>;
  /** Frees the parser's memory. Parsing again afterwards starts afresh. */
  dispose(): void;
}

/** Makes a parser. No grammar is loaded before the first file that needs it. */
export async function createParser(limits: ParseLimits = PARSE_LIMITS): Promise<SourceParser> {
  const { TreeSitterParser } = await import("./source_parser.ts");
  return new TreeSitterParser(limits);
}
