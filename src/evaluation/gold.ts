/** What a past change modified, in the terms of the index before it. */
import { readBlobs, readRevision } from "../history/mod.ts";
import type { Config } from "../model/mod.ts";
import { decodeText } from "../scanner/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import { diffLines, linesOfText } from "../text/mod.ts";
import type { PastChange } from "./survey.ts";

/** Lines from `start` to `end`, 1-based and inclusive. */
export interface LineRange {
  start: number;
  end: number;
}

/** A file that an answer should name, and the lines it should show. */
export interface GoldFile {
  path: string;
  /** In order, without overlap; at least one. */
  lines: LineRange[];
}

/**
 * The files of a change that an answer can name: indexed sources, not generated ones, with a difference in their
 * text.
 *
 * @param source root of the repository.
 * @param reader the index of the commit before.
 * @returns undefined when git cannot read the commit.
 */
export async function goldFiles(
  source: string,
  change: PastChange,
  reader: IndexReader,
  config: Pick<Config, "indexing">,
  signal: AbortSignal,
): Promise<GoldFile[] | undefined> {
  const after = await readRevision(source, change.commit, { signal });
  if (after === undefined) return undefined;
  const changed = new Set(change.paths);
  const blobs = new Map(
    after.files.filter(({ path }) => changed.has(path)).map(({ path, blob }) => [path, blob]),
  );
  const contents = new Map<string, Uint8Array>();
  await readBlobs(source, [...blobs.values()], config.indexing.maxFileSizeKb * 1024, (blob, bytes) => {
    if (bytes !== undefined) contents.set(blob, bytes);
  }, { signal });
  const gold: GoldFile[] = [];
  for (const path of change.paths) {
    const row = reader.fileByPath(path);
    const content = contents.get(blobs.get(path) ?? "");
    if (row?.kind !== "source" || row.generated || content === undefined) continue;
    const text = await decodeText(content);
    if (text === undefined) continue;
    const lines = changedLines(reader.textOf(row.id), text);
    if (lines.length > 0) gold.push({ path, lines });
  }
  return gold;
}

/** Lines of the old text that a change replaced; where it only added something, the lines around that place. */
export function changedLines(before: string, after: string): LineRange[] {
  const old = linesOfText(before);
  const ranges: LineRange[] = [];
  for (const { oldStart, oldEnd } of diffLines(old, linesOfText(after))) {
    const isAddition = oldStart === oldEnd;
    const start = Math.max(1, isAddition ? oldStart : oldStart + 1);
    const end = Math.min(old.length, isAddition ? oldStart + 1 : oldEnd);
    const last = ranges.at(-1);
    // Two additions around the same line share it.
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else if (start <= end) ranges.push({ start, end });
  }
  return ranges;
}

/** How many lines the ranges hold. */
export function countLines(ranges: readonly LineRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0);
}

/** How many lines of `wanted` lie in any of `found`. */
export function countFound(wanted: readonly LineRange[], found: readonly LineRange[]): number {
  let count = 0;
  for (const { start, end } of wanted) {
    for (let line = start; line <= end; line++) {
      if (found.some((range) => range.start <= line && line <= range.end)) count++;
    }
  }
  return count;
}
