/**
 * How the rows of a file are numbered. Content chunks and symbols share one space of numbers, so that one full-text
 * table covers both, the file of a row is known without a look-up, and all rows of a file are one range.
 */

const ROWS_PER_FILE = 2 ** 22;
const FIRST_SYMBOL = 2 ** 21;

/** How many content chunks, and how many symbols, one file can have. */
export const MAX_ROWS_PER_KIND: number = FIRST_SYMBOL;

/** SQL that turns the row numbers of the full-text table into numbers of files. */
export const FILE_OF_ROW = `rowid / ${ROWS_PER_FILE}`;

/** SQL that is true for the rows of symbols in the full-text table. */
export const IS_SYMBOL_ROW = `rowid % ${ROWS_PER_FILE} >= ${FIRST_SYMBOL}`;

/** First row number of a file. */
export function firstRow(fileId: number): number {
  return fileId * ROWS_PER_FILE;
}

/** Last row number of a file. */
export function lastRow(fileId: number): number {
  return firstRow(fileId) + ROWS_PER_FILE - 1;
}

/** Row number of the n-th content chunk, from 0. */
export function chunkRow(fileId: number, ordinal: number): number {
  return firstRow(fileId) + ordinal;
}

/** Row number of the n-th symbol, from 0. */
export function symbolRow(fileId: number, ordinal: number): number {
  return firstRow(fileId) + FIRST_SYMBOL + ordinal;
}

/** The file a row belongs to. */
export function fileOfRow(row: number): number {
  return Math.floor(row / ROWS_PER_FILE);
}

/** Whether a row is a symbol's. */
export function isSymbolRow(row: number): boolean {
  return row % ROWS_PER_FILE >= FIRST_SYMBOL;
}

/** The position of a symbol in its file, from its row. */
export function symbolOrdinal(row: number): number {
  return row % ROWS_PER_FILE - FIRST_SYMBOL;
}
