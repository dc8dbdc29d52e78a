/** How far the working tree has moved on from the index, as an answer tells it. */
import type { StaleFile, StaleIndex } from "../model/mod.ts";
import type { OpenIndex } from "./_open_index.ts";

/** The age of an index. */
export interface TreeAge {
  /** What differs; undefined when nothing does. */
  readonly stale?: StaleIndex;
  /** Indexed files that are no longer on disk as they were indexed. */
  readonly changed: ReadonlySet<string>;
  /** SHA-256 of the bytes of a file as it is on disk; undefined when it is in no index run. */
  hashOf(path: string): string | undefined;
}

/**
 * Looks at every indexed file once, and into those of the answer that look different.
 *
 * @param about root-relative paths of the files that the answer shows something of.
 */
export async function treeAge(
  { root, config, reader }: OpenIndex,
  about: readonly string[] = [],
): Promise<TreeAge> {
  const { worktreeDifference } = await import("../indexer/mod.ts");
  const { added, modified, deleted, hashes } = await worktreeDifference({ root, config }, reader, { about });
  const files = added.length + modified.length + deleted.length;
  const changed = new Set([...modified, ...deleted]);
  const gone = new Set(deleted);
  return {
    ...(files === 0 ? {} : { stale: { files, ...await indexedCommit(reader.meta) } }),
    changed,
    hashOf: (path) => gone.has(path) ? undefined : hashes.get(path) ?? reader.fileByPath(path)?.contentHash,
  };
}

/** The commit that was indexed, as answers show it. */
export async function indexedCommit(
  { indexedCommit }: Pick<OpenIndex["reader"]["meta"], "indexedCommit">,
): Promise<Pick<StaleIndex, "indexed_commit">> {
  if (indexedCommit === undefined) return {};
  const { shortHash } = await import("../repository/mod.ts");
  return { indexed_commit: shortHash(indexedCommit) };
}

/** The member of an answer that says so. */
export function staleMember({ stale }: TreeAge): { stale?: StaleIndex } {
  return stale === undefined ? {} : { stale };
}

/** The same for an answer about one file. */
export function staleFileMember({ stale, changed }: TreeAge, path: string): { stale?: StaleFile } {
  if (stale === undefined) return {};
  return { stale: changed.has(path) ? { ...stale, this_file: true } : stale };
}

/** The mark of a part of an answer whose file is no longer the one that was indexed. */
export function staleMark({ changed }: TreeAge, path: string): { stale?: true } {
  return changed.has(path) ? { stale: true } : {};
}
