/** Links Python files by their imports. */
import type { GraphFile } from "../../model/mod.ts";
import { topLevelNames } from "../_declared_names.ts";
import { baseName, folderOf, foldersUpward } from "../_paths.ts";
import { ExportTable, type ModuleExports, noExports } from "../export_table.ts";
import { append, type FileTable } from "../file_table.ts";
import type { LinkCollector, LinkUse } from "../link_collector.ts";

/** A module file, or a folder that is a package without a file of its own. */
type Module = { file: string } | { folder: string };

/** What an import statement brings into a file. */
interface Binding {
  local: string;
  target: string;
  /** Name in the target; `*` for the module itself. */
  imported: string;
}

/** Records an edge for every import of a module of the repository, and what is used of it. */
export function linkPython(table: FileTable, links: LinkCollector): void {
  const modules = new PythonModules(table);
  const exports = new ExportTable(table, (file) => readExports(file, modules));
  for (const file of table.files) {
    if (file.language !== "python") continue;
    const bindings = new Map<string, Binding>();
    for (const record of file.imports) {
      const use: LinkUse = record.kind === "type" ? "type" : "value";
      for (const target of modules.targets(file, record.specifier, record.names)) {
        links.addImport(file.path, target.target, use);
        bindings.set(target.local, target);
      }
    }
    if (bindings.size > 0) linkUses(file, bindings, exports, links);
  }
}

function linkUses(
  file: GraphFile,
  bindings: ReadonlyMap<string, Binding>,
  exports: ExportTable,
  links: LinkCollector,
): void {
  for (const reference of file.references) {
    const { name, qualifier } = reference;
    const names = [...qualifier?.split(".") ?? [], name];
    // `import a.b` is used as `a.b.c`: the longest bound start counts.
    for (let length = names.length; length > 0; length--) {
      const binding = bindings.get(names.slice(0, length).join("."));
      if (binding === undefined) continue;
      const used = exports.findChain(binding.target, binding.imported, names.slice(length));
      if (used !== undefined) links.addUse(file.path, reference, used, "import");
      break;
    }
  }
}

function readExports(file: GraphFile, modules: PythonModules): ModuleExports {
  const module = noExports();
  module.own = topLevelNames(file);
  for (const { specifier, names } of file.imports) {
    for (const { local, target, imported } of modules.targets(file, specifier, names)) {
      if (local === "*") module.stars.push(target);
      else module.forwarded.set(local, { target, imported });
    }
  }
  return module;
}

/** Finds modules by their dotted names. */
class PythonModules {
  readonly #table: FileTable;
  /** Name of a package that lies in no other package → the folders it lies in. */
  readonly #topPackages = new Map<string, string[]>();
  readonly #topLevels = new Map<string, ReadonlySet<string>>();

  constructor(table: FileTable) {
    this.#table = table;
    for (const path of [...table.named("__init__.py"), ...table.named("__init__.pyi")]) {
      const folder = folderOf(path);
      const parent = folderOf(folder);
      if (folder === "" || this.#isPackage(parent)) continue;
      const parents = this.#topPackages.get(baseName(folder));
      if (!parents?.includes(parent)) append(this.#topPackages, baseName(folder), parent);
    }
  }

  /** The modules an import statement leads to, with the names they give. */
  targets(
    file: GraphFile,
    specifier: string,
    names: readonly { imported: string; local: string }[] | undefined,
  ): Binding[] {
    const module = this.#find(file.path, specifier);
    if (module === undefined) return [];
    const isWhole = names === undefined || names.length === 0;
    const wanted = isWhole ? [{ imported: "*", local: specifier }] : names;
    return wanted.flatMap(({ imported, local }) => {
      const submodule = imported === "*" ? undefined : this.#submodule(module, imported);
      if (submodule !== undefined) return [{ local, target: submodule, imported: "*" }];
      return "file" in module ? [{ local, target: module.file, imported }] : [];
    });
  }

  /** A name of a package that is a module of it, unless the package itself gives the name another meaning. */
  #submodule(module: Module, name: string): string | undefined {
    if ("file" in module && !/^__init__\.pyi?$/.test(baseName(module.file))) return undefined;
    const folder = "file" in module ? folderOf(module.file) : module.folder;
    const found = this.#module(folder, [name]);
    if (found === undefined || !("file" in found)) return undefined;
    return "file" in module && this.#declares(module.file, name) ? undefined : found.file;
  }

  #declares(path: string, name: string): boolean {
    let names = this.#topLevels.get(path);
    if (names === undefined) {
      const file = this.#table.get(path);
      names = new Set(file === undefined ? [] : topLevelNames(file).keys());
      this.#topLevels.set(path, names);
    }
    return names.has(name);
  }

  #find(path: string, specifier: string): Module | undefined {
    const [, dots = "", rest = ""] = /^(\.*)(.*)$/s.exec(specifier) ?? [];
    const segments = rest === "" ? [] : rest.split(".");
    if (segments.includes("")) return undefined;
    if (dots === "") return this.#findAbsolute(folderOf(path), segments);
    let folder = folderOf(path);
    for (let level = 1; level < dots.length; level++) {
      if (folder === "") return undefined;
      folder = folderOf(folder);
    }
    return this.#module(folder, segments);
  }

  /** From the folders above that are no packages, nearest first, else from the only folder with such a package. */
  #findAbsolute(folder: string, segments: readonly string[]): Module | undefined {
    for (const root of foldersUpward(folder)) {
      if (this.#isPackage(root)) continue;
      for (const source of [root, root === "" ? "src" : `${root}/src`]) {
        const found = this.#module(source, segments);
        if (found !== undefined) return found;
      }
    }
    const parents = this.#topPackages.get(segments[0] ?? "") ?? [];
    return parents.length === 1 ? this.#module(parents[0]!, segments) : undefined;
  }

  #module(folder: string, segments: readonly string[]): Module | undefined {
    const base = [...(folder === "" ? [] : [folder]), ...segments].join("/");
    const endings = segments.length === 0 ? [] : [".py", ".pyi"];
    const inside = base === "" ? "" : `${base}/`;
    const candidates = [
      `${inside}__init__.py`,
      ...endings.map((ending) => base + ending),
      `${inside}__init__.pyi`,
    ];
    const file = candidates.find((path) => this.#table.has(path));
    if (file !== undefined) return { file };
    return this.#table.hasFolder(base) ? { folder: base } : undefined;
  }

  #isPackage(folder: string): boolean {
    const inside = folder === "" ? "" : `${folder}/`;
    return this.#table.has(`${inside}__init__.py`) || this.#table.has(`${inside}__init__.pyi`);
  }
}
