/** File access through `node:fs/promises`, for Node and Bun. */
import { changedWhileReading, readBytes } from "./_read_bytes.ts";
import type { Runtime } from "./file_access.ts";
import type { FileEntry, ReadOptions } from "./workspace.ts";

/** The part of `fs.Stats` and `fs.Dirent` that is needed. */
interface Kinds {
  isSymbolicLink(): boolean;
  isFile(): boolean;
  isDirectory(): boolean;
}

function kindOf(info: Kinds): FileEntry["kind"] {
  return info.isSymbolicLink() ? "link" : info.isFile() ? "file" : info.isDirectory() ? "directory" : "other";
}

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** The runtime when it is Node or Bun. */
export async function nodeRuntime(): Promise<Runtime> {
  const fs = await import("node:fs/promises");
  const process = (await import("node:process")).default;
  const uid = process.getuid?.();

  type BigStats = Awaited<ReturnType<typeof bigStat>>;
  const bigStat = (path: string) => fs.stat(path, { bigint: true });

  function entry(name: string, info: BigStats): FileEntry {
    return { name, kind: kindOf(info), size: Number(info.size), ...identity(info) };
  }
  function identity(info: BigStats): { id?: string } {
    return info.ino === 0n ? {} : { id: `${info.dev}:${info.ino}` };
  }

  async function readFile(path: string, options: ReadOptions = {}): Promise<Uint8Array> {
    // Without waiting: a path that was looked at may lead to a pipe that nobody writes to by now.
    const file = await fs.open(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    try {
      const info = await file.stat({ bigint: true });
      if (!info.isFile() || (options.id !== undefined && options.id !== identity(info).id)) {
        throw changedWhileReading(path);
      }
      return await readBytes(Number(info.size), options.maxBytes, async (buffer) => {
        return (await file.read(buffer, 0, buffer.length, null)).bytesRead;
      });
    } finally {
      await file.close();
    }
  }

  return {
    windows: process.platform === "win32",
    ...(uid === undefined ? {} : { uid }),
    cwd: () => process.cwd(),
    files: {
      async lstat(path) {
        const info = await fs.lstat(path, { bigint: true });
        return { ...entry(lastName(path), info), mtimeMs: Number(info.mtimeMs), uid: Number(info.uid) };
      },
      stat: async (path) => entry(lastName(path), await bigStat(path)),
      async *readDir(path) {
        for await (const item of await fs.opendir(path)) yield { name: item.name, kind: kindOf(item) };
      },
      realPath: (path) => fs.realpath(path),
      readLink: (path) => fs.readlink(path),
      readFile,
      makeDirectory: async (path) => void await fs.mkdir(path, { recursive: true, mode: 0o700 }),
      createFile: (path, text) => fs.writeFile(path, text, { flag: "wx", mode: 0o600 }),
      rename: (from, to) => fs.rename(from, to),
      remove: (path) => fs.unlink(path),
    },
  };
}
