import { compareStrings } from "../model/mod.ts";
import { RecordSplitter } from "./_record_splitter.ts";
import { askGit, type GitOptions, runGit } from "./git.ts";

/** A file as a commit holds it. */
export interface RevisionFile {
  /** Path below the folder that was asked about, with `/`. */
  path: string;
  /** Name of its bytes in git, lower-case hex: 40 digits, or 64 in a repository of that kind. */
  blob: string;
}

/** The files of one commit. */
export interface Revision {
  /** Full object name. */
  commit: string;
  /** Regular files below the folder that was asked about, sorted by path; links and submodules are left out. */
  files: RevisionFile[];
}

/** Bytes of a listed entry that are read: more than any path. */
const LONGEST_ENTRY = 1 << 15;
const NEWLINE = 0x0a;

/**
 * Lists the files of a commit below `root`. Contents are not needed, so it works in partial clones.
 *
 * @param name as a user names a commit: a branch, a tag, `HEAD~2`, an object name.
 * @returns undefined when it names no commit here, or git cannot be asked.
 */
export async function readRevision(
  root: string,
  name: string,
  options: Pick<GitOptions, "signal"> = {},
): Promise<Revision | undefined> {
  // deno-lint-ignore no-control-regex
  if (name === "" || name.startsWith("-") || /[\x00-\x1f\x7f]/.test(name)) return undefined;
  const commit = await askGit(root, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${name}^{commit}`,
  ]);
  if (commit === undefined || commit === "") return undefined;
  const files: RevisionFile[] = [];
  const decoder = new TextDecoder();
  const splitter = new RecordSplitter(0, LONGEST_ENTRY, (entry, isCut) => {
    const [, blob, path] = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(decoder.decode(entry)) ?? [];
    // A name that is no Unicode cannot be compared with what the system lists.
    if (blob !== undefined && path !== undefined && !isCut && !path.includes("\ufffd")) {
      files.push({ path, blob });
    }
  });
  const isComplete = await runGit(
    root,
    ["ls-tree", "-r", "-z", commit],
    (chunk) => splitter.push(chunk),
    options,
  );
  options.signal?.throwIfAborted();
  if (!isComplete) return undefined;
  splitter.end();
  return { commit, files: files.sort((a, b) => compareStrings(a.path, b.path)) };
}

/**
 * Reads contents out of git, as one stream: no filter of the repository is applied, and nothing is fetched.
 *
 * @param blobs names of the contents; each is read once.
 * @param mostBytes of larger contents no bytes are handed out.
 * @param onBlob called for each that is there, in the order of `blobs`; the bytes are its own to keep.
 */
export async function readBlobs(
  root: string,
  blobs: readonly string[],
  mostBytes: number,
  onBlob: (blob: string, bytes: Uint8Array<ArrayBuffer> | undefined) => void,
  options: Pick<GitOptions, "signal"> = {},
): Promise<void> {
  if (blobs.length === 0) return;
  const reader = new BatchReader(mostBytes, onBlob);
  const input = [...new Set(blobs)].map((blob) => `${blob}\n`).join("");
  await runGit(root, ["cat-file", "--batch", "--buffer"], (chunk) => reader.push(chunk), {
    ...options,
    input,
  });
  options.signal?.throwIfAborted();
}

/** Reads what `git cat-file --batch` writes: a line with name, type and size, that many bytes, a newline. */
class BatchReader {
  readonly #mostBytes: number;
  readonly #onBlob: (blob: string, bytes: Uint8Array<ArrayBuffer> | undefined) => void;
  readonly #decoder = new TextDecoder();
  #header = "";
  #blob = "";
  /** Where the bytes go; undefined while they are passed over. */
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #taken = 0;
  /** Bytes still to come, with the newline behind them; 0 while a header is read. */
  #left = 0;

  constructor(mostBytes: number, onBlob: (blob: string, bytes: Uint8Array<ArrayBuffer> | undefined) => void) {
    this.#mostBytes = mostBytes;
    this.#onBlob = onBlob;
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      at = this.#left > 0 ? this.#takeBytes(chunk, at) : this.#takeHeader(chunk, at);
    }
  }

  #takeHeader(chunk: Uint8Array, at: number): number {
    const end = chunk.indexOf(NEWLINE, at);
    this.#header += this.#decoder.decode(chunk.subarray(at, end < 0 ? chunk.length : end));
    if (end < 0) return chunk.length;
    const entry = /^([0-9a-f]+) [a-z]+ (\d+)$/.exec(this.#header);
    this.#header = "";
    // A content that is not there has a line that says so, and nothing behind it.
    if (entry === null) return end + 1;
    this.#blob = entry[1]!;
    const length = Number(entry[2]);
    this.#bytes = length <= this.#mostBytes ? new Uint8Array(length) : undefined;
    this.#taken = 0;
    this.#left = length + 1;
    return end + 1;
  }

  #takeBytes(chunk: Uint8Array, at: number): number {
    const part = chunk.subarray(at, at + this.#left);
    this.#left -= part.length;
    if (this.#bytes !== undefined) {
      this.#bytes.set(part.subarray(0, this.#bytes.length - this.#taken), this.#taken);
      this.#taken += part.length;
    }
    if (this.#left === 0) this.#onBlob(this.#blob, this.#bytes);
    return at + part.length;
  }
}
