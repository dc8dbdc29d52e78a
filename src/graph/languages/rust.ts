/** Links Rust files: by `mod` and `use`, and by the paths their code is written with. */
import type { GraphFile } from "../../model/mod.ts";
import { type Declaration, topLevelNames } from "../_declared_names.ts";
import { baseName, folderOf, joinPath, stemOf } from "../_paths.ts";
import { ExportTable, type ModuleExports, noExports } from "../export_table.ts";
import type { FileTable } from "../file_table.ts";
import type { LinkCollector } from "../link_collector.ts";
import { RustCrates } from "./_rust_crates.ts";

/** A module file and the names of a path that lie inside it. */
interface Place {
  file: string;
  rest: string[];
}

/** `use` paths through other `use` paths are followed this far. */
const MAX_ALIASES = 8;
/** Modules that pass on modules that pass on modules are followed this far. */
const MAX_RENAMES = 64;

/** Records an edge for every module and item of the repository that a file names. */
export function linkRust(table: FileTable, links: LinkCollector): void {
  const modules = new RustModules(table);
  const exports = new ExportTable(table, (file) => modules.exportsOf(file));
  for (const file of table.files) {
    if (file.language !== "rust") continue;
    for (const child of modules.children(file.path).values()) links.addImport(file.path, child, "value");
    const bindings = modules.exportsOf(file);
    linkImports(file, bindings, exports, links);
    linkPaths(file, bindings, modules, exports, links);
  }
}

function linkImports(
  file: GraphFile,
  { forwarded, stars }: ModuleExports,
  exports: ExportTable,
  links: LinkCollector,
): void {
  for (const { target, imported } of forwarded.values()) {
    // An item that another module only passes on is a dependency on where it is declared.
    const declared = imported === "*" ? undefined : exports.find(target, imported);
    links.addImport(file.path, declared?.path ?? target, "value");
  }
  for (const target of stars) links.addImport(file.path, target, "value");
}

function linkPaths(
  file: GraphFile,
  bindings: ModuleExports,
  modules: RustModules,
  exports: ExportTable,
  links: LinkCollector,
): void {
  for (const reference of file.references) {
    const { name, qualifier, line } = reference;
    const names = [...qualifier?.split(".") ?? [], name];
    const used = throughImport(names, bindings, exports) ?? throughPath(names, file, line, modules, exports);
    if (used !== undefined) links.addDependency(file.path, reference, used, "import");
  }
}

function throughImport(
  names: readonly string[],
  { own, forwarded, stars }: ModuleExports,
  exports: ExportTable,
): Declaration | undefined {
  const [first, ...members] = names;
  if (own.has(first!)) return undefined;
  const binding = forwarded.get(first!);
  if (binding !== undefined) {
    // A module is no value: only what lies in it can be used.
    if (binding.imported === "*" && members.length === 0) return undefined;
    return exports.findChain(binding.target, binding.imported, members);
  }
  const found = stars.flatMap((target) => exports.find(target, first!) ?? []);
  return found.length === 1 ? exports.findChain(found[0]!.path, first!, members) : undefined;
}

function throughPath(
  names: readonly string[],
  file: GraphFile,
  line: number,
  modules: RustModules,
  exports: ExportTable,
): Declaration | undefined {
  if (names.length < 2) return undefined;
  const place = modules.place(file, line, names);
  return place === undefined || place.rest.length === 0
    ? undefined
    : exports.findChain(place.file, "*", place.rest);
}

/** The module tree of every crate. */
class RustModules {
  readonly #table: FileTable;
  readonly #crates: RustCrates;
  readonly #children = new Map<string, ReadonlyMap<string, string>>();
  readonly #parents = new Map<string, string>();
  readonly #exports = new Map<string, ModuleExports>();
  #renames = 0;

