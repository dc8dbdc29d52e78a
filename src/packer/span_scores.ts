/**
 * Scores the segments of all ranked files against one another. The recipe (file score plus text score of the span,
 * a share for the name around it and for the lines around it, a mild preference for short spans) is the one that
 * delivered most of the lines that real changes touched: bench/RESULTS.md.
 */
import { fold, splitIdentifier, stem } from "../text/mod.ts";
import type { EvidenceFile } from "./evidence_file.ts";
import { type Segment, segmentFile } from "./segments.ts";

/** A segment with its file and its score. */
export interface ScoredSegment extends Segment {
  file: EvidenceFile;
  score: number;
  /** BM25 of the segment alone, relative to the best segment; 0 when it holds no word of the task. */
  text: number;
  /** Something speaks for these lines, not only for their file. */
  hasEvidence: boolean;
}

const K1 = 1.2;
const B = 0.75;
/** Shares of the signals beside file score and span text, each of which counts 1. */
const NAME_SHARE = 0.2;
const HISTORY_SHARE = 0.3;
const SURROUNDINGS_SHARE = 0.2;
/** Lines before and after a segment that count as its surroundings. */
const SURROUNDING_LINES = 50;
/** Score is multiplied by (tokens + offset) to this power: shorter spans win ties, value per token does not decide. */
const LENGTH_EXPONENT = -0.15;
const LENGTH_OFFSET = 25;
/** Characters per token of code, for the length preference only. */
const CHARACTERS_PER_TOKEN = 3.6;

/** Cuts and scores all files. Best first; ties by rank of the file, then by line. */
export function scoreSegments(
  files: readonly EvidenceFile[],
  weights: ReadonlyMap<string, number>,
): ScoredSegment[] {
  const best = files[0]?.candidate.score || 1;
  const drafts = files.flatMap((file) => draftsOf(file, weights));
  const maximum = (pick: (draft: Draft) => number): number =>
    drafts.reduce((most, draft) => Math.max(most, pick(draft)), 0) || 1;
  const mostText = maximum((draft) => draft.text);
  const mostName = maximum((draft) => draft.name);
  const mostPast = maximum((draft) => draft.past);
  const mostAround = maximum((draft) => draft.around);
  return drafts.map((draft) => {
    const text = draft.text / mostText;
    const sum = draft.file.candidate.score / best + text + NAME_SHARE * draft.name / mostName +
      SURROUNDINGS_SHARE * draft.around / mostAround + HISTORY_SHARE * draft.past / mostPast;
    const score = sum * Math.pow(draft.tokens + LENGTH_OFFSET, LENGTH_EXPONENT);
    const hasEvidence = draft.text > 0 || draft.name > 0 || draft.past > 0;
    return { ...draft.segment, file: draft.file, score, text, hasEvidence };
  }).sort((a, b) => b.score - a.score || a.file.rank - b.file.rank || a.startLine - b.startLine);
}

interface Draft {
  file: EvidenceFile;
  segment: Segment;
  tokens: number;
  text: number;
  name: number;
  around: number;
  /** Value of the lines that past commits like the task added. */
  past: number;
}

function draftsOf(file: EvidenceFile, weights: ReadonlyMap<string, number>): Draft[] {
  const { lines } = file;
  if (lines.length === 0) return [];
  const charactersUntil = new Float64Array(lines.length + 1);
  for (const [i, line] of lines.entries()) {
    charactersUntil[i + 1] = charactersUntil[i]! + line.trim().length + 1;
  }
  const tokensOf = (start: number, end: number): number =>
    (charactersUntil[Math.min(end, lines.length)]! - charactersUntil[Math.max(0, start - 1)]!) /
    CHARACTERS_PER_TOKEN;
  const terms = [...weights].map(([term, weight]) => ({ weight, lines: file.occurrences(term) }))
    .filter((term) => term.lines.length > 0);
  const segments = segmentFile(lines.length, file.symbols);
  const average = segments.reduce((sum, segment) => sum + tokensOf(segment.startLine, segment.endLine), 0) /
    segments.length;
  const bm25 = (start: number, end: number, averageTokens: number): number => {
    const norm = K1 * (1 - B + B * tokensOf(start, end) / (averageTokens || 1));
    let sum = 0;
    for (const term of terms) {
      const count = countBetween(term.lines, start, end);
      if (count > 0) sum += term.weight * count * (K1 + 1) / (count + norm);
    }
    return sum;
  };
  const past = file.resemblingLines();
  return segments.map((segment) => {
    const from = Math.max(1, segment.startLine - SURROUNDING_LINES);
    const to = Math.min(lines.length, segment.endLine + SURROUNDING_LINES);
    return {
      file,
      segment,
      tokens: tokensOf(segment.startLine, segment.endLine),
      text: bm25(segment.startLine, segment.endLine, average),
      name: nameWeight(segment.symbol, weights),
      around: bm25(from, to, average * 5),
      past: pastValue(past, segment),
    };
  });
}

function pastValue(past: ReadonlyMap<number, number>, { startLine, endLine }: Segment): number {
  if (past.size === 0) return 0;
  let sum = 0;
  for (let line = startLine; line <= endLine; line++) sum += past.get(line) ?? 0;
  return sum;
}

/** Occurrences in a range, from an ascending list, by binary search. */
function countBetween(lines: readonly number[], start: number, end: number): number {
  return lowerBound(lines, end + 1) - lowerBound(lines, start);
}

function lowerBound(lines: readonly number[], value: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nameWeight(name: string, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const word of splitIdentifier(name)) sum += weights.get(stem(fold(word))) ?? 0;
  return sum;
}
