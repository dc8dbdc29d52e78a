/** Links Go files: by imported packages and by the names files of one package use of each other. */
import type { GraphFile, ImportRecord } from "../../model/mod.ts";
import { type Declaration, topLevelNames } from "../_declared_names.ts";
import { baseName, folderOf, foldersUpward, isWithin, joinPath, stemOf } from "../_paths.ts";
import { append, type FileTable } from "../file_table.ts";
import type { LinkCollector } from "../link_collector.ts";

/** The files of one package and what they declare. */
interface GoPackage {
  name: string;
  /** Paths without tests. */
  files: string[];
  /** Name → its declarations; several when files of different platforms declare it. */
  declarations: Map<string, Declaration[]>;
  /** The same for what its tests declare, which only they can use. */
  testDeclarations: Map<string, Declaration[]>;
}

/** An import of which nothing is known to be used leads to all files of a package up to this size. */
const MAX_UNKNOWN = 3;

/** Records an edge to the files that declare what a file uses of a package. */
export function linkGo(table: FileTable, links: LinkCollector): void {
  const packages = new GoPackages(table);
  for (const file of table.files) {
    if (file.language !== "go") continue;
    linkOwnPackage(file, packages, links);
    for (const record of file.imports) {
      const target = packages.imported(file, record.specifier);
      if (target !== undefined) linkImport(file, record, target, links);
    }
  }
}

function linkImport(file: GraphFile, record: ImportRecord, target: GoPackage, links: LinkCollector): void {
  const written = record.names?.[0]?.local;
  // Without an alias the package's own name counts, which the path only hints at.
  const guessed = record.specifier.split("/").filter((part) => !/^v\d+$/.test(part)).at(-1);
  const local = written === guessed ? target.name : written;
  let isUsed = false;
  for (const reference of file.references) {
    const { name, qualifier } = reference;
    const names = [...qualifier?.split(".") ?? [], name];
    if (local !== "*" && names.shift() !== local) continue;
    for (const declaration of target.declarations.get(names[0] ?? "") ?? []) {
      links.addDependency(file.path, reference, declaration, "import");
      isUsed = true;
    }
  }
  if (isUsed) return;
  const main = target.files.filter((path) => stemOf(path) === target.name);
  for (const path of target.files.length <= MAX_UNKNOWN ? target.files : main) {
    links.addImport(file.path, path, "value");
  }
}

function linkOwnPackage(file: GraphFile, packages: GoPackages, links: LinkCollector): void {
  const own = packages.own(file);
  if (own === undefined) return;
  const declared = topLevelNames(file);
  for (const reference of file.references) {
    const { name, qualifier, kind } = reference;
    // A method called on something unknown has no qualifier either, but is no top-level name of this spelling.
    if (qualifier !== undefined || kind === "value" || declared.has(name)) continue;
    const forTests = isTestFile(file.path) ? own.testDeclarations.get(name) : undefined;
    for (const declaration of own.declarations.get(name) ?? forTests ?? []) {
      links.addDependency(file.path, reference, declaration, "namespace");
    }
  }
}

/** Finds packages by folder and by import path. */
class GoPackages {
  readonly #table: FileTable;
  /** Folder and package name → package. */
  readonly #packages = new Map<string, GoPackage>();
  /** Folder → packages in it, without those of external tests. */
  readonly #byFolder = new Map<string, GoPackage[]>();
  /** Module path → folder, longest path first. */
  readonly #modules: [string, string][] = [];
  /** Replaced module paths, by the folder of the go.mod that replaces them. */
  readonly #replaced = new Map<string, [string, string][]>();

  constructor(table: FileTable) {
    this.#table = table;
    for (const file of table.files) if (file.language === "go") this.#add(file);
    for (const path of table.named("go.mod")) this.#readModule(path);
    this.#modules.sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
  }

  /** The package a file belongs to, to be searched for what the file itself does not declare. */
  own(file: GraphFile): GoPackage | undefined {
    return this.#packages.get(packageKey(file));
  }

  /** The package of an import path, when it lies in the repository. */
  imported(file: GraphFile, specifier: string): GoPackage | undefined {
    for (const folder of foldersUpward(folderOf(file.path))) {
      const replaced = this.#inModules(specifier, this.#replaced.get(folder) ?? []);
      const vendored = folder === "" ? `vendor/${specifier}` : `${folder}/vendor/${specifier}`;
      const found = replaced ?? this.#only(vendored);
      if (found !== undefined) return found;
    }
    return this.#inModules(specifier, this.#modules);
  }

  #inModules(specifier: string, modules: readonly [string, string][]): GoPackage | undefined {
    for (const [module, folder] of modules) {
      if (!isWithin(specifier, module)) continue;
      const inside = joinPath(folder, specifier.slice(module.length));
      const found = inside === undefined ? undefined : this.#only(inside);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #only(folder: string): GoPackage | undefined {
    const packages = this.#byFolder.get(folder)?.filter((each) => each.files.length > 0) ?? [];
    // A folder may hold a `package main` for code generation beside its real package.
    const real = packages.length > 1 ? packages.filter((each) => each.name !== "main") : packages;
    return real.length === 1 ? real[0] : undefined;
  }

  #add(file: GraphFile): void {
    const key = packageKey(file);
    let found = this.#packages.get(key);
    if (found === undefined) {
      const name = file.namespaces[0] ?? baseName(folderOf(file.path));
      found = { name, files: [], declarations: new Map(), testDeclarations: new Map() };
      this.#packages.set(key, found);
      append(this.#byFolder, folderOf(file.path), found);
    }
    const isTest = isTestFile(file.path);
    if (!isTest) found.files.push(file.path);
    for (const [name, symbol] of topLevelNames(file)) {
      if (name === "init" || name === "main" || name === "_") continue;
      append(isTest ? found.testDeclarations : found.declarations, name, { path: file.path, symbol });
    }
  }

  #readModule(path: string): void {
    const text = this.#table.text(path) ?? "";
    const folder = folderOf(path);
    for (const line of text.split("\n")) {
      const words = line.replace(/\/\/.*/, "").trim().split(/\s+/, 6).filter((word) => word !== "replace");
      if (words[0] === "module" && words[1] !== undefined) {
        this.#modules.push([words[1].replaceAll('"', ""), folder]);
      }
      // `path [version] => ./folder`
      const arrow = words.indexOf("=>");
      const target = /^\.\.?\//.test(words[arrow + 1] ?? "")
        ? joinPath(folder, words[arrow + 1]!)
        : undefined;
      if (arrow > 0 && target !== undefined) {
        append(this.#replaced, folder, [words[0]!, target] as [string, string]);
      }
    }
  }
}

function isTestFile(path: string): boolean {
  return path.endsWith("_test.go");
}

function packageKey(file: GraphFile): string {
  return `${folderOf(file.path)}\0${file.namespaces[0] ?? ""}`;
}
