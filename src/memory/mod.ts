/**
 * The notes that agents leave about a repository: insights, decisions and constraints, linked to files by hash.
 * In come texts and questions, out come entries with the reason they were recalled and a mark when a linked file
 * changed. It writes nothing but `.repoctx/memory.jsonl` and its lock, forgets nothing by itself and knows no clock
 * and no index: the day and the file hashes are handed in.
 */
export { addMemory, type AddOptions, MAX_ENTRIES, removeMemory } from "./changes.ts";
export {
  checkInput,
  checkSession,
  type HashOf,
  MEMORY_KINDS,
  type MemoryEntry,
  type MemoryInput,
  type MemoryKind,
} from "./entry.ts";
export { recallMemories, type RecallQuery } from "./recall.ts";
export { type MemoryQuery, searchMemories, type SearchOptions } from "./search.ts";
