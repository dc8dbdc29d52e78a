/**
 * Text in, search terms out: the one place that decides what a word is, so that the index and a question agree.
 * Splits identifiers, folds case and accents, stems lightly and cuts unspaced scripts into pairs. It also tells in
 * which lines two texts differ and which lines are the same as others by a hash, and writes out what would not be
 * seen.
 * It never reads a file, a config or an index.
 */
export * from "./ascii.ts";
export * from "./identifiers.ts";
export * from "./index_terms.ts";
export * from "./line_diff.ts";
export * from "./line_hash.ts";
export * from "./query_terms.ts";
export * from "./stem.ts";
export * from "./stop_words.ts";
export * from "./term_vector.ts";
export * from "./visible.ts";
