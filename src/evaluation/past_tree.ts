/** A checkout of past commits in a temporary folder, made without git's own checkout. */
import { borrowedGitFolder, readBlobs, type Revision } from "../history/mod.ts";
import { type Config, RepoctxError } from "../model/mod.ts";
import { STATE_FOLDER } from "../repository/mod.ts";

/** Names that must not come out of a tree: they would replace what this program puts there. */
const RESERVED = new RegExp(`^(?:\\.git[. ]*|git~\\d+|${STATE_FOLDER.replace(".", "\\.")}[. ]*)$`, "i");
/** Characters that some file systems pass over or refuse. */
// deno-lint-ignore no-control-regex
const UNWRITABLE = Deno.build.os === "windows" ? /[\x00-\x1f<>:"|?*\\]|[. ]$/ : /\x00/;

/** Errors of a file system that cannot hold a path of the tree. */
const UNFITTING = ["ENOTDIR", "EISDIR", "EEXIST", "ENAMETOOLONG", "EINVAL"];

/**
 * A folder in which git finds one past commit checked out: its regular files, and a history that ends with it. The
 * repository they come from is only read. The folder is gone with its scope, and at once when the signal is aborted.
 */
export class PastTree implements Disposable {
  readonly #source: string;
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #signal: AbortSignal;
  readonly #branch: string;
  /** Path → blob of what has been written. */
  #files = new Map<string, string>();
  /** Where the repository's root lies in the folder, absolute. */
  readonly root: string;
  /** Contents that git does not have here, as in partial clones. */
  readonly missing: Set<string> = new Set();

  /**
   * @param source root of the repository.
   * @param head full object name of a commit of it.
   * @throws {RepoctxError} when the repository is gone or no temporary folder can be made.
   */
  constructor(source: string, head: string, config: Pick<Config, "indexing">, signal: AbortSignal) {
    const git = borrowedGitFolder(source, head);
    if (git === undefined) throw new RepoctxError(`${source} is in no git repository any more.`);
    this.#source = source;
    this.#mostBytes = config.indexing.maxFileSizeKb * 1024;
    this.#signal = signal;
    this.#folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "repoctx-eval-" }));
    this.#branch = `${this.#folder}/.git/${git.branch}`;
    this.root = git.prefix === "" ? this.#folder : `${this.#folder}/${git.prefix}`;
    // Whoever gives up may not wait until the work notices.
    signal.addEventListener("abort", this.#remove);
    try {
      for (const [path, text] of git.files) this.#write(`${this.#folder}/.git/${path}`, text);
      Deno.mkdirSync(this.root, { recursive: true });
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** Brings the folder to another commit. Only what differs is written. */
  async checkOut({ commit, files }: Revision): Promise<void> {
    const wanted = new Map(
      files.filter(({ path }) => isWritable(path)).map(({ path, blob }) => [path, blob]),
    );
    for (const path of this.#files.keys()) {
      if (!wanted.has(path)) this.#delete(path);
    }
    const places = new Map<string, string[]>();
    for (const [path, blob] of wanted) {
      if (this.#files.get(path) === blob) continue;
      const others = places.get(blob);
      if (others === undefined) places.set(blob, [path]);
      else others.push(path);
    }
    const missing = new Set(places.keys());
    await readBlobs(this.#source, [...places.keys()], this.#mostBytes, (blob, bytes) => {
      this.#signal.throwIfAborted();
      missing.delete(blob);
      for (const path of places.get(blob) ?? []) {
        // Too large to be indexed: an older content must not stay.
        if (bytes === undefined) this.#delete(path);
        else this.#writeFile(path, bytes);
      }
    }, { signal: this.#signal });
    for (const blob of missing) {
      this.missing.add(blob);
      for (const path of places.get(blob)!) this.#delete(path);
    }
    this.#files = wanted;
    this.#write(this.#branch, `${commit}\n`);
  }

  #writeFile(path: string, bytes: Uint8Array): void {
    try {
      this.#write(`${this.root}/${path}`, bytes);
    } catch (error) {
      // Where names that differ in case are the same, a file can stand in the way of a folder.
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (typeof code !== "string" || !UNFITTING.includes(code)) throw error;
    }
  }

  #write(path: string, content: string | Uint8Array): void {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    try {
      Deno.writeFileSync(path, bytes);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      this.#signal.throwIfAborted();
      Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      Deno.writeFileSync(path, bytes);
    }
  }

  /** Deletes a file and the folders that it leaves empty: in the next commit a file may have the name of one. */
  #delete(path: string): void {
    if (!removed(`${this.root}/${path}`)) return;
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      if (!removed(`${this.root}/${path.slice(0, end)}`)) return;
    }
  }

  readonly #remove = (): void => {
    try {
      Deno.removeSync(this.#folder, { recursive: true });
    } catch { /* Gone, or a file is still open: disposing comes later. */ }
  };

  [Symbol.dispose](): void {
    this.#signal.removeEventListener("abort", this.#remove);
    this.#remove();
  }
}

/** Whether a path of a tree stays below the root, replaces nothing of ours and can be a name here. */
export function isWritable(path: string): boolean {
  return path.split("/").every((name) =>
    name !== "" && name !== "." && name !== ".." &&
    !RESERVED.test(name.replaceAll(/\p{Cf}/gu, "")) && !UNWRITABLE.test(name)
  );
}

/** Removes a file or an empty folder. */
function removed(path: string): boolean {
  try {
    Deno.removeSync(path);
    return true;
  } catch {
    return false;
  }
}
