/**
 * The vocabulary of the product: plain types of files, symbols, edges, config and results, the error classes and
 * the ordering rules. Every room may import it; it imports nothing and does nothing.
 */
export type * from "./config.ts";
export type * from "./context_result.ts";
export type * from "./doctor_result.ts";
export * from "./edges.ts";
export * from "./errors.ts";
export type * from "./eval_result.ts";
export type * from "./files.ts";
export type * from "./history.ts";
export type * from "./memory_results.ts";
export * from "./order.ts";
export type * from "./overview_results.ts";
export type * from "./ranking.ts";
export * from "./results.ts";
export type * from "./symbols.ts";
export type * from "./wiring_results.ts";
