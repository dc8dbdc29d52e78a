/** Asking one past task, with and without each signal, and counting what the answers hold. */
import type { EvalTask, Ranking, SignalWeights } from "../model/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import { ranksOf, type Score } from "./figures.ts";
import { countFound, countLines, type GoldFile, type LineRange } from "./gold.ts";
import { namesAny } from "./naming.ts";
import { rememberingReader } from "./remembering_reader.ts";
import type { PastTask } from "./replay.ts";
import type { WeightSearch } from "./weight_search.ts";

/** How tasks are answered. */
export interface Answering {
  /** Ranks the files for a task. */
  rank(reader: IndexReader, task: string, weights: SignalWeights): Ranking;
  /** The lines that an answer delivers under the budget, by path. */
  deliver(
    reader: IndexReader,
    task: string,
    ranking: Ranking,
  ): Promise<ReadonlyMap<string, readonly LineRange[]>>;
}

/** Signals in the order of the report. */
export const SIGNALS: readonly (keyof SignalWeights)[] = ["fts", "symbol", "graph", "path", "history"];

/** One task with the scores of all its answers. */
export interface TaskRow {
  task: EvalTask;
  /** Its words contain the name of one of its files. */
  isNaming: boolean;
  full: Score;
  /** In the order of {@link SIGNALS}. */
  without: { score: Score; isChanged: boolean }[];
}

/** An answer and what it is worth. */
interface Answer {
  /** The files, best first. */
  listed: string;
  /** Lines that were to be found and are delivered. */
  found: number;
  score: Score;
}

/**
 * Answers a task with the present weights, and without each signal.
 *
 * @param top files per answer.
 * @param search tries its combinations too.
 */
export async function answerTask(
  { change, gold, reader: plain }: PastTask,
  weights: SignalWeights,
  top: number,
  answering: Answering,
  search: WeightSearch | undefined,
): Promise<TaskRow> {
  const { commit, task } = change;
  const reader = rememberingReader(plain);
  const asker = new Asker(reader, task, gold, top, answering);
  const full = await asker.ask(weights);
  const without: TaskRow["without"] = [];
  for (const signal of SIGNALS) {
    const { score, listed } = await asker.ask({ ...weights, [signal]: 0 });
    without.push({ score, isChanged: listed !== full.listed });
  }
  const paths = gold.map(({ path }) => path);
  search?.add(paths, (weights) => answering.rank(reader, task, weights));
  const files = paths.map((path, index) => {
    const rank = full.score.ranks[index];
    return rank === undefined ? { path } : { path, rank };
  });
  return {
    task: { commit, task, files, lines: asker.lines, lines_found: full.found },
    isNaming: namesAny(task, paths),
    full: full.score,
    without,
  };
}

class Asker {
  readonly #reader: IndexReader;
  readonly #task: string;
  readonly #gold: readonly GoldFile[];
  readonly #top: number;
  readonly #answering: Answering;
  /** By ranking: a signal that says nothing leaves it as it is. */
  readonly #answers = new Map<string, Answer>();
  /** Lines that are to be found. */
  readonly lines: number;

  constructor(
    reader: IndexReader,
    task: string,
    gold: readonly GoldFile[],
    top: number,
    answering: Answering,
  ) {
    this.#reader = reader;
    this.#task = task;
    this.#gold = gold;
    this.#top = top;
    this.#answering = answering;
    this.lines = gold.reduce((sum, { lines }) => sum + countLines(lines), 0);
  }

  async ask(weights: SignalWeights): Promise<Answer> {
    const ranking = this.#answering.rank(this.#reader, this.#task, weights);
    const key = JSON.stringify([ranking.candidates, ranking.commits]);
    let answer = this.#answers.get(key);
    if (answer === undefined) this.#answers.set(key, answer = await this.#count(ranking));
    return answer;
  }

  async #count(ranking: Ranking): Promise<Answer> {
    const listed = ranking.candidates.slice(0, this.#top).map(({ path }) => path);
    const delivered = await this.#answering.deliver(this.#reader, this.#task, ranking);
    const found = this.#gold.reduce(
      (sum, { path, lines }) => sum + countFound(lines, delivered.get(path) ?? []),
      0,
    );
    const ranks = ranksOf(this.#gold.map(({ path }) => path), listed);
    return { listed: listed.join("\0"), found, score: { ranks, lines: found / this.lines } };
  }
}
