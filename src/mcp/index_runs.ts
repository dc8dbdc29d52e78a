/** Index runs that several calls share: however many calls wait for one, the work is done once. */
import type { Progress } from "../commands/mod.ts";

/** Indexes the repository around a folder. */
export type IndexFolder = (
  folder: string,
  signal: AbortSignal,
  progress: (progress: Progress) => void,
) => Promise<void>;

/** A call that waits for a run. */
export interface Waiting {
  /** Aborted when the call is given up. */
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
}

/** A run that began this many milliseconds ago still counts as fresh: calls of one turn come together. */
export const FRESH = 500;

interface Run {
  /** When it began; infinity while it waits for the one before it. */
  startedAt: number;
  readonly waiting: Set<Waiting>;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** The runs of one server, at most one at work and one waiting for each folder. */
export class IndexRuns {
  readonly #index: IndexFolder;
  readonly #now: () => number;
  readonly #newest = new Map<string, Run>();

  /** @param now a clock in milliseconds. */
  constructor(index: IndexFolder, now: () => number = () => performance.now()) {
    this.#index = index;
    this.#now = now;
  }

  /**
   * Waits for a run that saw everything that is older than {@link FRESH}. A run stops when nobody waits for it any
   * more.
   *
   * @throws what the run throws, or the reason of the signal.
   */
  async refresh(folder: string, waiting: Waiting): Promise<void> {
    waiting.signal.throwIfAborted();
    const newest = this.#newest.get(folder);
    const isFresh = newest !== undefined && !newest.stop.signal.aborted &&
      newest.startedAt >= this.#now() - FRESH;
    await this.#await(isFresh ? newest : this.#begin(folder, newest), waiting);
  }

  #begin(folder: string, previous: Run | undefined): Run {
    const waiting = new Set<Waiting>();
    const stop = new AbortController();
    const work = async (): Promise<void> => {
      await previous?.done.catch(() => {});
      stop.signal.throwIfAborted();
      run.startedAt = this.#now();
      await this.#index(folder, stop.signal, (progress) => waiting.forEach((one) => one.progress(progress)));
    };
    const run: Run = {
      startedAt: Infinity,
      waiting,
      stop,
      done: Promise.resolve().then(work),
    };
    this.#newest.set(folder, run);
    return run;
  }

  async #await(run: Run, waiting: Waiting): Promise<void> {
    const { signal } = waiting;
    const gaveUp = Promise.withResolvers<never>();
    const giveUp = () => {
      run.waiting.delete(waiting);
      if (run.waiting.size === 0) run.stop.abort(signal.reason);
      gaveUp.reject(signal.reason);
    };
    run.waiting.add(waiting);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      await Promise.race([run.done, gaveUp.promise]);
    } finally {
      signal.removeEventListener("abort", giveUp);
      run.waiting.delete(waiting);
    }
  }
}
