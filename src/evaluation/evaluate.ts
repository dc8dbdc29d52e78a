/** From a repository to the figures of its rankings. */
import { gitVersion } from "../history/mod.ts";
import { type EvalResult, RepoctxError } from "../model/mod.ts";
import type { Repository } from "../repository/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import { type Answering, answerTask, type TaskRow } from "./answer_task.ts";
import { PastTree } from "./past_tree.ts";
import { replay, type ReplayCounts } from "./replay.ts";
import { reportOf } from "./report.ts";
import { type Survey, surveyCommits } from "./survey.ts";
import { WeightSearch } from "./weight_search.ts";

/** What is to be found out. */
export interface EvaluationOptions {
  /** How many commits to replay. */
  commits: number;
  /** Files per answer, at least 5. */
  top: number;
  /** Ceiling on the answers in which lines are looked for, in tokens. */
  budget: number;
  /** Look for better weights. */
  suggestWeights: boolean;
  /** Stops the run and removes what it has put on disk. */
  signal: AbortSignal;
  /** Takes note of how many commits are done. */
  onProgress(done: number): void;
}

/** The parts of the program that are evaluated. */
export interface EvaluatedParts extends Answering {
  /** Brings the index of a tree up to date and opens it. */
  open(root: string): Promise<IndexReader>;
}

/** What was found out. */
export interface Evaluation {
  result: EvalResult;
  /** Contents that git does not have here, as in partial clones: files without them could not be found. */
  missing: number;
}

/** Of fewer tasks no mean is worth reporting, unless fewer were asked for. */
const FEWEST_TASKS = 5;

/**
 * Replays the newest commits of a repository that can be asked as tasks, each against the commit before it. The
 * repository and its state folder are only read; trees and indexes live in a temporary folder and go with it.
 *
 * @throws {RepoctxError} when there is no history, or too little of it that can be asked.
 * @throws the reason of the signal when it is aborted.
 */
export async function evaluateRepository(
  repository: Repository,
  options: EvaluationOptions,
  parts: EvaluatedParts,
): Promise<Evaluation> {
  const { root, config } = repository;
  const { commits, signal, top } = options;
  const survey = await surveyCommits(root, config, signal);
  if (survey === undefined) throw new RepoctxError(await whyNoHistory(root));
  const { weights } = config.ranking;
  const search = options.suggestWeights ? new WeightSearch(weights, top) : undefined;
  const counts: ReplayCounts = { examined: 0, skipped: {} };
  const rows: TaskRow[] = [];
  using tree = new PastTree(root, survey.head, config, signal);
  const open = (folder: string): Promise<IndexReader> => parts.open(folder);
  const onProgress = (done: number): void => options.onProgress(done);
  try {
    for await (
      const task of replay(repository, survey, tree, counts, { commits, open, signal, onProgress })
    ) {
      rows.push(await answerTask(task, weights, top, parts, search));
    }
  } catch (error) {
    // Once the tree is gone, anything may fail.
    signal.throwIfAborted();
    throw error;
  }
  const missing = tree.missing.size;
  if (rows.length < Math.min(FEWEST_TASKS, commits)) throw tooFew(rows.length, survey, counts, missing);
  return { result: reportOf(rows, { survey, counts, weights, options, search }), missing };
}

async function whyNoHistory(root: string): Promise<string> {
  return await gitVersion(root) === undefined
    ? "git was not found on the search path. 'repoctx eval' replays commits and needs it."
    : "There is no commit here that git can read. 'repoctx eval' replays the commits of a repository: " +
      "commit something first, and if git calls the folder someone else's, run it as its owner.";
}

function tooFew(found: number, survey: Survey, counts: ReplayCounts, missing: number): RepoctxError {
  const skipped = Object.entries(counts.skipped).sort(([a], [b]) => a < b ? -1 : 1)
    .map(([reason, count]) => `${count} ${reason}`).join(", ");
  const lines = [
    `Only ${found} of ${counts.examined} commits can be replayed; figures of fewer than ${FEWEST_TASKS} would say nothing.`,
    ...skipped === "" ? [] : [`Left out: ${skipped}.`],
    ...survey.shallow
      ? ["The clone is shallow. Run 'git fetch --unshallow' and try again."]
      : missing > 0 || !survey.complete
      ? ["Git cannot read all of the past here, as in a partial clone. Try again in a full clone."]
      : [
        "A commit can be replayed when it has one parent, modifies 1 to 10 indexed source files and has a subject " +
        "of at least two words that say something.",
      ],
  ];
  return new RepoctxError(lines.join("\n"));
}
