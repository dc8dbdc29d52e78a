/** Declarations by full name, for languages in which a name says where it belongs and not in which file it is. */
import type { GraphFile } from "../../model/mod.ts";
import type { Declaration } from "../_declared_names.ts";
import { append } from "../file_table.ts";

/** Look-ups over the declarations of some files. Full names are joined with `.`. */
export class QualifiedNames {
  readonly #declarations = new Map<string, Declaration[]>();
  readonly #isSameSource: (a: string, b: string) => boolean;

  /**
   * @param isSameSource whether two files belong together, so that one means the other's declarations rather than
   *   those of the same full name elsewhere.
   */
  constructor(files: readonly GraphFile[], isSameSource: (a: string, b: string) => boolean) {
    this.#isSameSource = isSameSource;
    for (const file of files) {
      file.symbols.forEach(({ qualifiedName, kind }, symbol) => {
        if (kind === "namespace" || kind === "extension") return;
        // Overloads and merged declarations of one file count as one.
        if (this.#declarations.get(qualifiedName)?.at(-1)?.path === file.path) return;
        append(this.#declarations, qualifiedName, { path: file.path, symbol });
      });
    }
  }

  /** The declarations of a full name that a file means: the only one, or those of its own source. */
  find(fullName: string, from: string): readonly Declaration[] {
    const all = this.#declarations.get(fullName) ?? [];
    return all.length < 2 ? all : all.filter(({ path }) => this.#isSameSource(path, from));
  }

  /**
   * The declarations that the longest start of a dotted name means: members that are not declared count as their
   * owner.
   *
   * @param least the shortest start that may count.
   */
  findLongest(fullName: string, least: string, from: string): readonly Declaration[] {
    let name = fullName;
    while (name.length >= least.length) {
      const found = this.find(name, from);
      if (found.length > 0 || !name.includes(".")) return found;
      name = name.slice(0, name.lastIndexOf("."));
    }
    return [];
  }
}
