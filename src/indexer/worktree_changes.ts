/** The exact difference between the working tree and the index, told by contents. */
import { compareStrings, type ScannedFile } from "../model/mod.ts";
import type { Repository } from "../repository/mod.ts";
import { isSkipped, loadSource, scan } from "../scanner/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import { isUntouched, stampOf } from "./_file_stamps.ts";
import { pause } from "./_pause.ts";
import { scanOptions } from "./_scan_options.ts";
import type { WorktreeChange, WorktreeState } from "./worktree.ts";

/** See {@link worktreeState}. */
export async function stateOf(
  { root, config }: Repository,
  reader: IndexReader,
  signal: AbortSignal | undefined,
): Promise<WorktreeState> {
  const startedAt = Date.now();
  const stamps = new Map(reader.fileStamps().map(({ path, stamp }) => [path, stamp]));
  const before = new Map(reader.allFiles().map(({ path, contentHash }) => [path, contentHash]));
  await pause(signal);
  const scanned = scan(root, config, await scanOptions(config));
  const files: ScannedFile[] = [];
  const changes: WorktreeChange[] = [];
  for (const file of scanned.files) {
    const { path } = file;
    const stamp = stamps.get(path);
    if (stamp === undefined || !isUntouched({ stamp }, stampOf(file, startedAt))) {
      signal?.throwIfAborted();
      const source = await loadSource(root, file, config);
      if (isSkipped(source)) continue;
      const { hash } = source;
      const stored = before.get(path);
      if (stored === undefined) changes.push({ path, status: "added", hash });
      else if (stored !== hash) changes.push({ path, status: "modified", hash });
    }
    files.push(file);
    before.delete(path);
  }
  for (const path of before.keys()) changes.push({ path, status: "deleted" });
  return { files, changes: changes.sort((a, b) => compareStrings(a.path, b.path)) };
}
