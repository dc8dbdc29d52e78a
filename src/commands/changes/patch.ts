/** What changed inside of one file. */
import type { Hunk } from "../../model/mod.ts";
import { diffLines, type LineChange, lineHunks, linesOfText } from "../../text/mod.ts";

/** Unchanged lines around a change: section 4.9 of the specification. */
const CONTEXT_LINES = 2;

/** A difference between two texts. */
export interface Patch {
  readonly changes: readonly LineChange[];
  readonly hunks: readonly Hunk[];
}

/** The difference between two texts, line ends aside. */
export function patchOf(textBefore: string, textAfter: string): Patch {
  const [before, after] = [linesOfText(textBefore), linesOfText(textAfter)];
  const changes = diffLines(before, after);
  return {
    changes,
    hunks: lineHunks(before, after, changes, CONTEXT_LINES).map((hunk) => ({
      old_start: hunk.oldStart,
      old_lines: hunk.oldLines,
      new_start: hunk.newStart,
      new_lines: hunk.newLines,
      text: hunk.lines.join("\n"),
    })),
  };
}
