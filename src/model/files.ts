/** Files as the scanner sees them. */

/** What a file is for. First matching rule of the scanner wins. */
export type FileKind = "source" | "test" | "doc" | "config" | "other";

/** Why a path was left out of the index. */
export type SkipReason =
  | "ignored"
  | "sensitive"
  | "binary"
  | "too-large"
  | "unreadable"
  | "link"
  | "special"
  | "disabled-kind";

/** A file that was selected. `path` is relative to the root and uses `/`. */
export interface ScannedFile {
  /** Root-relative, with `/`. */
  path: string;
  /** Told from the path and the language alone. */
  kind: FileKind;
  /** `typescript`, `tsx`, `javascript`, `csharp`, `markdown`, `json`, … or `none`. */
  language: string;
  /** Size in bytes at the time of the scan. */
  size: number;
  /** Modification time in milliseconds since the epoch; 0 where the platform has none. */
  mtimeMs: number;
  /** Time of the last change of bytes, name or attributes; absent where the platform has none. */
  ctimeMs?: number;
  /** Number of the file in its volume; absent where the platform has none. */
  inode?: number;
}

/** A path that was not selected. Sensitive paths are counted, never listed (`path` is empty). */
export interface SkippedPath {
  /** Root-relative, with `/`; a folder that was left out as a whole ends with `/`. */
  path: string;
  /** The first rule that left it out. */
  reason: SkipReason;
  /** For `ignored`: the file and line or config key that decided. For `too-large`: the size. */
  detail?: string;
}

/** What a scan returns: both lists sorted by path, by code unit, without repeats. */
export interface ScanResult {
  /** What is to be indexed. */
  files: ScannedFile[];
  /**
   * What was left out. Below an ignored folder nothing is listed; sensitive entries repeat, to be counted.
   */
  skipped: SkippedPath[];
  /** Folders whose entries were looked at, with a trailing `/`; the root is empty. */
  folders: string[];
  /** `include` entries that do not exist. */
  missingRoots: string[];
}

/** A file's bytes, decoded. */
export interface SourceText {
  /** SHA-256 of the raw bytes, 64 lower-case hex digits. */
  hash: string;
  /** Decoded text without a byte order mark; line endings as they are in the file. */
  text: string;
  /** Newlines, plus one when the text is non-empty and does not end with one. */
  lineCount: number;
  /** Raw size in bytes. */
  size: number;
  /** `utf-8`, `utf-16le`, `utf-16be`, `shift_jis`, … as a WHATWG encoding label. */
  encoding: string;
}
