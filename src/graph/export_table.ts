/** Which declaration stands behind an exported name, through any number of re-exporting modules. */
import type { GraphFile, SymbolRecord } from "../model/mod.ts";
import type { Declaration } from "./_declared_names.ts";
import type { FileTable } from "./file_table.ts";

/** What a module gives to others. */
export interface ModuleExports {
  /** Name → index of its declaration in the module. */
  own: Map<string, number>;
  /** Name → the module and the name there that it stands for; `*` stands for the module itself. */
  forwarded: Map<string, { target: string; imported: string }>;
  /** Modules all of whose names are given on. */
  stars: string[];
}

/** A module without any names, to be filled. */
export function noExports(): ModuleExports {
  return { own: new Map(), forwarded: new Map(), stars: [] };
}

/** Longer searches through re-exporting modules are given up. */
const MAX_MODULES = 1000;

/** What a name leads to: a declaration, a module as a whole, or more than one of them. */
type Meaning = Declaration | { module: string } | "ambiguous";

/** Resolves names exported by modules. */
export class ExportTable {
  readonly #table: FileTable;
  readonly #read: (file: GraphFile) => ModuleExports;
  readonly #modules = new Map<string, ModuleExports | undefined>();
  readonly #meanings = new Map<string, Meaning | undefined>();
  readonly #qualified = new Map<string, ReadonlyMap<string, number>>();

  /** @param read tells what a file exports; asked at most once for each. */
  constructor(table: FileTable, read: (file: GraphFile) => ModuleExports) {
    this.#table = table;
    this.#read = read;
  }

  /** The declaration a module exports under a name; undefined when none or more than one could be meant. */
  find(path: string, name: string): Declaration | undefined {
    const meaning = this.#meaning(path, name);
    return typeof meaning === "object" && "path" in meaning ? meaning : undefined;
  }

  /**
   * The declaration that a chain of names means, starting with one that an import brought in: a module's name leads
   * to what it exports, a declaration to its member. A member that is not declared counts as its owner.
   *
   * @param imported the name in the target module, `*` for the module itself.
   * @param members the names behind it.
   */
  findChain(target: string, imported: string, members: readonly string[]): Declaration | undefined {
    const names = imported === "*" ? [...members] : [imported, ...members];
    // A module that is used as a whole stands for its one export, as with `require`.
    if (names.length === 0) names.push("default");
    let meaning: Meaning | undefined = { module: target };
    for (const name of names) {
      if (meaning === undefined || meaning === "ambiguous") break;
      const next: Meaning | undefined = "module" in meaning
        ? this.#meaning(meaning.module, name)
        : this.#member(meaning, name);
      if (next === undefined && "path" in meaning) break;
      meaning = next;
    }
    return typeof meaning === "object" && "path" in meaning ? meaning : undefined;
  }

  #meaning(path: string, name: string): Meaning | undefined {
    const key = `${path}\0${name}`;
    if (!this.#meanings.has(key)) this.#meanings.set(key, this.#search(path, name, new Set()));
    return this.#meanings.get(key);
  }

  #search(path: string, name: string, visited: Set<string>): Meaning | undefined {
    const key = `${path}\0${name}`;
    if (visited.has(key) || visited.size >= MAX_MODULES) return undefined;
    visited.add(key);
    const module = this.#module(path);
    if (module === undefined) return undefined;
    const own = module.own.get(name);
    if (own !== undefined) return { path, symbol: own };
    const forwarded = module.forwarded.get(name);
    if (forwarded !== undefined) {
      return forwarded.imported === "*"
        ? { module: forwarded.target }
        : this.#search(forwarded.target, forwarded.imported, visited);
    }
    if (name === "default") return undefined;
    let found: Meaning | undefined;
    for (const star of module.stars) {
      const other = this.#search(star, name, visited);
      if (other === undefined || isSame(found, other)) continue;
      if (found !== undefined) return "ambiguous";
      found = other;
    }
    return found;
  }

  /** The member of a declared symbol, such as a static method, or undefined when the file declares none. */
  #member({ path, symbol }: Declaration, name: string): Declaration | undefined {
    let qualified = this.#qualified.get(path);
    if (qualified === undefined) {
      const names = new Map<string, number>();
      this.#table.get(path)?.symbols.forEach(({ qualifiedName }, index) => {
        if (!names.has(qualifiedName)) names.set(qualifiedName, index);
      });
      this.#qualified.set(path, qualified = names);
    }
    const owner = this.#table.get(path)?.symbols[symbol]?.qualifiedName;
    const found = qualified.get(`${owner}.${name}`);
    return found === undefined ? undefined : { path, symbol: found };
  }

  #module(path: string): ModuleExports | undefined {
    if (!this.#modules.has(path)) {
      const file = this.#table.get(path);
      this.#modules.set(path, file === undefined ? undefined : this.#read(file));
    }
    return this.#modules.get(path);
  }
}

function isSame(a: Meaning | undefined, b: Meaning): boolean {
  if (a === undefined || a === "ambiguous" || b === "ambiguous") return a === b;
  if ("module" in a) return "module" in b && a.module === b.module;
  return "path" in b && a.path === b.path && a.symbol === b.symbol;
}

/** Whether a symbol is declared at the top of its module. */
export function isTopLevel(symbol: SymbolRecord): boolean {
  return symbol.qualifiedName === symbol.name;
}
