/** Repeatable random choices: Lehmer's generator with the constants of Park and Miller. */
export class Random {
  #state: number;

  /** @param seed from 1 to 2^31 - 2. */
  constructor(seed: number) {
    this.#state = seed;
  }

  /** An integer from 0 to `limit - 1`. */
  below(limit: number): number {
    this.#state = (this.#state * 48271) % 2147483647;
    // The high bits are the random ones.
    return Math.floor((this.#state / 2147483647) * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** Between `least` and `most` picks. */
  many<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}
