/** `instructions --for`: which files apply to a path, for which agent, in what order, and what is lost. */
import { utf8Length } from "./digest.ts";
import { RepoContextConfigError } from "./errors.ts";
import {
  adaptToRepository,
  type HostChoice,
  type LabelledDirectory,
  matchingGlob,
  type RuleFile,
  ruleFiles,
  startChoice,
  touchChoice,
} from "./host_files.ts";
import { type HostProfile, hostProfile, HOSTS } from "./hosts.ts";
import { importedFiles } from "./imports.ts";
import { resolveLinks } from "./links.ts";
import { type CountTokens, INSTRUCTION_NAMES } from "./options.ts";
import { chainOf, contains, labelIn, parentPath, relativePath, resolvePath } from "./paths.ts";
import { directoriesBetween, findRepositoryRoot, isFile, readInside } from "./repository_files.ts";
import { type AgentView, type AppliedFile, type AppliesResult, SCHEMA_VERSION } from "./results.ts";
import { resolveWorkingDirectory } from "./walk_up.ts";
import { platformOf, type Workspace } from "./workspace.ts";

/** What is asked. */
export interface AppliesRequest {
  /** The files, and the directory the agents start in. */
  workspace: Workspace;
  /** A path of the workspace; it need not exist. */
  path: string;
  /** Agents by id; all when absent or empty. */
  agents?: readonly string[];
  /** Without it there are no token counts. */
  countTokens?: CountTokens;
}

/** A repository as one agent started in the working directory sees it. */
export interface AgentScope {
  workspace: Workspace;
  root: string;
  cwd: string;
  host: HostProfile;
  /** From the repository root to the working directory. */
  directories: LabelledDirectory[];
  countTokens: CountTokens | undefined;
}

/**
 * The agents asked for, in the order of the table.
 *
 * @throws {RepoContextConfigError} naming the known ones.
 */
export function selectHosts(agents: readonly string[] = []): HostProfile[] {
  for (const agent of agents) {
    if (hostProfile(agent) !== undefined) continue;
    const known = HOSTS.map(({ id }) => id).join(", ");
    throw new RepoContextConfigError(`Unknown agent ${JSON.stringify(agent)}. Known: ${known}.`);
  }
  return agents.length === 0 ? [...HOSTS] : HOSTS.filter(({ id }) => agents.includes(id));
}

/** One scope per agent. */
export async function agentScopes(
  workspace: Workspace,
  agents: readonly string[] | undefined,
  countTokens: CountTokens | undefined,
): Promise<AgentScope[]> {
  const hosts = selectHosts(agents);
  const cwd = await resolveWorkingDirectory(workspace);
  const root = await findRepositoryRoot(workspace, cwd);
  const platform = platformOf(workspace);
  const directories = directoriesBetween(workspace, root, cwd)
    .map((path) => ({ path, label: relativePath(cwd, path, platform) ?? "." }));
  const scopes: AgentScope[] = [];
  for (const host of hosts) {
    scopes.push({
      workspace,
      root,
      cwd,
      host: await adaptToRepository(workspace, root, host),
      directories,
      countTokens,
    });
  }
  return scopes;
}

/**
 * Runs `instructions --for`.
 *
 * @throws {RepoContextConfigError} for an unknown agent, or a path outside of the working directory.
 */
export async function instructionsFor(request: AppliesRequest): Promise<AppliesResult> {
  const { workspace, path } = request;
  const scopes = await agentScopes(workspace, request.agents, request.countTokens);
  const platform = platformOf(workspace);
  const cwd = scopes[0]?.cwd ?? workspace.cwd;
  const location = resolvePath(workspace.cwd, path, platform);
  const start = [workspace.cwd, cwd].find((directory) => contains(directory, location, platform));
  if (start === undefined) throw new RepoContextConfigError(`${path} is outside of the working directory.`);
  const target = relativePath(start, location, platform) ?? ".";
  const agents: AgentView[] = [];
  for (const scope of scopes) agents.push(await viewOf(scope, target));
  return { schema_version: SCHEMA_VERSION, command: "instructions", for: target, agents };
}

async function viewOf(scope: AgentScope, target: string): Promise<AgentView> {
  const { workspace, cwd, host } = scope;
  const view = await startView(scope);
  const directory = await targetDirectory(scope, target);
  for (const label of chainOf(directory)) {
    if (label === ".") continue;
    const place = { path: labelIn(cwd, label), label };
    const choice = await touchChoice(workspace, host, place);
    for (const { label: file, path } of choice.read) {
      const text = await textOf(scope, path);
      if (text === undefined) continue;
      view.files.push(applied(scope, file, "on_touch", text, "nested"));
      await addImports(scope, { path, text }, "on_touch", view);
    }
    await addUnread(scope, place, choice, view);
  }
  for (const place of [...scope.directories, ...labelled(cwd, directory)]) {
    for (const rule of await ruleFiles(workspace, scope.root, host, place)) {
      addRule(scope, rule, target, view);
    }
  }
  return finish(scope, view);
}

/** The directory that holds the target; the target itself when it is one. */
async function targetDirectory({ workspace, cwd }: AgentScope, target: string): Promise<string> {
  if (target === ".") return ".";
  try {
    if ((await workspace.stat(labelIn(cwd, target))).kind === "directory") return target;
  } catch {
    // A file that is not there yet.
  }
  return relativePath("/", parentPath(`/${target}`, "posix"), "posix") ?? ".";
}

function labelled(cwd: string, directory: string): LabelledDirectory[] {
  return [...chainOf(directory)].filter((label) => label !== ".").map((label) => ({
    path: labelIn(cwd, label),
    label,
  }));
}

