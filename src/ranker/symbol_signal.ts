/** How well the names of declared symbols answer a task. */
import { compareStrings, type SymbolMatch } from "../model/mod.ts";
import type { ChunkHit } from "../store/mod.ts";
import { nameStems } from "../text/mod.ts";
import { bareName } from "./named_evidence.ts";

/** An identifier that stands in the task as such is more than the sum of its words. */
const EXACT_NAME_FACTOR = 1.5;
const MAX_PER_FILE = 8;

/**
 * The matching symbols of each file, best first: weight of the name's words that are in the task, times the share
 * of the name they make up.
 *
 * @param hits symbols only.
 * @param identifiers folded identifiers of the task.
 */
export function bestSymbols(
  hits: readonly ChunkHit[],
  weights: ReadonlyMap<string, number>,
  identifiers: ReadonlySet<string>,
): Map<number, SymbolMatch[]> {
  const byFile = new Map<number, SymbolMatch[]>();
  for (const hit of hits) {
    if (!hit.heading) continue;
    const score = nameScore(hit.heading, weights, identifiers);
    if (score === 0) continue;
    const match: SymbolMatch = { name: hit.heading, startLine: hit.startLine, endLine: hit.endLine, score };
    const list = byFile.get(hit.fileId);
    if (list) list.push(match);
    else byFile.set(hit.fileId, [match]);
  }
  for (const list of byFile.values()) {
    list.sort((a, b) => b.score - a.score || a.startLine - b.startLine || compareStrings(a.name, b.name));
    list.length = Math.min(list.length, MAX_PER_FILE);
  }
  return byFile;
}

function nameScore(
  name: string,
  weights: ReadonlyMap<string, number>,
  identifiers: ReadonlySet<string>,
): number {
  const words = nameStems(name);
  let matched = 0;
  let sum = 0;
  for (const word of words) {
    const weight = weights.get(word);
    if (weight === undefined) continue;
    matched++;
    sum += weight;
  }
  const exact = words.length > 1 && identifiers.size > 0 && identifiers.has(bareName(name));
  return words.length === 0 ? 0 : sum * (matched / words.length) * (exact ? EXACT_NAME_FACTOR : 1);
}
