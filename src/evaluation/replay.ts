/** Going back through past commits, with an index of the tree before each. */
import { readRevision } from "../history/mod.ts";
import type { EvalSkipReason } from "../model/mod.ts";
import type { Repository } from "../repository/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import { type GoldFile, goldFiles } from "./gold.ts";
import type { PastTree } from "./past_tree.ts";
import type { PastChange, Survey } from "./survey.ts";

/** What a replay is done with and told. */
export interface ReplayOptions {
  /** How many commits. */
  commits: number;
  /** Brings the index of an extracted tree up to date and opens it. */
  open(root: string): Promise<IndexReader>;
  /** Stops it. */
  signal: AbortSignal;
  /** Takes note of how many commits are done. */
  onProgress(done: number): void;
}

/** A task with everything it takes to answer it and to judge the answer. */
export interface PastTask {
  change: PastChange;
  /** At least one. */
  gold: GoldFile[];
  /** The index of the parent; closed when the next task is asked for. */
  reader: IndexReader;
}

/** What became of the commits that were looked at. */
export interface ReplayCounts {
  examined: number;
  skipped: Partial<Record<EvalSkipReason, number>>;
}

/**
 * Yields the newest commits that are tasks, one by one. The tree goes back from parent to parent, and since indexing
 * reads only what differs, each exact state costs a fraction of a second. So nothing is approximated: no
 * line has to be carried over to another state, and the history signal knows exactly what it would have known.
 *
 * @param counts filled in on the way.
 */
export async function* replay(
  { root, config }: Repository,
  survey: Survey,
  tree: PastTree,
  counts: ReplayCounts,
  { commits, open, signal, onProgress }: ReplayOptions,
): AsyncGenerator<PastTask, void, void> {
  const skip = (reason: EvalSkipReason): void => {
    counts.skipped[reason] = (counts.skipped[reason] ?? 0) + 1;
  };
  let done = 0;
  for (const change of survey.entries) {
    if (done >= commits) return;
    counts.examined++;
    if (typeof change === "string") {
      skip(change);
      continue;
    }
    await pause(signal);
    onProgress(done);
    const parent = await readRevision(root, change.parent, { signal });
    if (parent === undefined) {
      skip("unreadable");
      continue;
    }
    await tree.checkOut(parent);
    using reader = await open(tree.root);
    const gold = await goldFiles(root, change, reader, config, signal);
    if (gold === undefined) skip("unreadable");
    else if (gold.length === 0) skip("not-indexed");
    else {
      done++;
      yield { change, gold, reader };
    }
  }
}

/** Lets signals arrive. */
async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal.throwIfAborted();
}
