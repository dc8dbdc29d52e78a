/**
 * What the instruction commands return, as data. Member names are the JSON names, in their fixed order; optional
 * members are left out, never null. All paths are relative to the working directory and use `/`.
 */
export { SCHEMA_VERSION } from "../model/mod.ts";

/** Why a file that was found does not load. */
export type SkipReason =
  | "same_file"
  | "same_content"
  | "broken_link"
  | "not_a_file"
  | "link_target_not_instruction"
  | "link_outside"
  | "unreadable"
  | "binary"
  | "empty"
  | "too_large"
  | "sensitive";

/** A file that was found and does not load. */
export interface Skipped {
  /** Label of the entry. */
  path: string;
  /** What kept it from loading. */
  reason: SkipReason;
  /** The label of the file that stands for it. */
  of?: string;
}

/** Something a user may want to mend. */
export interface Warning {
  /** What it is about; a skip that can be mended has its reason as code. */
  code:
    | "case_variant"
    | "lossy_encoding"
    | "home_dir_unresolved"
    | "symlink_root_unresolved"
    | "config_key_ignored"
    | Exclude<SkipReason, "same_file" | "same_content" | "empty">;
  /** The entry or option. */
  path: string;
  /** The key, for `config_key_ignored`. */
  detail?: string;
}

/** Where a file that came through a link really is. */
export interface LinkInfo {
  /** Name of the scanned entry. */
  entry: string;
  /** Where the target lies, seen from the directory of the entry. */
  kind: "same_directory" | "below_directory" | "authorized_root";
}

/** A file of the bundle, without its text. */
export interface BundleFile {
  /** Path relative to the working directory. */
  label: string;
  /** Label of the scanned directory. */
  directory: string;
  /** Size on disk. */
  bytes: number;
  /** Tokens of the decoded text. */
  tokens?: number;
  /** First 16 hex digits of the SHA-256 of the decoded text. */
  hash: string;
  /** How it was reached, when through a link. */
  link?: LinkInfo;
}

/** One message for a model. */
export interface Part {
  /** `system`: our own words. `user`: what comes from the repository. */
  role: "system" | "user";
  /** Framed and escaped. */
  text: string;
}

/** `instructions` */
export interface InstructionsResult {
  /** Version of the JSON contract. */
  schema_version: number;
  /** Which result this is. */
  command: "instructions";
  /** The text has the weight of instructions. */
  trust: "instructions";
  /** Present when the workspace cannot resolve links. */
  link_checks?: "unavailable";
  /** The directories that were looked at, broadest first. */
  scanned: string[];
  /** Number of files. */
  count: number;
  /** The files of the current bundle, broadest first. */
  files: BundleFile[];
  /** What was found and does not load. */
  skipped: Skipped[];
  /** Files left out to fit `--budget-tokens`, broadest first. */
  dropped?: string[];
  /** What a user may want to mend. */
  warnings: Warning[];
  /** The prefix; absent when there is nothing to say. */
  text?: string;
  /** First 16 hex digits of the SHA-256 of the text. */
  text_hash?: string;
  /** Tokens of the text. */
  tokens?: number;
  /** What changed since the conversation began. */
  update?: { trust: "instructions"; parts: Part[] };
}

/** What one asset root holds. */
export interface AssetRoot {
  /** Path relative to the working directory. */
  root: string;
  /** Whether it is a directory. */
  exists: boolean;
  /** Every `SKILL.md` below `skills/`, sorted. */
  skills: string[];
  /** The Markdown files directly in `agents/`, sorted. */
  agents: string[];
  /** Its `settings.json`. */
  settings?: string;
  /** What a reader should know beyond that. */
  notes?: string;
  /** The root has more entries than are looked at. */
  truncated?: true;
}

/** The kinds of assets that agents keep in a repository. */
export type AssetKind =
  | "agent"
  | "command"
  | "hook"
  | "mcp_server"
  | "output_style"
  | "plugin"
  | "prompt"
  | "rule"
  | "setting"
  | "skill";

/** One asset. */
export interface AssetEntry {
  /** What it is. */
  kind: AssetKind;
  /** Whose it is. */
  agent: string;
  /** Path relative to the working directory. */
  path: string;
  /** The server, event or declared name, where the file holds several or names itself. */
  name?: string;
  /** For a rule: when it applies. */
  activation?: "always" | "glob" | "manual" | "model";
  /** For a rule: the paths it applies to. */
  globs?: string[];
  /** Tokens of its text. */
  tokens?: number;
}

/** `inventory` */
export interface InventoryResult {
  /** Version of the JSON contract. */
  schema_version: number;
  /** Which result this is. */
  command: "inventory";
  /** One entry per asset root. */
  roots: AssetRoot[];
  /** Only with `--extended`. */
  entries?: AssetEntry[];
}

