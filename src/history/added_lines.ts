import { hashLineBytes, LONGEST_HASHED_LINE } from "../text/mod.ts";
import { RecordSplitter } from "./_record_splitter.ts";
import { CHANGE_SWITCHES, type LoggedCommit } from "./commit_log.ts";
import { type GitOptions, runGit } from "./git.ts";

/** What a commit added to one file. */
export interface AddedLines {
  /** Lines added; absent for a binary file. */
  added?: number;
  /** Hashes of those that say something, ascending, each once. */
  hashes: Uint32Array;
}

/** Lines of one file in one commit that are hashed. A commit that adds more adds data or generated code. */
const MOST_LINES = 2000;
/**
 * Times in a row that git may break off without reading a commit. It breaks off where the contents of a file are
 * missing, as in partial clones, and is started again behind that commit.
 */
const MOST_FAILURES = 8;
/** Before each commit. NUL starts no other line outside of a file's text. */
const FORMAT = "--format=%x00%H";
const NUL = 0x00;
const PLUS = 0x2b;
const MINUS = 0x2d;
const NEWLINE = 0x0a;

/**
 * Reads the lines that commits added, as one stream in bounded memory.
 *
 * @param pathspec as for {@link readCommitLog}: the same changes must come in the same order.
 * @returns for each commit that could be read one entry per change, in the order of its changes.
 */
export async function readAddedLines(
  folder: string,
  commits: readonly LoggedCommit[],
  pathspec: readonly string[],
  options: GitOptions,
): Promise<Map<string, AddedLines[]>> {
  const found = new Map<string, AddedLines[]>();
  const positions = new Map(commits.map(({ sha }, position) => [sha, position]));
  let failures = 0;
  for (let start = 0; start < commits.length && failures < MOST_FAILURES;) {
    let read = 0;
    const parser = new PatchParser((sha, files) => {
      const position = positions.get(sha);
      if (position === undefined) return;
      const lines = matchChanges(commits[position]!, files);
      if (lines === undefined) return;
      found.set(sha, lines);
      read++;
    });
    const input = commits.slice(start).map(({ sha }) => `${sha}\n`).join("");
    const isComplete = await runGit(
      folder,
      ["log", "--no-walk=unsorted", "--stdin", "-p", "-U0", FORMAT, ...PATCH_SWITCHES, ...pathspec],
      (chunk) => parser.push(chunk),
      { ...options, input },
    );
    if (isComplete) parser.finish();
    if (isComplete || options.signal?.aborted) break;
    failures = read === 0 ? failures + 1 : 0;
    start = (positions.get(parser.current ?? "") ?? start) + 1;
  }
  return found;
}

const PATCH_SWITCHES: readonly string[] = [
  ...CHANGE_SWITCHES,
  "--inter-hunk-context=0",
  "--diff-algorithm=myers",
  "--indent-heuristic",
];

/** Assigns the patches of a commit to its changes, or undefined when there are not as many as there should be. */
function matchChanges(commit: LoggedCommit, patches: readonly AddedLines[]): AddedLines[] | undefined {
  const lines: AddedLines[] = [];
  let next = 0;
  for (const { status } of commit.changes) {
    // A change of type is written as a deletion and an addition.
    if (status === "T") next++;
    const patch = patches[next++];
    if (patch === undefined) return undefined;
    lines.push(patch);
  }
  return next === patches.length ? lines : undefined;
}

/** Reads a stream of patches without context. */
class PatchParser {
  /** The commit being read. */
  current: string | undefined;
  readonly #onCommit: (sha: string, files: AddedLines[]) => void;
  // One more for the mark before the line.
  readonly #splitter = new RecordSplitter(
    NEWLINE,
    LONGEST_HASHED_LINE + 1,
    (line, isCut) => this.#take(line, isCut),
  );
  readonly #decoder = new TextDecoder();
  #files: AddedLines[] = [];
  #added = 0;
  #isBinary = false;
  #hashes = new Set<number>();
  /** Lines of the current hunk still to come. */
  #removedLeft = 0;
  #addedLeft = 0;

  /** @param onCommit gets each commit when the next one begins. */
  constructor(onCommit: (sha: string, files: AddedLines[]) => void) {
    this.#onCommit = onCommit;
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  /** Hands out the last commit; to be called only after the whole stream. */
  finish(): void {
    this.#splitter.end();
    this.#endCommit();
  }

  #take(line: Uint8Array, isCut: boolean): void {
    const first = line[0];
    if (this.#addedLeft > 0 && first === PLUS) {
      this.#addedLeft--;
      this.#addLine(line, isCut);
    } else if (this.#removedLeft > 0 && first === MINUS) {
      this.#removedLeft--;
    } else if (first === NUL) {
      this.#endCommit();
      this.current = this.#decoder.decode(line.subarray(1));
    } else {
      this.#takeHeader(this.#decoder.decode(line));
    }
  }

  #addLine(line: Uint8Array, isCut: boolean): void {
    if (++this.#added > MOST_LINES || isCut) return;
    const hash = hashLineBytes(line, 1, line.length);
    if (hash !== undefined) this.#hashes.add(hash);
  }

  #takeHeader(line: string): void {
    if (line.startsWith("@@ ")) {
      const [, removed = "1", added = "1"] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
      this.#removedLeft = Number(removed);
      this.#addedLeft = Number(added);
    } else if (line.startsWith("diff --git ")) {
      this.#endFile();
      this.#files.push({ hashes: new Uint32Array() });
    } else if (line.startsWith("Binary files ")) {
      this.#isBinary = true;
    }
  }

  #endFile(): void {
    const file = this.#files.at(-1);
    if (file !== undefined) {
      if (!this.#isBinary) file.added = this.#added;
      file.hashes = Uint32Array.from(this.#hashes).sort();
    }
    this.#added = 0;
    this.#isBinary = false;
    this.#hashes.clear();
    this.#addedLeft = 0;
    this.#removedLeft = 0;
  }

  #endCommit(): void {
    this.#endFile();
    if (this.current !== undefined) this.#onCommit(this.current, this.#files);
    this.current = undefined;
    this.#files = [];
  }
}
