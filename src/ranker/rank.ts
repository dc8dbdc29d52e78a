/** Ranks the files of an index for a task. */
import { type Candidate, compareStrings, type Config, type Ranking } from "../model/mod.ts";
import type { FileRow, IndexReader } from "../store/mod.ts";
import { indexTerms, nameStems, type TermVector } from "../text/mod.ts";
import { followUps } from "./graph_signal.ts";
import { historySignal } from "./history_signal.ts";
import { type FieldAverages, scoreFile, type SearchedTerm, searchedTerms } from "./lexical.ts";
import {
  declaredNames,
  type NamedEvidence,
  namedFiles,
  saidMessage,
  type SoughtMessage,
  soughtMessages,
} from "./named_evidence.ts";
import { PARAMETERS, type RankingParameters } from "./parameters.ts";
import { isAuxiliary, isVendored, stemOf } from "./path_class.ts";
import { type AnalyzedQuery, analyzeQuery, type QueryStyle } from "./query.ts";
import { bestSymbols } from "./symbol_signal.ts";

/** What a ranking depends on besides the index and the task. */
export interface RankOptions {
  weights: Config["ranking"]["weights"];
  synonyms: Config["ranking"]["synonyms"];
  /** @default "task" */
  style?: QueryStyle;
  /** Replaces single parameters, for measurements. */
  parameters?: Partial<RankingParameters>;
}

/** The weights of the default configuration: a configured weight scales its signal relative to this. */
const REFERENCE_WEIGHTS = { fts: 0.4, symbol: 0.3, graph: 0.2, path: 0.1, history: 0.3 };

/** Terms below this weight in the question ("fix", "when") do not make a past commit resemble it. */
const MIN_HISTORY_WEIGHT = 0.45;

interface Scored {
  row: FileRow;
  candidate: Candidate;
  text: number;
  symbol: number;
  path: number;
  /** All words of the file's stem are in the task. */
  isStemNamed: boolean;
  history: number;
  /** What the task says outright, each 0 to 1: its file, its name, its text. */
  place: number;
  declared: number;
  said: number;
}

/** What is named outright counts this much beside the sum of the signals, whose best is near 1.5. */
const NAMED = { place: 1.5, declared: 0.3, said: 1 };

/** Ranks every candidate for `task`, best first. The same index and task give the same list. */
export function rankFiles(reader: IndexReader, task: string, options: RankOptions): Ranking {
  const parameters: RankingParameters = { ...PARAMETERS, ...options.parameters };
  const query = analyzeQuery(task, options.synonyms, options.style);
  const weights = weighTerms(reader, query);
  const terms = { reported: query.reported, weights };
  if (query.terms.size === 0) return { terms, candidates: [], nonPositive: 0, commits: [] };

  const hits = reader.filesMatching([...weights.keys()], {
    weights: parameters.field,
    limit: parameters.chunkHits,
  });
  const symbols = bestSymbols(hits.symbols, weights, query.identifiers);
  const history = options.weights.history > 0
    ? historySignal(
      reader,
      // A word that stands in messages only has no weight in the text, but says something about commits.
      [...query.terms.keys()].filter((term) => query.terms.get(term)! > MIN_HISTORY_WEIGHT),
      parameters,
    )
    : { files: new Map<number, { score: number; sha: string }>(), commits: [] };
  const ids = new Set(hits.best.keys());
  for (const id of history.files.keys()) ids.add(id);
  const named = namedFiles(reader, query.places);
  for (const id of named.keys()) ids.add(id);

  const rows = reader.filesById(ids);
  const vectors = reader.termVectors(ids);
  const question: Question = {
    query,
    weights,
    terms: searchedTerms(weights),
    averages: reader.meta.averages,
    parameters,
    symbols,
    named,
    declared: declaredNames(symbols, query.names),
    messages: soughtMessages(query.messages, weights),
  };
  const scored: Scored[] = [];
  for (const [id, row] of rows) scored.push(score(question, row, vectors.get(id), history.files.get(id)));
  for (const { candidate } of scored) {
    const bestRow = hits.best.get(candidate.fileId);
    if (bestRow !== undefined) candidate.bestRow = bestRow;
  }
  const candidates = fuse(scored, query, options.weights, parameters);
  if (options.weights.graph > 0) {
    placeFollowUps(reader, candidates, options.weights.graph / REFERENCE_WEIGHTS.graph, parameters);
  }
  const positive = candidates.filter((candidate) => candidate.score > 0);
  return {
    terms,
    candidates: positive,
    nonPositive: candidates.length - positive.length,
    commits: history.commits,
  };
}

