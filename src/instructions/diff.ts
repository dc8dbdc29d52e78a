/** Line differences as unified hunks. */
import { diffLines, lineHunks } from "../text/mod.ts";

/** Unchanged lines around a change. */
const CONTEXT = 3;

/** Beyond these bounds one hunk covers the differing region, so that hostile texts cost little. */
const BOUNDS = { mostLines: 20_000, mostEdits: 1_000 };

/**
 * The hunks that lead from one text to another, joined by newlines; empty when the texts are equal.
 *
 * @param before text without a trailing newline.
 * @param after text without a trailing newline.
 */
export function unifiedHunks(before: string, after: string): string {
  const [a, b] = [before.split("\n"), after.split("\n")];
  return lineHunks(a, b, diffLines(a, b, BOUNDS), CONTEXT).map((hunk) =>
    [
      `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
      ...hunk.lines,
    ].join("\n")
  ).join("\n");
}
