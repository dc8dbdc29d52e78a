/**
 * From a task and an index to an ordered list of files with the signals and reasons that put them there.
 * Reads one snapshot of the store; renders nothing, decides nothing about budgets, writes nothing.
 */
export { PARAMETERS, type RankingParameters } from "./parameters.ts";
export { type NamedPlace } from "./pasted_text.ts";
export { type AnalyzedQuery, analyzeQuery, type QueryStyle, reportedTerms } from "./query.ts";
export { rankFiles, type RankOptions } from "./rank.ts";
export { type FoundFile, searchFiles, type SearchRequest } from "./search.ts";
