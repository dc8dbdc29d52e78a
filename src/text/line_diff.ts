/** Line differences: Myers' O(ND) algorithm on the part between the common beginning and the common end. */

/** A run of lines in which two texts differ. Positions are 0-based, ends exclusive; one of the runs may be empty. */
export interface LineChange {
  /** First line of the old text that is not in the new one. */
  oldStart: number;
  /** Where the old lines end. */
  oldEnd: number;
  /** First line of the new text that is not in the old one. */
  newStart: number;
  /** Where the new lines end. */
  newEnd: number;
}

/** Changes that lie close together, with unchanged lines around them. */
export interface LineHunk {
  /** First line of the old text, 1-based; the line before the hunk when it has no old line. */
  oldStart: number;
  /** Number of old lines. */
  oldLines: number;
  /** First line of the new text, as `oldStart`. */
  newStart: number;
  /** Number of new lines. */
  newLines: number;
  /** The lines in order, each behind a space, `-` or `+`. */
  lines: string[];
}

/** Beyond these one change covers the whole differing region, so that hostile texts cost little. */
export interface DiffBounds {
  /** Lines of both texts together between the common beginning and end. */
  mostLines: number;
  /** Removed and added lines together. */
  mostEdits: number;
}

/** The bounds of section 4.9 of the specification. */
const DEFAULT_BOUNDS: DiffBounds = { mostLines: 20_000, mostEdits: 2000 };

/**
 * The lines of a text as differences are told: any line end counts as LF, and line ends after the last line as none.
 */
export function linesOfText(text: string): string[] {
  const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
  let end = lines.length;
  while (end > 0 && lines[end - 1] === "") end--;
  lines.length = end;
  return lines;
}

/**
 * Where two texts differ, in order, with as few removed and added lines as possible inside the bounds.
 *
 * @example
 * ```ts
 * diffLines(["a", "b"], ["a", "c"]); // [{ oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2 }]
 * ```
 */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
  { mostLines, mostEdits }: DiffBounds = DEFAULT_BOUNDS,
): LineChange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let oldEnd = before.length;
  let newEnd = after.length;
  while (oldEnd > start && newEnd > start && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  if (start === oldEnd && start === newEnd) return [];
  const whole = [{ oldStart: start, oldEnd, newStart: start, newEnd }];
  // Where only one side has lines left there is nothing to align.
  if (start === oldEnd || start === newEnd || oldEnd + newEnd - 2 * start > mostLines) return whole;
  const numbers = new Map<string, number>();
  const middle = (lines: readonly string[], end: number): Int32Array =>
    Int32Array.from(lines.slice(start, end), (line) => {
      let number = numbers.get(line);
      if (number === undefined) numbers.set(line, number = numbers.size);
      return number;
    });
  const changes = shortestScript(middle(before, oldEnd), middle(after, newEnd), mostEdits);
  if (changes === undefined) return whole;
  for (const change of changes) {
    change.oldStart += start;
    change.oldEnd += start;
    change.newStart += start;
    change.newEnd += start;
  }
  return changes;
}

/**
 * Gathers changes into hunks.
 *
 * @param context unchanged lines shown before and after; changes with at most twice as many between them share a
 * hunk.
 */
export function lineHunks(
  before: readonly string[],
  after: readonly string[],
  changes: readonly LineChange[],
  context: number,
): LineHunk[] {
  const hunks: LineHunk[] = [];
  for (let first = 0; first < changes.length;) {
    let end = first + 1;
    while (end < changes.length && changes[end]!.oldStart - changes[end - 1]!.oldEnd <= 2 * context) end++;
    hunks.push(hunkOf(before, after, changes.slice(first, end), context));
    first = end;
  }
  return hunks;
}

function hunkOf(
  before: readonly string[],
  after: readonly string[],
  changes: readonly LineChange[],
  context: number,
): LineHunk {
  const lines: string[] = [];
  const add = (mark: string, source: readonly string[], from: number, to: number): void => {
    for (let line = from; line < to; line++) lines.push(mark + source[line]!);
  };
  const [first, last] = [changes[0]!, changes[changes.length - 1]!];
  const lead = Math.min(context, first.oldStart);
  const oldStart = first.oldStart - lead;
  let position = oldStart;
  for (const change of changes) {
    add(" ", before, position, change.oldStart);
    add("-", before, change.oldStart, change.oldEnd);
    add("+", after, change.newStart, change.newEnd);
    position = change.oldEnd;
  }
  const oldEnd = Math.min(before.length, last.oldEnd + context);
  add(" ", before, position, oldEnd);
  const newStart = first.newStart - lead;
  const oldLines = oldEnd - oldStart;
  const newLines = last.newEnd + oldEnd - last.oldEnd - newStart;
  return {
    oldStart: oldStart + (oldLines > 0 ? 1 : 0),
    oldLines,
    newStart: newStart + (newLines > 0 ? 1 : 0),
    newLines,
    lines,
  };
}

/** The changes of a shortest edit script, or undefined when it has more than `most` edits. */
function shortestScript(a: Int32Array, b: Int32Array, most: number): LineChange[] | undefined {
  const limit = Math.min(a.length + b.length, most);
  // furthest[k + limit + 1] is the furthest line of `a` reached on diagonal k.
  const furthest = new Int32Array(2 * limit + 3);
  // What had been reached before each round, on the diagonals that the round can look at.
  const trace: Int32Array[] = [];
  for (let distance = 0; distance <= limit; distance++) {
    trace.push(furthest.slice(limit - distance, limit + distance + 3));
    for (let k = -distance; k <= distance; k += 2) {
      const at = k + limit + 1;
      let x = isDown(furthest, at, k, distance) ? furthest[at + 1]! : furthest[at - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest[at] = x;
      if (x >= a.length && x - k >= b.length) return changesAlong(trace, a.length, b.length);
    }
  }
  return undefined;
}

/** Whether the best way to a diagonal is an added line, from the diagonal above it. */
function isDown(furthest: Int32Array, at: number, k: number, distance: number): boolean {
  return k === -distance || (k !== distance && furthest[at - 1]! < furthest[at + 1]!);
}

/** Walks the trace back from the ends of both texts and joins neighbouring edits. */
function changesAlong(trace: readonly Int32Array[], oldLength: number, newLength: number): LineChange[] {
  const changes: LineChange[] = [];
  let x = oldLength;
  let y = newLength;
  for (let distance = trace.length - 1; distance > 0; distance--) {
    const reached = trace[distance]!;
    const k = x - y;
    const at = k + distance + 1;
    const isAdded = isDown(reached, at, k, distance);
    const previousX = reached[isAdded ? at + 1 : at - 1]!;
    const previousY = previousX - (isAdded ? k + 1 : k - 1);
    // The edit leads here; unchanged lines may follow it.
    const editX = isAdded ? previousX : previousX + 1;
    const editY = isAdded ? previousY + 1 : previousY;
    const next = changes.at(-1);
    if (next !== undefined && next.oldStart === editX && next.newStart === editY) {
      next.oldStart = previousX;
      next.newStart = previousY;
    } else {
      changes.push({ oldStart: previousX, oldEnd: editX, newStart: previousY, newEnd: editY });
    }
    x = previousX;
    y = previousY;
  }
  return changes.reverse();
}
