/**
 * What is in one file. A path, a language and decoded text come in; symbols, imports, references and chunks go out.
 * It never reads the repository, never looks at a second file and loads no grammar before a file needs it.
 */
export { BLOCK_LINES, chunkFile, PREAMBLE_LINES } from "./chunks.ts";
export { describeLanguages, isParsed, languageOf, type LanguageSummary } from "./languages.ts";
export { createParser, PARSE_SIZE_LIMIT, PARSE_WORK_LIMIT, type SourceParser } from "./source_parser.ts";
