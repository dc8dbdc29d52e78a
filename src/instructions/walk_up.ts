/** The walk-up: the instruction files of the working directory and its ancestors, broadest first, each once. */
import {
  findCandidates,
  type Findings,
  loadCandidate,
  type LoadedFile,
  recordSkip,
} from "./directory_files.ts";
import { RepoContextConfigError, RepoContextWorkspaceError } from "./errors.ts";
import { resolveLinks } from "./links.ts";
import type { ResolvedOptions } from "./options.ts";
import { contains, parentPath, relativePath, resolvePath, samePath } from "./paths.ts";
import { platformOf, type Workspace } from "./workspace.ts";

/** What the walk-up found. */
export interface Bundle extends Findings {
  /** The working directory, resolved. */
  cwd: string;
  /** Labels of the scanned directories, broadest first. */
  scanned: string[];
  files: LoadedFile[];
  /** `unavailable` when the workspace cannot resolve links. */
  linkChecks: "checked" | "unavailable";
}

/**
 * Resolves the working directory of a workspace.
 *
 * @throws {RepoContextWorkspaceError} when it is missing or no directory.
 */
export async function resolveWorkingDirectory(workspace: Workspace): Promise<string> {
  const resolution = await resolveLinks(workspace, workspace.cwd);
  try {
    if ("path" in resolution && (await workspace.stat(resolution.path)).kind === "directory") {
      return resolution.path;
    }
  } catch {
    // Said below, whatever the cause.
  }
  throw new RepoContextWorkspaceError(`The working directory ${workspace.cwd} is not a directory.`);
}

/**
 * Refuses authorised roots where links cannot be checked.
 *
 * @throws {RepoContextConfigError}
 */
export function assertLinksCheckable(workspace: Workspace, options: ResolvedOptions): void {
  if (workspace.realPath === undefined && options.autoloadSymlinkRoots.length > 0) {
    throw new RepoContextConfigError(
      "autoloadSymlinkRoots needs a workspace that resolves links (realPath); this one does not.",
    );
  }
}

/**
 * Scans and reads. With autoload off nothing is scanned.
 *
 * @throws {RepoContextWorkspaceError} when the working directory is missing.
 * @throws {RepoContextConfigError} when roots are authorised and links cannot be checked.
 */
export async function loadBundle(workspace: Workspace, options: ResolvedOptions): Promise<Bundle> {
  assertLinksCheckable(workspace, options);
  const cwd = await resolveWorkingDirectory(workspace);
  const bundle: Bundle = {
    cwd,
    scanned: [],
    files: [],
    skipped: [],
    warnings: [],
    linkChecks: workspace.realPath === undefined ? "unavailable" : "checked",
  };
  if (!options.autoloadInstructions) return bundle;
  const platform = platformOf(workspace);
  const authorizedRoots = await resolveRoots(workspace, options, bundle);
  const byPath = new Map<string, string>();
  // Two names of one inode, or of one file where letter case does not matter, have the same text as well.
  const byHash = new Map<string, string>();
  for (const path of await directoriesToScan(workspace, options, bundle)) {
    const label = relativePath(cwd, path, platform) ?? ".";
    bundle.scanned.push(label);
    const scan = { workspace, options, path, label, authorizedRoots };
    for (const candidate of await findCandidates(scan, bundle)) {
      const same = byPath.get(candidate.path);
      if (same !== undefined) {
        recordSkip(bundle, candidate.entryLabel, "same_file", same);
        continue;
      }
      const file = await loadCandidate(workspace, options, candidate, bundle);
      if (file === undefined) continue;
      const copy = byHash.get(file.hash);
      if (copy !== undefined) {
        recordSkip(bundle, candidate.entryLabel, "same_content", copy);
        continue;
      }
      bundle.files.push(file);
      byPath.set(file.path, file.label);
      byHash.set(file.hash, file.label);
    }
  }
  return bundle;
}

/** The working directory, preceded by its ancestors up to `homeDir` when that is one of them. */
async function directoriesToScan(
  workspace: Workspace,
  options: ResolvedOptions,
  bundle: Bundle,
): Promise<string[]> {
  const { cwd } = bundle;
  if (options.homeDir === undefined) return [cwd];
  const platform = platformOf(workspace);
  const home = await resolveDirectory(workspace, resolvePath(cwd, options.homeDir, platform));
  if (home === undefined) {
    bundle.warnings.push({
      code: "home_dir_unresolved",
      path: shownPath(bundle, options.homeDir, workspace),
    });
    return [cwd];
  }
  if (!contains(home, cwd, platform)) return [cwd];
  const directories = [cwd];
  while (!samePath(directories[0] as string, home, platform)) {
    directories.unshift(parentPath(directories[0] as string, platform));
  }
  return directories;
}

async function resolveRoots(
  workspace: Workspace,
  options: ResolvedOptions,
  bundle: Bundle,
): Promise<string[]> {
  const platform = platformOf(workspace);
  const roots: string[] = [];
  for (const root of options.autoloadSymlinkRoots) {
    const path = await resolveDirectory(workspace, resolvePath(bundle.cwd, root, platform));
    if (path !== undefined) roots.push(path);
    else {
      bundle.warnings.push({ code: "symlink_root_unresolved", path: shownPath(bundle, root, workspace) });
    }
  }
  return roots;
}

async function resolveDirectory(workspace: Workspace, path: string): Promise<string | undefined> {
  const resolution = await resolveLinks(workspace, path);
  if ("reason" in resolution) return undefined;
  try {
    return (await workspace.stat(resolution.path)).kind === "directory" ? resolution.path : undefined;
  } catch {
    return undefined;
  }
}

/** A path option as a result may show it: never absolute when that can be helped. */
function shownPath(bundle: Bundle, option: string, workspace: Workspace): string {
  const platform = platformOf(workspace);
  return relativePath(bundle.cwd, resolvePath(bundle.cwd, option, platform), platform) ?? option;
}
