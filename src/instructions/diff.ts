/** Line differences as unified hunks: Myers' O(ND) algorithm on the part between common beginning and end. */

/** Unchanged lines around a change. */
const CONTEXT = 3;

/** Beyond these bounds one hunk covers the differing region, so that hostile texts cost little. */
const MAX_LINES = 20_000;
const MAX_EDITS = 1_000;

/** A run of lines that both texts share, or that one of them lacks. `old` and `next` are 0-based line numbers. */
interface Edit {
  kind: " " | "-" | "+";
  old: number;
  next: number;
}

/**
 * The hunks that lead from one text to another, joined by newlines; empty when the texts are equal.
 *
 * @param before text without a trailing newline.
 * @param after text without a trailing newline.
 */
export function unifiedHunks(before: string, after: string): string {
  const a = before.split("\n");
  const b = after.split("\n");
  const edits = editScript(a, b);
  const hunks: string[] = [];
  let position = 0;
  while (position < edits.length) {
    if (edits[position]?.kind === " ") {
      position++;
      continue;
    }
    const start = Math.max(0, position - CONTEXT);
    let end = position;
    // Changes with no more than twice the context between them share a hunk.
    for (let next = position; next < edits.length && next <= end + 2 * CONTEXT + 1; next++) {
      if (edits[next]?.kind !== " ") end = next;
    }
    const stop = Math.min(edits.length, end + CONTEXT + 1);
    hunks.push(hunk(edits.slice(start, stop), a, b));
    position = stop;
  }
  return hunks.join("\n");
}

function hunk(edits: readonly Edit[], a: readonly string[], b: readonly string[]): string {
  const first = edits[0] as Edit;
  const oldLines = edits.filter((edit) => edit.kind !== "+").length;
  const newLines = edits.filter((edit) => edit.kind !== "-").length;
  const range = (start: number, count: number) => `${count === 0 ? start : start + 1},${count}`;
  const body = edits.map((edit) => edit.kind + (edit.kind === "+" ? b[edit.next] : a[edit.old]));
  return [`@@ -${range(first.old, oldLines)} +${range(first.next, newLines)} @@`, ...body].join("\n");
}

/** Every line of both texts, in order, with what becomes of it. */
function editScript(a: readonly string[], b: readonly string[]): Edit[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const edits: Edit[] = [];
  const keep = (old: number, next: number) => edits.push({ kind: " ", old, next });
  for (let line = 0; line < start; line++) keep(line, line);
  const middle = myers(a.slice(start, endA), b.slice(start, endB)) ?? replaceAll(endA - start, endB - start);
  for (const { kind, old, next } of middle) edits.push({ kind, old: old + start, next: next + start });
  for (let line = 0; line < a.length - endA; line++) keep(endA + line, endB + line);
  return edits;
}

function replaceAll(linesA: number, linesB: number): Edit[] {
  return [
    ...Array.from({ length: linesA }, (_, old): Edit => ({ kind: "-", old, next: 0 })),
    ...Array.from({ length: linesB }, (_, next): Edit => ({ kind: "+", old: linesA, next })),
  ];
}

/** The shortest edit script, or undefined when it is out of bounds. */
function myers(a: readonly string[], b: readonly string[]): Edit[] | undefined {
  if (a.length + b.length > MAX_LINES) return undefined;
  const limit = Math.min(a.length + b.length, MAX_EDITS);
  // furthest[k + limit + 1] is the furthest line of `a` reached on diagonal k; trace keeps it for every distance.
  const furthest = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let distance = 0; distance <= limit; distance++) {
    trace.push(furthest.slice(limit + 1 - distance - 1, limit + 1 + distance + 2));
    for (let k = -distance; k <= distance; k += 2) {
      const at = k + limit + 1;
      const down = k === -distance ||
        (k !== distance && (furthest[at - 1] as number) < (furthest[at + 1] as number));
      let x = down ? furthest[at + 1] as number : (furthest[at - 1] as number) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest[at] = x;
      if (x >= a.length && x - k >= b.length) return backtrack(trace, a.length, b.length);
    }
  }
  return undefined;
}

/** Walks the trace back from the ends of both texts. */
function backtrack(trace: readonly Int32Array[], linesA: number, linesB: number): Edit[] {
  const edits: Edit[] = [];
  let x = linesA;
  let y = linesB;
  for (let distance = trace.length - 1; distance > 0; distance--) {
    const reached = trace[distance] as Int32Array;
    const centre = distance + 1;
    const k = x - y;
    const down = k === -distance ||
      (k !== distance && (reached[centre + k - 1] as number) < (reached[centre + k + 1] as number));
    const previousX = reached[centre + (down ? k + 1 : k - 1)] as number;
    const previousY = previousX - (down ? k + 1 : k - 1);
    while (x > (down ? previousX : previousX + 1) && y > (down ? previousY + 1 : previousY)) {
      edits.push({ kind: " ", old: --x, next: --y });
    }
    if (down) edits.push({ kind: "+", old: x, next: --y });
    else edits.push({ kind: "-", old: --x, next: y });
  }
  while (x > 0 && y > 0) edits.push({ kind: " ", old: --x, next: --y });
  return edits.reverse();
}
