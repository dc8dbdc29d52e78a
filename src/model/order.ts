/** Ordering and number rules that keep every output independent of locale and platform. */

/**
 * Compares two strings by UTF-16 code unit, never by locale.
 *
 * @returns a negative number, zero or a positive number, as `Array.prototype.sort` wants it.
 */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rounds to four decimals, halves away from zero: the precision of every score in an output. */
export function roundScore(value: number): number {
  const scaled = Math.abs(value) * 1e4;
  // toPrecision removes the binary noise that would push an exact half to the wrong side.
  const rounded = Math.floor(Number(scaled.toPrecision(15)) + 0.5) / 1e4;
  return value < 0 ? -rounded || 0 : rounded;
}
