/**
 * Text comes in, the exact number of o200k_base tokens goes out, plus the calibration that turns such a count
 * into another model family's. The encoder works on a binary token table of 3.2 MB; the tokenizer package is
 * loaded only to build that table. Never touches the network, never writes unless told to, never estimates.
 */
export { type Calibration, calibrationOf, scale } from "./calibration.ts";
export { keepTokenTable, loadTokenizer, type TokenizerOptions, writeTokenTable } from "./load.ts";
export { ParagraphCounts } from "./paragraph_counts.ts";
export type { Tokenizer } from "./tokenizer.ts";
