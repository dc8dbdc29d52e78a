/** What packing needs, and what it gives back. */
import type { Candidate, ContextResult, Detail, MemoryHit, Ranking, SymbolRecord } from "../model/mod.ts";

/** The formats and surfaces whose exact bytes a budget may bound. */
export type PackFormat = "text" | "json" | "md";
/** Where the document goes: the CLI adds a newline that counts. */
export type PackSurface = "core" | "cli" | "mcp-text";

/** The ceilings of a request; each that is given must hold. */
export interface Budgets {
  /** `--budget-tokens`: legacy charged work. */
  chargedWork?: number;
  /** `--response-budget-tokens`: the exact emitted text. */
  response?: number;
  /** `--projected-read-budget-tokens`: full reads implied by pointers. */
  projectedReads?: number;
}

/** Where evidence comes from. The index stands behind it; tests put something smaller there. */
export interface EvidenceSource {
  /** Text of a file as indexed, line endings LF, without the final newline; undefined when it cannot be rebuilt. */
  textOf(fileId: number): string | undefined;
  /** Symbols of a file in source order. */
  symbolsOf(fileId: number): readonly SymbolRecord[];
  /** 1-based lines on which an index term occurs in the body of a file, repeats included. */
  occurrences(fileId: number, term: string): readonly number[];
  /** 1-based lines that a past commit like the task added and that still stand → how much it resembles the task. */
  resemblingLines?(fileId: number, path: string): ReadonlyMap<number, number>;
}

/** Identity inputs of an answer: section 14 of the specification. */
export interface AnalysisIdentity {
  /** 64 hex digits. */
  contentState: string;
  producerVersion: string;
  schemaVersion: string;
  /** 64 hex digits. */
  effectiveConfigHash: string;
}

/** Exact token counts with the active calibration. */
export interface TokenMeter {
  /** Raw o200k count of a text. */
  count(text: string): number;
  /** Calibrated count of a raw one. */
  scale(raw: number): number;
  /** Label of the calibration; absent when raw. */
  label?: string;
}

/** What the client says it already holds. */
export interface Possession {
  /** Receipts of delivered units. */
  seen: ReadonlySet<string>;
  /** Root-relative path → asserted hash (8 digits or more) of a file held in full. */
  known: ReadonlyMap<string, string>;
  /** Lines delivered earlier: `path`, content hash (12 digits) and ranges. */
  delivered: readonly DeliveredRanges[];
}

/** Lines of one version of a file that a session delivered. */
export interface DeliveredRanges {
  path: string;
  hash: string;
  ranges: readonly (readonly [number, number])[];
}

/** How the working tree differs from the index. */
export interface TreeDifference {
  /** Files added, changed or deleted. */
  files: number;
  /** Root-relative paths of indexed files whose bytes on disk are others. */
  modified: ReadonlySet<string>;
  /** Full id of the indexed commit. */
  indexedCommit?: string;
}

/** A packing job. */
export interface PackRequest {
  query: string;
  ranking: Ranking;
  detail: Detail;
  top: number;
  budgets: Budgets;
  format: PackFormat;
  surface: PackSurface;
  stripComments: boolean;
  possession: Possession;
  memories: readonly MemoryHit[];
  source: EvidenceSource;
  identity: AnalysisIdentity;
  /** How the working tree differs from the index; absent when it does not, or nobody looked. */
  difference?: TreeDifference;
  /** Root-relative instruction files of the repository that may be pointed to. */
  instructionFiles?: readonly string[];
  meter: TokenMeter;
}

/** A packed answer. */
export interface PackOutcome {
  result: ContextResult;
  /** The exact document, without the final newline of the CLI. */
  document: string;
  /** Calibrated tokens of the emitted text. */
  responseTokens: number;
  /** Full documents rendered on the way. */
  renders: number;
  /** Receipts of everything delivered or listed as reused, for a session. */
  deliveredReceipts: string[];
  /** Delivered line ranges, for a session. */
  deliveredRanges: DeliveredRanges[];
}

export type { Candidate };