  constructor(table: FileTable) {
    this.#table = table;
    this.#crates = new RustCrates(table);
    for (const file of table.files) {
      if (file.language !== "rust") continue;
      for (const child of this.children(file.path).values()) {
        if (!this.#parents.has(child)) this.#parents.set(child, file.path);
      }
    }
  }

  /** The files that the `mod` items of a file stand for, by module name. */
  children(path: string): ReadonlyMap<string, string> {
    let children = this.#children.get(path);
    if (children === undefined) {
      children = this.#readChildren(path);
      this.#children.set(path, children);
    }
    return children;
  }

  /** What a module gives to others; private imports too, because modules inside it may use them. */
  exportsOf(file: GraphFile): ModuleExports {
    const known = this.#exports.get(file.path);
    if (known !== undefined) return known;
    const module = noExports();
    module.own = topLevelNames(file);
    // Stands while the imports are read, which may lead back here.
    this.#exports.set(file.path, module);
    for (const [name, target] of this.children(file.path)) {
      module.forwarded.set(name, { target, imported: "*" });
    }
    for (const { specifier, line, names } of file.imports) {
      if (specifier.startsWith("mod:")) continue;
      for (const { imported, local } of names ?? []) {
        const path = [...specifier.split("::"), ...(imported === "*" ? [] : [imported])];
        const place = this.place(file, line, path);
        if (place === undefined || place.rest.length > 1) continue;
        const [item] = place.rest;
        if (place.file === file.path) continue;
        if (local !== "*") module.forwarded.set(local, { target: place.file, imported: item ?? "*" });
        else if (item === undefined) module.stars.push(place.file);
      }
    }
    return module;
  }

  /** Follows a path as far as it leads through modules; undefined when it leaves the repository. */
  place(file: GraphFile, line: number, path: readonly string[], aliases = 0): Place | undefined {
    let rest = [...path];
    let current: string | undefined = file.path;
    // Inside `mod x { … }` the first `super` is the file itself.
    let inline = file.symbols.filter((symbol) => {
      return symbol.kind === "module" && symbol.startLine <= line && line <= symbol.endLine;
    }).length;
    const first = rest[0];
    if (first === "crate") {
      current = this.#root(file.path);
      rest = rest.slice(1);
    } else if (first === "self" || first === "super") {
      while (rest[0] === "self" || rest[0] === "super") {
        if (rest[0] === "super" && inline-- <= 0) current = current && this.#parents.get(current);
        rest = rest.slice(1);
      }
    } else if (!this.children(file.path).has(first ?? "")) {
      const crate = this.#crates.find(file.path, first ?? "");
      if (crate === undefined) return this.#throughAlias(file, path, aliases);
      current = crate;
      rest = rest.slice(1);
    }
    return current === undefined ? undefined : this.#descend(current, rest);
  }

  /** `use crate::a;` makes `a::b` a path; one that starts with any other name leads nowhere here. */
  #throughAlias(file: GraphFile, path: readonly string[], aliases: number): Place | undefined {
    if (aliases >= MAX_ALIASES) return undefined;
    for (const { specifier, line, names } of file.imports) {
      const name = names?.find(({ local }) => local === path[0]);
      if (name === undefined) continue;
      const start = [...specifier.split("::"), ...(name.imported === "*" ? [] : [name.imported])];
      if (start[0] === path[0]) continue;
      return this.place(file, line, [...start, ...path.slice(1)], aliases + 1);
    }
    return undefined;
  }

  #descend(file: string, rest: string[]): Place {
    let current = file;
    for (let index = 0; index < rest.length; index++) {
      const next = this.children(current).get(rest[index]!) ?? this.#renamedModule(current, rest[index]!);
      if (next === undefined || next === current) return { file: current, rest: rest.slice(index) };
      current = next;
    }
    return { file: current, rest: [] };
  }

  /** A module that another one passes on: `pub use grep_printer as printer`. */
  #renamedModule(path: string, name: string): string | undefined {
    const file = this.#renames < MAX_RENAMES ? this.#table.get(path) : undefined;
    this.#renames++;
    const forwarded = file && this.exportsOf(file).forwarded.get(name);
    this.#renames--;
    return forwarded?.imported === "*" ? forwarded.target : undefined;
  }

  #root(path: string): string | undefined {
    let current = path;
    const seen = new Set<string>();
    for (let parent = this.#parents.get(current); parent !== undefined; parent = this.#parents.get(current)) {
      if (seen.has(parent)) return undefined;
      seen.add(parent);
      current = parent;
    }
    return current;
  }

  #readChildren(path: string): ReadonlyMap<string, string> {
    const children = new Map<string, string>();
    const folder = folderOf(path);
    const isRoot = this.#crates.isRoot(path) || /^(?:mod|lib|main|build)\.rs$/.test(baseName(path));
    const inside = isRoot ? folder : joinPath(folder, stemOf(path))!;
    for (const { specifier } of this.#table.get(path)?.imports ?? []) {
      if (!specifier.startsWith("mod:")) continue;
      const name = specifier.slice("mod:".length).replace(/^r#/, "");
      const base = inside === "" ? name : `${inside}/${name}`;
      const found = [`${base}.rs`, `${base}/mod.rs`].find((candidate) => this.#table.has(candidate));
      if (found !== undefined && found !== path) children.set(name, found);
    }
    return children;
  }
}
