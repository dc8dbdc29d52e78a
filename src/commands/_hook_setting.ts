/**
 * What a hook needs to know of the repository around it, found with the least that can be loaded: a hook runs after
 * every tool call of an agent. A config that cannot be used counts as absent.
 */
import type { RepoContextOptions } from "../instructions/mod.ts";
import { slashed } from "./_instruction_options.ts";

const CONFIG_FILE = "repoctx.config.json";

/** Larger config files are not written by hand. */
const MAX_CONFIG_BYTES = 1_000_000;

/** The nearest directory upwards that holds the config or, failing that, a git folder; else the directory itself. */
export function stateRoot(directory: string): string {
  return nearest(directory, CONFIG_FILE) ?? nearest(directory, ".git") ?? slashed(directory);
}

function nearest(directory: string, name: string): string | undefined {
  for (let current = slashed(directory);;) {
    try {
      Deno.lstatSync(`${current}/${name}`);
      return current;
    } catch {
      const end = current.lastIndexOf("/");
      if (end <= 0) return undefined;
      current = current.slice(0, end);
    }
  }
}

/** What the repository's config says about instruction files. */
export async function configuredOptions(directory: string): Promise<RepoContextOptions> {
  const root = nearest(directory, CONFIG_FILE);
  if (root === undefined) return {};
  const { LocalWorkspace, optionsFromConfig } = await import("../instructions/mod.ts");
  try {
    const bytes = await new LocalWorkspace(root).readFile(`${root}/${CONFIG_FILE}`, {
      maxBytes: MAX_CONFIG_BYTES,
    });
    if (bytes.length > MAX_CONFIG_BYTES) return {};
    const value = JSON.parse(new TextDecoder().decode(bytes));
    const { options } = optionsFromConfig(value?.instructions, CONFIG_FILE);
    const { sensitiveFiles } = value ?? {};
    const known = Array.isArray(sensitiveFiles) &&
      sensitiveFiles.every((name) => typeof name === "string" && name !== "");
    return known ? { ...options, sensitiveFiles } : options;
  } catch {
    return {};
  }
}
