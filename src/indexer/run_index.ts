/** One run, from the lock to the commit. */
import { compareStrings, type IndexResult, SCHEMA_VERSION, type SkippedPath } from "../model/mod.ts";
import {
  assertNotLinked,
  canonicalHash,
  encodeRecords,
  ensureStateFolder,
  indexConfigHash,
  removeAbandoned,
  type Repository,
} from "../repository/mod.ts";
import { scan } from "../scanner/mod.ts";
import { forPeople, type IndexMeta, type IndexWriter, isDamage, openWriter } from "../store/mod.ts";
import { keepTokenTable } from "../tokens/mod.ts";
import { type FileChanges, updateFiles, type UpdateOptions } from "./_file_update.ts";
import { folderStamps } from "./_file_stamps.ts";
import { updateHistory } from "./_history_update.ts";
import { pause } from "./_pause.ts";
import { updateGraph } from "./_graph_update.ts";
import { scanOptions } from "./_scan_options.ts";
import type { IndexOptions, IndexOutcome } from "./options.ts";
import { producerVersion } from "./versions.ts";

/**
 * See {@link indexRepository}.
 *
 * @param clock milliseconds since the epoch; decides which time stamps are old enough to be believed.
 */
export async function runIndex(
  repository: Repository,
  options: IndexOptions,
  clock: () => number = Date.now,
): Promise<IndexOutcome> {
  const paths = ensureStateFolder(repository.root);
  assertNotLinked(paths.tokenTable);
  removeAbandoned(paths.folder);
  const { busyTimeoutMs } = options;
  const waiting = busyTimeoutMs === undefined ? {} : { busyTimeoutMs };
  const run = { ...options, tokenTable: paths.tokenTable, startedAt: clock() };
  const attempt = async (replace: boolean): Promise<IndexOutcome> => {
    using writer = await openWriter(paths.index, { ...waiting, replace });
    return await update(writer, repository, run);
  };
  try {
    return await attempt(false).catch((error) => {
      // Damage in the middle of the old file shows only when it is read.
      if (isDamage(error)) return attempt(true);
      throw error;
    });
  } catch (error) {
    throw forPeople(error, "Cannot write the index; the previous one is unchanged");
  }
}

async function update(
  writer: IndexWriter,
  repository: Repository,
  options: IndexOptions & UpdateOptions,
): Promise<IndexOutcome> {
  const { root, config } = repository;
  const { signal, onProgress, startedAt } = options;
  const begin = performance.now();
  const configHash = await indexConfigHash(config);
  const isFull = options.mode === "full" || !isCurrent(writer.previous, configHash);
  if (isFull && writer.previous !== undefined) writer.clear();

  onProgress?.({ stage: "scanning" });
  await pause(signal);
  const scanned = scan(root, config, await scanOptions(config));
  const changes = await updateFiles(writer, repository, scanned.files, options);
  const skipped = [...scanned.skipped, ...changes.skipped];
  writer.replaceSkipped(skipped);
  writer.replaceFolders(folderStamps(root, scanned.folders, startedAt));
  // Whoever analysed a file has seen to the table already.
  if (changes.added + changes.changed === 0) await keepTokenTable(options.tokenTable);
  const graph = changes.affectsGraph ? await updateGraph(writer, options) : { files: 0, edges: 0 };
  onProgress?.({ stage: "reading history" });
  const past = await updateHistory(root, writer, signal);
  await pause(signal);

  onProgress?.({ stage: "saving" });
  const skippedCounts = countByReason(skipped);
  const meta = writer.commit({
    toolVersion: options.toolVersion,
    producer: producerVersion(),
    indexConfigHash: configHash,
    contentState: unchangedState(changes, writer.previous) ?? await contentState(changes),
    skipped: skippedCounts,
    indexedAt: new Date(startedAt).toISOString(),
    ...past,
  });
  const result: IndexResult = {
    schema_version: SCHEMA_VERSION,
    command: "index",
    mode: isFull ? "full" : "incremental",
    files: {
      total: meta.counts.files,
      added: changes.added,
      changed: changes.changed,
      deleted: changes.deleted,
      unchanged: changes.unchanged,
    },
    chunks: meta.counts.chunks,
    symbols: meta.counts.symbols,
    edges: meta.counts.edges,
    work: {
      bytes_read: changes.bytesRead,
      files_parsed: changes.added + changes.changed,
      graph_files_analyzed: graph.files,
      edges_recomputed: graph.edges,
    },
    skipped: skippedCounts,
    root,
    elapsed_ms: performance.now() - begin,
  };
  return { result, missingRoots: scanned.missingRoots, skipped: sortedByPath(skipped) };
}

/** Whether an index can be brought up to date instead of being built anew. */
function isCurrent(previous: IndexMeta | undefined, configHash: string): boolean {
  return previous !== undefined && previous.producer === producerVersion() &&
    previous.indexConfigHash === configHash && /^[0-9a-f]{64}$/.test(previous.contentState);
}

/** The state before a run that found every file as it was: what it is made of is the same. */
function unchangedState(
  { added, changed, deleted }: FileChanges,
  previous: IndexMeta | undefined,
): string | undefined {
  return added + changed + deleted === 0 ? previous?.contentState : undefined;
}

/** Section 14 of the specification: a hash over all paths and content hashes. */
function contentState({ hashes }: FileChanges): Promise<string> {
  return canonicalHash(["content_state.v3", encodeRecords(hashes)]);
}

/** Files that turned out to be no text among those left out by their names. */
function sortedByPath(skipped: readonly SkippedPath[]): SkippedPath[] {
  return [...skipped].sort((a, b) => compareStrings(a.path, b.path) || compareStrings(a.reason, b.reason));
}

function countByReason(skipped: readonly SkippedPath[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => a < b ? -1 : 1));
}
