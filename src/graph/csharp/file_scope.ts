/** Which type a name means at a place in a C# file. */
import type { GraphFile, ImportRecord } from "../../model/mod.ts";
import type { ProjectUsing } from "./projects.ts";
import { containerOf, type Position, type TypeTable } from "./type_table.ts";

/** The usings of one scope. */
interface Usings {
  namespaces: Set<string>;
  /** Full names of types whose static members and nested types are visible. */
  statics: Set<string>;
  /** Alias → full name. */
  aliases: Map<string, string>;
}

/** Base types of the types of the repository, by full name. */
export type BaseTypes = (qualifiedName: string) => readonly string[];

/** Deeper chains of base types are cycles. */
const MAX_BASES = 32;

/** Resolves names as they are seen from one file. */
export class FileScope {
  readonly #types: TypeTable;
  readonly #baseTypes: BaseTypes;
  /** Usings inside the file's namespace: they come before the namespaces around it. */
  readonly #inner: Usings;
  /** Usings at the top of the file and those of the whole project. */
  readonly #outer: Usings;
  readonly #resolved = new Map<string, string | undefined>();

  /** @param projectUsings what the project imports in every file. */
  constructor(
    file: GraphFile,
    types: TypeTable,
    projectUsings: readonly ProjectUsing[],
    baseTypes: BaseTypes,
  ) {
    this.#types = types;
    this.#baseTypes = baseTypes;
    const namespaceLine = file.symbols.find((symbol) => symbol.kind === "namespace")?.startLine ?? Infinity;
    const own = file.imports.filter((record) => record.kind.includes("using"));
    const inner = own.filter((record) => record.line > namespaceLine);
    const outer = own.filter((record) => record.line <= namespaceLine);
    this.#inner = readUsings(inner.map(toUsing), types, file.namespaces);
    this.#outer = readUsings([...outer.map(toUsing), ...projectUsings], types, []);
  }

  /** Full names of the types whose static members are visible without a qualifier. */
  get staticTypes(): readonly string[] {
    return [...this.#inner.statics, ...this.#outer.statics];
  }

  /** Whether the members of a namespace are visible at a place without a qualifier. */
  seesNamespace(namespace: string, position: Position): boolean {
    return namespace === "" || position.namespace === namespace ||
      position.namespace.startsWith(namespace + ".") || this.#inner.namespaces.has(namespace) ||
      this.#outer.namespaces.has(namespace);
  }

  /**
   * Full name of the type a dotted name means; undefined when no type of the repository is meant, or more than one
   * could be.
   */
  resolve(name: string, position: Position): string | undefined {
    if (!this.#mayMeanType(name)) return undefined;
    const key = `${position.types[0] ?? position.namespace + "."}\0${name}`;
    if (this.#resolved.has(key)) return this.#resolved.get(key);
    const found = this.#search(name, position);
    this.#resolved.set(key, found);
    return found;
  }

  /** Dismisses most names at once. */
  #mayMeanType(name: string): boolean {
    if (this.#types.named(name.slice(name.lastIndexOf(".") + 1)).length > 0) return true;
    if (this.#inner.aliases.size === 0 && this.#outer.aliases.size === 0) return false;
    const first = name.split(".", 1)[0]!;
    return this.#inner.aliases.has(first) || this.#outer.aliases.has(first);
  }

  #search(written: string, position: Position): string | undefined {
    const name = written.replace("::", ".");
    const containers = this.#containersOf(name);
    const found = this.#searchTypesAround(name, containers, position) ??
      this.#searchNamespaces(name, containers, position);
    return found === AMBIGUOUS ? undefined : found;
  }

  /** The namespaces and types in which a type of this dotted name is declared. */
  #containersOf(name: string): Set<string> {
    const ending = `.${name}`;
    const containers = new Set<string>();
    for (const full of this.#types.named(name.slice(name.lastIndexOf(".") + 1))) {
      if (full === name) containers.add("");
      else if (full.endsWith(ending)) containers.add(full.slice(0, -ending.length));
    }
    return containers;
  }

  #searchTypesAround(name: string, containers: Set<string>, position: Position): string | undefined {
    if (containers.size === 0) return undefined;
    for (const type of position.types) {
      // A type sees itself by its simple name.
      if (type.endsWith(`.${name}`) && !name.includes(".")) return type;
      const seen = new Set([type]);
      for (const each of seen) {
        if (containers.has(each)) return `${each}.${name}`;
        if (seen.size < MAX_BASES) { for (const base of this.#baseTypes(each)) seen.add(base); }
      }
    }
    return undefined;
  }

  #searchNamespaces(name: string, containers: Set<string>, position: Position): string | undefined {
    let namespace = position.namespace;
    let inner: Usings | undefined = this.#inner;
    for (;;) {
      if (containers.has(namespace)) return namespace === "" ? name : `${namespace}.${name}`;
      const found = inner && this.#searchUsings(name, containers, inner);
      if (found !== undefined) return found;
      if (namespace === "") return this.#searchUsings(name, containers, this.#outer);
      namespace = containerOf(namespace);
      inner = undefined;
    }
  }

  #searchUsings(name: string, containers: Set<string>, usings: Usings): string | undefined {
    const first = name.split(".", 1)[0]!;
    const alias = usings.aliases.get(first);
    if (alias !== undefined) {
      const full = alias + name.slice(first.length);
      return this.#types.has(full) ? full : AMBIGUOUS;
    }
    let found: string | undefined;
    for (const container of containers) {
      if (!usings.namespaces.has(container) && !usings.statics.has(container)) continue;
      // A using brings in types, not the namespaces inside its namespace.
      if (first !== name && !this.#types.has(`${container}.${first}`)) continue;
      if (found !== undefined) return AMBIGUOUS;
      found = `${container}.${name}`;
    }
    return found;
  }
}

/** Stands for a name that is taken, though not by one type of the repository. No type has this name. */
const AMBIGUOUS = "?";

/** The using a record declares; `*` as a local name brings in members and is no alias. */
export function toUsing({ specifier, names }: ImportRecord): ProjectUsing {
  const alias = names?.find(({ local }) => local !== "*")?.local;
  return alias === undefined ? { specifier } : { specifier, alias };
}

/** @param around namespaces that relative names may start from, for usings inside a namespace. */
function readUsings(usings: readonly ProjectUsing[], types: TypeTable, around: readonly string[]): Usings {
  const result: Usings = { namespaces: new Set(), statics: new Set(), aliases: new Map() };
  for (const { specifier, alias } of usings) {
    const name = fullName(specifier.replace(/^global::/, ""), types, around);
    if (alias !== undefined) result.aliases.set(alias, name);
    else if (types.has(name)) result.statics.add(name);
    else result.namespaces.add(name);
  }
  return result;
}

function fullName(name: string, types: TypeTable, around: readonly string[]): string {
  if (types.isNamespace(name) || types.has(name)) return name;
  for (const namespace of around) {
    for (let outer = namespace; outer !== ""; outer = containerOf(outer)) {
      const candidate = `${outer}.${name}`;
      if (types.isNamespace(candidate) || types.has(candidate)) return candidate;
    }
  }
  return name;
}