/** Weight of a term: its weight in the question times its rarity among the chunks (BM25 idf, never negative). */
function weighTerms(reader: IndexReader, query: AnalyzedQuery): Map<string, number> {
  const frequencies = reader.documentFrequencies([...query.terms.keys()]);
  const total = reader.chunkCount;
  const weights = new Map<string, number>();
  for (const [term, weight] of query.terms) {
    const frequency = frequencies.get(term) ?? 0;
    if (frequency === 0) continue;
    weights.set(term, weight * Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5)));
  }
  return weights;
}

/** What every file is scored by. */
interface Question {
  query: AnalyzedQuery;
  /** Index term → rarity times weight in the question. */
  weights: ReadonlyMap<string, number>;
  terms: readonly SearchedTerm[];
  averages: FieldAverages;
  parameters: RankingParameters;
  symbols: ReturnType<typeof bestSymbols>;
  named: ReadonlyMap<number, NamedEvidence>;
  declared: ReadonlyMap<number, number>;
  messages: readonly SoughtMessage[];
}

function score(
  { query, weights, terms, averages, parameters, symbols, named, declared, messages }: Question,
  row: FileRow,
  vector: TermVector | undefined,
  history: { score: number; sha: string } | undefined,
): Scored {
  const pathTerms = indexTerms(row.path);
  const lexical = vector
    ? scoreFile(vector, pathTerms, terms, averages, parameters)
    : { file: 0, passage: 0, startLine: 1, endLine: 1, coverage: 0 };
  const matches = symbols.get(row.id) ?? [];
  const place = named.get(row.id);
  const said = vector && messages.length > 0 ? saidMessage(vector, messages) : undefined;
  const path = pathSignal(row.path, pathTerms, query, weights, place !== undefined);
  const lines = [...place?.lines ?? [], ...said?.lines ?? []];
  const candidate = emptyCandidate(row);
  const { reasons } = candidate;
  if (lexical.file > 0) reasons.push("fts");
  for (const match of matches) reasons.push(`symbol:${match.name}`);
  if (path.reason) reasons.push(path.reason);
  if (said) reasons.push("message-match");
  if (history) reasons.push(`history:${history.sha.slice(0, 7)}`);
  return {
    row,
    text: (lexical.file * (1 - parameters.passageShare) + lexical.passage * parameters.passageShare) *
      (1 + parameters.coverageShare * lexical.coverage),
    symbol: matches[0]?.score ?? 0,
    path: path.score,
    isStemNamed: path.isStemNamed,
    history: history?.score ?? 0,
    place: place?.strength ?? 0,
    declared: declared.get(row.id) ?? 0,
    said: said?.strength ?? 0,
    candidate: {
      ...candidate,
      passage: passageOf(row, lines[0], lexical),
      symbols: matches,
      ...(lines.length === 0 ? {} : { namedLines: lines }),
    },
  };
}

/** How far the passage reaches around a line that the task names. */
const LINES_BEFORE = 10;
const LINES_AFTER = 20;

function passageOf(
  row: FileRow,
  line: number | undefined,
  lexical: { startLine: number; endLine: number },
): Candidate["passage"] {
  const last = Math.max(1, row.lineCount);
  return line === undefined
    ? { startLine: Math.min(lexical.startLine, last), endLine: Math.min(lexical.endLine, last) }
    : { startLine: Math.max(1, line - LINES_BEFORE), endLine: Math.min(last, line + LINES_AFTER) };
}

