/**
 * Which files belong to a repository and what they say: in come a root, a config and the system's folders; out come
 * the selected files with kind, language and size, everything left out with its reason, and on demand one file's
 * decoded text and hash. It never follows a link, never opens anything but a regular file, never names a sensitive
 * path and never stops for one bad entry.
 */
export { absentPathTest } from "./absent_paths.ts";
export { explainPath } from "./explain.ts";
export { isGenerated } from "./generated.ts";
export { kindOf } from "./kind.ts";
export { detectProjects } from "./projects.ts";
export { scan, type ScanOptions, scanWithContent } from "./scan.ts";
export { isSkipped, type SelectionOptions } from "./selection.ts";
export { sensitivePathTest } from "./sensitive.ts";
export { decodeText, loadBytes, loadSource } from "./source_text.ts";
