/** A memory entry: what it may contain and what it is called. */
import { compareStrings, type MemoryHit, UsageError } from "../model/mod.ts";
import { sha256Hex } from "../repository/mod.ts";

/** The kinds of an entry, the default first. */
export const MEMORY_KINDS = ["note", "decision", "constraint"] as const;

/** `note`: knowledge. `decision`: a recorded why. `constraint`: an invariant or warning. */
export type MemoryKind = typeof MEMORY_KINDS[number];

/** One stored entry. */
export interface MemoryEntry {
  /** First 8 hex digits of the hash of kind, text, session and paths. */
  id: string;
  kind: MemoryKind;
  text: string;
  /** Linked files by path, with their short content hash when the entry was written. */
  files?: Record<string, string>;
  tags?: string[];
  /** Only calls with this session see the entry. */
  session?: string;
  /** UTC day, `YYYY-MM-DD`. Never affects a match. */
  created: string;
}

/** What a caller wants to store. Nothing in it has been checked. */
export interface MemoryInput {
  text: string;
  /** @default "note" */
  kind?: string;
  /** Root-relative paths with `/`. */
  files?: readonly string[];
  tags?: readonly string[];
  session?: string;
}

/** Input that passed all checks: text trimmed, paths sorted, tags in lower case, both without repeats. */
export interface CheckedInput {
  kind: MemoryKind;
  text: string;
  paths: string[];
  tags: string[];
  session?: string;
}

/** Longest text, in characters. */
export const MAX_TEXT_LENGTH = 2000;
const MAX_FILES = 8;
const MAX_TAGS = 8;
const SEPARATOR = "\u001f";
const TAG = /^[a-z0-9_-]{1,32}$/;
const SESSION = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/;

/** @throws {UsageError} when the name is no kind. */
export function checkKind(kind: string): MemoryKind {
  const known = MEMORY_KINDS.find((name) => name === kind.trim().toLowerCase());
  if (!known) throw new UsageError(`Invalid memory kind '${kind}'. Use ${MEMORY_KINDS.join(", ")}.`);
  return known;
}

/** @throws {UsageError} when the name is no session name. */
export function checkSession(session: string): string {
  if (!SESSION.test(session)) {
    throw new UsageError(
      `Invalid session '${session}'. Use 1 to 64 of A-Z a-z 0-9 . _ - and neither '.' nor '..'.`,
    );
  }
  return session;
}

function checkText(text: string): string {
  const trimmed = text.toWellFormed().trim();
  const length = characters(trimmed);
  if (length === 0) throw new UsageError("The memory text is empty.");
  if (length > MAX_TEXT_LENGTH) {
    throw new UsageError(`The memory text has ${length} characters; at most ${MAX_TEXT_LENGTH} are kept.`);
  }
  return trimmed;
}

function checkTags(tags: readonly string[]): string[] {
  const clean = [...new Set(tags.map((tag) => tag.trim().toLowerCase()))];
  const wrong = clean.find((tag) => !TAG.test(tag));
  if (wrong !== undefined) {
    throw new UsageError(`Invalid tag '${wrong}'. Use 1 to 32 of a-z 0-9 - _.`);
  }
  if (clean.length > MAX_TAGS) throw new UsageError(`A memory takes at most ${MAX_TAGS} tags.`);
  return clean;
}

/** Number of code points. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Checks and normalises what a caller wants to store.
 *
 * @throws {UsageError} naming the first value that is out of bounds.
 */
export function checkInput(input: MemoryInput): CheckedInput {
  const paths = [...new Set(input.files ?? [])].sort(compareStrings);
  if (paths.length > MAX_FILES) throw new UsageError(`A memory links at most ${MAX_FILES} files.`);
  return {
    kind: checkKind(input.kind ?? MEMORY_KINDS[0]),
    text: checkText(input.text),
    paths,
    tags: checkTags(input.tags ?? []),
    ...input.session === undefined ? {} : { session: checkSession(input.session) },
  };
}

/** What makes two entries the same: four fields, the paths as one of them, which is empty without links. */
function identity(kind: string, text: string, session: string, paths: readonly string[]): string {
  return [kind, text, session, paths.join(SEPARATOR)].join(SEPARATOR);
}

/** The identity of a stored entry. */
export function entryIdentity(entry: MemoryEntry): string {
  const paths = Object.keys(entry.files ?? {}).sort(compareStrings);
  return identity(entry.kind, entry.text, entry.session ?? "", paths);
}

/** The id of checked input: the first 8 hex digits of SHA-256 over its identity. */
export async function memoryId({ kind, text, session, paths }: CheckedInput): Promise<string> {
  return (await sha256Hex(identity(kind, text, session ?? "", paths))).slice(0, 8);
}

/** Whether a call with this session, or with none, may see the entry. */
export function isVisible(entry: MemoryEntry, session: string | undefined): boolean {
  return entry.session === undefined || entry.session === session;
}

/** Current full content hash of an indexed file; nothing when the file is not in the index. */
export type HashOf = (path: string) => string | undefined;

/** An entry as results show it: stale when a linked file changed since or left the index. */
export function toHit(entry: MemoryEntry, hashOf: HashOf): MemoryHit {
  const stale = Object.entries(entry.files ?? {})
    .filter(([path, stored]) => hashOf(path)?.startsWith(stored) !== true)
    .map(([path]) => path).sort(compareStrings);
  return stale.length > 0 ? { ...entry, stale: true, stale_files: stale } : { ...entry };
}
