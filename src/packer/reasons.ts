/** Which of a candidate's reasons are shown. */
import type { ChosenFile } from "./selection.ts";

const GRAPH_REASON = /^(?:imports|imported-by|tested-by|test-of|calls|called-by):/;
const SHOWN_GRAPH_REASONS = 2;
const SHOWN_SYMBOL_REASONS = 3;
/** Beside delivered lines, which name their own declarations. */
const SHOWN_SYMBOL_REASONS_WITH_LINES = 2;

/**
 * De-duplicates reasons keeping their order, keeps the first two graph reasons (the others become one `graph:+N`
 * right after them: section 11.5 of the specification) and the first three symbols, since every one is paid for.
 */
export function shownReasons(
  reasons: readonly string[],
  mostSymbols: number = SHOWN_SYMBOL_REASONS,
): string[] {
  const shown: string[] = [];
  let graph = 0;
  let symbols = 0;
  let lastGraph = -1;
  for (const reason of new Set(reasons)) {
    if (GRAPH_REASON.test(reason)) {
      if (++graph > SHOWN_GRAPH_REASONS) continue;
      lastGraph = shown.length;
    } else if (reason.startsWith("symbol:") && ++symbols > mostSymbols) continue;
    shown.push(reason);
  }
  if (graph > SHOWN_GRAPH_REASONS) shown.splice(lastGraph + 1, 0, `graph:+${graph - SHOWN_GRAPH_REASONS}`);
  return shown;
}

/** The reasons that the item of a chosen file shows. */
export function itemReasons({ file, ranges }: Pick<ChosenFile, "file" | "ranges">): string[] {
  const { reasons } = file.candidate;
  return ranges.length > 0 ? shownReasons(reasons, SHOWN_SYMBOL_REASONS_WITH_LINES) : shownReasons(reasons);
}
