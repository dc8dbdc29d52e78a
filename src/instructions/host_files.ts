/** What one agent reads of a repository by itself, following its row in the host table. */
import { type HeadField, parseFrontmatter, textsOf } from "./frontmatter.ts";
import { compileGlob } from "./glob.ts";
import type { HostProfile, NameGroup, RuleFolder } from "./hosts.ts";
import { labelIn } from "./paths.ts";
import { isFile, listFolder, readInside } from "./repository_files.ts";
import type { Workspace } from "./workspace.ts";

/** A directory with its label relative to the working directory. */
export interface LabelledDirectory {
  path: string;
  label: string;
}

/** A file an agent reads, or does not read although it is there. */
export interface HostChoice {
  read: { label: string; path: string; why?: string }[];
  /** Present, but another file of the group was read instead. */
  shadowed: { label: string; by: string; silenced: boolean }[];
}

/** What an agent reads when it starts, outermost directory first. */
export async function startChoice(
  workspace: Workspace,
  host: HostProfile,
  directories: readonly LabelledDirectory[],
): Promise<HostChoice> {
  const { from, groups, fallback, firstNameOnly } = host.start;
  const searched = from === "working_directory" ? directories.slice(-1) : directories;
  const effective = firstNameOnly ? await decidedNames(workspace, groups, searched) : groups;
  const choice: HostChoice = { read: [], shadowed: [] };
  for (const directory of searched) await chooseIn(workspace, effective, directory, choice);
  if (firstNameOnly) await shadowOthers(workspace, groups, searched, choice);
  if (fallback === undefined) return choice;
  const winner = choice.read.at(-1)?.label;
  for (const directory of searched) {
    for (const name of fallback) {
      const path = labelIn(directory.path, name);
      if (!await isFile(workspace, path)) continue;
      const label = labelIn(directory.label, name);
      if (winner === undefined) choice.read.push({ label, path, why: "fallback" });
      else {choice.shadowed.push({
          label,
          by: nearestOf(choice.read, directory.label) ?? winner,
          silenced: false,
        });}
    }
  }
  return choice;
}

/** The file of the same directory, where one was read. */
function nearestOf(read: HostChoice["read"], directory: string): string | undefined {
  return read.find(({ label }) =>
    label.slice(0, Math.max(0, label.lastIndexOf("/"))) === (directory === "." ? "" : directory)
  )
    ?.label;
}

/** What an agent reads of one deeper directory when something in it is touched. */
export async function touchChoice(
  workspace: Workspace,
  host: HostProfile,
  directory: LabelledDirectory,
): Promise<HostChoice> {
  const choice: HostChoice = { read: [], shadowed: [] };
  await chooseIn(workspace, host.touch ?? [], directory, choice);
  return choice;
}

async function chooseIn(
  workspace: Workspace,
  groups: readonly NameGroup[],
  directory: LabelledDirectory,
  choice: HostChoice,
): Promise<void> {
  for (const { firstOf, silences } of groups) {
    let winner: string | undefined;
    for (const name of firstOf) {
      const path = labelIn(directory.path, name);
      if (!await isFile(workspace, path)) continue;
      const label = labelIn(directory.label, name);
      if (winner === undefined) choice.read.push({ label, path });
      else choice.shadowed.push({ label, by: winner, silenced: silences === true });
      winner ??= label;
    }
  }
}

/** Of every group, only the first name that exists in any of the directories. */
async function decidedNames(
  workspace: Workspace,
  groups: readonly NameGroup[],
  directories: readonly LabelledDirectory[],
): Promise<NameGroup[]> {
  const decided: NameGroup[] = [];
  for (const { firstOf } of groups) {
    for (const name of firstOf) {
      const present = await Promise.all(
        directories.map(({ path }) => isFile(workspace, labelIn(path, name))),
      );
      if (!present.includes(true)) continue;
      decided.push({ firstOf: [name] });
      break;
    }
  }
  return decided;
}

async function shadowOthers(
  workspace: Workspace,
  groups: readonly NameGroup[],
  directories: readonly LabelledDirectory[],
  choice: HostChoice,
): Promise<void> {
  const read = new Set(choice.read.map(({ label }) => label));
  const winner = choice.read.at(-1)?.label;
  if (winner === undefined) return;
  for (const directory of directories) {
    for (const name of new Set(groups.flatMap(({ firstOf }) => firstOf))) {
      const label = labelIn(directory.label, name);
      if (read.has(label) || !await isFile(workspace, labelIn(directory.path, name))) continue;
      choice.shadowed.push({ label, by: nearestOf(choice.read, directory.label) ?? winner, silenced: false });
    }
  }
}

/** When a rule applies. */
export type Activation = "always" | "glob" | "manual" | "model";

