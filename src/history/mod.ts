/**
 * What git knows of the past: recent commits with their messages, files and added lines, and what is checked out.
 * In comes a folder, out comes plain data that depends on the checked-out commit alone. Runs git so that nothing a
 * repository contains or configures is executed or fetched; never writes, and where there is no git there is no history.
 */
export { headOf } from "./head.ts";
export { lineHash } from "./line_hash.ts";
export { type HistoryOptions, readHistory } from "./read_history.ts";
