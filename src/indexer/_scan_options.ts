/** How a repository is scanned, so that every look at the tree selects the same files. */
import { globalExcludesFile } from "../history/mod.ts";
import type { Config } from "../model/mod.ts";
import { languageOf } from "../parser/mod.ts";
import type { ScanOptions } from "../scanner/mod.ts";

/** The options of a scan under a config. */
export async function scanOptions(
  config: Pick<Config, "respectGlobalExcludes">,
): Promise<Pick<ScanOptions, "languageOf" | "globalExcludes">> {
  const globalExcludes = config.respectGlobalExcludes ? await globalExcludesFile() : undefined;
  return { languageOf, ...(globalExcludes === undefined ? {} : { globalExcludes }) };
}
