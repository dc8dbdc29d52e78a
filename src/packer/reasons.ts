/** Which of a candidate's reasons are shown. */

const GRAPH_REASON = /^(?:imports|imported-by|tested-by|test-of|calls|called-by):/;
const SHOWN_GRAPH_REASONS = 2;
const SHOWN_SYMBOL_REASONS = 3;

/**
 * De-duplicates reasons keeping their order, keeps the first two graph reasons (the others become one `graph:+N`
 * right after them: section 11.5 of the specification) and the first three symbols, since every one is paid for.
 */
export function shownReasons(reasons: readonly string[]): string[] {
  const shown: string[] = [];
  let graph = 0;
  let symbols = 0;
  let lastGraph = -1;
  for (const reason of new Set(reasons)) {
    if (GRAPH_REASON.test(reason)) {
      if (++graph > SHOWN_GRAPH_REASONS) continue;
      lastGraph = shown.length;
    } else if (reason.startsWith("symbol:") && ++symbols > SHOWN_SYMBOL_REASONS) continue;
    shown.push(reason);
  }
  if (graph > SHOWN_GRAPH_REASONS) shown.splice(lastGraph + 1, 0, `graph:+${graph - SHOWN_GRAPH_REASONS}`);
  return shown;
}
