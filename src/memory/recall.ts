/** Memories that ride along with an answer about code. */
import { compareStrings, type MemoryHit } from "../model/mod.ts";
import { scoreTerms } from "./_matching.ts";
import { type HashOf, isVisible, type MemoryEntry, toHit } from "./entry.ts";
import { readMemoryFile } from "./memory_file.ts";

const TERM_SHARE = 0.7;
const LINK_SHARE = 0.3;

/** What the question is about. */
export interface RecallQuery {
  /** Analysed terms of the question. */
  terms: readonly string[];
  session?: string;
  /** Adjusted score of each ranked file. */
  fileScores: ReadonlyMap<string, number>;
}

/** The linked file that ranked best. */
function bestLink(
  entry: MemoryEntry,
  fileScores: ReadonlyMap<string, number>,
): { path: string; score: number } {
  let best = { path: "", score: 0 };
  for (const path of Object.keys(entry.files ?? {}).sort(compareStrings)) {
    const score = fileScores.get(path) ?? 0;
    if (score > best.score) best = { path, score };
  }
  return best;
}

/**
 * Finds what was remembered about a question: long-term entries and those of the session, best first, ties by id.
 * The score is 0.7 × the share of matched terms + 0.3 × the rank of the best linked file relative to the best file.
 * All with a positive score are returned; how many are delivered is for the packer to say.
 *
 * @throws {RepoctxError} when the memory cannot be read.
 */
export function recallMemories(
  root: string,
  { terms, session, fileScores }: RecallQuery,
  hashOf: HashOf,
): (MemoryHit & { score: number; reasons: string[] })[] {
  let topScore = 0;
  for (const score of fileScores.values()) topScore = Math.max(topScore, score);
  return [...readMemoryFile(root).entries.values()]
    .filter((entry) => isVisible(entry, session))
    .map((entry) => {
      const { score, reasons } = scoreTerms(entry, terms);
      const link = bestLink(entry, fileScores);
      const linkScore = topScore > 0 ? link.score / topScore : 0;
      return {
        ...toHit(entry, hashOf),
        score: TERM_SHARE * score + LINK_SHARE * linkScore,
        reasons: linkScore > 0 ? [...reasons, `linked:${link.path}`] : reasons,
      };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareStrings(a.id, b.id));
}
