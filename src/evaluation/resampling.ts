/** How far a mean of few tasks can be trusted. */
import type { EvalDifference } from "../model/mod.ts";
import { mean } from "./figures.ts";

const RESAMPLES = 2000;
/** Any number will do, as long as it stays: the same tasks give the same interval. */
const SEED = 20_231;
/** Share of the resampled means that lies outside on each side. */
const TAIL = 0.025;

/**
 * The mean of some values, at least one, and its 95 % interval: the percentile bootstrap (Efron, 1979). For
 * differences between two answers to the same tasks that makes it the paired one.
 */
export function estimate(values: readonly number[]): EvalDifference {
  const random = numbers(SEED);
  const means = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) sum += values[Math.floor(random() * values.length)]!;
    means[sample] = sum / values.length;
  }
  means.sort();
  return {
    mean: mean(values),
    low: means[Math.floor(TAIL * RESAMPLES)]!,
    high: means[Math.ceil((1 - TAIL) * RESAMPLES) - 1]!,
  };
}

/** Evenly spread numbers from 0 to below 1, always the same for a seed: the generator mulberry32. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}
