/** Names of ranges by the declarations around them, for many ranges of one file at once. */
import type { SegmentSymbol } from "./segments.ts";

/** A declaration with its doc comment. */
interface Extent {
  name: string;
  /** First line, that of the doc comment where there is one: usually above `startLine`, at times below a decorator. */
  first: number;
  startLine: number;
  endLine: number;
  /** Position among the symbols of the file. */
  position: number;
}

/** Names ranges of one file in the order of their first lines, as `innermostName` does one by one. */
export class InnermostNames {
  /** By the first line they have anything to do with. */
  readonly #extents: readonly Extent[];
  /** How many extents begin at or before the last line asked for. */
  #begun = 0;
  /** Those of them that had not ended before it. */
  readonly #open: Extent[] = [];

  constructor(symbols: readonly SegmentSymbol[]) {
    this.#extents = symbols.map(({ name, startLine, endLine, docStartLine }, position) => ({
      name,
      first: docStartLine ?? startLine,
      startLine,
      endLine,
      position,
    })).sort((a, b) => topOf(a) - topOf(b));
  }

  /** The name of a range that begins no earlier than the one asked before. */
  next(startLine: number, endLine: number): string {
    this.#moveTo(startLine);
    let holder: Extent | undefined;
    let inside: Extent | undefined;
    for (const extent of this.#open) {
      if (extent.first <= startLine && extent.endLine >= endLine) {
        if (!holder || isInner(extent, holder)) holder = extent;
      } else if (extent.first >= startLine && extent.startLine <= endLine) inside = earlier(inside, extent);
    }
    const extents = this.#extents;
    for (let i = this.#begun; i < extents.length && topOf(extents[i]!) <= endLine; i++) {
      if (extents[i]!.startLine <= endLine) inside = earlier(inside, extents[i]!);
    }
    return (inside ?? holder)?.name ?? "";
  }

  #moveTo(line: number): void {
    const open = this.#open;
    const extents = this.#extents;
    while (this.#begun < extents.length && topOf(extents[this.#begun]!) <= line) {
      open.push(extents[this.#begun++]!);
    }
    let kept = 0;
    for (const extent of open) if (extent.endLine >= line) open[kept++] = extent;
    open.length = kept;
  }
}

function earlier(known: Extent | undefined, extent: Extent): Extent {
  return known !== undefined && known.position < extent.position ? known : extent;
}

function topOf({ first, startLine }: Extent): number {
  return Math.min(first, startLine);
}

/** Whether a declaration is smaller, or as large and listed before. */
function isInner(a: Extent, b: Extent): boolean {
  const size = a.endLine - a.startLine - (b.endLine - b.startLine);
  return size < 0 || (size === 0 && a.position < b.position);
}