/** A rule file of an agent. */
export interface RuleFile {
  label: string;
  path: string;
  text: string;
  bytes: number;
  activation: Activation;
  /** The key that holds the globs. */
  key?: string;
  globs: string[];
  bare: RuleFolder["bare"];
  /** The globs start here. */
  base: string;
}

/** The rule files of an agent in one directory, in the order of their names. */
export async function ruleFiles(
  workspace: Workspace,
  root: string,
  host: HostProfile,
  directory: LabelledDirectory,
): Promise<RuleFile[]> {
  const rules: RuleFile[] = [];
  for (const folder of host.rules ?? []) {
    for (
      const name of await listFolder(workspace, labelIn(directory.path, folder.folder), folder.extension)
    ) {
      const path = labelIn(directory.path, `${folder.folder}/${name}`);
      const file = await readInside(workspace, root, path);
      if (file === undefined) continue;
      rules.push({
        label: labelIn(directory.label, `${folder.folder}/${name}`),
        path,
        text: file.text,
        bytes: file.bytes,
        ...ruleScope(file.text, folder),
        bare: folder.bare,
        base: directory.label,
      });
    }
  }
  return rules;
}

/** Reads the activation of a rule from its head, as the agent does. */
export function ruleScope(
  text: string,
  folder: Pick<RuleFolder, "scopeKeys" | "mode" | "unscoped">,
): { activation: Activation; key?: string; globs: string[] } {
  const { fields } = parseFrontmatter(text);
  const { mode } = folder;
  const modeField = mode === undefined ? undefined : fields.get(mode.key);
  const modeValue = modeField?.value.kind === "text" ? modeField.value.text : undefined;
  const key = folder.scopeKeys.find((candidate) => textsOf(fields.get(candidate)?.value).length > 0);
  const globs = key === undefined ? [] : textsOf((fields.get(key) as HeadField).value);
  const scope = { ...(key === undefined ? {} : { key }), globs };
  if (modeValue !== undefined && mode !== undefined) {
    if (modeValue === mode.always) return { activation: "always", ...scope };
    if (modeValue === mode.model) return { activation: "model", ...scope };
    if (mode.glob !== undefined && modeValue !== mode.glob) return { activation: "manual", ...scope };
  }
  if (globs.length > 0) return { activation: "glob", ...scope };
  // A description lets the model decide; only agents with a mode offer that.
  const described = fields.get("description")?.value;
  const modelDecides = mode?.key === "alwaysApply" && folder.unscoped === "manual" &&
    described?.kind === "text" &&
    described.text !== "";
  return { activation: modelDecides ? "model" : folder.unscoped, ...scope };
}

/** The first glob of a rule that matches a path below its base. */
export function matchingGlob(rule: Pick<RuleFile, "globs" | "bare">, path: string): string | undefined {
  return rule.globs.find((pattern) => compileGlob(pattern, { bare: rule.bare })?.(path));
}

/** The host's row with what the repository's own settings say about names and limits. */
export async function adaptToRepository(
  workspace: Workspace,
  root: string,
  host: HostProfile,
): Promise<HostProfile> {
  if (host.id === "codex") {
    const text = (await readInside(workspace, root, labelIn(root, ".codex/config.toml")))?.text ?? "";
    const names = tomlStrings(text, "project_doc_fallback_filenames");
    const bytes = /^[ \t]*project_doc_max_bytes[ \t]*=[ \t]*(\d{1,9})/m.exec(text)?.[1];
    const groups = host.start.groups.map((group) => ({ ...group, firstOf: [...group.firstOf, ...names] }));
    return {
      ...host,
      start: { ...host.start, groups },
      ...(bytes === undefined ? {} : { limits: { ...host.limits, chainBytes: Number(bytes) } }),
    };
  }
  if (host.id === "gemini") {
    const names = geminiNames(
      (await readInside(workspace, root, labelIn(root, ".gemini/settings.json")))?.text,
    );
    if (names.length === 0) return host;
    const groups = names.map((name): NameGroup => ({ firstOf: [name] }));
    return { ...host, start: { ...host.start, groups }, touch: groups };
  }
  return host;
}

/** The strings of a one-line or many-line TOML list. */
function tomlStrings(text: string, key: string): string[] {
  const start = new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*\\[`, "m").exec(text);
  if (start === null) return [];
  const from = start.index + start[0].length;
  const list = text.slice(from, Math.max(from, text.indexOf("]", from)));
  return Array.from(list.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g), (match) => match[1] ?? match[2] ?? "").filter(
    isName,
  );
}

function geminiNames(text: string | undefined): string[] {
  try {
    const settings = JSON.parse(text ?? "{}");
    const value = settings?.context?.fileName ?? settings?.contextFileName ?? [];
    return (Array.isArray(value) ? value : [value]).filter(isName);
  } catch {
    return [];
  }
}

function isName(name: unknown): name is string {
  return typeof name === "string" && name !== "" && name !== "." && name !== ".." && !/[/\\\0]/.test(name);
}
