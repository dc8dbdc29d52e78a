/**
 * The file system calls that the local workspace and the session store make, over whatever runtime there is. Deno
 * calls cost nothing to load; Node and Bun load `node:fs/promises` at the first call.
 */
import { denoRuntime } from "./_deno_files.ts";
import type { FileEntry, ReadOptions } from "./workspace.ts";

/** Calls on native paths. Every failure is the runtime's own error, with `code` where there is one. */
export interface FileAccess {
  lstat(path: string): Promise<FileEntry & { mtimeMs: number; uid?: number }>;
  stat(path: string): Promise<FileEntry>;
  readDir(path: string): AsyncIterable<FileEntry>;
  realPath(path: string): Promise<string>;
  readLink(path: string): Promise<string>;
  readFile(path: string, options?: ReadOptions): Promise<Uint8Array>;
  /** Creates the directory and its parents, with mode 0700 where there are modes. */
  makeDirectory(path: string): Promise<void>;
  /** Writes a file that must not exist yet, with mode 0600. Fails with `EEXIST`. */
  createFile(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/** Facts about the process that differ by runtime. */
export interface Runtime {
  files: FileAccess;
  windows: boolean;
  /** The user's number, where there are such numbers. */
  uid?: number;
  cwd(): string;
}

let runtime: Runtime | undefined;

/** The runtime this program is in. */
export async function currentRuntime(): Promise<Runtime> {
  runtime ??= "Deno" in globalThis ? denoRuntime() : await (await import("./_node_files.ts")).nodeRuntime();
  return runtime;
}
