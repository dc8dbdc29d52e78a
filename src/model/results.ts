/**
 * The results of the commands, as data; those of `context`, `memory` and the overviews stand in files of their own.
 * Member names are the JSON names, in their fixed order; a renderer turns a result into bytes and knows nothing else.
 * Optional members are left out, never null.
 */
import type { ChunkKind, SymbolKind } from "./symbols.ts";
import type { StaleIndex } from "./context_result.ts";
import type { FileKind, SkippedPath } from "./files.ts";

/** The version of the JSON contract. */
export const SCHEMA_VERSION = 3;

/** What every result begins with that has a JSON form. */
export interface CommandResult<Name extends string> {
  /** {@link SCHEMA_VERSION} of the program that answered. */
  schema_version: number;
  /** The first word of the command; tells the results of different commands apart. */
  command: Name;
}

/** The difference between the index and the working tree, for an answer about one file. */
export interface StaleFile extends StaleIndex {
  /** This file is no longer the one that was indexed: what the answer says of it may be out of date. */
  this_file?: true;
}

/** `search` */
export interface SearchResult extends CommandResult<"search"> {
  /** The query as given. */
  query: string;
  /** How far the working tree has moved on from the index; absent when it has not. */
  stale?: StaleIndex;
  /** Length of `results`. */
  count: number;
  /** Best first, one per file; ties by path. */
  results: SearchHit[];
  /** Why something may be missing, in sentences: named files that are not indexed. Absent when nothing is. */
  hints?: string[];
}

/** One file of a search, with its best chunk. */
export interface SearchHit {
  /** Root-relative, with `/`. */
  path: string;
  /** As in {@link ScannedFile.kind}. */
  kind: FileKind;
  /**
   * BM25 of the chunk, larger is better, comparable inside one search only; outputs round it to 4 decimals.
   */
  score: number;
  /** First line of the chunk, 1-based. */
  start_line: number;
  /** Last line of the chunk, inclusive. */
  end_line: number;
  /** `symbol` when the hit is a declaration, else a part of the text. */
  chunk_kind: ChunkKind;
  /** Name of the symbol, or text of the Markdown heading; absent for other chunks. */
  heading?: string;
  /** The file on disk is no longer the one that was indexed: lines may have moved. */
  stale?: true;
  /** Always `fts`. */
  reasons: string[];
}

/** `related` */
export interface RelatedResult extends CommandResult<"related"> {
  /** The file that was asked about, root-relative. */
  path: string;
  /** As in {@link ScannedFile.kind}. */
  kind: FileKind;
  /** How far the working tree has moved on from the index; absent when it has not. */
  stale?: StaleFile;
  /** Length of `results`. */
  count: number;
  /** By relation in the order imports, imported_by, tests, tested_by, then by path. Empty without links. */
  results: RelatedEntry[];
}

/** One neighbour. */
export interface RelatedEntry {
  /** Root-relative, with `/`. */
  path: string;
  /** What the file that was asked about is to this one: it `imports` it, is `imported_by` it, and so on. */
  relation: "imports" | "imported_by" | "tests" | "tested_by" | "uses" | "used_by";
  /** The file on disk is no longer the one that was indexed: it may be linked otherwise by now. */
  stale?: true;
  /** `import-edge`, `reverse-import-edge` or `test-link`; for one symbol `symbol:<name>` of the other side. */
  reasons: string[];
}

/** `outline` */
export interface OutlineResult extends CommandResult<"outline"> {
  /** Root-relative, with `/`. */
  path: string;
  /** As in {@link ScannedFile.kind}. */
  kind: FileKind;
  /** As in {@link ScannedFile.language}. */
  language: string;
  /** As in {@link SourceText.lineCount}. */
  lines: number;
  /** Calibrated tokens of reading the whole file. */
  estimated_tokens: number;
  /** First 12 hex digits of the SHA-256 of its bytes. */
  hash: string;
  /** How far the working tree has moved on from the index; absent when it has not. */
  stale?: StaleFile;
  /** All of them, in source order. */
  symbols: OutlineSymbol[];
}

/** One symbol of an outline. */
export interface OutlineSymbol {
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
  /** 43 characters; as `seen` it also counts in `context` with the detail `outline`. */
  receipt: string;
}

/** `init`, text only. */
export interface InitResult {
  /** As in {@link CommandResult}. */
  command: "init";
  /** Absolute path of the folder. */
  root: string;
  /** A config was there and has been overwritten. */
  reinitialized: boolean;
  /** Files that an index would cover. */
  selected: number;
  /** By path, at most one per folder. */
  projects: Project[];
  /** One line per file written beside the config, such as `updated .gitignore (.repoctx/)`. */
  written: string[];
  /** What to try next; absent when instruction files were written or ruled out. */
  tip?: string;
}

/** A detected project; `path` is `.` for the root. */
export interface Project {
  /** Root-relative folder. */
  path: string;
  /** `node`, `deno`, `go`, `rust`, `python`, `php`, `ruby`, `java`, `cmake` or `dotnet`. */
  type: string;
  /** Name of the file that told, such as `package.json`. */
  marker: string;
}

