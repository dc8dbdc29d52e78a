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
export function evidenceSource(
  reader: IndexReader,
  commits: readonly ResemblingCommit[] = [],
): EvidenceSource {
  const texts = new Map<number, string>();
  const textOf = (fileId: number): string => {
    let text = texts.get(fileId);
    if (text === undefined) texts.set(fileId, text = reader.textOf(fileId));
    return text;
  };
  return {
    textOf,
    symbolsOf: (fileId) => reader.symbolsOf([fileId]).get(fileId) ?? [],
    occurrences: (fileId, term) => reader.termVectors([fileId]).get(fileId)?.lookup(term)?.lines ?? [],
    ...(commits.length > 0 ? { resemblingLines: lineHistory(reader, commits, textOf) } : {}),
  };
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
