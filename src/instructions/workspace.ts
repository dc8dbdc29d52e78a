/** What the instruction context needs of a file system, so that a remote sandbox can stand in for the local disk. */
import type { Platform } from "./paths.ts";

/** One entry of a file system. */
export interface FileEntry {
  /** Last path component. */
  name: string;
  /** `link` only from `lstat` and `readDir`; `other` is a socket, FIFO or device. */
  kind: "file" | "directory" | "link" | "other";
  /** Size in bytes. */
  size?: number;
  /** Device and inode where the platform gives trustworthy ones; equal for two names of one file. */
  id?: string;
}

/** Limits on one read. An adapter that cannot honour them may ignore them. */
export interface ReadOptions {
  /** Read at most this many bytes and one more, so that the caller sees that the limit was passed. */
  maxBytes?: number;
  /** Fail unless the opened file has this `FileEntry.id`: it is then the file that was checked. */
  id?: string;
}

/** A file system with a working directory. Paths are absolute and `/`-separated. */
export interface Workspace {
  /** The working directory, absolute. */
  readonly cwd: string;
  /** Whose path rules apply; `posix` when absent. */
  readonly platform?: Platform;
  /** The bytes of a regular file. Fails for anything else. */
  readFile(path: string, options?: ReadOptions): Promise<Uint8Array>;
  /** The entry a path leads to, links followed. Fails when there is none. */
  stat(path: string): Promise<FileEntry>;
  /** The entry itself. Fails when there is none. */
  lstat(path: string): Promise<FileEntry>;
  /** The entries of a directory, in any order. */
  readDir(path: string): AsyncIterable<FileEntry>;
  /** The path with every link followed, as the file system follows them. Absent: links cannot be checked. */
  realPath?(path: string): Promise<string>;
  /** The body of a link. Needed on Windows, where resolving some links would contact another host. */
  readLink?(path: string): Promise<string>;
}

/** Why a call to a file system failed, as far as anyone here cares. */
export type FailureKind = "missing" | "loop" | "denied" | "failed";

/** Sorts an error of any runtime into the few kinds that matter. */
export function failureKind(error: unknown): FailureKind {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (code === "ENOENT" || code === "ENOTDIR" || name === "NotFound" || name === "NotADirectory") {
    return "missing";
  }
  if (code === "ELOOP" || name === "FilesystemLoop") return "loop";
  if (code === "EACCES" || code === "EPERM" || name === "PermissionDenied" || name === "NotCapable") {
    return "denied";
  }
  return "failed";
}

/** The platform of a workspace. */
export function platformOf(workspace: Workspace): Platform {
  return workspace.platform ?? "posix";
}
