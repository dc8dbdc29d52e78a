import type { Config } from "../model/mod.ts";

/** How raw o200k counts become the counts of the configured model family. */
export interface Calibration {
  /** Multiplier in (0, 100]. */
  factor: number;
  /** Name shown as `token_profile`; absent when counts are raw. */
  label?: string;
}

const RAW: Calibration = { factor: 1 };

/**
 * Profiles whose counts differ from o200k. Claude's tokenizer is not public; published measurements put it 15 to
 * 25 % above o200k on code. `o200k`, `openai` and every unknown name mean raw counts.
 */
const PROFILES: ReadonlyMap<string, Calibration> = new Map([["claude", { factor: 1.2, label: "claude" }]]);

/**
 * The calibration a configuration asks for. A factor in (0, 100] overrides the profile; any other factor is
 * ignored. A factor of exactly 1 means raw counts and has no label.
 */
export function calibrationOf(tokens: Config["tokens"]): Calibration {
  const { factor } = tokens;
  if (factor === null || !(factor > 0 && factor <= 100)) {
    return PROFILES.get(tokens.profile.trim().toLowerCase()) ?? RAW;
  }
  return factor === 1 ? RAW : { factor, label: `x${Number(factor.toFixed(3))}` };
}

/**
 * ⌈count × factor⌉, at most `Number.MAX_SAFE_INTEGER`.
 *
 * @param count raw tokens, not negative.
 */
export function scale(count: number, calibration: Calibration): number {
  // Fifteen digits hold every product of interest and drop the binary noise: 10 × 1.1 is 11, not 11.000000000000002.
  const product = Number((count * calibration.factor).toPrecision(15));
  return Math.min(Math.ceil(product), Number.MAX_SAFE_INTEGER);
}
