/**
 * The free parameters of the ranking, in one place. Values come from the localisation benchmark (bench/RESULTS.md)
 * and were kept few and round on purpose: fine tuning did not carry over to other repositories.
 */

/** All numbers the ranking depends on. */
export interface RankingParameters {
  /** BM25F: saturation of a term's weighted frequency. */
  k1: number;
  /** BM25F: length normalisation per field. */
  b: { path: number; name: number; signature: number; doc: number; body: number };
  /** BM25F: weight per field. */
  field: { path: number; name: number; signature: number; doc: number; body: number };
  /** Lines of the sliding window whose best score is the passage signal, and how far it moves. */
  passageLines: number;
  passageStep: number;
  /** Saturation inside a passage. */
  passageK1: number;
  /** Share of the passage in the text signal. */
  passageShare: number;
  /** How much a file gains that holds the whole question rather than a part of it. */
  coverageShare: number;
  /** Factor per file kind or property; half of it is forgiven when the first line of the task is about such files. */
  demotion: {
    test: number;
    doc: number;
    config: number;
    other: number;
    auxiliary: number;
    generated: number;
  };
  /** Weight of each normalised signal. */
  weights: { fts: number; symbol: number; path: number; history: number };
  /** How many chunk hits FTS5 may return as candidates. */
  chunkHits: number;
  /** How many resembling commits count. */
  commits: number;
  /** A commit's vote halves with this many days of age. */
  commitHalfLifeDays: number;
  /** Added to a file when all words of its stem are in the task, or a folder or its stem is the task's scope. */
  stemBonus: number;
  scopeBonus: number;
  /** How many first files follow-ups of the graph never displace, and how much of the last one's score they gain. */
  confidentHits: number;
  followUpShare: number;
}

/** The parameters in use. */
export const PARAMETERS: RankingParameters = {
  k1: 0.5,
  b: { path: 0.3, name: 0.6, signature: 0.6, doc: 0.6, body: 0.4 },
  field: { path: 2, name: 2.5, signature: 1, doc: 1.2, body: 1 },
  passageLines: 60,
  passageStep: 10,
  passageK1: 1.2,
  passageShare: 0.6,
  coverageShare: 0.2,
  demotion: { test: 0.5, doc: 0.6, config: 0.6, other: 0.6, auxiliary: 0.6, generated: 0.3 },
  weights: { fts: 1, symbol: 0.12, path: 0.25, history: 0.35 },
  chunkHits: 1000,
  commits: 200,
  commitHalfLifeDays: 730,
  stemBonus: 0.08,
  scopeBonus: 0.3,
  confidentHits: 10,
  followUpShare: 0.3,
};
