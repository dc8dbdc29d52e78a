/**
 * A repository goes in, an up-to-date index comes out: drives scanner, parser, graph, history and store, reads only
 * what changed and publishes everything at once. It never changes a file of the repository and never leaves a half
 * index behind. Nothing of it is loaded before a run.
 */
import type { Config } from "../model/mod.ts";
import type { Repository } from "../repository/mod.ts";
import type { SelectionOptions } from "../scanner/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import type { IndexOptions, IndexOutcome } from "./options.ts";
import type { AddedLinks, WorktreeDifference, WorktreeOptions, WorktreeState } from "./worktree.ts";

export type { IndexOptions, IndexOutcome, IndexProgress } from "./options.ts";
export { producerVersion } from "./versions.ts";
export type {
  AddedLinks,
  WorktreeChange,
  WorktreeDifference,
  WorktreeOptions,
  WorktreeState,
} from "./worktree.ts";

/**
 * Builds the index of a repository, or brings it up to date. A run that fails, is stopped or killed leaves the
 * previous index as it was.
 *
 * @throws {RepoctxError} when another run is at work, or the state folder or the root cannot be used.
 * @throws the reason of the signal when it is aborted.
 */
export async function indexRepository(repository: Repository, options: IndexOptions): Promise<IndexOutcome> {
  const { runIndex } = await import("./run_index.ts");
  return await runIndex(repository, options);
}

/** How files are selected under a config: what every look at the tree has to use to select what an index run does. */
export async function selectionOptions(config: Config): Promise<SelectionOptions> {
  const { scanOptions } = await import("./_scan_options.ts");
  return await scanOptions(config);
}

/**
 * Tells how far the working tree has moved on from an index, cheaply enough for every question: each indexed file and
 * folder is looked at once, only folders with other entries are listed, and hardly a file is read. A change that
 * leaves no trace in what the file system says is not seen, nor are excludes outside of the tree; `worktreeState` is
 * exact.
 *
 * @param reader an index that was built with the config of the repository.
 */
export async function worktreeDifference(
  repository: Repository,
  reader: IndexReader,
  options: WorktreeOptions = {},
): Promise<WorktreeDifference> {
  const { differenceOf } = await import("./worktree_difference.ts");
  return await differenceOf(repository, reader, options);
}

/**
 * Compares the working tree with an index as an index run would, and writes nothing. Files are read and hashed but
 * for those that the system proves to be untouched.
 *
 * @param reader an index that was built with the config of the repository.
 * @throws {RepoctxError} when the root cannot be listed.
 * @throws the reason of the signal when it is aborted.
 */
export async function worktreeState(
  repository: Repository,
  reader: IndexReader,
  signal?: AbortSignal,
): Promise<WorktreeState> {
  const { stateOf } = await import("./worktree_changes.ts");
  return await stateOf(repository, reader, signal);
}

/**
 * Which unchanged files will be linked with added ones once they are indexed. Parses what changed and links
 * everything anew, as an index run would, and writes nothing; without an added source file it costs nothing.
 *
 * @throws the reason of the signal when it is aborted.
 */
export async function linksToAdded(
  repository: Repository,
  reader: IndexReader,
  state: WorktreeState,
  signal?: AbortSignal,
): Promise<AddedLinks> {
  const { findAddedLinks } = await import("./added_links.ts");
  return await findAddedLinks(repository, reader, state, signal);
}