/** What an agent starts with: instruction files, what these import, and rules that always apply. */
export async function startUpView(scope: AgentScope): Promise<AgentView> {
  const { workspace, root, host, directories } = scope;
  const view = await startView(scope);
  for (const place of directories) {
    for (const rule of await ruleFiles(workspace, root, host, place)) {
      if (rule.activation === "always") view.files.push(applied(scope, rule.label, "start", rule.text));
    }
  }
  return finish(scope, view);
}

/** The instruction files among that, and what these import. */
async function startView(scope: AgentScope): Promise<AgentView> {
  const { workspace, host, directories } = scope;
  const view: AgentView = { agent: host.id, files: [], not_loaded: [] };
  const choice = await startChoice(workspace, host, directories);
  let room = host.limits?.chainBytes ?? Infinity;
  for (const { label, path, why } of choice.read) {
    const text = await textOf(scope, path);
    if (text === undefined) continue;
    const bytes = utf8Length(text);
    if (room <= 0 || bytes > (host.limits?.fileBytes ?? Infinity)) {
      view.not_loaded.push({
        path: label,
        why: `over_limit:${host.limits?.chainBytes ?? host.limits?.fileBytes}`,
      });
      continue;
    }
    const file = applied(scope, label, "start", text, why);
    if (bytes > room) file.truncated_at_byte = room;
    room -= bytes;
    view.files.push(file);
    await addImports(scope, { path, text }, "start", view);
  }
  for (const place of directories) await addUnread(scope, place, choice, view);
  return view;
}

async function addImports(
  scope: AgentScope,
  file: { path: string; text: string },
  when: AppliedFile["when"],
  view: AgentView,
): Promise<void> {
  const { workspace, root, cwd, host } = scope;
  if (host.importDepth === undefined) return;
  const platform = platformOf(workspace);
  const label = (path: string) => relativePath(cwd, path, platform) ?? path;
  for (const imported of await importedFiles(workspace, root, file, host.importDepth)) {
    const path = label(imported.path);
    if (view.files.some((other) => other.path === path)) continue;
    view.files.push(applied(scope, path, when, imported.text, `import:${label(imported.by)}`));
  }
}

function addRule(scope: AgentScope, rule: RuleFile, target: string, view: AgentView): void {
  if (rule.activation === "always") {
    view.files.push(applied(scope, rule.label, "start", rule.text));
    return;
  }
  if (rule.activation !== "glob") {
    view.not_loaded.push({
      path: rule.label,
      why: rule.activation === "model" ? "model_decision" : "manual",
    });
    return;
  }
  const path = relativePath(`/${rule.base}`, `/${target}`, "posix") ?? target;
  const glob = matchingGlob(rule, rule.base.startsWith("..") ? fromAbove(scope, rule.base, target) : path);
  if (glob === undefined) view.not_loaded.push({ path: rule.label, why: `no_match:${rule.globs.join(",")}` });
  else view.files.push(applied(scope, rule.label, "on_touch", rule.text, `${rule.key}:${glob}`));
}

/** The target as seen from a directory above the working directory. */
function fromAbove({ workspace, cwd }: AgentScope, base: string, target: string): string {
  const platform = platformOf(workspace);
  return relativePath(resolvePath(cwd, base, platform), labelIn(cwd, target), platform) ?? target;
}

/** Instruction files that are there and that the agent does not read. */
async function addUnread(
  scope: AgentScope,
  place: LabelledDirectory,
  choice: HostChoice,
  view: AgentView,
): Promise<void> {
  const { workspace, host } = scope;
  const own = [...host.start.groups, ...host.touch ?? []].flatMap(({ firstOf }) => firstOf);
  for (const name of new Set([...INSTRUCTION_NAMES, ...own])) {
    const label = labelIn(place.label, name);
    const known = view.files.some(({ path }) => path === label) ||
      view.not_loaded.some(({ path }) => path === label);
    if (known || !await isFile(workspace, labelIn(place.path, name))) continue;
    const twin = await sameFile(scope, label, view);
    const shadow = choice.shadowed.find((entry) => entry.label === label);
    const why = twin !== undefined
      ? `same_file:${twin}`
      : shadow !== undefined
      ? `shadowed_by:${shadow.by}`
      : "not_read";
    view.not_loaded.push({ path: label, why });
  }
}

/** A file that is loaded and that a label leads to as well: then nothing is lost. */
async function sameFile(
  { workspace, cwd }: AgentScope,
  label: string,
  view: AgentView,
): Promise<string | undefined> {
  const place = async (path: string) => {
    const resolution = await resolveLinks(workspace, labelIn(cwd, path));
    return "path" in resolution ? resolution.path : undefined;
  };
  const own = await place(label);
  for (const { path } of view.files) {
    if (own !== undefined && await place(path) === own) return path;
  }
  return undefined;
}

async function textOf({ workspace, root }: AgentScope, path: string): Promise<string | undefined> {
  return (await readInside(workspace, root, path))?.text;
}

function applied(
  { countTokens }: AgentScope,
  path: string,
  when: AppliedFile["when"],
  text: string,
  why?: string,
): AppliedFile {
  return {
    path,
    when,
    ...(why === undefined ? {} : { why }),
    ...(countTokens === undefined ? {} : { tokens: countTokens(text) }),
  };
}

/** Start-up files first, each in the order in which it was found; then the sum. */
function finish({ countTokens }: AgentScope, view: AgentView): AgentView {
  const files = [
    ...view.files.filter((file) => file.when === "start"),
    ...view.files.filter((file) => file.when !== "start"),
  ];
  const tokens = files.reduce((sum, file) => sum + (file.tokens ?? 0), 0);
  return {
    agent: view.agent,
    files,
    not_loaded: view.not_loaded,
    ...(countTokens === undefined ? {} : { tokens }),
  };
}
