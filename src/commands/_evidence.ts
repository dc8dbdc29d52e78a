/** What packing needs to know of an index. */
import type { AnalysisIdentity, EvidenceSource } from "../packer/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import { lineHistory } from "./_line_history.ts";
import type { ResemblingCommit } from "../model/mod.ts";
import type { OpenIndex } from "./_open_index.ts";

/**
 * The index as a source of evidence; each file is read once.
 *
 * @param commits past commits that resemble the task: lines they added count for more.
 */
export async function evidenceSource(
  reader: IndexReader,
  commits: readonly ResemblingCommit[] = [],
): Promise<EvidenceSource> {
  const vectors = new Map<number, ReturnType<IndexReader["termVectors"]>>();
  const vectorOf = (fileId: number) => {
    let found = vectors.get(fileId);
    if (found === undefined) vectors.set(fileId, found = reader.termVectors([fileId]));
    return found.get(fileId);
  };
  return {
    textOf: (fileId) => reader.textOf(fileId),
    symbolsOf: (fileId) => reader.symbolsOf([fileId]).get(fileId) ?? [],
    occurrences: (fileId, term) => vectorOf(fileId)?.lookup(term)?.lines ?? [],
    ...(commits.length > 0 ? { resemblingLines: await resemblingLines(reader, commits) } : {}),
  };
}

async function resemblingLines(reader: IndexReader, commits: readonly ResemblingCommit[]): Promise<
  NonNullable<EvidenceSource["resemblingLines"]>
> {
  const { lineHash } = await import("../history/mod.ts");
  return lineHistory(reader, commits, lineHash);
}

/** What of an index and a config makes two answers the same. */
export async function analysisIdentity(
  { config, reader }: Pick<OpenIndex, "config" | "reader">,
): Promise<AnalysisIdentity> {
  const { effectiveConfigHash } = await import("../repository/mod.ts");
  const { calibrationOf } = await import("../tokens/mod.ts");
  const { label = "o200k", factor } = calibrationOf(config.tokens);
  return {
    contentState: reader.meta.contentState,
    producerVersion: reader.meta.producer,
    schemaVersion: reader.meta.schemaVersion,
    effectiveConfigHash: await effectiveConfigHash(config, { label, factor }),
  };
}