function emptyCandidate(row: FileRow): Candidate {
  return {
    fileId: row.id,
    path: row.path,
    kind: row.kind,
    language: row.language,
    fileTokens: row.tokenCount,
    lineCount: row.lineCount,
    contentHash: row.contentHash,
    score: 0,
    signals: { fts: 0, symbol: 0, graph: 0, path: 0, history: 0 },
    reasons: [],
    passage: { startLine: 1, endLine: Math.min(20, Math.max(1, row.lineCount)) },
    symbols: [],
  };
}

/**
 * Share of the task's weight that the words of the path carry; a stem that is wholly in the task counts double, and a
 * place that the task names has all of it.
 */
function pathSignal(
  path: string,
  pathTerms: readonly string[],
  query: AnalyzedQuery,
  weights: ReadonlyMap<string, number>,
  isPlace: boolean,
): { score: number; isStemNamed: boolean; reason?: string } {
  let score = 0;
  if (isPlace) score = total(weights);
  else for (const term of new Set(pathTerms)) score += weights.get(term) ?? 0;
  // Whatever of the task is in the name of a file is in its path too.
  const isStemNamed = score > 0 && stemIsNamed(path, query);
  if (isPlace) return { score, isStemNamed, reason: "path-name-match" };
  if (score === 0) return { score, isStemNamed };
  return isStemNamed
    ? { score: score * 2, isStemNamed, reason: "path-name-match" }
    : { score, isStemNamed, reason: "path-match" };
}

function total(weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const weight of weights.values()) sum += weight;
  return sum;
}

function stemIsNamed(path: string, query: AnalyzedQuery): boolean {
  const words = nameStems(stemOf(path));
  return words.length > 0 && words.every((word) => query.terms.has(word));
}

function fuse(
  scored: readonly Scored[],
  query: AnalyzedQuery,
  configured: Config["ranking"]["weights"],
  parameters: RankingParameters,
): Candidate[] {
  const maximum = (pick: (entry: Scored) => number): number =>
    scored.reduce((most, entry) => Math.max(most, pick(entry)), 0) || 1;
  const most = {
    text: maximum((entry) => entry.text),
    symbol: maximum((entry) => entry.symbol),
    path: maximum((entry) => entry.path),
    history: maximum((entry) => entry.history),
  };
  const scale = (name: keyof typeof REFERENCE_WEIGHTS): number => configured[name] / REFERENCE_WEIGHTS[name];
  for (const entry of scored) {
    const { candidate } = entry;
    candidate.signals = {
      fts: entry.text / most.text,
      symbol: entry.symbol / most.symbol,
      graph: 0,
      path: entry.path / most.path,
      history: entry.history / most.history,
    };
    let sum = 0;
    for (const name of ["fts", "symbol", "path", "history"] as const) {
      sum += scale(name) * parameters.weights[name] * lifted(candidate.signals[name]);
    }
    if (candidate.signals.path > 0) sum += scale("path") * nameBonus(entry, query.scope, parameters);
    // A file that is named is meant, whatever it is; a name or a message may stand in a test of what is meant.
    const factor = demotion(entry, query, parameters);
    const named = scale("path") * NAMED.place * entry.place +
      factor * (scale("symbol") * NAMED.declared * entry.declared + scale("fts") * NAMED.said * entry.said);
    candidate.score = sum * factor + named;
    if (named > 0) candidate.named = named;
  }
  return scored.map((entry) => entry.candidate).sort(byScore);
}

/**
 * A share of the best value to the power of three quarters: what is nearly as good as the best counts for nearly as
 * much, so that one outstanding path or commit decides less alone. Square roots, because their last bit is the same
 * everywhere.
 */
function lifted(share: number): number {
  return Math.sqrt(share * Math.sqrt(share));
}

