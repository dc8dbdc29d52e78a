/** What the ranker hands to the packer. */
import type { FileKind } from "./files.ts";

/** The named signals. Each is one number per candidate, zero or larger, normalised to at most 1. */
export interface SignalValues {
  /** Words of the task in the whole file, and in its best passage. */
  fts: number;
  /** The best matching symbol name. */
  symbol: number;
  /** Links with the first hits; 0 for those themselves. */
  graph: number;
  /** Words of the task in the path; a path or whole file name that the task names counts more. */
  path: number;
  /** Votes of past commits that resemble the task. */
  history: number;
}

/** A matched symbol of a candidate. */
export interface SymbolMatch {
  /** Simple name of the symbol. */
  name: string;
  /** 1-based. */
  startLine: number;
  /** 1-based, inclusive. */
  endLine: number;
  /** Larger is better; comparable inside one ranking only. */
  score: number;
}

/** One ranked file. */
export interface Candidate {
  /** Row of the file in the index it was ranked in; never part of an output. */
  fileId: number;
  /** Root-relative, with `/`. */
  path: string;
  /** Lowers the score of tests, docs and config when the task is not about them. */
  kind: FileKind;
  /** As in {@link ScannedFile.language}. */
  language: string;
  /** Raw o200k tokens of the whole file. */
  fileTokens: number;
  /** As in {@link SourceText.lineCount}. */
  lineCount: number;
  /** SHA-256 of the file's bytes, 64 hex digits. */
  contentHash: string;
  /** Final score, after demotion and reordering. */
  score: number;
  /** Each relative to the largest among all candidates. */
  signals: SignalValues;
  /** What it added to the score that the task names the file, a declaration in it, or what it says. */
  named?: number;
  /** Uncapped, in order of discovery. */
  reasons: string[];
  /** Best matching lines, 1-based and inclusive. */
  passage: { startLine: number; endLine: number };
  /** Number of the best matching chunk or symbol in the index; absent when no word of the task is in the file. */
  bestRow?: number;
  /** Lines that the task names, or that say what it quotes; 1-based. */
  namedLines?: readonly number[];
  /** Symbols whose name or text matched, best first. */
  symbols: SymbolMatch[];
}

/** The terms a question is searched by. */
export interface SearchTerms {
  /** What is reported: words of the question without stop words, synonyms inserted. */
  reported: string[];
  /** Index term → weight (inverse document frequency times the weight in the question). */
  weights: ReadonlyMap<string, number>;
}

/** A past commit whose message resembles the task. */
export interface ResemblingCommit {
  /** Row of the commit in the index. */
  id: number;
  /** Full commit id. */
  sha: string;
  /** Resemblance of the message, shared among the files of the commit (square root). */
  score: number;
}

/** A ranked answer: all candidates, best first. */
export interface Ranking {
  /** What was searched; `weights` is empty when no term of the task is in the index. */
  terms: SearchTerms;
  /** Those with a positive score; ties by path. */
  candidates: Candidate[];
  /** Candidates whose score came out as zero or less. */
  nonPositive: number;
  /** Past commits that resemble the question, best first; empty without history. */
  commits: ResemblingCommit[];
}
