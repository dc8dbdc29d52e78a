/** tsconfig.json and jsconfig.json: path aliases, base folders and virtual roots. */
import { asRecord, asString, asStrings, type ManifestRecord, parseJsonc } from "../_manifest_values.ts";
import { folderOf, isWithin, joinPath } from "../_paths.ts";
import type { FileTable } from "../file_table.ts";

/** One alias: where a specifier that matches may lead, in order. */
interface PathAlias {
  prefix: string;
  /** What follows the `*`; undefined for an exact alias. */
  suffix: string | undefined;
  /** Relative to the root, with `*` still in place. */
  targets: string[];
}

/** The resolution settings of one config, inherited ones included; every path is relative to the root. */
export interface CompilerConfig {
  folder: string;
  baseUrl: string | undefined;
  aliases: readonly PathAlias[];
  rootFolders: readonly string[];
}

/** Settings as written, each with the folder it is relative to. */
interface Settings {
  baseUrl?: { folder: string; value: string };
  paths?: { folder: string; value: ManifestRecord };
  rootDirs?: { folder: string; value: string[] };
}

const CONFIG_NAMES = ["tsconfig.json", "jsconfig.json"];
/** Chains of `extends` and `references` longer than this are cycles or jokes. */
const MAX_CHAIN = 32;
const CONFIG_FOLDER_VARIABLE = /^\$\{configDir\}\/?/;

/** Finds the configs that hold for a folder. */
export class CompilerConfigs {
  readonly #table: FileTable;
  readonly #findPackageFolder: (name: string, folder: string) => string | undefined;
  readonly #loaded = new Map<string, ManifestRecord | undefined>();
  readonly #settings = new Map<string, Settings | undefined>();
  readonly #configs = new Map<string, CompilerConfig | undefined>();
  readonly #byFolder = new Map<string, readonly CompilerConfig[]>();

  /** @param findPackageFolder where a package of the repository lies, for `extends` by name. */
  constructor(table: FileTable, findPackageFolder: (name: string, folder: string) => string | undefined) {
    this.#table = table;
    this.#findPackageFolder = findPackageFolder;
  }

  /**
   * The nearest config upward, followed by the projects it references that lie around the folder: in a solution
   * those hold the settings, as in `tsconfig.app.json`.
   */
  forFolder(folder: string): readonly CompilerConfig[] {
    let configs = this.#byFolder.get(folder);
    if (configs === undefined) {
      const nearest = this.#table.nearest(folder, CONFIG_NAMES);
      const paths = nearest === undefined ? [] : this.#withReferences(nearest, folder);
      configs = paths.map((path) => this.#config(path)).filter((config) => config !== undefined);
      this.#byFolder.set(folder, configs);
    }
    return configs;
  }

  #withReferences(nearest: string, folder: string): string[] {
    const found = [nearest];
    for (let index = 0; index < found.length && found.length < MAX_CHAIN; index++) {
      const references = this.#load(found[index]!)?.references;
      if (!Array.isArray(references)) continue;
      for (const reference of references) {
        const written = asString(asRecord(reference)?.path);
        const path = written === undefined ? undefined : this.#file(folderOf(found[index]!), written);
        if (path === undefined || found.includes(path)) continue;
        if (isWithin(folder, folderOf(path))) found.push(path);
      }
    }
    return found;
  }

  #config(path: string): CompilerConfig | undefined {
    if (this.#configs.has(path)) return this.#configs.get(path);
    const settings = this.#settingsOf(path, 0);
    const folder = folderOf(path);
    const config = settings === undefined ? undefined : toConfig(folder, settings);
    this.#configs.set(path, config);
    return config;
  }