/** A file of a note. */
export interface NoteFileResult {
  /** Path relative to the working directory. */
  label: string;
  /** Size on disk. */
  bytes: number;
  /** Tokens of the decoded text. */
  tokens?: number;
  /** Absent when the file is too large to be read. */
  hash?: string;
}

/** What marks a message as one of our notes. */
export interface NoteMetadata {
  /** Always the same. */
  origin: typeof NOTE_ORIGIN;
  /** Label of the directory. */
  directory: string;
}

/** The mark itself. */
export const NOTE_ORIGIN = "repoctx.nested_note.v1";

/** What marks a message as an update of the prefix. */
export const UPDATE_ORIGIN = "repoctx.update.v1";

/** A note about one directory. */
export interface NoteResult {
  /** Label of the directory. */
  directory: string;
  /** What marks the note in a conversation. */
  metadata: NoteMetadata;
  /** The files it speaks of. */
  files: NoteFileResult[];
  /** What is to be appended. */
  parts: Part[];
}

/** How a note speaks of a file: by its path, or by its text. */
export type Inject = "pointer" | "contents";

/** A touched path that concerns no directory here. */
export interface IgnoredPath {
  /** The path as it was given. */
  path: string;
  /** Why. */
  reason: "outside_cwd";
}

/** `nested` */
export interface NestedResult {
  /** Version of the JSON contract. */
  schema_version: number;
  /** Which result this is. */
  command: "nested";
  /** The files come from wherever the model looked. */
  trust: "untrusted";
  /** The session that remembers the notes. */
  session?: string;
  /** How often the history of the session was compacted. */
  epoch?: number;
  /** Shape of the notes. */
  inject: Inject;
  /** Number of notes. */
  count: number;
  /** New notes, shallowest directory first. */
  notes: NoteResult[];
  /** Directories whose note stands. */
  already_surfaced?: string[];
  /** Paths that concern no directory here. */
  ignored?: IgnoredPath[];
  /** Files that do not load. */
  skipped?: Skipped[];
}

/** A file that an agent loads. */
export interface AppliedFile {
  /** Path relative to the working directory. */
  path: string;
  /** At the start of a session, or when something it applies to is touched. */
  when: "start" | "on_touch";
  /** What makes it load: `nested`, `paths:src/api/**`, `fallback`, `import:CLAUDE.md`. */
  why?: string;
  /** Tokens of the whole file. */
  tokens?: number;
  /** Where the agent cuts it. */
  truncated_at_byte?: number;
}

/** A file that an agent could have loaded and does not. */
export interface UnappliedFile {
  /** Path relative to the working directory. */
  path: string;
  /** `shadowed_by:CLAUDE.md`, `same_file:CLAUDE.md`, `no_match:src/web/**`, `manual`, `over_limit:32768`, `not_read`. */
  why: string;
}

/** What one agent sees. */
export interface AgentView {
  /** Id of the agent. */
  agent: string;
  /** What it loads, in its order. */
  files: AppliedFile[];
  /** What is there and it does not load. */
  not_loaded: UnappliedFile[];
  /** Tokens of all files it loads. */
  tokens?: number;
}

/** `instructions --for` */
export interface AppliesResult {
  /** Version of the JSON contract. */
  schema_version: number;
  /** Which result this is. */
  command: "instructions";
  /** The path asked about. */
  for: string;
  /** One view per agent. */
  agents: AgentView[];
}

/** `instructions --cost` */
export interface CostResult {
  /** Version of the JSON contract. */
  schema_version: number;
  /** Which result this is. */
  command: "instructions";
  /** Per file its tokens, or its bytes when nothing counts tokens. */
  cost: { path: string; tokens?: number; bytes?: number; agents: string[] }[];
  /** Tokens that each agent starts with; bytes when nothing counts tokens. */
  start_up: Record<string, number>;
  /** What `start_up` counts, when it is not tokens. */
  unit?: "bytes";
}

/** How bad a finding is. */
export type Severity = "error" | "warning" | "note";

/** One finding of the linter. */
export interface Finding {
  /** Id of the rule. */
  rule: string;
  /** How bad it is. */
  severity: Severity;
  /** Path relative to the working directory. */
  path: string;
  /** 1-based. */
  line?: number;
  /** What was found. */
  detail: string;
  /** The agents it concerns; absent when all. */
  agents?: string[];
}

/** `lint` */
export interface LintResult {
  /** Version of the JSON contract. */
  schema_version: number;
  /** Which result this is. */
  command: "lint";
  /** Number of findings. */
  count: number;
  /** Sorted by path, line, rule and detail. */
  findings: Finding[];
}
