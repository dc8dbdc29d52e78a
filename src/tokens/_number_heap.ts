/** A binary heap of numbers, smallest first, in storage that grows and is used again. */
export class NumberHeap {
  #items = new Float64Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Empties the heap and keeps its storage. */
  clear(): void {
    this.#size = 0;
  }

  push(item: number): void {
    if (this.#size === this.#items.length) {
      const larger = new Float64Array(this.#size * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    const items = this.#items;
    let hole = this.#size++;
    while (hole > 0) {
      const parent = hole - 1 >> 1;
      if (items[parent]! <= item) break;
      items[hole] = items[parent]!;
      hole = parent;
    }
    items[hole] = item;
  }

  /** Removes and returns the smallest number; the heap must not be empty. */
  pop(): number {
    const items = this.#items;
    const smallest = items[0]!;
    const item = items[--this.#size]!;
    const size = this.#size;
    let hole = 0;
    for (let child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && items[child + 1]! < items[child]!) child++;
      if (items[child]! >= item) break;
      items[hole] = items[child]!;
      hole = child;
    }
    items[hole] = item;
    return smallest;
  }
}
