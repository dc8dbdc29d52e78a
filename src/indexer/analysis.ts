/** From the text of one file to everything that is stored of it. */
import type { Chunk, ParsedFile, ScannedFile, SourceText } from "../model/mod.ts";
import { chunkFile, createParser, isParsed, type SourceParser } from "../parser/mod.ts";
import { isGenerated } from "../scanner/mod.ts";
import { type FileRecord, type FileStamp, MAX_ROWS_PER_KIND, termsOfFile } from "../store/mod.ts";
import { keepTokenTable, loadTokenizer, type Tokenizer } from "../tokens/mod.ts";

/** Turns files into records. Each file is looked at alone, so several analysers may work side by side. */
export interface Analyser extends Disposable {
  /** Never fails because of what is in a file. */
  analyse(file: ScannedFile, source: SourceText, stamp: FileStamp): Promise<FileRecord>;
}

/**
 * Makes an analyser.
 *
 * @param tokenTable path of the cached token table; it is written when it is missing or damaged, since every later
 * question needs it too.
 */
export async function createAnalyser(tokenTable: string): Promise<Analyser> {
  await keepTokenTable(tokenTable);
  const [parser, tokenizer] = await Promise.all([
    createParser(),
    loadTokenizer({ cacheFile: tokenTable }),
  ]);
  return new LocalAnalyser(parser, tokenizer);
}

const NOTHING: ParsedFile = { symbols: [], imports: [], references: [], namespaces: [], hasErrors: false };

/** What the index holds of a text besides the text: nothing where its language has no parser. */
export async function parseText(
  parser: SourceParser,
  { path, language }: Pick<ScannedFile, "path" | "language">,
  text: string,
): Promise<ParsedFile> {
  if (!isParsed(language)) return NOTHING;
  const parsed = await parser.parse(path, language, text);
  return parsed.symbols.length > MAX_ROWS_PER_KIND ? { ...NOTHING, degraded: "size" } : parsed;
}

class LocalAnalyser implements Analyser {
  readonly #parser: SourceParser;
  readonly #tokenizer: Tokenizer;

  constructor(parser: SourceParser, tokenizer: Tokenizer) {
    this.#parser = parser;
    this.#tokenizer = tokenizer;
  }

  async analyse(file: ScannedFile, source: SourceText, stamp: FileStamp): Promise<FileRecord> {
    const { path, kind, language } = file;
    const { text, hash, lineCount, encoding } = source;
    const parsed = await parseText(this.#parser, file, text);
    const chunks = contentChunks(language, text);
    const generated = isGenerated(path, text);
    return {
      path,
      kind,
      language,
      stamp,
      contentHash: hash,
      lineCount,
      tokenCount: this.#tokenizer.count(text),
      encoding,
      ...(generated === undefined ? {} : { generated }),
      parsed,
      chunks,
      terms: termsOfFile(path, chunks, parsed.symbols),
    };
  }

  [Symbol.dispose](): void {
    this.#parser.dispose();
  }
}

/** Chunks of the text; a file of nothing but headings is cut like any other when it has too many. */
function contentChunks(language: string, text: string): Chunk[] {
  const chunks = chunkFile(language, text, []);
  return chunks.length > MAX_ROWS_PER_KIND ? chunkFile("none", text, []) : chunks;
}
