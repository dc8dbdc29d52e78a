/**
 * BM25F over the fields of a file, and the score of its best passage, from stored term vectors.
 *
 * Robertson, Zaragoza, Taylor: "Simple BM25 Extension to Multiple Weighted Fields" (CIKM 2004): the weighted,
 * length-normalised frequencies of all fields are added first and saturated once.
 */
import type { TermVector } from "../text/mod.ts";
import type { RankingParameters } from "./parameters.ts";

/** Average field lengths of the index, in terms. */
export interface FieldAverages {
  path: number;
  name: number;
  signature: number;
  doc: number;
  body: number;
}

/** The text evidence of one file. */
export interface LexicalScore {
  /** BM25F over all fields. */
  file: number;
  /** BM25 of the best window of lines. */
  passage: number;
  startLine: number;
  endLine: number;
  /** Share of the question's weight that occurs anywhere in the file. */
  coverage: number;
}

/** Scores one file. `weights` maps an index term to rarity times weight in the question. */
export function scoreFile(
  vector: TermVector,
  pathTerms: readonly string[],
  weights: ReadonlyMap<string, number>,
  averages: FieldAverages,
  parameters: RankingParameters,
): LexicalScore {
  const { k1, b, field } = parameters;
  const norm = (length: number, average: number, slope: number): number =>
    1 - slope + slope * (average > 0 ? length / average : 1);
  const lengths = vector.lengths;
  const pathNorm = norm(pathTerms.length, averages.path, b.path);
  const nameNorm = norm(lengths.name, averages.name, b.name);
  const signatureNorm = norm(lengths.signature, averages.signature, b.signature);
  const docNorm = norm(lengths.doc, averages.doc, b.doc);
  const bodyNorm = norm(lengths.body, averages.body, b.body);
  let score = 0;
  let covered = 0;
  let total = 0;
  const occurrences: { weight: number; lines: readonly number[] }[] = [];
  for (const [term, weight] of weights) {
    total += weight;
    let inPath = 0;
    for (const pathTerm of pathTerms) if (pathTerm === term) inPath++;
    const entry = vector.lookup(term);
    if (!entry && inPath === 0) continue;
    let frequency = field.path * inPath / pathNorm;
    if (entry) {
      frequency += field.name * entry.name / nameNorm + field.signature * entry.signature / signatureNorm +
        field.doc * entry.doc / docNorm + field.body * entry.body / bodyNorm;
      if (entry.lines.length > 0) occurrences.push({ weight, lines: entry.lines });
    }
    score += weight * frequency * (k1 + 1) / (k1 + frequency);
    covered += weight;
  }
  const best = bestPassage(occurrences, parameters);
  return { file: score, coverage: total > 0 ? covered / total : 0, ...best };
}

/** Slides a window over the occurrences and keeps the best one; the first of equals. */
function bestPassage(
  occurrences: readonly { weight: number; lines: readonly number[] }[],
  parameters: RankingParameters,
): { passage: number; startLine: number; endLine: number } {
  const { passageLines, passageStep, passageK1 } = parameters;
  const scores = new Map<number, number>();
  for (const { weight, lines } of occurrences) {
    const counts = new Map<number, number>();
    for (const line of lines) {
      // Window w covers lines w × step + 1 … w × step + passageLines.
      const last = Math.floor((line - 1) / passageStep);
      const first = Math.max(0, Math.ceil((line - passageLines) / passageStep));
      for (let window = first; window <= last; window++) counts.set(window, (counts.get(window) ?? 0) + 1);
    }
    for (const [window, count] of counts) {
      const gain = weight * count * (passageK1 + 1) / (passageK1 + count);
      scores.set(window, (scores.get(window) ?? 0) + gain);
    }
  }
  let passage = 0;
  let best = 0;
  for (const [window, score] of scores) {
    if (score > passage || (score === passage && window < best)) {
      passage = score;
      best = window;
    }
  }
  return { passage, startLine: best * passageStep + 1, endLine: best * passageStep + passageLines };
}
