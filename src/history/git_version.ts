import { askGit } from "./git.ts";

/** The version of git, such as `2.39.5`, or undefined when there is none that `folder` does not bring along itself. */
export async function gitVersion(folder: string): Promise<string | undefined> {
  return /\d+(?:\.\d+)+/.exec(await askGit(folder, ["--version"]) ?? "")?.[0];
}
