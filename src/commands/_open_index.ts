/** Opening the index for a question, and finding a file in it that a user named. */
import { type Config, NoIndexError, RepoctxError } from "../model/mod.ts";
import type { FileRow, IndexReader } from "../store/mod.ts";
import { refreshIndex } from "./_refresh.ts";
import type { CommandContext } from "./command_context.ts";

/** A repository whose index can be asked. Dispose of it after the question. */
export interface OpenIndex extends Disposable {
  /** Absolute. */
  readonly root: string;
  readonly config: Config;
  readonly reader: IndexReader;
}

/** What may be done before the index is opened. */
export interface OpenOptions {
  /**
   * `asked`: the index is brought up to date first. `auto`: that is tried where the config or the server says so.
   * `never`: the answer is about the index as it is.
   */
  refresh: "asked" | "auto" | "never";
}

/** Whether an answer is preceded by an index run, from its option. */
export function refreshWhen(isAsked: boolean): OpenOptions {
  return { refresh: isAsked ? "asked" : "auto" };
}

/**
 * Opens the index of the repository around the working directory.
 *
 * @throws {NoIndexError} when there is none, or none that may be used.
 * @throws {RepoctxError} when the config is broken.
 */
export async function openIndex(
  context: CommandContext,
  { refresh }: OpenOptions,
): Promise<OpenIndex> {
  const { findRoot, indexConfigHash, readConfig, statePaths } = await import("../repository/mod.ts");
  const root = findRoot(context.cwd);
  if (root === undefined) {
    throw new NoIndexError("No index found. Run 'repoctx init' and 'repoctx index' first.");
  }
  const config = readConfig(root);
  const isAutomatic = config.refresh === "auto" || context.refreshing?.isAlways === true;
  if (refresh === "asked") await refreshIndex(context);
  else if (refresh === "auto" && isAutomatic) await tryToRefresh(context);
  const { producerVersion } = await import("../indexer/mod.ts");
  const { openReader } = await import("../store/mod.ts");
  const expected = { producer: producerVersion(), indexConfigHash: await indexConfigHash(config) };
  const reader = await openReader(statePaths(root).index, expected);
  return { root, config, reader, [Symbol.dispose]: () => reader.close() };
}

/** An index that nobody asked to refresh answers as it is where that cannot be done; the answer tells its age. */
async function tryToRefresh(context: CommandContext): Promise<void> {
  try {
    await refreshIndex(context);
  } catch (error) {
    if (!(error instanceof RepoctxError) || context.signal.aborted) throw error;
    context.warn(error.message);
  }
}

/**
 * The indexed file that an argument names, relative to the working directory. Where there is none, it is also looked
 * for from the root, as answers name files, with Windows separators, and without a line behind it, as compilers name
 * places.
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
  const place = withoutPlace(argument);
  const readings = [path];
  for (const folder of [context.cwd, index.root]) {
    for (const reading of [argument, place]) {
      try {
        readings.push(toRootRelative(index.root, folder, reading));
      } catch {
        // What leads out of the repository from there is not meant.
      }
    }
  }
  for (const reading of readings) {
    const file = index.reader.fileByPath(reading);
    if (file !== undefined) return file;
  }
  const { whyAbsent } = await import("./_absence.ts");
  let reason = "";
  for (const reading of new Set(readings)) reason ||= await whyAbsent(index, reading);
  throw new RepoctxError(`File not found in index: ${path}${reason === "" ? "" : `\n${reason}`}`);
}

/** `src/a.ts` from `src\a.ts:12:5`, `src/a.ts(12,5)` and `src/a.ts#L12-L20`. */
function withoutPlace(argument: string): string {
  return argument.replace(/(?::\d+(?:[:-]\d+)?:?|\(\d+(?:,\d+)?\)|#L\d+(?:-L?\d+)?)$/, "").replaceAll(
    "\\",
    "/",
  );
}
