/** Bringing the index up to date before a question. */
import type { CommandContext } from "./command_context.ts";
import type { ParameterFor } from "./parameter.ts";

/** The option of every answer that can be preceded by an index run. */
export const REFRESH: ParameterFor<boolean> = {
  type: "boolean",
  default: false,
  help: "Bring the index up to date first, or build it",
};

/**
 * Indexes what changed, or everything when there is no index yet.
 *
 * @throws {NoIndexError} outside of a repository.
 */
export async function refreshIndex(context: CommandContext): Promise<void> {
  if (context.refreshing !== undefined) return await context.refreshing.run();
  const { openRepository } = await import("../repository/mod.ts");
  const { indexRepository } = await import("../indexer/mod.ts");
  await indexRepository(openRepository(context.cwd), {
    mode: "incremental",
    toolVersion: context.version,
    signal: context.signal,
    onProgress: (progress) => context.progress(progress),
  });
}
