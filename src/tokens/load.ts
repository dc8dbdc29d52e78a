import { buildTokenTable, readTokenTable, TokenTable } from "./table.ts";
import { createTokenizer, type Tokenizer } from "./tokenizer.ts";

/** Where else a token table may be. */
export interface TokenizerOptions {
  /** A table written by {@link writeTokenTable}. Missing, damaged or forged: ignored. */
  cacheFile?: string;
}

/** The table that the compile step puts beside the program. */
const SHIPPED_TABLE = new URL("../../build/o200k.bin", import.meta.url);

/**
 * Makes the tokenizer ready: in a few milliseconds with the shipped table or the cache file, in 300 when the table has
 * to be built from the tokenizer package. Keep the result; each call loads anew.
 *
 * @throws RepoctxError when the table had to be built and the installed package is not the expected one.
 */
export async function loadTokenizer(options: TokenizerOptions = {}): Promise<Tokenizer> {
  const { cacheFile } = options;
  const file = await readTokenTable(SHIPPED_TABLE, "shipped") ??
    (cacheFile === undefined ? undefined : await readTokenTable(cacheFile, "cached")) ??
    await buildTokenTable();
  return createTokenizer(new TokenTable(file));
}

/**
 * Builds the token table, always the same bytes, and puts it at `path` in one step: a reader sees no table or all of
 * it. The folder must exist.
 */
export async function writeTokenTable(path: string): Promise<void> {
  const file = await buildTokenTable();
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    await Deno.writeFile(temporary, file);
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
}

/**
 * Sees to it that the token table is at `path`: one that is missing, damaged or of another version is replaced, in one
 * step. Never fails: without it the tokenizer works too and only takes longer to start.
 *
 * @returns whether it is there now.
 */
export async function keepTokenTable(path: string): Promise<boolean> {
  if (await readTokenTable(path, "cached") !== undefined) return true;
  try {
    await removeFolder(path);
    await writeTokenTable(path);
    return true;
  } catch {
    return false;
  }
}

/** Removes an empty folder, which no file can replace. Whatever is in another one stays. */
async function removeFolder(path: string): Promise<void> {
  const info = await Deno.lstat(path).catch(() => undefined);
  if (info?.isDirectory) await Deno.remove(path);
}
