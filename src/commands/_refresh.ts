/** Bringing the index up to date before a question. */
import type { CommandContext } from "./command_context.ts";

/**
 * Indexes what changed, or everything when there is no index yet.
 *
 * @throws {NoIndexError} outside of a repository.
 */
export async function refreshIndex(context: CommandContext): Promise<void> {
  const { openRepository } = await import("../repository/mod.ts");
  const { indexRepository } = await import("../indexer/mod.ts");
  await indexRepository(openRepository(context.cwd), {
    mode: "incremental",
    toolVersion: context.version,
    signal: context.signal,
    onProgress: (progress) => context.progress(progress),
  });
}
