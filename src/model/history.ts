/** What a repository's past says, as plain data. */

/** A file as a commit changed it. */
export interface CommittedFile {
  /** Path below the root with `/`; files that were only moved since then have today's name. */
  path: string;
  /** Lines added; absent when they were not read or the file is binary. */
  added?: number;
  /** Hashes of the added lines that say something, ascending, each once; absent when lines were not read. */
  hashes?: Uint32Array;
}

/** A commit with one parent, or a root commit. */
export interface Commit {
  /** Full object name, lower-case hex. */
  sha: string;
  /** Committer's time in seconds since the epoch; 0 when the commit has no usable one. */
  time: number;
  /** First paragraph of the message on one line, at most 500 characters. */
  subject: string;
  /** The rest of the message, cut after some thousand characters. */
  body: string;
  /** Sorted by path, each once; empty for a commit that changed very many files. */
  files: CommittedFile[];
}

/** The recent past of a repository. */
export interface History {
  /** The commit that is checked out. */
  head: string;
  /** Older commits exist elsewhere, or time ran out: more may be known later without another commit. */
  shallow: boolean;
  /** Newest first, as git orders them; merges are left out. */
  commits: Commit[];
}
