/**
 * What is in one file. A path, a language and decoded text come in; symbols, imports, references and chunks go out.
 * It never reads the repository and never looks at a second file. This door loads neither the languages nor
 * tree-sitter: they come with the first parser, a grammar with the first file that needs it.
 */
export { BLOCK_LINES, chunkFile, PREAMBLE_LINES } from "./chunks.ts";
export { describeLanguages, type LanguageSummary } from "./describe.ts";
export { isParsed, languageOf } from "./language_files.ts";
export { createParser, PARSE_LIMITS, type ParseLimits, type SourceParser } from "./parser.ts";
