/** From the scores of all tasks to the report. */
import { type EvalResult, SCHEMA_VERSION, type SignalWeights } from "../model/mod.ts";
import { SIGNALS, type TaskRow } from "./answer_task.ts";
import type { EvaluationOptions } from "./evaluate.ts";
import { figuresOf, reciprocalRank, type Score } from "./figures.ts";
import type { ReplayCounts } from "./replay.ts";
import { estimate } from "./resampling.ts";
import type { Survey } from "./survey.ts";
import type { WeightSearch } from "./weight_search.ts";

/** What a report tells besides the scores. */
export interface ReportFacts {
  survey: Survey;
  counts: ReplayCounts;
  /** The weights of the config. */
  weights: SignalWeights;
  options: Pick<EvaluationOptions, "commits" | "top" | "budget">;
  /** After all tasks were added. */
  search: WeightSearch | undefined;
}

/** The report on some tasks, at least one. */
export function reportOf(rows: readonly TaskRow[], facts: ReportFacts): EvalResult {
  const { survey, counts, weights, options: { commits, top, budget }, search } = facts;
  const full = rows.map((row) => row.full);
  const notNaming = rows.filter(({ isNaming }) => !isNaming).map((row) => row.full);
  const { low, high } = estimate(full.map(({ ranks }) => reciprocalRank(ranks)));
  return {
    schema_version: SCHEMA_VERSION,
    command: "eval",
    head: survey.head,
    commits,
    top,
    budget,
    weights,
    examined: counts.examined,
    skipped: counts.skipped,
    ...(survey.shallow ? { shallow: true } : {}),
    count: rows.length,
    naming: rows.length - notNaming.length,
    ...(notNaming.length === 0 ? {} : { mrr_not_naming: figuresOf(notNaming, top).mrr }),
    figures: figuresOf(full, top),
    mrr_interval: { low, high },
    ablations: SIGNALS.map((signal, index) => {
      const without = rows.map((row) => row.without[index]!.score);
      const difference = (of: (score: Score) => number) =>
        estimate(without.map((score, task) => of(score) - of(full[task]!)));
      return {
        signal,
        changed: rows.filter((row) => row.without[index]!.isChanged).length,
        figures: figuresOf(without, top),
        mrr_difference: difference(({ ranks }) => reciprocalRank(ranks)),
        lines_difference: difference(({ lines }) => lines),
      };
    }),
    ...(search === undefined ? {} : { suggestion: search.suggestion() }),
    tasks: rows.map(({ task }) => task),
  };
}
