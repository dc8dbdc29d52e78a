/** `inventory --extended`: the assets of every agent, with what makes each of them apply. */
import { compareStrings } from "../model/mod.ts";
import { ASSET_FILES, ASSET_FOLDERS, type AssetFile, HOOK_FOLDERS } from "./asset_table.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import { ruleFiles } from "./host_files.ts";
import { HOSTS } from "./hosts.ts";
import type { CountTokens } from "./options.ts";
import { labelIn } from "./paths.ts";
import { listFolder, readInside } from "./repository_files.ts";
import type { AssetEntry } from "./results.ts";
import type { Workspace } from "./workspace.ts";

/** Lists the assets in the working directory, sorted by path, kind, agent and name. */
export async function extendedInventory(
  workspace: Workspace,
  cwd: string,
  countTokens?: CountTokens,
): Promise<AssetEntry[]> {
  const reader = new AssetReader(workspace, cwd, countTokens);
  const entries = [
    ...await reader.rules(),
    ...await reader.folders(),
    ...await reader.files(),
    ...await reader.hookFolders(),
  ];
  const key = (entry: AssetEntry) => [entry.path, entry.kind, entry.agent, entry.name ?? ""].join("\0");
  return entries.sort((a, b) => compareStrings(key(a), key(b)));
}

class AssetReader {
  constructor(
    readonly workspace: Workspace,
    readonly cwd: string,
    readonly countTokens: CountTokens | undefined,
  ) {}

  async rules(): Promise<AssetEntry[]> {
    const entries: AssetEntry[] = [];
    for (const host of HOSTS) {
      for (const rule of await ruleFiles(this.workspace, this.cwd, host, { path: this.cwd, label: "." })) {
        entries.push({
          kind: "rule",
          agent: host.id,
          path: rule.label,
          activation: rule.activation,
          ...(rule.globs.length === 0 ? {} : { globs: rule.globs }),
          ...this.#tokens(rule.text),
        });
      }
    }
    return entries;
  }

  async folders(): Promise<AssetEntry[]> {
    const entries: AssetEntry[] = [];
    for (const { agent, kind, folder, ending } of ASSET_FOLDERS) {
      for (const name of await listFolder(this.workspace, labelIn(this.cwd, folder), "")) {
        if (!`/${name}`.endsWith(ending)) continue;
        const path = `${folder}/${name}`;
        const text = await this.#text(path);
        entries.push({ kind, agent, path, ...declaredName(text), ...this.#tokens(text) });
      }
    }
    return entries;
  }

  async files(): Promise<AssetEntry[]> {
    const entries: AssetEntry[] = [];
    for (const file of ASSET_FILES) {
      const text = await this.#text(file.path);
      if (text === undefined) continue;
      const { agent, path, kind } = file;
      if (kind !== undefined) entries.push({ kind, agent, path });
      for (const name of await serverNames(file, text)) {
        entries.push({ kind: "mcp_server", agent, path, name });
      }
      if (file.hooks) {
        for (const name of await hookEvents(text)) entries.push({ kind: "hook", agent, path, name });
      }
    }
    return entries;
  }

  async hookFolders(): Promise<AssetEntry[]> {
    const entries: AssetEntry[] = [];
    for (const { agent, folder } of HOOK_FOLDERS) {
      for (const file of await listFolder(this.workspace, labelIn(this.cwd, folder), ".json")) {
        const path = `${folder}/${file}`;
        for (const name of await hookEvents(await this.#text(path) ?? "")) {
          entries.push({ kind: "hook", agent, path, name });
        }
      }
    }
    return entries;
  }

  async #text(path: string): Promise<string | undefined> {
    return (await readInside(this.workspace, this.cwd, labelIn(this.cwd, path)))?.text;
  }

  #tokens(text: string | undefined): { tokens?: number } {
    return text === undefined || this.countTokens === undefined ? {} : { tokens: this.countTokens(text) };
  }
}

function declaredName(text: string | undefined): { name?: string } {
  const name = text === undefined ? undefined : parseFrontmatter(text).fields.get("name")?.value;
  return name?.kind === "text" && name.text !== "" ? { name: name.text } : {};
}

async function serverNames({ servers }: AssetFile, text: string): Promise<string[]> {
  if (servers === undefined) return [];
  if (servers !== "toml") return keysOf(await readJson(text), servers);
  const tables = text.matchAll(/^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*(?:"([^"\n]+)"|([\w-]+))[ \t]*\]/gm);
  return [...new Set(Array.from(tables, (match) => match[1] ?? match[2] ?? ""))];
}

async function hookEvents(text: string): Promise<string[]> {
  return keysOf(await readJson(text), "hooks");
}

function keysOf(value: unknown, key: string): string[] {
  const inner = typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[key]
    : undefined;
  return typeof inner === "object" && inner !== null && !Array.isArray(inner) ? Object.keys(inner) : [];
}

/** JSON, or JSON with comments, which several agents accept. What is neither has no entries. */
async function readJson(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { parse } = await import("jsonc-parser");
    try {
      return parse(text, [], { allowTrailingComma: true });
    } catch {
      // Nested deeper than a parser can follow.
      return undefined;
    }
  }
}
