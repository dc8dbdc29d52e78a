/** All types that C# files declare, with their members, findable by full name. */
import type { GraphFile, SymbolKind, SymbolRecord } from "../../model/mod.ts";
import { append, type FileTable } from "../file_table.ts";
import { declaredArity } from "./_type_arguments.ts";
import type { CSharpProjects } from "./projects.ts";

/** One declaration of a type; a partial type has several. */
export interface TypePart {
  path: string;
  /** Index into the file's symbols. */
  symbol: number;
  /** Folder of the owning project. */
  project: string | undefined;
  /** Number of type parameters. */
  arity: number;
}

/** A declared member. */
export interface Member {
  path: string;
  symbol: number;
  isStatic: boolean;
}

/** A method that can be called on values of another type. */
export interface ExtensionMethod {
  path: string;
  symbol: number;
  /** Full name of the static class that declares it. */
  container: string;
  namespace: string;
}

const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set(
  ["class", "interface", "struct", "record", "enum", "delegate"] as const,
);

/** Where a symbol stands: its namespace and the types around it, innermost first. */
export interface Position {
  namespace: string;
  types: readonly string[];
}

/** Look-ups over the declarations of all C# files. */
export class TypeTable {
  /** The C# files, sorted by path. */
  readonly files: readonly GraphFile[];
  readonly #parts = new Map<string, TypePart[]>();
  readonly #bySimpleName = new Map<string, string[]>();
  readonly #positions = new Map<string, readonly Position[]>();
  readonly #namespaces = new Set<string>();
  readonly #members = new Map<string, Map<string, Member[]>>();
  readonly #extensions = new Map<string, ExtensionMethod[]>();
  readonly #plainMethods = new Set<string>();

  /** @param projects owners of the files. */
  constructor(table: FileTable, projects: CSharpProjects) {
    this.files = table.files.filter((file) => file.language === "csharp");
    for (const file of this.files) this.#addTypes(file, projects.owner(file.path));
    for (const file of this.files) this.#addMembers(file);
  }

  /** All declarations of a type. */
  parts(qualifiedName: string): readonly TypePart[] {
    return this.#parts.get(qualifiedName) ?? [];
  }

  /** Whether a type of this full name is declared. */
  has(qualifiedName: string): boolean {
    return this.#parts.has(qualifiedName);
  }

  /** Full names of the types with this simple name; for most names of a program there are none. */
  named(simpleName: string): readonly string[] {
    return this.#bySimpleName.get(simpleName) ?? [];
  }

  /** The positions of a file's symbols, by index. */
  positions(path: string): readonly Position[] {
    return this.#positions.get(path) ?? [];
  }

  /** Whether types are declared in this namespace or below it. */
  isNamespace(name: string): boolean {
    return this.#namespaces.has(name);
  }

  /** Members of this name that the parts of a type declare. */
  members(qualifiedName: string, name: string): readonly Member[] {
    return this.#members.get(qualifiedName)?.get(name) ?? [];
  }

  /** Extension methods of this name; empty when an ordinary method shares it, which would be called instead. */
  extensions(name: string): readonly ExtensionMethod[] {
    return this.#plainMethods.has(name) ? [] : this.#extensions.get(name) ?? [];
  }

  #addTypes(file: GraphFile, project: string | undefined): void {
    file.symbols.forEach((symbol, index) => {
      if (!isType(symbol)) return;
      if (!this.#parts.has(symbol.qualifiedName)) {
        append(this.#bySimpleName, symbol.name, symbol.qualifiedName);
      }
      const arity = declaredArity(symbol.name, symbol.signature);
      append(this.#parts, symbol.qualifiedName, { path: file.path, symbol: index, project, arity });
    });
    const positions = positionsOf(file);
    this.#positions.set(file.path, positions);
    for (const { namespace } of positions) this.#addNamespace(namespace);
  }

  #addNamespace(namespace: string): void {
    let name = namespace;
    while (name !== "" && !this.#namespaces.has(name)) {
      this.#namespaces.add(name);
      name = containerOf(name);
    }
  }

  #addMembers(file: GraphFile): void {
    const positions = this.positions(file.path);
    file.symbols.forEach((symbol, index) => {
      const container = containerOf(symbol.qualifiedName);
      if (!this.#parts.has(container)) return;
      let members = this.#members.get(container);
      if (members === undefined) this.#members.set(container, members = new Map());
      append(members, symbol.name, { path: file.path, symbol: index, isStatic: isStatic(symbol) });
      if (symbol.kind !== "method") return;
      if (!/\(\s*this\s/.test(symbol.signature)) {
        this.#plainMethods.add(symbol.name);
        return;
      }
      const { namespace } = positions[index]!;
      append(this.#extensions, symbol.name, {
        path: file.path,
        symbol: index,
        container,
        namespace,
      });
    });
  }
}

/** Whether a symbol is a type. */
export function isType(symbol: SymbolRecord): boolean {
  return TYPE_KINDS.has(symbol.kind);
}

/** The full name without its last part. */
export function containerOf(qualifiedName: string): string {
  return qualifiedName.slice(0, Math.max(0, qualifiedName.lastIndexOf(".")));
}

function positionsOf(file: GraphFile): Position[] {
  const types = new Set(file.symbols.filter(isType).map((symbol) => symbol.qualifiedName));
  return file.symbols.map((symbol) => {
    if (symbol.kind === "namespace") return { namespace: symbol.qualifiedName, types: [] };
    const around: string[] = [];
    for (let name = symbol.qualifiedName; name !== ""; name = containerOf(name)) {
      if (types.has(name)) around.push(name);
    }
    const outermost = around.at(-1);
    return { namespace: outermost === undefined ? "" : containerOf(outermost), types: around };
  });
}

function isStatic(symbol: SymbolRecord): boolean {
  return symbol.kind === "enummember" || isType(symbol) || /\b(?:static|const)\b/.test(symbol.signature);
}
