/** The file of entries: one JSON object per line, appended to, now and then rewritten. */
import { RepoctxError } from "../model/mod.ts";
import { assertNotLinked, statePaths, withFileLock, writeFileAtomically } from "../repository/mod.ts";
import { MAX_TEXT_LENGTH, MEMORY_KINDS, type MemoryEntry } from "./entry.ts";

/** Lines that say nothing any more, beyond which the file is rewritten. */
const MAX_SURPLUS_LINES = 1000;
/** No file that this program wrote comes near it; reading a larger one would only exhaust memory. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** A change takes milliseconds. Where a killed process can leave a lock, whoever comes after it outlasts that. */
const LOCK = { waitMs: 5000, staleMs: 2000 };
const NEWLINE = 10;

/** The content of the file. */
export interface MemoryFile {
  /** Live entries, in order of their first line. */
  entries: Map<string, MemoryEntry>;
  /** Lines that are not blank, bad ones included. */
  lines: number;
  /** The last line has no newline: the program that wrote it was stopped. */
  unterminated: boolean;
}

/**
 * Reads the memory of a repository. A missing file is an empty memory; lines that are no entries are skipped.
 *
 * @throws {RepoctxError} when the file is a link, no regular file, too large or unreadable.
 */
export function readMemoryFile(root: string): MemoryFile {
  const bytes = readBytes(root);
  const file: MemoryFile = {
    entries: new Map(),
    lines: 0,
    unterminated: bytes.length > 0 && bytes[bytes.length - 1] !== NEWLINE,
  };
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    if (line.trim() === "") continue;
    file.lines++;
    const value = parseLine(line);
    if (value === undefined) continue;
    if ("deleted" in value) file.entries.delete(value.id);
    else file.entries.set(value.id, value);
  }
  return file;
}

function readBytes(root: string): Uint8Array {
  const { folder, memory } = statePaths(root);
  assertNotLinked(folder, memory);
  try {
    const { isFile, size } = Deno.lstatSync(memory);
    if (!isFile) throw new RepoctxError(`${memory} is not a regular file; move it away.`);
    if (size > MAX_FILE_BYTES) {
      throw new RepoctxError(`${memory} has ${size} bytes, which no memory needs; move it away.`);
    }
    return Deno.readFileSync(memory);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return new Uint8Array();
    }
    if (error instanceof RepoctxError) throw error;
    throw new RepoctxError(`Cannot read ${memory}: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function parseLine(line: string): MemoryEntry | { id: string; deleted: true } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { id, kind, text, files, tags, session, created, deleted } = value as Record<string, unknown>;
  if (typeof id !== "string" || !/^[0-9a-f]{8}$/.test(id)) return undefined;
  if (deleted === true) return { id, deleted };
  const known = MEMORY_KINDS.find((name) => name === kind);
  // Code units bound the length from above: no text within the limit has more than two to a character.
  if (!known || typeof text !== "string" || text === "" || text.length > MAX_TEXT_LENGTH * 2) {
    return undefined;
  }
  if (typeof created !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(created)) return undefined;
  if (files !== undefined && !isStringMap(files)) return undefined;
  if (tags !== undefined && !isStringList(tags)) return undefined;
  if (session !== undefined && typeof session !== "string") return undefined;
  return {
    id,
    kind: known,
    text,
    ...files === undefined ? {} : { files },
    ...tags === undefined ? {} : { tags },
    ...session === undefined ? {} : { session },
    created,
  };
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isStringMap(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    isStringList(Object.values(value));
}

/**
 * Reads the file, lets `change` look at it, and appends the line it returns, all under the lock of the file, so that
 * no other process writes in between.
 *
 * @throws {RepoctxError} when the lock cannot be had in time or the file cannot be written, and whatever `change`
 *   throws; nothing is written then.
 */
export async function changeMemoryFile<T>(
  root: string,
  change: (file: MemoryFile) => { line: MemoryEntry | { id: string; deleted: true }; outcome: T },
): Promise<T> {
  const { memory } = statePaths(root);
  try {
    return await withFileLock(memory, () => {
      const file = readMemoryFile(root);
      const { line, outcome } = change(file);
      append(memory, `${file.unterminated ? "\n" : ""}${JSON.stringify(line)}\n`);
      compact(memory, file, line);
      return outcome;
    }, LOCK);
  } catch (error) {
    if (error instanceof RepoctxError) throw error;
    throw new RepoctxError(`Cannot write ${memory}: ${messageOf(error)}`);
  }
}

function append(path: string, text: string): void {
  using file = Deno.openSync(path, { append: true, create: true });
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += file.writeSync(bytes.subarray(written));
}

function compact(path: string, file: MemoryFile, line: MemoryEntry | { id: string; deleted: true }): void {
  if ("deleted" in line) file.entries.delete(line.id);
  else file.entries.set(line.id, line);
  if (file.lines + 1 - file.entries.size <= MAX_SURPLUS_LINES) return;
  let text = "";
  for (const entry of file.entries.values()) text += `${JSON.stringify(entry)}\n`;
  writeFileAtomically(path, text);
}
