/** File access through `Deno.*`, which is there without loading anything. */
import { changedWhileReading, readBytes } from "./_read_bytes.ts";
import type { Runtime } from "./file_access.ts";
import type { FileEntry, ReadOptions } from "./workspace.ts";

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** Numbers beyond 2^53 were rounded, so two files could seem one; such numbers are not used. */
function identity(info: Deno.FileInfo): { id?: string } {
  return Number.isSafeInteger(info.ino) && info.ino !== 0 && info.dev !== null
    ? { id: `${info.dev}:${info.ino}` }
    : {};
}

function entry(name: string, info: Deno.FileInfo): FileEntry {
  const kind = info.isSymlink ? "link" : info.isFile ? "file" : info.isDirectory ? "directory" : "other";
  return { name, kind, size: info.size, ...identity(info) };
}

/** Milliseconds that opening may take. Opening a pipe that nobody writes to would take for ever. */
const OPEN_LIMIT_MS = 2_000;

/** Looks at the path during which nearly every file is opened. */
const LOOKS = 8;

/**
 * Opens a file. A path is looked at before it is opened, but it may lead to a pipe by then: Deno has no way to open
 * without waiting for its writer, so the wait is given up. The first timer of a process costs milliseconds, and is
 * started only when something is slow.
 */
async function open(path: string): Promise<Deno.FsFile> {
  const opening = Deno.open(path);
  const isOpen = opening.then(() => true, () => true);
  for (let look = 0; look < LOOKS; look++) {
    const looked = Deno.lstat(path).then(() => false, () => false);
    if (await Promise.race([isOpen, looked])) return await opening;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => timer = setTimeout(() => resolve(false), OPEN_LIMIT_MS));
  const inTime = await Promise.race([isOpen, late]);
  clearTimeout(timer);
  if (inTime) return await opening;
  opening.then((file) => file.close(), () => {});
  throw changedWhileReading(path);
}

async function readFile(path: string, options: ReadOptions = {}): Promise<Uint8Array> {
  // No `using`: Node 20 could not even parse this module.
  const file = await open(path);
  try {
    const info = await file.stat();
    const { id } = identity(info);
    if (!info.isFile || (options.id !== undefined && options.id !== id)) throw changedWhileReading(path);
    return await readBytes(info.size, options.maxBytes, async (buffer) => await file.read(buffer) ?? 0);
  } finally {
    file.close();
  }
}

/** Looking at a path or writing a small file takes microseconds; a thread to do it elsewhere costs milliseconds. */
function settle<T>(look: () => T): Promise<T> {
  return new Promise((resolve) => resolve(look()));
}

/** The runtime when it is Deno. */
export function denoRuntime(): Runtime {
  return {
    windows: Deno.build.os === "windows",
    ...(Deno.build.os === "windows" ? {} : { uid: Deno.uid() ?? -1 }),
    cwd: () => Deno.cwd(),
    files: {
      async lstat(path) {
        const info = await settle(() => Deno.lstatSync(path));
        return {
          ...entry(lastName(path), info),
          mtimeMs: info.mtime?.getTime() ?? 0,
          ...(info.uid === null ? {} : { uid: info.uid }),
        };
      },
      stat: async (path) => entry(lastName(path), await settle(() => Deno.statSync(path))),
      async *readDir(path) {
        for (const { name, isSymlink, isFile, isDirectory } of await settle(() => Deno.readDirSync(path))) {
          yield { name, kind: isSymlink ? "link" : isFile ? "file" : isDirectory ? "directory" : "other" };
        }
      },
      realPath: (path) => settle(() => Deno.realPathSync(path)),
      readLink: (path) => settle(() => Deno.readLinkSync(path)),
      readFile,
      makeDirectory: (path) => settle(() => Deno.mkdirSync(path, { recursive: true, mode: 0o700 })),
      createFile: (path, text) =>
        settle(() => Deno.writeTextFileSync(path, text, { createNew: true, mode: 0o600 })),
      rename: (from, to) => settle(() => Deno.renameSync(from, to)),
      remove: (path) => settle(() => Deno.removeSync(path)),
    },
  };
}
