/** From an import specifier in a script to the indexed file it means. */
import { asRecord } from "../_manifest_values.ts";
import { folderOf, joinPath } from "../_paths.ts";
import type { FileTable } from "../file_table.ts";
import { findBuiltSource } from "./built_sources.ts";
import { aliasTargets, CompilerConfigs, otherRoots } from "./compiler_config.ts";
import { ImportMaps } from "./import_map.ts";
import { findPackageFile, findTarget, privateImportTargets } from "./package_entry.ts";
import { PackageTable } from "./package_table.ts";
import { findSource, type ImporterStyle } from "./source_candidates.ts";

/** Longer specifiers are data, not module names. */
const MAX_SPECIFIER_LENGTH = 1024;
/** `@scope/name/sub` or `name/sub`. */
const PACKAGE_SPECIFIER = /^((?:@[^@/\s]+\/)?[^@/\s#][^@/\s]*)(?:@[^/]*)?(?:\/(.*))?$/;
/** Registries whose packages may be the repository's own; every other scheme leads out of it. */
const PACKAGE_SCHEME = /^(?:npm|jsr):\/?/;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]+:/i;
/** Never a package name, so by convention an alias of the source folder. */
const CONVENTIONAL_ALIAS = /^[@~]\/(.+)$/;

/** Resolves specifiers by the rules of TypeScript, Node.js, bundlers and Deno. */
export class ModuleResolver {
  readonly #table: FileTable;
  readonly #packages: PackageTable;
  readonly #configs: CompilerConfigs;
  readonly #importMaps: ImportMaps;
  readonly #resolved = new Map<string, string | undefined>();

  /** @param table all indexed files. */
  constructor(table: FileTable) {
    this.#table = table;
    this.#packages = new PackageTable(table);
    this.#configs = new CompilerConfigs(
      table,
      (name, folder) => this.#packages.find(name, folder)[0]?.folder,
    );
    this.#importMaps = new ImportMaps(table);
  }

  /**
   * Finds the file a specifier means.
   *
   * @param path the importing file.
   * @returns undefined for an external package and for a path that is not indexed.
   */
  resolve(path: string, specifier: string, style: ImporterStyle): string | undefined {
    if (specifier === "" || specifier.length > MAX_SPECIFIER_LENGTH) return undefined;
    const key = `${style}\0${folderOf(path)}\0${specifier}`;
    if (this.#resolved.has(key)) return this.#resolved.get(key);
    const found = this.#resolve(path, specifier, style) ?? this.#resolveBare(path, specifier, style);
    this.#resolved.set(key, found);
    return found;
  }

  /** Tries again without what bundlers allow around a path: `raw!./x` and `./x?raw`. */
  #resolveBare(path: string, specifier: string, style: ImporterStyle): string | undefined {
    const bare = specifier.slice(specifier.lastIndexOf("!") + 1).replace(/[?].*$/s, "");
    return bare === specifier || bare === "" ? undefined : this.#resolve(path, bare, style);
  }

  #resolve(path: string, specifier: string, style: ImporterStyle): string | undefined {
    const mapped = this.#importMaps.find(path, specifier);
    if (mapped !== undefined) {
      const found = "path" in mapped
        ? findSource(this.#table, mapped.path, style)
        : this.#resolvePackage(path, mapped.specifier, style);
      if (found !== undefined) return found;
    }
    if (/^\.\.?(?:\/|$)/.test(specifier)) return this.#resolveRelative(path, specifier, style);
    return this.#resolveAlias(path, specifier, style) ??
      (specifier.startsWith("#")
        ? this.#resolvePrivate(path, specifier, style)
        : specifier.startsWith("/")
        ? this.#resolveRooted(path, specifier, style)
        : this.#resolvePackage(path, specifier, style)) ??
      this.#resolveConvention(path, specifier, style);
  }

  #resolveRelative(path: string, specifier: string, style: ImporterStyle): string | undefined {
    const folder = folderOf(path);
    const joined = joinPath(folder, specifier);
    if (joined === undefined) return undefined;
    const onlyFolder = /(?:^|\/)\.{0,2}$/.test(specifier);
    const found = onlyFolder ? undefined : findSource(this.#table, joined, style);
    return found ?? this.#resolveFolder(joined, style) ?? this.#resolveVirtualRoot(folder, joined, style) ??
      findBuiltSource(this.#table, this.#packages.packageFolder(folder), joined, style);
  }

  /** A folder stands for the entry of its package, or for its index. */
  #resolveFolder(folder: string, style: ImporterStyle): string | undefined {
    if (!this.#table.hasFolder(folder)) return undefined;
    for (const manifest of this.#packages.inFolder(folder)) {
      const found = findPackageFile(this.#table, manifest, "", style);
      if (found !== undefined) return found;
    }
    return findSource(this.#table, folder === "" ? "index" : `${folder}/index`, style);
  }

  #resolveVirtualRoot(folder: string, joined: string, style: ImporterStyle): string | undefined {
    for (const config of this.#configs.forFolder(folder)) {
      for (const candidate of otherRoots(config, joined)) {
        const found = findSource(this.#table, candidate, style);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #resolveAlias(path: string, specifier: string, style: ImporterStyle): string | undefined {
    const folder = folderOf(path);
    for (const config of this.#configs.forFolder(folder)) {
      const targets = aliasTargets(config, specifier);
      const based = config.baseUrl === undefined ? undefined : joinPath(config.baseUrl, specifier);
      for (const target of based === undefined ? targets : [...targets, based]) {
        const found = this.#resolveAliasTarget(target, style);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #resolveAliasTarget(target: string, style: ImporterStyle): string | undefined {
    return findSource(this.#table, target, style) ?? this.#resolveFolder(target, style) ??
      findBuiltSource(this.#table, this.#packages.packageFolder(folderOf(target)), target, style);
  }

  #resolvePrivate(path: string, specifier: string, style: ImporterStyle): string | undefined {
    for (const manifest of this.#packages.upward(folderOf(path))) {
      if (asRecord(manifest.values.imports) === undefined) continue;
      const targets = privateImportTargets(manifest, specifier);
      const found = findTarget(this.#table, manifest.folder, targets, style);
      if (found !== undefined) return found;
      for (const target of targets) {
        if (/^[.#/]/.test(target)) continue;
        const other = this.#resolvePackage(path, target, style);
        if (other !== undefined) return other;
      }
    }
    return undefined;
  }

  /** A path from the root of the site or package, as bundlers serve it. */
  #resolveRooted(path: string, specifier: string, style: ImporterStyle): string | undefined {
    const joined = joinPath(this.#packages.packageFolder(folderOf(path)), specifier);
    return joined === undefined ? undefined : findSource(this.#table, joined, style);
  }

  #resolvePackage(path: string, specifier: string, style: ImporterStyle): string | undefined {
    const bare = specifier.replace(PACKAGE_SCHEME, "");
    if (ANY_SCHEME.test(bare)) return undefined;
    const [, name, subpath = ""] = PACKAGE_SPECIFIER.exec(bare) ?? [];
    if (name === undefined) return undefined;
    for (const manifest of this.#packages.find(name, folderOf(path))) {
      const found = findPackageFile(this.#table, manifest, subpath, style);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Without a config that says so, `@/x` and `~/x` are `x` in the source folder or folder of the package. */
  #resolveConvention(path: string, specifier: string, style: ImporterStyle): string | undefined {
    const inside = CONVENTIONAL_ALIAS.exec(specifier)?.[1];
    if (inside === undefined) return undefined;
    const configs = this.#configs.forFolder(folderOf(path));
    if (configs.some((config) => aliasTargets(config, specifier).length > 0)) return undefined;
    const packageFolder = this.#packages.packageFolder(folderOf(path));
    const candidates = [`src/${inside}`, inside].flatMap((each) => joinPath(packageFolder, each) ?? []);
    const found = candidates.flatMap((each) => findSource(this.#table, each, style) ?? []);
    return found.length === 1 ? found[0] : undefined;
  }
}
