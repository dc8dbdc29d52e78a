import assert from "node:assert/strict";
import { WeightSearch } from "../../src/evaluation/weight_search.ts";
import type { Candidate, Ranking, SignalValues, SignalWeights } from "../../src/model/mod.ts";
import { defaultConfig } from "../../src/repository/mod.ts";

const { weights: DEFAULTS } = defaultConfig().ranking;

/** Ranks files by the weighted sum of made-up signals. */
function ranker(files: Record<string, Partial<SignalValues>>): (weights: SignalWeights) => Ranking {
  return (weights) => {
    const candidates = Object.entries(files).map(([path, given]) => {
      const signals: SignalValues = { fts: 0, symbol: 0, graph: 0, path: 0, history: 0, ...given };
      let score = 0;
      for (const name of Object.keys(signals) as (keyof SignalValues)[]) {
        score += weights[name] * signals[name];
      }
      return { path, signals, score } as Candidate;
    });
    candidates.sort((a, b) => b.score - a.score);
    return { terms: { reported: [], weights: new Map() }, candidates, nonPositive: 0, commits: [] };
  };
}

/** History is right and words are wrong, unless `isOdd`: then the other way round. */
function task(isOdd: boolean): (weights: SignalWeights) => Ranking {
  const [byWords, byHistory] = isOdd ? ["right.ts", "wrong.ts"] : ["wrong.ts", "right.ts"];
  return ranker({ [byWords]: { fts: 1 }, [byHistory]: { history: 1 } });
}

function searched(tasks: readonly boolean[], weights: SignalWeights = DEFAULTS) {
  const search = new WeightSearch(weights, 20);
  for (const isOdd of tasks) search.add(["right.ts"], task(isOdd));
  return search.suggestion();
}

Deno.test("weights that find everything are suggested, with the smallest change", () => {
  assert.deepEqual(searched(Array.from({ length: 20 }, () => false)), {
    advice: "change",
    weights: { ...DEFAULTS, history: 0.6 },
    varied: ["history"],
    combinations: 4,
    folds: 5,
    gain: { mean: 0.5, low: 0.5, high: 0.5 },
    fitted_gain: 0.5,
  });
});

Deno.test("a gain on the very tasks that does not carry over to others is called noise", () => {
  // Three stretches where history is right, two where it is not: what is chosen on four parts fails on the fifth.
  const tasks = [false, true, false, true, false].flatMap((isOdd) => Array.from({ length: 4 }, () => isOdd));
  const { advice, gain, fitted_gain, weights } = searched(tasks);
  assert.equal(weights.history, 0.6);
  assert.ok(fitted_gain > 0, String(fitted_gain));
  assert.ok(gain.low < 0, JSON.stringify(gain));
  assert.equal(advice, "keep");
});

Deno.test("weights that cannot be bettered are kept", () => {
  const { advice, weights, fitted_gain } = searched(Array.from({ length: 10 }, () => true));
  assert.equal(advice, "keep");
  assert.deepEqual(weights, DEFAULTS);
  assert.equal(fitted_gain, 0);
});

Deno.test("a signal that is off in the config is tried all the same, and others keep their weight", () => {
  const { varied, weights, advice } = searched(Array.from({ length: 20 }, () => false), {
    ...DEFAULTS,
    path: 0.37,
    history: 0,
  });
  assert.deepEqual(varied, ["history"]);
  assert.equal(weights.history, 0.6);
  assert.equal(weights.path, 0.37);
  assert.equal(advice, "change");
});

Deno.test("where no signal but words says anything, nothing is varied", () => {
  const search = new WeightSearch(DEFAULTS, 20);
  search.add(["right.ts"], ranker({ "right.ts": { fts: 1 }, "wrong.ts": { fts: 0.5 } }));
  const { varied, combinations, advice } = search.suggestion();
  assert.deepEqual([varied, combinations, advice], [[], 1, "keep"]);
});

Deno.test("a place behind the end of an answer counts for nothing", () => {
  const files: Record<string, Partial<SignalValues>> = { "right.ts": { history: 1 } };
  for (let other = 0; other < 5; other++) files[`wrong${other}.ts`] = { fts: 1 };
  const search = new WeightSearch(DEFAULTS, 5);
  for (let repeat = 0; repeat < 5; repeat++) search.add(["right.ts"], ranker(files));
  assert.equal(search.suggestion().fitted_gain, 1);
});
