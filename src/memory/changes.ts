/** Adding to the memory and removing from it. */
import { type MemoryAddResult, type MemoryRemoveResult, RepoctxError, SCHEMA_VERSION } from "../model/mod.ts";
import { ensureStateFolder, shortHash } from "../repository/mod.ts";
import {
  checkInput,
  entryIdentity,
  type HashOf,
  type MemoryEntry,
  memoryId,
  type MemoryInput,
} from "./entry.ts";
import { changeMemoryFile, readMemoryFile } from "./memory_file.ts";

/** Most live entries. Nothing is evicted: a person decides what goes. */
export const MAX_ENTRIES = 500;

/** What adding needs to know besides the input. */
export interface AddOptions {
  hashOf: HashOf;
  /** The current UTC day, `YYYY-MM-DD`. */
  today: string;
}

/**
 * Stores an entry. The same kind, text, session and files are the same entry: adding it again renews hashes, tags
 * and date.
 *
 * @throws {UsageError} when a value is out of bounds.
 * @throws {RepoctxError} when a linked file is not in the index, the memory is full, or another process holds it.
 */
export async function addMemory(
  root: string,
  input: MemoryInput,
  { hashOf, today }: AddOptions,
): Promise<MemoryAddResult> {
  const checked = checkInput(input);
  const files = checked.paths.map((path) => {
    const hash = hashOf(path);
    if (hash === undefined) throw new RepoctxError(`File not found in index: ${path}`);
    return [path, shortHash(hash)] as const;
  });
  const entry: MemoryEntry = {
    id: await memoryId(checked),
    kind: checked.kind,
    text: checked.text,
    ...files.length === 0 ? {} : { files: Object.fromEntries(files) },
    ...checked.tags.length === 0 ? {} : { tags: checked.tags },
    ...checked.session === undefined ? {} : { session: checked.session },
    created: today,
  };
  ensureStateFolder(root);
  return await changeMemoryFile(root, ({ entries }) => {
    const former = entries.get(entry.id);
    if (former && entryIdentity(former) !== entryIdentity(entry)) {
      throw new RepoctxError(
        `Another memory has the id ${entry.id} already. Change the text a little and add it again.`,
      );
    }
    if (!former && entries.size >= MAX_ENTRIES) {
      throw new RepoctxError(
        `The memory is full (${MAX_ENTRIES} entries). Remove some with 'repoctx memory rm <id>' first.`,
      );
    }
    const outcome: MemoryAddResult = {
      schema_version: SCHEMA_VERSION,
      command: "memory",
      action: "add",
      entry,
      ...former ? { updated: true } : {},
      total_entries: entries.size + (former ? 0 : 1),
    };
    return { line: entry, outcome };
  });
}

/**
 * Removes the entry with exactly this id.
 *
 * @throws {RepoctxError} when there is none, or another process holds the memory.
 */
export async function removeMemory(root: string, id: string): Promise<MemoryRemoveResult> {
  const refuse = (): never => {
    throw new RepoctxError(`No memory has the id '${id}'. 'repoctx memory search' lists them.`);
  };
  // Looked up before locking too: a wrong id then leaves no trace, not even a lock in an unwritable folder.
  if (!readMemoryFile(root).entries.has(id)) refuse();
  return await changeMemoryFile(root, ({ entries }) => {
    if (!entries.has(id)) refuse();
    return {
      line: { id, deleted: true },
      outcome: { schema_version: SCHEMA_VERSION, command: "memory", action: "rm", id, removed: true },
    };
  });
}
