/**
 * What using the program cost and saved, kept in the repository and nowhere else.
 * In comes one record per successful query, out comes the report of `stats`. The ledger holds counts, command names
 * and times, never content; recording never fails, never delays an answer and is off with `REPOCTX_NO_STATS`.
 */
export {
  changedCredit,
  contextCredit,
  type Credit,
  type FileFacts,
  MOST_LINES,
  outlineCredit,
  WINDOW_LINES,
} from "./credit.ts";
export { recordUsage } from "./ledger.ts";
export type { Usage } from "./record.ts";
export { usageStats } from "./stats.ts";
