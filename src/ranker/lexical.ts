/**
 * BM25F over the fields of a file, and the score of its best passage, from stored term vectors.
 *
 * Robertson, Zaragoza, Taylor: "Simple BM25 Extension to Multiple Weighted Fields" (CIKM 2004): the weighted,
 * length-normalised frequencies of all fields are added first and saturated once.
 */
import { termHash, type TermVector } from "../text/mod.ts";
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

/** An index term of the question. */
export interface SearchedTerm {
  term: string;
  /** As {@link TermVector.lookupHash} wants it. */
  hash: number;
  /** Rarity times weight in the question. */
  weight: number;
}

/** The terms of a question, hashed once for all files. */
export function searchedTerms(weights: ReadonlyMap<string, number>): SearchedTerm[] {
  return Array.from(weights, ([term, weight]) => ({ term, hash: termHash(term), weight }));
}

/** Scores one file. */
export function scoreFile(
  vector: TermVector,
  pathTerms: readonly string[],
  terms: readonly SearchedTerm[],
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
  for (const { term, hash, weight } of terms) {
    total += weight;
    let inPath = 0;
    for (const pathTerm of pathTerms) if (pathTerm === term) inPath++;
    const entry = vector.lookupHash(hash);
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

/** Windows of a file of twenty million lines: a stored line beyond it comes from a damaged index. */
const MOST_WINDOWS = 1 << 20;

/** Work space of {@link bestPassage}, which runs once per candidate: per window its score, and occurrences of a term. */
let windowScores = new Float64Array(256);
let windowCounts = new Uint32Array(256);

/** Slides a window over the occurrences and keeps the best one; the first of equals. */
function bestPassage(
  occurrences: readonly { weight: number; lines: readonly number[] }[],
  parameters: RankingParameters,
): { passage: number; startLine: number; endLine: number } {
  const { passageLines, passageStep, passageK1 } = parameters;
  let windows = 0;
  for (const { lines } of occurrences) {
    windows = Math.max(windows, Math.floor((lines[lines.length - 1]! - 1) / passageStep) + 1);
  }
  windows = Math.min(windows, MOST_WINDOWS);
  if (windows > windowScores.length) {
    windowScores = new Float64Array(windows * 2);
    windowCounts = new Uint32Array(windows * 2);
  }
  windowScores.fill(0, 0, windows);
  for (const { weight, lines } of occurrences) {
    windowCounts.fill(0, 0, windows);
    for (const line of lines) {
      // Window w covers lines w × step + 1 … w × step + passageLines.
      const last = Math.floor((line - 1) / passageStep);
      const first = Math.max(0, Math.ceil((line - passageLines) / passageStep));
      for (let window = first; window <= last; window++) windowCounts[window]!++;
    }
    for (let window = 0; window < windows; window++) {
      const count = windowCounts[window]!;
      if (count > 0) windowScores[window]! += weight * count * (passageK1 + 1) / (passageK1 + count);
    }
  }
  let passage = 0;
  let best = 0;
  for (let window = 0; window < windows; window++) {
    if (windowScores[window]! > passage) {
      passage = windowScores[window]!;
      best = window;
    }
  }
  return { passage, startLine: best * passageStep + 1, endLine: best * passageStep + passageLines };
}
