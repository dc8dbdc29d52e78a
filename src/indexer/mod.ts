/**
 * A repository goes in, an up-to-date index comes out: drives scanner, parser, graph, history and store, reads only
 * what changed and publishes everything at once. It never changes a file of the repository and never leaves a half
 * index behind. Nothing of it is loaded before a run.
 */
import type { Repository } from "../repository/mod.ts";
import type { IndexOptions, IndexOutcome } from "./options.ts";

export type { IndexOptions, IndexOutcome, IndexProgress } from "./options.ts";
export { producerVersion } from "./versions.ts";

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
