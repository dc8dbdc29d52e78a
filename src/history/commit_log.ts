import { RecordSplitter } from "./_record_splitter.ts";
import { type GitOptions, runGit } from "./git.ts";

/** A commit as git lists it. */
export interface LoggedCommit {
  sha: string;
  /** Seconds since the epoch; 0 when the commit has no usable time. */
  time: number;
  subject: string;
  body: string;
  /** In git's order. */
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

/** Longest subject and body in UTF-16 code units. */
const LONGEST_SUBJECT = 500;
const LONGEST_BODY = 4000;
/** Bytes of a field that are read: more than the text above needs, more than any path. */
const LONGEST_FIELD = 1 << 15;

/** Fields before the changes: name, time, subject, body. */
const FORMAT = "--format=%H%x00%ct%x00%s%x00%b";
const HEADER_FIELDS = 4;

/**
 * Lists the newest commits that `head` contains, merges left out, with the files they changed below `folder`.
 * Needs no file contents, so it works in partial clones.
 *
 * @param pathspec switches and paths that limit the listing to a folder; empty for the whole repository.
 * @returns undefined when not a single commit could be read.
 */
export async function readCommitLog(
  folder: string,
  head: string,
  most: number,
  pathspec: readonly string[],
  options: GitOptions,
): Promise<LoggedCommit[] | undefined> {
  const parser = new LogParser();
  const args = ["log", "-z", "--raw", "--no-abbrev", "--no-merges", "--full-history", `-n${most}`, FORMAT];
  const isComplete = await runGit(
    folder,
    [...args, ...CHANGE_SWITCHES, head, ...pathspec],
    (chunk) => parser.push(chunk),
    options,
  );
  const commits = parser.finish(isComplete);
  return isComplete || commits.length > 0 ? commits : undefined;
}

/** Reads NUL-separated fields: four of the header, then for each change its modes and status and its paths. */
class LogParser {
  readonly #commits: LoggedCommit[] = [];
  readonly #decoder = new TextDecoder();
  readonly #splitter = new RecordSplitter(
    0,
    LONGEST_FIELD,
    (field) => this.#take(this.#decoder.decode(field)),
  );
  #header: string[] = [];
  #status = "";
  #oldPath: string | undefined;

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  /** The commits read. The last one may lack files when git broke off, and is left out then. */
  finish(isComplete: boolean): LoggedCommit[] {
    this.#splitter.end();
    return isComplete ? this.#commits : this.#commits.slice(0, -1);
  }

  #take(field: string): void {
    if (this.#status !== "") return this.#takePath(field);
    if (this.#header.length === HEADER_FIELDS) {
      const change = /^\n?:.* ([A-Z])\d*$/.exec(field);
      if (change !== null) {
        this.#status = change[1]!;
        return;
      }
      this.#header = [];
    }
    this.#header.push(field);
    if (this.#header.length === HEADER_FIELDS) this.#commits.push(toCommit(this.#header));
  }

  #takePath(path: string): void {
    if (this.#status === "R" && this.#oldPath === undefined) {
      this.#oldPath = path;
      return;
    }
    const change: LoggedChange = { status: this.#status, path };
    if (this.#oldPath !== undefined) change.oldPath = this.#oldPath;
    this.#commits.at(-1)!.changes.push(change);
    this.#status = "";
    this.#oldPath = undefined;
  }
}

function toCommit([sha, time, subject, body]: string[]): LoggedCommit {
  const seconds = Number(time);
  return {
    sha: sha!,
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
