/**
 * Follow-ups: what the first hits use and what uses them. Measured on past changes, such files are rarely what a task is
 * about when its words do not say so (0 to 4 % of the first proposals), so they are placed behind the confident hits and
 * never among them.
 */
import { type Candidate, compareStrings } from "../model/mod.ts";
import type { IndexReader } from "../store/mod.ts";

/** How many first hits are followed. */
const SEEDS = 3;
/** A symbol that more files use than this says nothing about one of them. */
const MAX_USERS = 20;

/** A file next to a first hit. */
export interface FollowUp {
  fileId: number;
  /** At most 1: strength of the seed, shared among all that it leads to in this way. */
  value: number;
  reason: string;
}

/** Finds the files that the first hits use by name, are used by, test or are tested by; strongest first. */
export function followUps(reader: IndexReader, ordered: readonly Candidate[]): FollowUp[] {
  const seeds = ordered.slice(0, SEEDS);
  const best = seeds[0]?.score ?? 0;
  if (best <= 0) return [];
  const found = new Map<number, FollowUp>();
  const add = (fileId: number, value: number, reason: string): void => {
    const known = found.get(fileId);
    if (!known || value > known.value) found.set(fileId, { fileId, value, reason });
  };
  const ids = seeds.map((seed) => seed.fileId);
  const seedOf = new Map(seeds.map((seed) => [seed.fileId, seed]));
  const names = reader.symbolsOf(ids);
  const nameOf = (fileId: number, ordinal: number): string | undefined => names.get(fileId)?.[ordinal]?.name;
  const isMatched = (seed: Candidate, ordinal: number): boolean => {
    const symbol = names.get(seed.fileId)?.[ordinal];
    if (!symbol) return false;
    const { startLine, endLine } = seed.passage;
    return (symbol.startLine <= endLine && symbol.endLine >= startLine) ||
      seed.symbols.some((match) => match.name === symbol.name && match.startLine === symbol.startLine);
  };
  for (const edge of reader.symbolEdgesFrom(ids)) {
    const seed = seedOf.get(edge.srcId)!;
    if (seedOf.has(edge.dstId) || !isMatched(seed, edge.srcSymbol)) continue;
    add(edge.dstId, seed.score / best, `called-by:${nameOf(edge.srcId, edge.srcSymbol)}`);
  }
  const users = new Map<string, number[]>();
  for (const edge of reader.symbolEdgesTo(ids)) {
    if (!isMatched(seedOf.get(edge.dstId)!, edge.dstSymbol)) continue;
    const key = `${edge.dstId}:${edge.dstSymbol}`;
    const list = users.get(key);
    if (list) list.push(edge.srcId);
    else users.set(key, [edge.srcId]);
  }
  for (const [key, files] of users) {
    const distinct = new Set(files);
    if (distinct.size > MAX_USERS) continue;
    const [fileId, ordinal] = key.split(":").map(Number) as [number, number];
    const value = seedOf.get(fileId)!.score / best / Math.sqrt(distinct.size);
    for (const user of distinct) if (!seedOf.has(user)) add(user, value, `calls:${nameOf(fileId, ordinal)}`);
  }
  for (const edge of reader.edgesOf(ids)) {
    if (edge.kind !== "test") continue;
    const seed = seedOf.get(edge.dstId) ?? seedOf.get(edge.srcId)!;
    const other = seed.fileId === edge.dstId ? edge.srcId : edge.dstId;
    if (seedOf.has(other)) continue;
    const reason = seed.fileId === edge.dstId ? "test-of" : "tested-by";
    add(other, seed.score / best * 0.5, `${reason}:${seed.path}`);
  }
  return [...found.values()].sort((a, b) =>
    b.value - a.value || compareStrings(a.reason, b.reason) || a.fileId - b.fileId
  );
}
