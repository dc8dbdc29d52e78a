/** Which instruction files a host loads by itself, so that a hook delivers no second copy. */
import { adaptToRepository, type HostChoice, startChoice, touchChoice } from "../host_files.ts";
import { type HostProfile, hostProfile } from "../hosts.ts";
import { importedFiles } from "../imports.ts";
import { labelIn, relativePath } from "../paths.ts";
import { directoriesBetween, findRepositoryRoot, readInside } from "../repository_files.ts";
import { type Bundle, resolveWorkingDirectory } from "../walk_up.ts";
import { platformOf, type Workspace } from "../workspace.ts";
import type { HookHost } from "./hook_table.ts";

/** Labels of the files. */
export type HostFiles = ReadonlySet<string>;

/** What a host loads when it starts in the working directory. */
export async function hostStartFiles(
  workspace: Workspace,
  host: HookHost,
  bundle: Bundle,
  reported: readonly string[],
): Promise<HostFiles> {
  const row = hostProfile(host);
  if (row === undefined) return new Set(reported);
  const { cwd } = bundle;
  const root = await findRepositoryRoot(workspace, cwd);
  const platform = platformOf(workspace);
  const directories = directoriesBetween(workspace, root, cwd)
    .map((path) => ({ path, label: relativePath(cwd, path, platform) ?? "." }));
  const profile = await adaptToRepository(workspace, root, row);
  const choice = await startChoice(workspace, profile, directories);
  return await withImports(workspace, root, cwd, profile, choice, reported);
}

/** What a host loads of a deeper directory that was touched. */
export async function hostTouchFiles(
  workspace: Workspace,
  host: HookHost,
  directory: string,
  reported: readonly string[],
): Promise<HostFiles> {
  const row = hostProfile(host);
  if (row?.touch === undefined) return new Set(reported);
  const cwd = await resolveWorkingDirectory(workspace);
  const root = await findRepositoryRoot(workspace, cwd);
  const profile = await adaptToRepository(workspace, root, row);
  const place = { path: directory === "." ? cwd : labelIn(cwd, directory), label: directory };
  const choice = await touchChoice(workspace, profile, place);
  return await withImports(workspace, root, cwd, profile, choice, reported);
}

/** The chosen files, those they import, those that the first of a group is meant to silence. */
async function withImports(
  workspace: Workspace,
  root: string,
  cwd: string,
  { importDepth }: HostProfile,
  choice: HostChoice,
  reported: readonly string[],
): Promise<HostFiles> {
  const labels = new Set([...reported, ...choice.read.map(({ label }) => label)]);
  for (const { label, silenced } of choice.shadowed) {
    if (silenced) labels.add(label);
  }
  if (importDepth === undefined) return labels;
  for (const { path } of choice.read) {
    const file = await readInside(workspace, root, path);
    if (file === undefined) continue;
    for (const imported of await importedFiles(workspace, root, { path, text: file.text }, importDepth)) {
      const label = relativePath(cwd, imported.path, platformOf(workspace));
      if (label !== undefined) labels.add(label);
    }
  }
  return labels;
}
