/** How a run is steered, and what it gives back. */
import type { IndexResult, SkippedPath } from "../model/mod.ts";

/** How far a run is. */
export interface IndexProgress {
  /** What is being done, as a participle: `parsing`. */
  stage: string;
  done?: number;
  total?: number;
}

/** How to index. */
export interface IndexOptions {
  /** `full` reads and parses every file anew; `incremental` only what changed, where that is possible. */
  mode: "incremental" | "full";
  /** Version of the program, for the record. */
  toolVersion: string;
  /** Stops the run in order. */
  signal?: AbortSignal;
  onProgress?(progress: IndexProgress): void;
  /** How long to wait for another run, in milliseconds. @default 3000 */
  busyTimeoutMs?: number;
}

/** What a run did. */
export interface IndexOutcome {
  result: IndexResult;
  /** `include` entries that do not exist. */
  missingRoots: string[];
  /** Everything that was left out, sorted by path; sensitive entries have no path. */
  skipped: SkippedPath[];
}
