/** Finding the root of a repository: the nearest folder upwards that holds the config file. */
import { dirname, join, resolve } from "./path.ts";
import { type Config, NoIndexError } from "../model/mod.ts";
import { CONFIG_FILE, readConfig } from "./config.ts";

/** A repository: its absolute root and its configuration. */
export interface Repository {
  root: string;
  config: Config;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** The nearest folder, from `directory` upwards, that holds `repoctx.config.json`. */
export function findRoot(directory: string): string | undefined {
  let current = resolve(directory);
  while (true) {
    if (isFile(join(current, CONFIG_FILE))) return current;
    const parent = dirname(current);
    if (parent === current) return undefined;
    current = parent;
  }
}

/**
 * Opens the repository around `directory`.
 *
 * @throws {NoIndexError} when no config file is found upwards.
 * @throws {RepoctxError} when the config file is not usable.
 */
export function openRepository(directory: string): Repository {
  const root = findRoot(directory);
  if (root === undefined) throw new NoIndexError("Not initialized. Run 'repoctx init' first.");
  return { root, config: readConfig(root) };
}
