/** Whether other weights would find past changes better, and whether that can be believed. */
import type { EvalSuggestion, Ranking, SignalWeights } from "../model/mod.ts";
import { defaultConfig } from "../repository/mod.ts";
import { mean, ranksOf, reciprocalRank } from "./figures.ts";
import { estimate } from "./resampling.ts";

type Signal = keyof SignalWeights;

/**
 * The signals that are varied. Only the ratios of weights matter, so the one for words stays at its default.
 */
const VARIED: readonly Signal[] = ["symbol", "graph", "path", "history"];
/** Multiples of a default weight. Finer steps did not carry over from some repositories to others. */
const LEVELS: readonly number[] = [0, 0.5, 1, 2];
/**
 * Parts of the tasks that are left out in turn. Each is a stretch of history: neighbouring commits resemble each
 * other too much to be split between choosing and testing.
 */
const FOLDS = 5;
/** Smaller differences of a mean are rounding. */
const ROUNDING = 1e-9;

/** Collects what every combination of weights makes of every task, and chooses. */
export class WeightSearch {
  readonly #configured: SignalWeights;
  readonly #top: number;
  /** The present weights first, then all combinations, those with fewer changes before others. */
  readonly #combinations: SignalWeights[];
  /** One list of reciprocal ranks per task, in the order of the combinations. */
  readonly #scores: number[][] = [];
  /** Signals that say anything about any of the tasks. */
  readonly #heard = new Set<Signal>();

  /** @param top files per answer. */
  constructor(configured: SignalWeights, top: number) {
    this.#configured = configured;
    this.#top = top;
    const changes = (weights: SignalWeights): number =>
      VARIED.filter((signal) => weights[signal] !== configured[signal]).length;
    this.#combinations = [configured, ...grid().sort((a, b) => changes(a) - changes(b))];
  }

  /**
   * Tries all combinations on a task.
   *
   * @param gold paths that are to be found.
   * @param rank ranks the task; the first call has all weights above zero.
   */
  add(gold: readonly string[], rank: (weights: SignalWeights) => Ranking): void {
    const all = rank(defaultConfig().ranking.weights).candidates;
    const heard = VARIED.filter((signal) => all.some(({ signals }) => signals[signal] > 0));
    for (const signal of heard) this.#heard.add(signal);
    const known = new Map<string, number>();
    this.#scores.push(this.#combinations.map((weights) => {
      // The weight of a signal that is zero everywhere changes nothing.
      const key = JSON.stringify([weights.fts, ...heard.map((signal) => weights[signal])]);
      let score = known.get(key);
      if (score === undefined) {
        const listed = rank(weights).candidates.slice(0, this.#top).map(({ path }) => path);
        known.set(key, score = reciprocalRank(ranksOf(gold, listed)));
      }
      return score;
    }));
  }

  /** The outcome over all tasks that were added, at least one. */
  suggestion(): EvalSuggestion {
    const tasks = this.#scores.map((_, task) => task);
    const folds = Math.min(FOLDS, tasks.length);
    const gains = tasks.map((task) => {
      const fold = Math.floor((task * folds) / tasks.length);
      const others = tasks.filter((other) => Math.floor((other * folds) / tasks.length) !== fold);
      return this.#gain(this.#best(others), task);
    });
    const best = this.#best(tasks);
    const gain = estimate(gains);
    const varied = VARIED.filter((signal) => this.#heard.has(signal));
    const weights = { ...this.#combinations[best]! };
    for (const signal of VARIED) if (!this.#heard.has(signal)) weights[signal] = this.#configured[signal];
    return {
      advice: best !== 0 && gain.low > 0 ? "change" : "keep",
      weights,
      varied,
      combinations: LEVELS.length ** varied.length,
      folds,
      gain,
      fitted_gain: mean(tasks.map((task) => this.#gain(best, task))),
    };
  }

  #gain(combination: number, task: number): number {
    const scores = this.#scores[task]!;
    return scores[combination]! - scores[0]!;
  }

  /** The best combination on some tasks; of equal ones the first. */
  #best(tasks: readonly number[]): number {
    let best = 0;
    let most = 0;
    for (let combination = 1; combination < this.#combinations.length; combination++) {
      const gain = tasks.reduce((sum, task) => sum + this.#gain(combination, task), 0);
      if (gain > most + ROUNDING) {
        best = combination;
        most = gain;
      }
    }
    return best;
  }
}

/** All combinations of levels. */
function grid(): SignalWeights[] {
  const { weights } = defaultConfig().ranking;
  return VARIED.reduce<SignalWeights[]>(
    (combinations, signal) =>
      combinations.flatMap((combination) =>
        LEVELS.map((level) => ({ ...combination, [signal]: weights[signal] * level }))
      ),
    [weights],
  );
}