  /** Own settings over those of `extends`, of which later ones win. */
  #settingsOf(path: string, depth: number): Settings | undefined {
    if (depth > MAX_CHAIN || this.#settings.has(path)) return this.#settings.get(path);
    // Stands while the parents are read, so that a cycle ends here.
    this.#settings.set(path, undefined);
    const values = this.#load(path);
    if (values === undefined) return undefined;
    const folder = folderOf(path);
    let settings: Settings = {};
    for (const written of asStrings(values.extends)) {
      const parent = this.#parent(folder, written);
      if (parent !== undefined) settings = { ...settings, ...this.#settingsOf(parent, depth + 1) };
    }
    const options = asRecord(values.compilerOptions) ?? {};
    const baseUrl = asString(options.baseUrl);
    const paths = asRecord(options.paths);
    const rootDirs = asStrings(options.rootDirs);
    if (baseUrl !== undefined) settings.baseUrl = { folder, value: baseUrl };
    if (paths !== undefined) settings.paths = { folder, value: paths };
    if (rootDirs.length > 0) settings.rootDirs = { folder, value: rootDirs };
    this.#settings.set(path, settings);
    return settings;
  }

  #parent(folder: string, written: string): string | undefined {
    if (/^\.\.?(?:\/|$)/.test(written)) return this.#file(folder, written);
    const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(written) ?? [];
    const packageFolder = name === undefined ? undefined : this.#findPackageFolder(name, folder);
    return packageFolder === undefined ? undefined : this.#file(packageFolder, rest ?? "");
  }

  /** A config by its written path, which may lack the extension or name the folder. */
  #file(folder: string, written: string): string | undefined {
    const joined = joinPath(folder, written);
    if (joined === undefined) return undefined;
    const inside = joined === "" ? "tsconfig.json" : `${joined}/tsconfig.json`;
    return [joined, `${joined}.json`, inside].find((path) => this.#table.has(path));
  }

  #load(path: string): ManifestRecord | undefined {
    if (!this.#loaded.has(path)) this.#loaded.set(path, parseJsonc(this.#table.text(path)));
    return this.#loaded.get(path);
  }
}

/**
 * The places an alias sends a specifier to, best first; empty when no alias matches.
 *
 * An exact alias wins, then the one with the longest text before its `*`.
 */
export function aliasTargets(config: CompilerConfig, specifier: string): string[] {
  let best: PathAlias | undefined;
  for (const alias of config.aliases) {
    if (alias.suffix === undefined) {
      if (alias.prefix === specifier) return alias.targets;
    } else if (
      specifier.length >= alias.prefix.length + alias.suffix.length &&
      specifier.startsWith(alias.prefix) && specifier.endsWith(alias.suffix) &&
      (best === undefined || alias.prefix.length > best.prefix.length)
    ) {
      best = alias;
    }
  }
  if (best === undefined) return [];
  const rest = specifier.slice(best.prefix.length, specifier.length - best.suffix!.length);
  return best.targets.flatMap((target) => joinPath("", target.replace("*", () => rest)) ?? []);
}

/** The same path below every other virtual root, when a path lies below one. */
export function otherRoots(config: CompilerConfig, path: string): string[] {
  return config.rootFolders.filter((root) => isWithin(path, root)).flatMap((root) => {
    const inside = path.slice(root === "" ? 0 : root.length + 1);
    return config.rootFolders.filter((other) => other !== root).flatMap((other) =>
      joinPath(other, inside) ?? []
    );
  });
}

function toConfig(folder: string, settings: Settings): CompilerConfig {
  const locate = (base: string, written: string): string | undefined => {
    return CONFIG_FOLDER_VARIABLE.test(written)
      ? joinPath(folder, written.replace(CONFIG_FOLDER_VARIABLE, ""))
      : joinPath(base, written);
  };
  const baseUrl = settings.baseUrl && locate(settings.baseUrl.folder, settings.baseUrl.value);
  const aliases: PathAlias[] = [];
  for (const [pattern, written] of Object.entries(settings.paths?.value ?? {})) {
    const base = baseUrl ?? settings.paths!.folder;
    const targets = asStrings(written).flatMap((target) => locate(base, target) ?? []);
    const star = pattern.indexOf("*");
    aliases.push(
      star < 0
        ? { prefix: pattern, suffix: undefined, targets }
        : { prefix: pattern.slice(0, star), suffix: pattern.slice(star + 1), targets },
    );
  }
  const { rootDirs } = settings;
  const rootFolders = (rootDirs?.value ?? []).flatMap((value) => locate(rootDirs!.folder, value) ?? []);
  return { folder, baseUrl, aliases, rootFolders };
}
