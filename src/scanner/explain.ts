/** Why one path is not selected. */
import type { Config, SkippedPath } from "../model/mod.ts";
import { descend } from "./_descent.ts";
import { includeRoots, isIncluded } from "./_include_roots.ts";
import { headProblem } from "./scan.ts";
import { INTERNAL, isSkipped, Selection, type SelectionOptions } from "./selection.ts";

/**
 * Explains why an existing path is not part of the index, by the same rules as `scan`, including the first bytes of
 * the content.
 *
 * @param root absolute path of the repository.
 * @param path root-relative, `/`-separated, normalised.
 * @returns undefined when it would be indexed (or, for a folder, looked into). `path` of the result is the path
 * asked about, or empty when it is sensitive.
 */
export function explainPath(
  root: string,
  config: Config,
  path: string,
  options: SelectionOptions,
): SkippedPath | undefined {
  const selection = new Selection(root, config, options, () => {});
  const descent = descend(root, selection, path);
  if (descent.end === "missing") return { path, reason: "unreadable", detail: "does not exist" };
  if (descent.end === "skipped") {
    if (descent.skipped === INTERNAL) return { path, reason: "ignored", detail: "internal folder" };
    return descent.skipped.reason === "sensitive" ? descent.skipped : { ...descent.skipped, path };
  }
  if (!isIncluded(path, includeRoots(config.include))) {
    return { path, reason: "ignored", detail: "not below any include entry" };
  }
  if (descent.end === "folder") return undefined;
  const outcome = selection.selectFile(path);
  return isSkipped(outcome) ? outcome : headProblem(root, path);
}
