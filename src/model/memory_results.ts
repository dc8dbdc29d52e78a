/** What the actions of `memory` answer, as data. Member names are the JSON names, in their fixed order. */
import type { StaleIndex } from "./context_result.ts";
import type { CommandResult } from "./results.ts";

/** A recalled memory. */
export interface MemoryHit {
  /** 8 hex digits over kind, text, session and linked paths. */
  id: string;
  /** `note`: knowledge; `decision`: a recorded why; `constraint`: an invariant or a warning. */
  kind: "note" | "decision" | "constraint";
  /** At most 2,000 characters, trimmed. */
  text: string;
  /** How well it matches, in (0, 1]; absent in listings. Outputs round it to 4 decimals. */
  score?: number;
  /**
   * Linked files: path → first 12 hex digits of the content hash when it was written; absent without links.
   */
  files?: Record<string, string>;
  /** In lower case, without repeats; absent without any. */
  tags?: string[];
  /** Only calls with this session see it; absent for long-term memories. */
  session?: string;
  /** UTC day it was last written, `YYYY-MM-DD`. */
  created?: string;
  /** A linked file changed since, or left the index; absent when all are as they were. */
  stale?: true;
  /** The linked files that did, by path; absent when none. */
  stale_files?: string[];
  /**
   * Calibrated tokens: in `memory search` of the text, in `context` the charge with its frame; absent in
   * `memory add`.
   */
  estimated_tokens?: number;
  /** `term:<t>`, `tag:<t>`, `file:<path>`, in `context` also `linked:<path>`; absent in listings. */
  reasons?: string[];
}

/** `memory add` */
export interface MemoryAddResult extends CommandResult<"memory"> {
  /** Tells the members of {@link MemoryResult} apart. */
  action: "add";
  /** As it is stored now. */
  entry: MemoryHit;
  /** Set when an entry of the same id was there already. */
  updated?: true;
  /** All entries after this one, of every session. */
  total_entries: number;
}

/** `memory search` */
export interface MemorySearchResult extends CommandResult<"memory"> {
  /** Tells the members of {@link MemoryResult} apart. */
  action: "search";
  /** As given; absent when all entries were listed. */
  query?: string;
  /** The terms that were searched; absent as `query` is. */
  terms?: string[];
  /** How far the working tree has moved on from the index; absent when it has not. */
  stale?: StaleIndex;
  /** Length of `results`. */
  count: number;
  /** Entries that this call may see, before any filter. */
  total_entries: number;
  /** Sum over `results`. */
  estimated_tokens: number;
  /** Best first with a query, then newest first, then by id. */
  results: MemoryHit[];
}

/** `memory rm` */
export interface MemoryRemoveResult extends CommandResult<"memory"> {
  /** Tells the members of {@link MemoryResult} apart. */
  action: "rm";
  /** 8 hex digits of the entry. */
  id: string;
  /** Always true: an unknown id is an error. */
  removed: true;
}

/** `memory`, any action. */
export type MemoryResult = MemoryAddResult | MemorySearchResult | MemoryRemoveResult;
