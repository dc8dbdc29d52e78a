import { join } from "node:path";
import { askGit } from "./git.ts";

/**
 * The path of the user's own excludes file, as git finds it: `core.excludesFile` of the user's configuration, else
 * `git/ignore` in the folder for configurations. The file need not exist. What a repository configures does not count.
 */
export async function globalExcludesFile(): Promise<string | undefined> {
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE");
  if (home === undefined || home === "") return undefined;
  const settings = Deno.env.get("XDG_CONFIG_HOME");
  const configured = await askGit(home, ["config", "--global", "--type=path", "--get", "core.excludesFile"], {
    environment: {
      HOME: home,
      XDG_CONFIG_HOME: settings,
      GIT_CONFIG_GLOBAL: Deno.env.get("GIT_CONFIG_GLOBAL"),
    },
  });
  return configured || join(settings || join(home, ".config"), "git", "ignore");
}
