/**
 * From ranked files to exactly what is delivered: evidence is cut, competes for the budget, is measured on the real
 * rendering and named by receipts. In come a ranking and a source of text; out comes a finished document. It ranks
 * nothing and writes nothing.
 */
export { detailFor } from "./detail.ts";
export { analysisState, EVIDENCE_VERSION, RANKING_VERSION, worktreeState } from "./identities.ts";
export { docSummary } from "./outline_units.ts";
export { packContext } from "./pack.ts";
export { shownReasons } from "./reasons.ts";
export { type ProducerTags, producerTags, RECEIPT_PATTERN, symbolReceipt } from "./receipts.ts";
export type * from "./request.ts";
export * from "./session.ts";
