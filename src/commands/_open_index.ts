/** Opening the index for a question, and finding a file in it that a user named. */
import { type Config, NoIndexError, RepoctxError } from "../model/mod.ts";
import type { FileRow, IndexReader } from "../store/mod.ts";
import type { CommandContext } from "./command_context.ts";

/** A repository whose index can be asked. Dispose of it after the question. */
export interface OpenIndex extends Disposable {
  /** Absolute. */
  readonly root: string;
  readonly config: Config;
  readonly reader: IndexReader;
}

/**
 * Opens the index of the repository around the working directory.
 *
 * @throws {NoIndexError} when there is none, or none that may be used.
 * @throws {RepoctxError} when the config is broken.
 */
export async function openIndex(context: CommandContext): Promise<OpenIndex> {
  const { findRoot, indexConfigHash, readConfig, statePaths } = await import("../repository/mod.ts");
  const root = findRoot(context.cwd);
  if (root === undefined) {
    throw new NoIndexError("No index found. Run 'repoctx init' and 'repoctx index' first.");
  }
  const config = readConfig(root);
  const { producerVersion } = await import("../indexer/mod.ts");
  const { openReader } = await import("../store/mod.ts");
  const expected = { producer: producerVersion(), indexConfigHash: await indexConfigHash(config) };
  const reader = await openReader(statePaths(root).index, expected);
  return { root, config, reader, [Symbol.dispose]: () => reader.close() };
}

/**
 * The indexed file that an argument names, relative to the working directory.
 *
 * @throws {UsageError} when it lies outside of the repository.
 * @throws {RepoctxError} when it is not in the index, with the reason where one is known.
 */
export async function findFile(
  index: OpenIndex,
  context: CommandContext,
  argument: string,
): Promise<FileRow> {
  const { toRootRelative } = await import("../repository/mod.ts");
  const path = toRootRelative(index.root, context.cwd, argument);
  const file = index.reader.fileByPath(path);
  if (file !== undefined) return file;
  const { whyAbsent } = await import("./_absence.ts");
  const reason = await whyAbsent(index, path);
  throw new RepoctxError(`File not found in index: ${path}${reason === "" ? "" : `\n${reason}`}`);
}
