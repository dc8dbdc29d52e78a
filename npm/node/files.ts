/** The file calls of Deno, made from those of Node. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt } from "./errors.ts";

type Path = string | URL;

/** As `Deno.SeekMode`. */
export const SeekMode = { Start: 0, Current: 1, End: 2 } as const;

/** As `Deno.FileInfo`, as far as the program reads it. */
function fileInfo(stats: fs.Stats): object {
  const time = (milliseconds: number) => new Date(Math.floor(milliseconds));
  return {
    isFile: stats.isFile(),
    isDirectory: stats.isDirectory(),
    isSymlink: stats.isSymbolicLink(),
    size: stats.size,
    mtime: time(stats.mtimeMs),
    atime: time(stats.atimeMs),
    // Deno tells whole seconds. An index is used by both, and must not look stale to one of them.
    ctime: time(Math.floor(stats.ctimeMs / 1000) * 1000),
    birthtime: time(stats.birthtimeMs),
    dev: stats.dev,
    ino: stats.ino,
    mode: stats.mode,
    nlink: stats.nlink,
    uid: stats.uid,
    gid: stats.gid,
  };
}

/** A view without Node's additions to byte arrays. */
function plain(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}

/** How a file is opened. */
interface OpenOptions {
  readonly read?: boolean;
  readonly write?: boolean;
  readonly append?: boolean;
  readonly create?: boolean;
  readonly createNew?: boolean;
  readonly truncate?: boolean;
  readonly mode?: number;
}

function openFlags(options: OpenOptions): number {
  const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY } = fs.constants;
  const { read, append, create, createNew, truncate } = options;
  const write = options.write || append;
  return (write ? read ? O_RDWR : O_WRONLY : O_RDONLY) | (append ? O_APPEND : 0) |
    (create || createNew ? O_CREAT : 0) | (createNew ? O_EXCL : 0) | (truncate ? O_TRUNC : 0);
}

/** As `Deno.FsFile`. */
class FsFile implements Disposable {
  readonly #descriptor: number;
  readonly #appends: boolean;
  /** Node does not tell where a descriptor stands. */
  #position = 0;

  constructor(path: Path, options: OpenOptions) {
    this.#descriptor = attempt(() => fs.openSync(path, openFlags(options), options.mode));
    this.#appends = options.append === true;
  }

  readSync(buffer: Uint8Array): number | null {
    const count = attempt(() => fs.readSync(this.#descriptor, buffer, 0, buffer.length, this.#position));
    this.#position += count;
    return count === 0 && buffer.length > 0 ? null : count;
  }

  writeSync(bytes: Uint8Array): number {
    const count = attempt(() =>
      fs.writeSync(this.#descriptor, bytes, 0, bytes.length, this.#appends ? null : this.#position)
    );
    this.#position += count;
    return count;
  }

  seekSync(offset: number, whence: number): number {
    const base = whence === SeekMode.Start
      ? 0
      : whence === SeekMode.Current
      ? this.#position
      : attempt(() => fs.fstatSync(this.#descriptor)).size;
    return this.#position = base + offset;
  }

  statSync(): object {
    return fileInfo(attempt(() => fs.fstatSync(this.#descriptor)));
  }

  // deno-lint-ignore require-await -- an error is a rejection
  async read(buffer: Uint8Array): Promise<number | null> {
    return this.readSync(buffer);
  }

  // deno-lint-ignore require-await -- an error is a rejection
  async stat(): Promise<object> {
    return this.statSync();
  }

  close(): void {
    attempt(() => fs.closeSync(this.#descriptor));
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** How a file is written. */
interface WriteOptions {
  readonly append?: boolean;
  readonly createNew?: boolean;
  readonly mode?: number;
}

const synchronous = {
  lstatSync: (path: Path) => fileInfo(fs.lstatSync(path)),
  statSync: (path: Path) => fileInfo(fs.statSync(path)),
  readFileSync: (path: Path) => plain(fs.readFileSync(path)),
  readTextFileSync: (path: Path) => fs.readFileSync(path, "utf8"),
  readLinkSync: (path: Path) => fs.readlinkSync(path),
  realPathSync: (path: Path) => fs.realpathSync.native(path),
  renameSync: (from: Path, to: Path) => fs.renameSync(from, to),
  mkdirSync: (path: Path, options: { recursive?: boolean; mode?: number } = {}) =>
    void fs.mkdirSync(path, options),
  makeTempDirSync: ({ dir = tmpdir(), prefix = "" }: { dir?: string; prefix?: string } = {}) =>
    fs.mkdtempSync(join(dir, prefix)),
  openSync: (path: Path, options: OpenOptions = { read: true }) => new FsFile(path, options),
  writeFileSync(path: Path, bytes: Uint8Array, { append, createNew, mode }: WriteOptions = {}) {
    const flag = createNew ? append ? "ax" : "wx" : append ? "a" : "w";
    fs.writeFileSync(path, bytes, { flag, ...(mode === undefined ? {} : { mode }) });
  },
  writeTextFileSync(path: Path, text: string, options: WriteOptions = {}) {
    synchronous.writeFileSync(path, new TextEncoder().encode(text), options);
  },
  readDirSync: (path: Path) =>
    fs.readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isFile: entry.isFile(),
      isDirectory: entry.isDirectory(),
      isSymlink: entry.isSymbolicLink(),
    })),
  removeSync(path: Path, { recursive = false }: { recursive?: boolean } = {}) {
    if (recursive) fs.rmSync(path, { recursive });
    else if (fs.lstatSync(path).isDirectory()) fs.rmdirSync(path);
    else fs.unlinkSync(path);
  },
};

type Synchronous = typeof synchronous;

/** The calls as the program makes them: each throws errors of Deno, and has a form that returns a promise. */
export const files: Record<string, unknown> = {};

for (const name of Object.keys(synchronous) as (keyof Synchronous)[]) {
  const call = synchronous[name] as (...parameters: unknown[]) => unknown;
  const translating = (...parameters: unknown[]) => attempt(() => call(...parameters));
  files[name] = translating;
  // deno-lint-ignore require-await -- an error is a rejection
  files[name.slice(0, -"Sync".length)] = async (...parameters: unknown[]) => translating(...parameters);
}
