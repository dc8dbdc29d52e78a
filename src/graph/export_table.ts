/** Which declaration stands behind an exported name, through any number of re-exporting modules. */
import type { GraphFile, SymbolRecord } from "../model/mod.ts";
import type { FileTable } from "./file_table.ts";

/** A declared symbol of a file. */
export interface Declaration {
  path: string;
  /** Index into the file's symbols. */
  symbol: number;
}

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

/** Resolves names exported by modules. */
export class ExportTable {
  readonly #table: FileTable;
  readonly #read: (file: GraphFile) => ModuleExports;
  readonly #modules = new Map<string, ModuleExports | undefined>();
  readonly #found = new Map<string, Declaration | undefined>();

  /** @param read tells what a file exports; asked at most once for each. */
  constructor(table: FileTable, read: (file: GraphFile) => ModuleExports) {
    this.#table = table;
    this.#read = read;
  }

  /** The declaration a module exports under a name; undefined when none or more than one could be meant. */
  find(path: string, name: string): Declaration | undefined {
    const key = `${path}\0${name}`;
    if (this.#found.has(key)) return this.#found.get(key);
    const found = this.#search(path, name, new Set());
    const declaration = found === "ambiguous" ? undefined : found;
    this.#found.set(key, declaration);
    return declaration;
  }

  /** The member of a declared symbol, such as a static method, or undefined when the file declares none. */
  findMember(container: Declaration, member: string): Declaration | undefined {
    const symbols = this.#table.get(container.path)?.symbols ?? [];
    const wanted = `${symbols[container.symbol]?.qualifiedName}.${member}`;
    const symbol = symbols.findIndex((each) => each.qualifiedName === wanted);
    return symbol < 0 ? undefined : { path: container.path, symbol };
  }

  /**
   * The declaration that a chain of names means, starting with one that an import brought in: a module's name leads
   * to what it exports, a declaration to its member. A member that is not declared counts as its owner.
   *
   * @param imported the name in the target module, `*` for the module itself.
   * @param members the names behind it.
   */
  findChain(target: string, imported: string, members: readonly string[]): Declaration | undefined {
    const isModule = imported === "*";
    // A module that is used as a whole stands for its one export, as with `require`.
    let declaration = this.find(target, isModule ? members[0] ?? "default" : imported);
    for (const member of isModule ? members.slice(1) : members) {
      const inner = declaration && this.findMember(declaration, member);
      if (inner === undefined) break;
      declaration = inner;
    }
    return declaration;
  }

  #search(path: string, name: string, visited: Set<string>): Declaration | "ambiguous" | undefined {
    const key = `${path}\0${name}`;
    if (visited.has(key) || visited.size >= MAX_MODULES) return undefined;
    visited.add(key);
    const module = this.#module(path);
    if (module === undefined) return undefined;
    const own = module.own.get(name);
    if (own !== undefined) return { path, symbol: own };
    const forwarded = module.forwarded.get(name);
    if (forwarded !== undefined && forwarded.imported !== "*") {
      return this.#search(forwarded.target, forwarded.imported, visited);
    }
    if (name === "default") return undefined;
    let found: Declaration | undefined;
    for (const star of module.stars) {
      const other = this.#search(star, name, visited);
      if (other === "ambiguous") return other;
      if (other === undefined) continue;
      if (found !== undefined && (found.path !== other.path || found.symbol !== other.symbol)) {
        return "ambiguous";
      }
      found = other;
    }
    return found;
  }

  #module(path: string): ModuleExports | undefined {
    if (!this.#modules.has(path)) {
      const file = this.#table.get(path);
      this.#modules.set(path, file === undefined ? undefined : this.#read(file));
    }
    return this.#modules.get(path);
  }
}

/** Whether a symbol is declared at the top of its module. */
export function isTopLevel(symbol: SymbolRecord): boolean {
  return symbol.qualifiedName === symbol.name;
}
