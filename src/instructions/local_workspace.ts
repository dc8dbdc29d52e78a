/** The local disk as a workspace, in Deno, Node and Bun. */
import { currentRuntime, type FileAccess } from "./file_access.ts";
import { isAbsolutePath, normalizePath, type Platform } from "./paths.ts";
import type { FileEntry, ReadOptions, Workspace } from "./workspace.ts";

/** The little that must be known before anything is loaded. */
interface Globals {
  Deno?: { build: { os: string }; cwd(): string };
  process?: { platform: string; cwd(): string };
}

/**
 * The files below and around a directory of this machine. It always resolves links.
 *
 * @example
 * ```ts
 * const workspace = new LocalWorkspace("./repo");
 * ```
 */
export class LocalWorkspace implements Workspace {
  /** The directory, absolute and normalised lexically; links in it are kept. */
  readonly cwd: string;
  /** Whose path rules apply. */
  readonly platform: Platform;

  /**
   * Opens nothing yet.
   *
   * @param directory absolute, or relative to the working directory of the process.
   */
  constructor(directory: string) {
    const globals = globalThis as Globals;
    // In Deno even the look at `process` would load all of Node's.
    const os = globals.Deno?.build.os ?? globals.process?.platform;
    this.platform = os === "windows" || os === "win32" ? "windows" : "posix";
    const processCwd = (globals.Deno ?? globals.process)?.cwd() ?? "/";
    this.cwd = absoluteDirectory(processCwd, directory, this.platform);
  }

  /** The bytes of a regular file, which is the checked one when `options.id` is given. */
  async readFile(path: string, options?: ReadOptions): Promise<Uint8Array> {
    return await (await files()).readFile(path, options);
  }

  /** The entry a path leads to. */
  async stat(path: string): Promise<FileEntry> {
    return await (await files()).stat(path);
  }

  /** The entry itself. */
  async lstat(path: string): Promise<FileEntry> {
    return await (await files()).lstat(path);
  }

  /** The entries of a directory. */
  async *readDir(path: string): AsyncIterable<FileEntry> {
    yield* (await files()).readDir(path);
  }

  /** The path with every link followed. */
  async realPath(path: string): Promise<string> {
    return normalizePath(await (await files()).realPath(path), this.platform);
  }

  /** The body of a link. */
  async readLink(path: string): Promise<string> {
    return await (await files()).readLink(path);
  }
}

async function files(): Promise<FileAccess> {
  return (await currentRuntime()).files;
}

function absoluteDirectory(processCwd: string, directory: string, platform: Platform): string {
  if (isAbsolutePath(directory, platform)) return normalizePath(directory, platform);
  // On Windows `\\a` is relative to the drive of the working directory.
  const base = platform === "windows" && /^[\\/]/.test(directory) ? processCwd.slice(0, 2) : processCwd;
  return normalizePath(`${base}/${directory}`, platform);
}
