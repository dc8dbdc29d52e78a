/** Links files of languages that import full names: what they import and what they use of their own package. */
import type { GraphFile } from "../../model/mod.ts";
import { type Declaration, topLevelNames } from "../_declared_names.ts";
import { folderOf, foldersUpward } from "../_paths.ts";
import type { FileTable } from "../file_table.ts";
import type { LinkCollector } from "../link_collector.ts";
import { QualifiedNames } from "./_qualified_names.ts";

/** What the imports of one file bring in; full names are joined with `.`. */
export interface FullNameImports {
  /** Local name → full name. */
  names: Map<string, string>;
  /** Packages and types all of whose members are visible. */
  stars: string[];
}

/** What sets one such language apart. */
export interface FullNameLanguage {
  /** Names of the languages whose files see each other. */
  languages: ReadonlySet<string>;
  /** Files that make a folder a source of its own: of twins, the one in the same source is meant. */
  buildFiles: readonly string[];
  /** Package or namespace of a file; empty without one. */
  packageOf(file: GraphFile): string;
  /** Reads a file's imports. */
  importsOf(file: GraphFile): FullNameImports;
}

/** Records an edge for every import of a declaration of the repository and every use of one without an import. */
export function linkFullNames(table: FileTable, links: LinkCollector, language: FullNameLanguage): void {
  const files = table.files.filter((file) => language.languages.has(file.language));
  const sources = new Map<string, string>();
  const sourceOf = (path: string): string => {
    const folder = folderOf(path);
    let source = sources.get(folder);
    if (source === undefined) sources.set(folder, source = sourceFolder(table, folder, language.buildFiles));
    return source;
  };
  const names = new QualifiedNames(files, (a, b) => sourceOf(a) === sourceOf(b));
  for (const file of files) {
    const imports = language.importsOf(file);
    for (const full of imports.names.values()) {
      for (const { path } of names.findLongest(full, "", file.path)) {
        links.addImport(file.path, path, "value");
      }
    }
    const scope = new FullNameScope(file, language.packageOf(file), imports, names);
    for (const reference of file.references) {
      const { name, qualifier } = reference;
      const chain = qualifier === undefined ? name : `${qualifier}.${name}`;
      const evidence = imports.names.has(chain.split(".", 1)[0]!) ? "import" : "namespace";
      for (const used of scope.find(chain)) links.addDependency(file.path, reference, used, evidence);
    }
  }
}

/** Resolves names as they are seen from one file. */
class FullNameScope {
  readonly #file: GraphFile;
  readonly #package: string;
  readonly #imports: FullNameImports;
  readonly #names: QualifiedNames;
  readonly #own: ReadonlyMap<string, number>;

  constructor(file: GraphFile, ownPackage: string, imports: FullNameImports, names: QualifiedNames) {
    this.#file = file;
    this.#package = ownPackage;
    this.#imports = imports;
    this.#names = names;
    this.#own = topLevelNames(file);
  }

  /** What a dotted name means: by import, in the own package, in a starred one, or as a full name. */
  find(chain: string): readonly Declaration[] {
    const first = chain.split(".", 1)[0]!;
    const imported = this.#imports.names.get(first);
    if (imported !== undefined) {
      return this.#names.findLongest(imported + chain.slice(first.length), imported, this.#file.path);
    }
    if (this.#own.has(first)) return [];
    // In front of a dot a small letter starts a variable, or the package of a name written in full.
    const containers = first !== chain && !/^\p{Lu}/u.test(first)
      ? []
      : [this.#package, ...this.#imports.stars];
    const [own = [], ...starred] = containers.map((container) => this.#within(container, chain, first));
    if (own.length > 0) return own;
    const visible = starred.filter((declarations) => declarations.length > 0);
    if (visible.length > 0) return visible.length === 1 ? visible[0]! : [];
    const typeInPackage = /^(?:[^.]+\.)+?\p{Lu}[^.]*/u.exec(chain)?.[0];
    return typeInPackage === undefined ? [] : this.#names.findLongest(chain, typeInPackage, this.#file.path);
  }

  #within(container: string, chain: string, first: string): readonly Declaration[] {
    const prefix = container === "" ? "" : `${container}.`;
    return this.#names.findLongest(prefix + chain, prefix + first, this.#file.path);
  }
}

function sourceFolder(table: FileTable, folder: string, buildFiles: readonly string[]): string {
  for (const above of foldersUpward(folder)) {
    const inside = above === "" ? "" : `${above}/`;
    if (buildFiles.some((name) => table.has(inside + name))) return above;
  }
  return "";
}
