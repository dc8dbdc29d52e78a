/** The asset inventory: where skills, sub-agents and settings of coding agents lie. Nothing is opened or parsed. */
import { compareStrings } from "../model/mod.ts";
import { resolveLinks } from "./links.ts";
import type { ResolvedOptions } from "./options.ts";
import { baseName, contains, labelIn, resolvePath } from "./paths.ts";
import { assetRootLabels } from "./prefix.ts";
import { type AssetRoot, type InventoryResult, SCHEMA_VERSION } from "./results.ts";
import { type FileEntry, platformOf, type Workspace } from "./workspace.ts";

/** What the inventory tool returns. */
export interface AgentContextInventory {
  /** One entry per asset root, in the order of the option. */
  roots: AssetRoot[];
}

/** Directories below `skills/` that are searched. */
const MAX_SKILL_DEPTH = 8;

/** Entries of one root that are looked at. */
const MAX_ENTRIES = 20_000;

const NOTES: Readonly<Record<string, string>> = {
  ".codex": "Codex keeps its own settings in config.toml and hooks.json; those are not listed here.",
};

/** Looks through the asset roots. */
export async function readInventory(
  workspace: Workspace,
  cwd: string,
  roots: readonly string[],
): Promise<AgentContextInventory> {
  const labels = assetRootLabels(workspace, roots);
  const found: AssetRoot[] = [];
  for (const [index, root] of roots.entries()) {
    const path = resolvePath(cwd, root, platformOf(workspace));
    found.push(await new RootReader(workspace, path, labels[index] as string).read());
  }
  return { roots: found };
}

/** The inventory as the result of a command. */
export function inventoryResult(inventory: AgentContextInventory): InventoryResult {
  return { schema_version: SCHEMA_VERSION, command: "inventory", roots: inventory.roots };
}

/** Whether every asset root resolves inside the working directory; one that is missing counts by its spelling. */
export async function rootsInside(
  workspace: Workspace,
  cwd: string,
  options: ResolvedOptions,
): Promise<boolean> {
  const platform = platformOf(workspace);
  for (const root of options.assetRoots) {
    const path = resolvePath(cwd, root, platform);
    const resolution = await resolveLinks(workspace, path);
    if (!contains(cwd, "path" in resolution ? resolution.path : path, platform)) return false;
  }
  return true;
}

/** Reads one asset root, up to a number of entries. */
class RootReader {
  #workspace: Workspace;
  #path: string;
  #label: string;
  #left = MAX_ENTRIES;
  #truncated = false;

  constructor(workspace: Workspace, path: string, label: string) {
    this.#workspace = workspace;
    this.#path = path;
    this.#label = label;
  }

  async read(): Promise<AssetRoot> {
    const root: AssetRoot = { root: this.#label, exists: false, skills: [], agents: [] };
    if (await this.#kind("") !== "directory") return root;
    root.exists = true;
    root.skills = await this.#skills();
    root.agents = await this.#agents();
    if (await this.#kind("settings.json") === "file") root.settings = labelIn(this.#label, "settings.json");
    const notes = NOTES[baseName(this.#path, platformOf(this.#workspace))];
    if (notes !== undefined) root.notes = notes;
    if (this.#truncated) root.truncated = true;
    return root;
  }

  async #skills(): Promise<string[]> {
    const skills: string[] = [];
    const visit = async (directory: string, depth: number, chain: readonly string[]): Promise<void> => {
      if (await this.#kind(directory) !== "directory") return;
      const place = await this.#place(directory);
      if (place === undefined || chain.includes(place)) return;
      for (const { name, kind } of await this.#list(directory)) {
        const path = `${directory}/${name}`;
        if (name === "SKILL.md") {
          if (await this.#kind(path) === "file") skills.push(labelIn(this.#label, path));
        } else if (depth < MAX_SKILL_DEPTH && (kind === "directory" || kind === "link")) {
          await visit(path, depth + 1, [...chain, place]);
        }
      }
    };
    await visit("skills", 0, []);
    return skills.sort(compareStrings);
  }

  async #agents(): Promise<string[]> {
    const agents: string[] = [];
    if (await this.#kind("agents") !== "directory") return agents;
    for (const { name } of await this.#list("agents")) {
      const path = `agents/${name}`;
      if (name.endsWith(".md") && await this.#kind(path) === "file") agents.push(labelIn(this.#label, path));
    }
    return agents.sort(compareStrings);
  }

  /** The entries of a directory, by name, as long as the root has entries left. */
  async #list(directory: string): Promise<FileEntry[]> {
    const entries: FileEntry[] = [];
    try {
      for await (const entry of this.#workspace.readDir(this.#absolute(directory))) entries.push(entry);
    } catch {
      return [];
    }
    // Sorted before it is cut, so that the cut falls at the same place everywhere.
    entries.sort((a, b) => compareStrings(a.name, b.name));
    if (entries.length > this.#left) this.#truncated = true;
    const taken = entries.slice(0, this.#left);
    this.#left -= taken.length;
    return taken;
  }

  async #kind(path: string): Promise<FileEntry["kind"] | undefined> {
    const resolution = await resolveLinks(this.#workspace, this.#absolute(path));
    if ("reason" in resolution) return undefined;
    try {
      return (await this.#workspace.stat(resolution.path)).kind;
    } catch {
      return undefined;
    }
  }

  /** What a directory is recognised by when a link leads to it again. */
  async #place(directory: string): Promise<string | undefined> {
    const resolution = await resolveLinks(this.#workspace, this.#absolute(directory));
    return "path" in resolution ? resolution.path : undefined;
  }

  #absolute(path: string): string {
    return path === "" ? this.#path : `${this.#path}/${path}`;
  }
}