/** `index`, text only in the original; JSON is ours. */
export interface IndexResult extends CommandResult<"index"> {
  /** What was done: also `full` when an incremental run had to start anew. */
  mode: "full" | "incremental";
  /** Files in the index (`total`), and how this run got there. */
  files: { total: number; added: number; changed: number; deleted: number; unchanged: number };
  /** Searchable units in the index: content chunks and symbols. */
  chunks: number;
  /** Declarations in the index. */
  symbols: number;
  /** Import and test links in the index. */
  edges: number;
  /** What it took: bytes read, files parsed, files whose links were looked at, links computed. */
  work: {
    bytes_read: number;
    files_parsed: number;
    graph_files_analyzed: number;
    edges_recomputed: number;
  };
  /** Number of paths by {@link SkipReason}; reasons without a path are absent. */
  skipped: Record<string, number>;
  /** With `--verbose` the paths themselves, sorted; sensitive ones are counted above and never named. */
  skipped_paths?: SkippedPath[];
  /** Absolute path of the repository. For the text output only: JSON never carries it. */
  root?: string;
  /** Milliseconds the run took. For the text output only: JSON never carries it. */
  elapsed_ms?: number;
}

/** `changed` */
export interface ChangedResult extends CommandResult<"changed"> {
  /** Deprecated, repeats `content_state`; left out by default. */
  state?: string;
  /** 12 hex digits over what is indexed. */
  content_state: string;
  /** 12 hex digits: `content_state` and everything in which the working tree differs from the index. */
  worktree_state: string;
  /** With `--base`: first 12 hex digits of the commit that the working tree is compared with. */
  base?: string;
  /** Whether the working tree differs from the index. */
  stale: boolean;
  /** First 12 hex digits of the commit that was indexed; absent without git, and when the index is not stale. */
  indexed_commit?: string;
  /** Length of `changed`. */
  count: number;
  /** By path. */
  changed: ChangedEntry[];
  /** Indexed files, unchanged themselves, that depend on a changed one; by path. */
  impacted: ImpactedFile[];
  /** With `--companions`: unchanged files that usually change along, the most certain first; at most 20. */
  companions?: Companion[];
  /** How many more there are; absent when none. */
  companions_omitted?: number;
}

/**
 * One file that differs from the index, or from the commit of `--base`. The patch members only with `--patch`, on
 * modified files and on those that were moved here.
 */
export interface ChangedEntry {
  /** Root-relative, with `/`. */
  path: string;
  /** By content; a moved file is deleted in one place and added in another. */
  status: "added" | "modified" | "deleted";
  /** On an added file: the deleted one that it was before, changed or not. */
  renamed_from?: string;
  /** On a deleted file: the added one that it is now. */
  renamed_to?: string;
  /** Calibrated tokens of the texts of all hunks, joined by newlines. */
  patch_tokens?: number;
  /** Calibrated tokens of reading the whole file. */
  file_tokens?: number;
  /** In source order; empty when only line endings differ. */
  hunks?: Hunk[];
}

/** One differing region. Each line of `text` starts with a space, `-` or `+`. */
export interface Hunk {
  /** First line in the indexed text, 1-based. */
  old_start: number;
  /** Number of lines of the indexed text. */
  old_lines: number;
  /** First line in the working tree, 1-based. */
  new_start: number;
  /** Number of lines of the working tree. */
  new_lines: number;
  /** Lines joined with LF, up to two unchanged ones before and after the differences among them. */
  text: string;
}

/** A file that imports or tests a changed one, or uses a declaration in which one changed. */
export interface ImpactedFile {
  /** Root-relative, with `/`. */
  path: string;
  /**
   * `imports:<path>` or `test-of:<path>` of a changed file, all but two as `graph:+N`; then
   * `uses:<path>#<name>,<name>`, all but two as `uses:+N`, all but three names as `+N`.
   */
  reasons: string[];
}

/** A file that usually changes along with a changed one. The figures are of the changed file that speaks loudest. */
export interface Companion {
  /** Root-relative, with `/`. */
  path: string;
  /**
   * `co-change:<path>` by history, `test-of:<path>` or `tested-by:<path>` by a test link with a changed file; all but
   * three as `co-change:+N`.
   */
  reasons: string[];
  /** Past commits that touched both. This and what follows is absent without history. */
  support?: number;
  /** Past commits that touched the changed file. */
  commits?: number;
  /** `support` in `commits`; outputs round it to 4 decimals. */
  confidence?: number;
  /** The newest commit that touched both. */
  example?: CommitReference;
}

/** A past commit. */
export interface CommitReference {
  /** First 12 hex digits. */
  commit: string;
  /** First line of its message, at most 100 characters. */
  subject: string;
}

/** Sums over calls. All token counts are calibrated as they were at the time of the call. */
export interface UsageTotals {
  /** Successful calls that were recorded. */
  calls: number;
  /** Tokens of the answers. */
  served_tokens: number;
  /** Estimated tokens of the reads that the answers made unnecessary. */
  replaced_tokens: number;
  /** `replaced_tokens` minus `served_tokens`; may be negative. */
  saved_tokens: number;
}

/** `stats` */
export interface StatsResult extends CommandResult<"stats">, UsageTotals {
  /** The three money members only with a positive price. */
  currency?: string;
  /** Two decimals. */
  saved_cost?: number;
  /** Price of a million input tokens, as configured. */
  input_per_mtok?: number;
  /** Calls whose `replaced_tokens` were estimated by the rule of another version; absent when none. */
  other_rule_calls?: number;
  /** What those calls add to `replaced_tokens`; absent as `other_rule_calls` is. */
  other_rule_replaced_tokens?: number;
  /** UTC day of the oldest record, `YYYY-MM-DD`. */
  first_day?: string;
  /** The same of the newest record; both absent without records. */
  last_day?: string;
  /** By name. */
  commands: CommandUsage[];
  /** The last 14 days with records, ascending. */
  days: DayUsage[];
}

/** What one command did. */
export interface CommandUsage extends UsageTotals {
  /** First word of the command: `memory` for all its actions. */
  command: string;
}

/** What happened on one UTC day. */
export interface DayUsage extends UsageTotals {
  /** `YYYY-MM-DD`. */
  day: string;
}
