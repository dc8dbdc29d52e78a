/** Where a path really leads, found without ever contacting another host. */
import { contains, type Platform, resolvePath, splitPath } from "./paths.ts";
import type { SkipReason } from "./results.ts";
import { failureKind, platformOf, type Workspace } from "./workspace.ts";

/** A resolved path, or why there is none. */
export type Resolution =
  | { path: string }
  | { reason: Extract<SkipReason, "broken_link" | "unreadable" | "link_outside"> };

/** As many links as common kernels follow. */
const MAX_HOPS = 40;

/**
 * Follows every link of a path, as the file system does. Without link resolution in the workspace the path itself
 * is returned: nothing can then be said about containment.
 */
export async function resolveLinks(workspace: Workspace, path: string): Promise<Resolution> {
  if (workspace.realPath === undefined) return { path };
  if (platformOf(workspace) === "windows" && await leadsToShare(workspace, path)) {
    return { reason: "link_outside" };
  }
  try {
    return { path: await workspace.realPath(path) };
  } catch (error) {
    return { reason: failureKind(error) === "denied" ? "unreadable" : "broken_link" };
  }
}

/** Whether the body of a Windows link names another host. `\\wsl$` is this machine. */
export function isShareBody(body: string): boolean {
  const slashed = body.replaceAll("\\", "/");
  const bare = slashed.replace(/^\/(?:\/\?|\?\?)\//, "");
  if (bare !== slashed) return /^UNC\//i.test(bare) && !/^UNC\/wsl\$\//i.test(bare);
  return slashed.startsWith("//") && !/^\/\/wsl\$\//i.test(slashed);
}

/** Walks the components by hand and looks at each link's body before anything could follow it. */
async function leadsToShare(workspace: Workspace, path: string): Promise<boolean> {
  const readLink = workspace.readLink?.bind(workspace);
  if (readLink === undefined) return false;
  const platform: Platform = "windows";
  let { root, parts: pending } = splitPath(path, platform);
  let current = root;
  for (let hops = 0; pending.length > 0;) {
    const [part, ...rest] = pending as [string, ...string[]];
    const next = resolvePath(current, part, platform);
    try {
      if ((await workspace.lstat(next)).kind !== "link") {
        [current, pending] = [next, rest];
        continue;
      }
      const body = await readLink(next);
      if (isShareBody(body)) return true;
      if (++hops > MAX_HOPS) return false;
      const target = splitPath(
        /^[\\/][^\\/]/.test(body) ? root + body : resolvePath(current, body, platform),
        platform,
      );
      root = target.root;
      current = root;
      pending = [...target.parts, ...rest];
    } catch {
      return false;
    }
  }
  return false;
}

/** Whether a resolved path lies strictly inside one of the resolved directories. */
export function insideAny(directories: readonly string[], path: string, platform: Platform): boolean {
  return directories.some((directory) =>
    contains(directory, path, platform) && !contains(path, directory, platform)
  );
}
