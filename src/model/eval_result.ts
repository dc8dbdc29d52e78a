/** The result of `eval`: how well past changes of this repository are found. */
import type { SignalWeights } from "./config.ts";
import type { CommandResult } from "./results.ts";

/** `eval`. All shares are between 0 and 1; outputs round them to 4 decimals. */
export interface EvalResult extends CommandResult<"eval"> {
  /** The commit that is checked out; everything below follows from it, the config and the options. */
  head: string;
  /** How many commits were asked for. */
  commits: number;
  /** Files per answer. */
  top: number;
  /** Ceiling on the answers in which lines are looked for, in tokens. */
  budget: number;
  /** Calibration of that ceiling, such as `claude` or `x1.35`; absent for raw o200k counts. */
  token_profile?: string;
  /** The weights of the config. */
  weights: SignalWeights;
  /** Commits that were looked at, newest first, until enough were found. */
  examined: number;
  /** Those that were not replayed, by reason; reasons without a commit are absent. */
  skipped: Partial<Record<EvalSkipReason, number>>;
  /** The clone is shallow: the history signal knows less than it would. Absent otherwise. */
  shallow?: true;
  /** Length of `tasks`. */
  count: number;
  /** Tasks whose words contain the name of a file that is to be found: they are easier than most. */
  naming: number;
  /** `figures.mrr` of the other tasks alone; absent when there are none. */
  mrr_not_naming?: number;
  /** With the weights of the config. */
  figures: EvalFigures;
  /** 95 % interval of `figures.mrr`, over resampled tasks. */
  mrr_interval: EvalInterval;
  /** The same without one signal each, in the order fts, symbol, graph, path, history. */
  ablations: EvalAblation[];
  /** With `--suggest-weights`. */
  suggestion?: EvalSuggestion;
  /** Newest first. */
  tasks: EvalTask[];
}

/**
 * Why a commit is no task: it has several parents or none here; its subject has fewer than two words that say
 * something, takes back or only completes an earlier commit, or is that of an earlier one; it modified no source file
 * or too many; none of those files is indexed; git could not read it.
 */
export type EvalSkipReason =
  | "merge"
  | "no-parent"
  | "vague-subject"
  | "revert-or-fixup"
  | "repeated-subject"
  | "no-source"
  | "many-files"
  | "not-indexed"
  | "unreadable";

/** Means over all tasks. */
export interface EvalFigures {
  /** Mean reciprocal rank of the first file that is to be found; 0 for one that is not in the answer. */
  mrr: number;
  /** Share of the files that are to be found among the first file of an answer. */
  recall_at_1: number;
  /** The same among the first 5. */
  recall_at_5: number;
  /** The same among the first 10; absent when answers are shorter. */
  recall_at_10?: number;
  /** The same among the first 20; absent when answers are shorter. */
  recall_at_20?: number;
  /** Share of tasks with all their files among the first 5. */
  all_files_at_5: number;
  /** Share of the lines that are to be found inside of what an answer delivers under the budget. */
  lines: number;
}

/** A 95 % interval. */
export interface EvalInterval {
  /** 2.5 % of the resampled means are lower. */
  low: number;
  /** 2.5 % are higher. */
  high: number;
}

/** A mean difference with its interval, tasks compared pairwise. */
export interface EvalDifference extends EvalInterval {
  /** Mean over the tasks. */
  mean: number;
}

/** What becomes of the figures when a signal is switched off. */
export interface EvalAblation {
  /** The signal that has the weight 0. */
  signal: keyof SignalWeights;
  /** Tasks whose list of files became another. */
  changed: number;
  /** Without the signal. */
  figures: EvalFigures;
  /** Reciprocal rank without the signal minus that with it: negative for a signal that helps. */
  mrr_difference: EvalDifference;
  /** The same of the share of lines. */
  lines_difference: EvalDifference;
}

/** Whether other weights would do better. */
export interface EvalSuggestion {
  /** `change` only when the whole interval of `gain` is above zero. */
  advice: "keep" | "change";
  /** The best combination over all tasks; the present weights when none is better. */
  weights: SignalWeights;
  /** Signals whose weight was varied; the others do not bear on any of these tasks. */
  varied: (keyof SignalWeights)[];
  /** Combinations of them that were compared with the present weights. */
  combinations: number;
  /** Parts of the tasks that were left out in turn. */
  folds: number;
  /**
   * Reciprocal rank of the combination that was best on the other parts minus that of the present weights: what to
   * expect of choosing weights this way.
   */
  gain: EvalDifference;
  /** The same of `weights`, on the tasks they were chosen by: too good to be expected again. */
  fitted_gain: number;
}

/** One replayed commit. */
export interface EvalTask {
  /** Its full object name. */
  commit: string;
  /** Its subject without references to issues. */
  task: string;
  /** The source files it modified, by path. */
  files: EvalFile[];
  /** Lines that are to be found. */
  lines: number;
  /** Those that an answer delivers under the budget. */
  lines_found: number;
}

/** A file that is to be found. */
export interface EvalFile {
  /** Root-relative, with `/`. */
  path: string;
  /** Its place in the answer, from 1; absent when it is not among the first `top`. */
  rank?: number;
}
