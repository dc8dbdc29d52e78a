import { RecordSplitter } from "./_record_splitter.ts";
import { type GitOptions, runGit } from "./git.ts";

/** A commit as git lists it. */
export interface LoggedCommit {
  sha: string;
  /** Names of its parents, the first one first; none at the border of a shallow clone. */
  parents: string[];
  /** Seconds since the epoch; 0 when the commit has no usable time. */
  time: number;
  subject: string;
  body: string;
  /** In git's order, at most a hundred thousand. */
  changes: LoggedChange[];
}

/** One changed file of a listed commit. */
export interface LoggedChange {
  /** `A` added, `D` deleted, `M` modified, `R` renamed without a change, `T` type changed. */
  status: string;
  /** Path afterwards, relative to the folder that was asked about. */
  path: string;
  /** Path before, for `R`. */
  oldPath?: string;
}

/** Switches that make a listing of changes the same whatever is configured. Both listings need them. */
export const CHANGE_SWITCHES: readonly string[] = [
  "--no-color",
  "--no-notes",
  "--no-decorate",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules=all",
  "--encoding=UTF-8",
  "-O/dev/null",
  // Moves without a change are seen by object names alone; looking for more needs the contents of files.
  "-M100%",
  "--no-rename-empty",
];

/** Changes of one commit that are kept. A few trees that contain each other many times unfold into billions. */
const MOST_CHANGES = 100_000;
/** Longest subject and body in UTF-16 code units. */
const LONGEST_SUBJECT = 500;
const LONGEST_BODY = 4000;
/** Bytes of a field that are read: more than the text above needs, more than any path. */
const LONGEST_FIELD = 1 << 15;

/** Fields before the changes: name, parents, time, subject, body. */
const FORMAT = "--format=%H%x00%P%x00%ct%x00%s%x00%b";
const HEADER_FIELDS = 5;

/**
 * Lists the newest commits that `head` contains, merges left out, with the files they changed below `folder`.
 * Needs no file contents, so it works in partial clones.
 *
 * @param pathspec switches and paths that limit the listing to a folder; empty for the whole repository.
 * @param onCommit gets the commits one by one, newest first; after an error those before it.
 * @returns whether the listing is complete.
 */
export async function readCommitLog(
  folder: string,
  head: string,
  most: number,
  pathspec: readonly string[],
  onCommit: (commit: LoggedCommit) => void,
  options: GitOptions,
): Promise<boolean> {
  const parser = new LogParser(onCommit);
  const args = ["log", "-z", "--raw", "--no-abbrev", "--no-merges", "--full-history", `-n${most}`, FORMAT];
  const isComplete = await runGit(
    folder,
    [...args, ...CHANGE_SWITCHES, head, ...pathspec],
    (chunk) => parser.push(chunk),
    options,
  );
  if (isComplete) parser.finish();
  return isComplete;
}

/** Reads NUL-separated fields: those of the header, then for each change its modes and status and its paths. */
class LogParser {
  readonly #onCommit: (commit: LoggedCommit) => void;
  readonly #decoder = new TextDecoder();
  readonly #splitter = new RecordSplitter(
    0,
    LONGEST_FIELD,
    (field) => this.#take(this.#decoder.decode(field)),
  );
  #header: string[] = [];
  #commit: LoggedCommit | undefined;
  #status = "";
  #oldPath: string | undefined;

  constructor(onCommit: (commit: LoggedCommit) => void) {
    this.#onCommit = onCommit;
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  /** Hands out the last commit; to be called only after the whole listing, or it could lack files. */
  finish(): void {
    this.#splitter.end();
    if (this.#commit !== undefined) this.#onCommit(this.#commit);
  }

  #take(field: string): void {
    if (this.#status !== "") return this.#takePath(field);
    const change = this.#commit && /^\n?:.* ([A-Z])\d*$/.exec(field);
    if (change) {
      this.#status = change[1]!;
      return;
    }
    if (this.#commit !== undefined) this.#onCommit(this.#commit);
    this.#commit = undefined;
    this.#header.push(field);
    if (this.#header.length < HEADER_FIELDS) return;
    this.#commit = toCommit(this.#header);
    this.#header = [];
  }

  #takePath(path: string): void {
    if (this.#status === "R" && this.#oldPath === undefined) {
      this.#oldPath = path;
      return;
    }
    const change: LoggedChange = { status: this.#status, path };
    if (this.#oldPath !== undefined) change.oldPath = this.#oldPath;
    const { changes } = this.#commit!;
    if (changes.length < MOST_CHANGES) changes.push(change);
    this.#status = "";
    this.#oldPath = undefined;
  }
}

function toCommit([sha, parents, time, subject, body]: string[]): LoggedCommit {
  const seconds = Number(time);
  return {
    sha: sha!,
    parents: parents!.split(" ").filter((parent) => parent !== ""),
    time: Number.isSafeInteger(seconds) ? seconds : 0,
    subject: shorten(subject!, LONGEST_SUBJECT),
    body: shorten(body!.trim(), LONGEST_BODY),
    changes: [],
  };
}

/** The first part of a text, without half a character at its end. */
function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
}
