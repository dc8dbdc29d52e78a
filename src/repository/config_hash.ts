/** The two hashes of a configuration: what the index depends on, and what an answer depends on. */
import { canonicalHash, encodeFields, encodeRecords } from "./canonical_hash.ts";
import { compareStrings, type Config } from "../model/mod.ts";

/** Hash of everything that decides which files are indexed. A difference forces a rebuild. */
export function indexConfigHash(config: Config): Promise<string> {
  return canonicalHash([
    "index_config.v1",
    encodeFields(config.include),
    encodeFields(config.exclude),
    String(config.respectGitignore),
    encodeFields(config.sensitiveFiles),
    String(config.indexing.maxFileSizeKb),
    String(config.indexing.includeTests),
    String(config.indexing.includeDocs),
    // Added to the specification's list, and only where it is used, so that all other hashes stay as specified.
    ...(config.respectGlobalExcludes ? ["respect_global_excludes"] : []),
  ]);
}

/**
 * Hash of everything in the configuration that an answer depends on: the index settings, the ranking settings and
 * the token calibration, but not the prices.
 *
 * @param calibration label of the active calibration (`o200k` when raw) and its factor.
 */
export async function effectiveConfigHash(
  config: Config,
  calibration: { label: string; factor: number },
): Promise<string> {
  const { weights, synonyms } = config.ranking;
  const keys = Object.keys(synonyms).sort(compareStrings);
  return canonicalHash([
    "effective_config.v2",
    await indexConfigHash(config),
    String(weights.fts),
    String(weights.symbol),
    String(weights.graph),
    String(weights.path),
    String(weights.history),
    encodeRecords(keys.map((key) => [key, ...synonyms[key]!])),
    calibration.label,
    String(calibration.factor),
  ]);
}
