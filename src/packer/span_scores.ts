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
  const nameWeight = rememberedNameWeights(weights);
  const drafts = files.flatMap((file) => draftsOf(file, weights, nameWeight));
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

function draftsOf(
  file: EvidenceFile,
  weights: ReadonlyMap<string, number>,
  nameWeight: (name: string) => number,
): Draft[] {
  const { lines } = file;
  if (lines.length === 0) return [];
  const charactersUntil = new Float64Array(lines.length + 1);
  for (let i = 0; i < lines.length; i++) {
    charactersUntil[i + 1] = charactersUntil[i]! + trimmedLength(lines[i]!) + 1;
  }
  const tokensOf = (start: number, end: number): number =>
    (charactersUntil[Math.min(end, lines.length)]! - charactersUntil[Math.max(0, start - 1)]!) /
    CHARACTERS_PER_TOKEN;
  const terms: { weight: number; until: Uint32Array }[] = [];
  for (const [term, weight] of weights) {
    const occurrences = file.occurrences(term);
    if (occurrences.length > 0) terms.push({ weight, until: countsUntil(occurrences, lines.length) });
  }
  const segments = segmentFile(lines.length, file.symbols);
  const average = segments.reduce((sum, segment) => sum + tokensOf(segment.startLine, segment.endLine), 0) /
    segments.length;
  const bm25 = (start: number, end: number, averageTokens: number): number => {
    const norm = K1 * (1 - B + B * tokensOf(start, end) / (averageTokens || 1));
    let sum = 0;
    for (const { weight, until } of terms) {
      const count = until[end]! - until[start - 1]!;
      if (count > 0) sum += weight * count * (K1 + 1) / (count + norm);
    }
    return sum;
  };
  const past = file.resemblingLines;
  return segments.map((segment) => {
    const from = Math.max(1, segment.startLine - SURROUNDING_LINES);
    const to = Math.min(lines.length, segment.endLine + SURROUNDING_LINES);
    return {
      file,
      segment,
      tokens: tokensOf(segment.startLine, segment.endLine),
      text: bm25(segment.startLine, segment.endLine, average),
      name: nameWeight(segment.symbol),
      around: bm25(from, to, average * 5),
      past: pastValue(past, segment),
    };
  });
}

const SPACE = 0x20;
const TAB = 0x09;

/** Length without the white space around. */
function trimmedLength(line: string): number {
  let start = 0;
  let end = line.length;
  while (start < end && isIndent(line.charCodeAt(start))) start++;
  while (end > start && isIndent(line.charCodeAt(end - 1))) end--;
  if (start === end) return 0;
  // Rare white space is left to those who know all of it.
  const isPlain = isVisibleAscii(line.charCodeAt(start)) && isVisibleAscii(line.charCodeAt(end - 1));
  return isPlain ? end - start : line.trim().length;
}

function isIndent(code: number): boolean {
  return code === SPACE || code === TAB;
}

function isVisibleAscii(code: number): boolean {
  return code > SPACE && code < 0x7f;
}

function pastValue(past: ReadonlyMap<number, number>, { startLine, endLine }: Segment): number {
  if (past.size === 0) return 0;
  let sum = 0;
  for (let line = startLine; line <= endLine; line++) sum += past.get(line) ?? 0;
  return sum;
}

/** How many occurrences there are up to each line, from the lines they are on. */
function countsUntil(occurrences: readonly number[], lineCount: number): Uint32Array {
  const until = new Uint32Array(lineCount + 1);
  for (const line of occurrences) if (line <= lineCount) until[line]!++;
  for (let line = 1; line <= lineCount; line++) until[line]! += until[line - 1]!;
  return until;
}

/** Weight of the words of a name; the segments of a declaration all ask for the same one. */
function rememberedNameWeights(weights: ReadonlyMap<string, number>): (name: string) => number {
  const known = new Map<string, number>();
  return (name) => {
    let sum = known.get(name);
    if (sum === undefined) {
      sum = 0;
      for (const word of splitIdentifier(name)) sum += weights.get(stem(fold(word))) ?? 0;
      known.set(name, sum);
    }
    return sum;
  };
}
