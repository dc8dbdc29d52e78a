/**
 * Scores the segments of all ranked files against one another. The recipe (file score plus text score of the span,
 * a share for the name around it and for the lines around it, a mild preference for short spans) is the one that
 * delivered most of the lines that real changes touched: bench/RESULTS.md.
 */
import { nameStems } from "../text/mod.ts";
import type { EvidenceFile } from "./evidence_file.ts";
import { type Segment, segmentFile, windowsOf } from "./segments.ts";
import type { Range } from "./selection.ts";

/** A segment with its file and its score. */
export interface ScoredSegment extends Segment {
  file: EvidenceFile;
  score: number;
  /** BM25 of the segment alone, relative to the best segment; 0 when it holds no word of the task. */
  text: number;
  /** Something speaks for these lines or for lines near them, not only for their file. */
  hasEvidence: boolean;
}

const K1 = 1.2;
const B = 0.75;
/** Shares of the signals beside file score and span text, each of which counts 1. */
const NAME_SHARE = 0.2;
const HISTORY_SHARE = 0.2;
const SURROUNDINGS_SHARE = 0.2;
/** The line that the task names, or that says what it quotes, is what is asked about. */
const NAMED_SHARE = 1;
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
  const nameWeight = rememberedNameWeights(weights);
  const drafts = files.flatMap((file) =>
    draftsOf(file, segmentFile(file.lines.length, file.symbols), weights, nameWeight)
  );
  return scored(drafts, best);
}

/** Scores the windows of `length` lines of one file, each half a window behind the one before. Best first. */
export function scoreWindows(
  file: EvidenceFile,
  length: number,
  weights: ReadonlyMap<string, number>,
): ScoredSegment[] {
  const windows = windowsOf(file.lines.length, file.symbols, length);
  return scored(draftsOf(file, windows, weights, rememberedNameWeights(weights)), file.candidate.score || 1);
}

function scored(drafts: readonly Draft[], bestFileScore: number): ScoredSegment[] {
  const maximum = (pick: (draft: Draft) => number): number =>
    drafts.reduce((most, draft) => Math.max(most, pick(draft)), 0) || 1;
  const mostText = maximum((draft) => draft.text);
  const mostName = maximum((draft) => draft.name);
  const mostPast = maximum((draft) => draft.past);
  const mostAround = maximum((draft) => draft.around);
  return drafts.map((draft) => {
    const text = draft.text / mostText;
    // Squared: the ranking lifts what is nearly as good as the best, here the best files shall speak first.
    const share = draft.file.candidate.score / bestFileScore;
    const sum = share * share + text + NAME_SHARE * draft.name / mostName +
      SURROUNDINGS_SHARE * draft.around / mostAround + HISTORY_SHARE * draft.past / mostPast +
      (draft.isNamed ? NAMED_SHARE : 0);
    const score = sum * Math.pow(draft.tokens + LENGTH_OFFSET, LENGTH_EXPONENT);
    // The head of a file is imports and licence: that a hit is near says nothing about it.
    const isNearHit = draft.around > 0 && draft.segment.startLine > 1;
    const hasEvidence = draft.text > 0 || draft.name > 0 || draft.past > 0 || isNearHit || draft.isNamed;
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
  /** Holds a line that the task names. */
  isNamed: boolean;
}

function draftsOf(
  file: EvidenceFile,
  segments: readonly Segment[],
  weights: ReadonlyMap<string, number>,
  nameWeight: (name: string) => number,
): Draft[] {
  const { lines } = file;
  if (segments.length === 0) return [];
  const charactersUntil = new Uint32Array(lines.length + 1);
  for (let i = 0; i < lines.length; i++) {
    charactersUntil[i + 1] = charactersUntil[i]! + lines[i]!.trim().length + 1;
  }
  const tokensOf = ({ startLine, endLine }: Range): number =>
    (charactersUntil[endLine]! - charactersUntil[startLine - 1]!) / CHARACTERS_PER_TOKEN;
  const terms: WeightedLines[] = [];
  for (const [term, weight] of weights) {
    const occurrences = file.occurrences(term);
    if (occurrences.length > 0) terms.push({ weight, lines: occurrences });
  }
  const surroundings = segments.map(({ startLine, endLine }) => ({
    startLine: Math.max(1, startLine - SURROUNDING_LINES),
    endLine: Math.min(lines.length, endLine + SURROUNDING_LINES),
  }));
  const average = segments.reduce((sum, segment) => sum + tokensOf(segment), 0) / segments.length;
  const texts = bm25(segments, tokensOf, average, terms);
  const around = bm25(surroundings, tokensOf, average * 5, terms);
  const past = file.resemblingLines;
  const { namedLines = [] } = file.candidate;
  return segments.map((segment, i) => ({
    file,
    segment,
    tokens: tokensOf(segment),
    text: texts[i]!,
    name: nameWeight(segment.symbol),
    around: around[i]!,
    past: pastValue(past, segment),
    isNamed: namedLines.some((line) => line >= segment.startLine && line <= segment.endLine),
  }));
}

/** A term of the task and the lines it is on, ascending. */
interface WeightedLines {
  weight: number;
  lines: readonly number[];
}

/** BM25 of each range as if it were a document. Both ends of the ranges are ascending. */
function bm25(
  ranges: readonly Range[],
  tokensOf: (range: Range) => number,
  averageTokens: number,
  terms: readonly WeightedLines[],
): Float64Array {
  const norms = ranges.map((range) => K1 * (1 - B + B * tokensOf(range) / (averageTokens || 1)));
  const scores = new Float64Array(ranges.length);
  const counts = new Uint32Array(ranges.length);
  for (const { weight, lines } of terms) {
    counts.fill(0);
    let first = 0;
    for (const line of lines) {
      while (first < ranges.length && ranges[first]!.endLine < line) first++;
      for (let i = first; i < ranges.length && ranges[i]!.startLine <= line; i++) counts[i]!++;
    }
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i]!;
      if (count > 0) scores[i]! += weight * count * (K1 + 1) / (count + norms[i]!);
    }
  }
  return scores;
}

function pastValue(past: ReadonlyMap<number, number>, { startLine, endLine }: Segment): number {
  if (past.size === 0) return 0;
  let sum = 0;
  for (let line = startLine; line <= endLine; line++) sum += past.get(line) ?? 0;
  return sum;
}

/** Weight of the words of a name; the segments of a declaration all ask for the same one. */
function rememberedNameWeights(weights: ReadonlyMap<string, number>): (name: string) => number {
  const known = new Map<string, number>();
  return (name) => {
    let sum = known.get(name);
    if (sum === undefined) {
      sum = 0;
      for (const word of nameStems(name)) sum += weights.get(word) ?? 0;
      known.set(name, sum);
    }
    return sum;
  };
}
