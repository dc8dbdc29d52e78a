/**
 * The vocabulary of the product: plain types of files, symbols, edges, config and results, the error classes and
 * the ordering rules. Every room may import it; it imports nothing and does nothing.
 */
export * from "./config.ts";
export * from "./context_result.ts";
export * from "./edges.ts";
export * from "./errors.ts";
export * from "./files.ts";
export * from "./history.ts";
export * from "./memory_results.ts";
export * from "./order.ts";
export * from "./overview_results.ts";
export * from "./ranking.ts";
export * from "./results.ts";
export * from "./symbols.ts";
