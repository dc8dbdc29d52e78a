/** Looking entries up: by words, or all of them. */
import { compareStrings, type MemoryHit, type MemorySearchResult, SCHEMA_VERSION } from "../model/mod.ts";
import { queryTerms, STOP_WORDS } from "../text/mod.ts";
import { scoreTerms } from "./_matching.ts";
import { checkKind, checkSession, type HashOf, isVisible, type MemoryEntry, toHit } from "./entry.ts";
import { readMemoryFile } from "./memory_file.ts";

/** What to look for. Filters that are absent let everything pass. */
export interface MemoryQuery {
  /** Without it, or with a blank one, all entries are listed. */
  query?: string;
  /** The terms to match; by default the words of the query without stop words. */
  terms?: readonly string[];
  /** Most results. @default 10 */
  top?: number;
  kind?: string;
  /** Root-relative path that an entry must be linked to. */
  file?: string;
  /** Shows the entries of this session besides the long-term ones. */
  session?: string;
  /** `only`: nothing but stale entries. @default "all" */
  stale?: "all" | "only";
}

/** What searching needs to know besides the query. */
export interface SearchOptions {
  hashOf: HashOf;
  /** Calibrated tokens of a text. */
  countTokens: (text: string) => number;
}

const DEFAULT_TOP = 10;

function newestFirst(a: MemoryHit, b: MemoryHit): number {
  return compareStrings(b.created ?? "", a.created ?? "") || compareStrings(a.id, b.id);
}

/** Entries that share a word with the terms, best first; ties newest first, then by id. */
function matching(entries: readonly MemoryEntry[], terms: readonly string[], hashOf: HashOf): MemoryHit[] {
  return entries.map((entry) => ({ ...toHit(entry, hashOf), ...scoreTerms(entry, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || newestFirst(a, b));
}

/**
 * Searches the memory, or lists it newest first when there is no query.
 *
 * @throws {UsageError} when kind or session are invalid.
 * @throws {RepoctxError} when the memory cannot be read.
 */
export function searchMemories(
  root: string,
  { query, terms, top = DEFAULT_TOP, kind, file, session, stale = "all" }: MemoryQuery,
  { hashOf, countTokens }: SearchOptions,
): MemorySearchResult {
  const wantedKind = kind === undefined ? undefined : checkKind(kind);
  if (session !== undefined) checkSession(session);
  const visible = [...readMemoryFile(root).entries.values()].filter((entry) => isVisible(entry, session));
  const wanted = visible.filter((entry) =>
    (wantedKind === undefined || entry.kind === wantedKind) &&
    (file === undefined || Object.hasOwn(entry.files ?? {}, file))
  );
  const asked = query !== undefined && query.trim() !== "";
  const usedTerms = terms ?? queryTerms(query ?? "").filter((term) => !STOP_WORDS.has(term));
  const hits = asked
    ? matching(wanted, usedTerms, hashOf)
    : wanted.map((entry) => toHit(entry, hashOf)).sort(newestFirst);
  const results = hits.filter((hit) => stale === "all" || hit.stale).slice(0, top)
    .map((hit) => ({ ...hit, estimated_tokens: countTokens(hit.text) }));
  return {
    schema_version: SCHEMA_VERSION,
    command: "memory",
    action: "search",
    ...asked ? { query, terms: [...usedTerms] } : {},
    count: results.length,
    total_entries: visible.length,
    estimated_tokens: results.reduce((sum, { estimated_tokens }) => sum + estimated_tokens, 0),
    results,
  };
}
