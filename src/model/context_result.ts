/** What `context` answers, as data. Member names are the JSON names, in their fixed order. */
import type { FileKind } from "./files.ts";
import type { MemoryHit } from "./memory_results.ts";
import type { CommandResult } from "./results.ts";
import type { SymbolKind } from "./symbols.ts";

/** How much of a file `context` delivers. */
export type Detail = "paths" | "outline" | "slices";

/** `context` */
export interface ContextResult extends CommandResult<"context"> {
  /** The task as given. */
  query: string;
  /** Its words without stop words, each followed by its configured synonyms. */
  terms: string[];
  /** Deprecated, repeats `content_state`; empty by default, which leaves it out of the JSON. */
  state: string;
  /** 12 hex digits over all indexed paths and contents: the same for the same tree anywhere. */
  content_state: string;
  /** 12 hex digits: `content_state`, versions of all stages, and settings that shape answers. */
  analysis_state: string;
  /** 12 hex digits: `analysis_state`, task, options and what is delivered, in whatever format. */
  evidence_id: string;
  /** Filled in after rendering: it is hashed over the document without this member. */
  representation_id: string;
  /** The level that was used; `auto` is resolved. */
  detail: Detail;
  /** Most new files, as asked for; reused units take no place. */
  top: number;
  /** The ceilings that were asked for, in tokens; absent without any. */
  budgets?: { charged_work_tokens?: number; response_tokens?: number; projected_read_tokens?: number };
  /** Calibration of all token counts, such as `claude` or `x1.35`; absent when they are raw o200k counts. */
  token_profile?: string;
  /** How far the working tree has moved on from the index; absent when it has not. */
  stale?: StaleIndex;
  /** Length of `results`. */
  count: number;
  /** Units that the client holds already, listed or not. */
  reused_count: number;
  /** How many of them `reused` does not list; absent when none. */
  reused_omitted?: number;
  /** Candidates left out for `top` or a budget; absent when none. */
  omitted?: number;
  /** The same by cause, and candidates without a positive score; absent when all are zero. */
  omitted_by?: OmittedBy;
  /** Sum over `results`. */
  content_tokens: number;
  /** Sum over `results`. */
  projected_read_tokens: number;
  /** Sum over `results`. */
  estimated_tokens: number;
  /** In the order of the ranking. Empty when the task has no term of the index. */
  results: ContextItem[];
  /** Units that were not sent again, at most 20, by path, line and receipt. */
  reused: ReusedUnit[];
  /** At most three, best first; absent when none. */
  memories?: MemoryHit[];
  /** Instruction files of folders that delivered files lie in, root left out; absent when none. */
  instructions?: string[];
}

/** Why candidates were left out; zero counters are absent. */
export interface OmittedBy {
  /** Ranked behind the last file that `top` allows. */
  top?: number;
  /** Did not fit the ceiling on the answer, or had nothing worth a place in it. */
  response_budget?: number;
  /** Did not fit the ceiling on full reads. */
  projected_read_budget?: number;
  /** Did not fit the ceiling on charged work. */
  budget_tokens?: number;
  /** Scored zero or less; not part of `omitted`. */
  nonpositive_score?: number;
}

/** The difference between the index and the working tree. */
export interface StaleIndex {
  /** How many files were added, changed or deleted since the index was built. */
  files: number;
  /** First 12 hex digits of the commit that was indexed; absent without git. */
  indexed_commit?: string;
}

/** One file of a context answer. */
export interface ContextItem {
  /** Root-relative, with `/`. */
  path: string;
  /** As in {@link ScannedFile.kind}. */
  kind: FileKind;
  /** Larger is better, comparable inside one answer only; outputs round it to 4 decimals. */
  score: number;
  /** Where the best match begins, 1-based; absent with spans and for duplicates. */
  start_line?: number;
  /** Its last line, inclusive. */
  end_line?: number;
  /** Calibrated tokens of the delivered symbols or lines; 0 for a pointer. */
  content_tokens: number;
  /** Calibrated tokens of the full read that a pointer implies; 0 for anything else. */
  projected_read_tokens: number;
  /**
   * Charge against `charged_work_tokens`: the full read of a pointer, content and frame otherwise, 0 for a
   * duplicate.
   */
  estimated_tokens: number;
  /** Calibrated tokens of the whole file; absent for pointers and duplicates. */
  file_tokens?: number;
  /** First 12 hex digits of the SHA-256 of its bytes. */
  hash: string;
  /** 43 characters, for pointers and duplicates; delivered symbols and spans have their own. */
  receipt?: string;
  /** Path of a better ranked file with the same bytes, which stands for this one. */
  duplicate_of?: string;
  /** Comments were taken out of a span; absent when none was. */
  stripped?: true;
  /** The file on disk is no longer the one that was indexed: lines may have moved. */
  stale?: true;
  /** Why it was ranked: `fts`, `symbol:<name>`, `path-match`, `history:<commit>`, …, without repeats. */
  reasons: string[];
  /** In source order, at most 12; absent for other details, and for a file without any. */
  symbols?: ContextSymbol[];
  /** Other symbols of the file; absent when none. */
  symbols_omitted?: number;
  /**
   * In source order, without overlap; absent for other details, and for a file without a good match in its
   * text.
   */
  spans?: ContextSpan[];
  /**
   * Of its three best ranges those without a delivered line; absent when none, and under a ceiling on the answer,
   * where telling would displace lines.
   */
  spans_omitted?: number;
}

/** One symbol of an outlined file. */
export interface ContextSymbol {
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
  /** `match`: hit by the task; `container`: around one that is; absent for the others. */
  role?: "match" | "container";
  /** 43 characters; given back as `seen`, the unit is not sent again while it is unchanged. */
  receipt?: string;
}

/** One delivered range of lines. */
export interface ContextSpan {
  /** 1-based. */
  start_line: number;
  /** 1-based, inclusive. */
  end_line: number;
  /** Innermost declaration around the lines, else the first that begins in them; absent without one. */
  symbol?: string;
  /**
   * The function or method that the range begins in the middle of: its lines, and its head where `symbol` is not its
   * name, `L40-210 parse(text)`.
   */
  part_of?: string;
  /** The lines joined with LF, without comments when they were to be stripped. */
  text: string;
  /** 43 characters; given back as `seen`, the unit is not sent again while it is unchanged. */
  receipt: string;
}

/** A unit the client already holds. */
export interface ReusedUnit {
  /** Root-relative, with `/`. */
  path: string;
  /** 1-based; absent when the whole file, or its pointer, is held. */
  start_line?: number;
  /** Inclusive; absent as `start_line` is. */
  end_line?: number;
  /** Name of the symbol, or of the declaration around the lines; absent without one. */
  symbol?: string;
  /** 43 characters; for a file that is known by its hash, the receipt of its pointer. */
  receipt: string;
}