/** Adds what the first hits lead to behind the confident hits: below the last of those, above the weak ones. */
function placeFollowUps(
  reader: IndexReader,
  candidates: Candidate[],
  scale: number,
  parameters: RankingParameters,
): void {
  const end = endOfConfident(candidates, parameters.confidentHits);
  const behind = candidates.splice(end);
  const ceiling = candidates[end - 1]?.score ?? 0;
  const isConfident = new Set(candidates.map((candidate) => candidate.fileId));
  const known = new Map(behind.map((candidate) => [candidate.fileId, candidate]));
  const found = followUps(reader, candidates).filter(({ fileId }) => !isConfident.has(fileId));
  const rows = reader.filesById(found.filter(({ fileId }) => !known.has(fileId)).map(({ fileId }) => fileId));
  for (const { fileId, value, reason } of found) {
    let candidate = known.get(fileId);
    if (!candidate) {
      const row = rows.get(fileId);
      if (!row) continue;
      candidate = emptyCandidate(row);
      behind.push(candidate);
    }
    candidate.signals.graph = value;
    candidate.reasons.push(reason);
    const gain = Math.min(1, scale) * parameters.followUpShare * value * ceiling;
    candidate.score = Math.min(
      candidate.score + gain * (candidate.kind === "test" ? parameters.demotion.test : 1),
      ceiling,
    );
  }
  candidates.push(...behind.sort(byScore));
}

/** Where the first hits that are product code end; tests and docs between them take nobody's place. */
function endOfConfident(candidates: readonly Candidate[], hits: number): number {
  let left = hits;
  const end = candidates.findIndex(({ kind, path }) =>
    kind === "source" && !isAuxiliary(path) && left-- === 0
  );
  return end < 0 ? candidates.length : end;
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || compareStrings(a.path, b.path);
}

const ABOUT_TESTS = ["test", "spec", "tests", "specs"];
const ABOUT_DOCS = ["doc", "docs", "document", "documentation", "readme", "changelog"];
const ABOUT_CONFIG = [
  "config",
  "configuration",
  "workflow",
  "ci",
  "dependency",
  "dependencies",
  "package",
  "tsconfig",
];
const ABOUT_EXAMPLES = [
  "exampl",
  "example",
  "sampl",
  "demo",
  "fixtur",
  "playground",
  "benchmark",
  "bench",
  "templat",
];

function demotion(entry: Scored, query: AnalyzedQuery, parameters: RankingParameters): number {
  const { row, candidate } = entry;
  const about = (words: readonly string[]): boolean => words.some((word) => query.subject.has(word));
  // What mentions tests wants the code under test as often as the tests.
  const unless = (isAbout: boolean, factor: number): number => isAbout ? (1 + factor) / 2 : factor;
  let factor = 1;
  if (row.kind === "test") factor *= unless(about(ABOUT_TESTS), parameters.demotion.test);
  else if (row.kind === "doc") factor *= unless(about(ABOUT_DOCS), parameters.demotion.doc);
  else if (row.kind === "config") factor *= unless(about(ABOUT_CONFIG), parameters.demotion.config);
  else if (row.kind === "other") factor *= parameters.demotion.other;
  if (row.generated || isVendored(row.path)) {
    factor *= parameters.demotion.generated;
    candidate.reasons.push("penalty:vendor-or-generated");
  } else if (isAuxiliary(row.path)) {
    factor *= unless(about(ABOUT_EXAMPLES) || about(ABOUT_DOCS), parameters.demotion.auxiliary);
  }
  return factor;
}

/** What a file gains whose whole name is in the task, or that lies in its scope. */
function nameBonus(
  { isStemNamed, row }: Scored,
  scope: ReadonlySet<string>,
  { stemBonus, scopeBonus }: RankingParameters,
): number {
  return (isStemNamed ? stemBonus : 0) + scopeBonus * scopeShare(row.path, scope);
}

/** 1 where a folder or the stem of the path is the scope, a half where one of them has all its words. */
function scopeShare(path: string, scope: ReadonlySet<string>): number {
  if (scope.size === 0) return 0;
  const parts = path.split("/");
  parts[parts.length - 1] = stemOf(path);
  let share = 0;
  for (const part of parts) {
    const words = new Set(nameStems(part.replace(/[.-]/g, "_")));
    if (![...scope].every((word) => words.has(word))) continue;
    if (words.size === scope.size) return 1;
    share = 0.5;
  }
  return share;
}
