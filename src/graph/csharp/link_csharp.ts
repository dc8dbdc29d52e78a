/** Links C# files: by the types, static members and extension methods they use. */
import type { GraphFile, ReferenceRecord } from "../../model/mod.ts";
import type { Declaration } from "../_declared_names.ts";
import { append, type FileTable } from "../file_table.ts";
import type { LinkCollector } from "../link_collector.ts";
import { FRAMEWORK_METHODS } from "./_framework_methods.ts";
import { mentionedArities } from "./_type_arguments.ts";
import { FileScope, toUsing } from "./file_scope.ts";
import { CSharpProjects, type ProjectUsing } from "./projects.ts";
import { type Position, type TypePart, TypeTable } from "./type_table.ts";

/** Longer chains of base types, and of types whose bases are nested in others, are cycles or jokes. */
const MAX_BASES = 32;

/** Records an edge for every use of a type, static member or extension method that can mean only one. */
export function linkCSharp(table: FileTable, links: LinkCollector): void {
  const projects = new CSharpProjects(table);
  const types = new TypeTable(table, projects);
  const scopes = new ScopeTable(types, projects);
  for (const file of types.files) {
    const linker = new FileLinker(file, types, projects, scopes);
    for (const reference of file.references) {
      for (const used of linker.targets(reference)) {
        links.addDependency(file.path, reference, used, "namespace");
      }
    }
    for (const part of linker.namedByUsings()) links.addImport(file.path, part.path, "type");
  }
}

/** The scopes of all files, and what can only be known across files. */
class ScopeTable {
  readonly #types: TypeTable;
  readonly #projects: CSharpProjects;
  readonly #files = new Map<string, GraphFile>();
  readonly #scopes = new Map<string, FileScope>();
  readonly #bases = new Map<string, readonly string[]>();
  /** Global usings by project folder; files without a project share one list. */
  readonly #globalUsings = new Map<string | undefined, ProjectUsing[]>();
  #depth = 0;

  constructor(types: TypeTable, projects: CSharpProjects) {
    this.#types = types;
    this.#projects = projects;
    for (const file of types.files) {
      this.#files.set(file.path, file);
      for (const record of file.imports) {
        if (record.kind !== "global-using") continue;
        append(this.#globalUsings, projects.owner(file.path), toUsing(record));
      }
    }
  }

  scopeOf(file: GraphFile): FileScope {
    let scope = this.#scopes.get(file.path);
    if (scope === undefined) {
      const project = this.#projects.owner(file.path);
      const global = this.#globalUsings.get(project) ?? [];
      const declared = project === undefined ? [] : this.#projects.usings(project);
      scope = new FileScope(file, this.#types, [...global, ...declared], (type) => this.basesOf(type));
      this.#scopes.set(file.path, scope);
    }
    return scope;
  }

  /** Full names of the base types of a type that the repository declares. */
  basesOf(type: string): readonly string[] {
    const known = this.#bases.get(type);
    if (known !== undefined) return known;
    if (this.#depth >= MAX_BASES) return [];
    this.#depth++;
    // Stands while the bases are sought, so that a ring ends here.
    this.#bases.set(type, []);
    const bases = new Set<string>();
    for (const { path, symbol } of this.#types.parts(type)) {
      const file = this.#files.get(path)!;
      const { namespace, types } = this.#types.positions(path)[symbol]!;
      for (const { kind, within, name, qualifier } of file.references) {
        if (kind !== "inherit" || within !== symbol) continue;
        // Seen from outside of the type: its own nested types are no help in naming its base.
        const base = this.scopeOf(file).resolve(dotted(qualifier, name), {
          namespace,
          types: types.slice(1),
        });
        if (base !== undefined && base !== type) bases.add(base);
      }
    }
    this.#bases.set(type, [...bases]);
    this.#depth--;
    return [...bases];
  }
}

/** Finds what the references of one file lead to. */
class FileLinker {
  readonly #file: GraphFile;
  readonly #types: TypeTable;
  readonly #scopes: ScopeTable;
  readonly #scope: FileScope;
  readonly #project: string | undefined;
  readonly #referenced: ReadonlySet<string>;
  readonly #filePosition: Position;
  #signatures: string | undefined;

  constructor(file: GraphFile, types: TypeTable, projects: CSharpProjects, scopes: ScopeTable) {
    this.#file = file;
    this.#types = types;
    this.#scopes = scopes;
    this.#scope = scopes.scopeOf(file);
    this.#project = projects.owner(file.path);
    this.#referenced = this.#project === undefined ? new Set() : projects.visibleFrom(this.#project);
    const namespace = file.namespaces.length === 1 ? file.namespaces[0]! : "";
    this.#filePosition = { namespace, types: [] };
  }

  /** The declarations a reference can mean: none, one, or the parts of one. */
  targets(reference: ReferenceRecord): readonly Declaration[] {
    const { name, qualifier, kind, within } = reference;
    const position = this.#types.positions(this.#file.path)[within] ?? this.#filePosition;
    if (kind === "type" || kind === "new" || kind === "inherit") {
      return this.#typeParts(name, qualifier, position);
    }
    const member = qualifier === undefined
      ? this.#staticallyImported(name, position)
      : this.#staticMember(name, qualifier, position);
    if (member !== undefined) return member;
    return kind === "call" ? this.#extensionMethod(name, position) : [];
  }

  /** Declarations of the types that the file's own static usings and aliases name. */
  namedByUsings(): readonly TypePart[] {
    return this.#file.imports.flatMap(({ kind, specifier }) => {
      if (kind !== "using-static" && kind !== "using-alias") return [];
      const type = this.#scope.resolve(specifier, this.#filePosition);
      return type === undefined ? [] : this.#parts(type);
    });
  }

  #typeParts(name: string, qualifier: string | undefined, position: Position): readonly Declaration[] {
    // An attribute is used without the end of its name.
    for (const candidate of [name, `${name}Attribute`]) {
      const type = this.#scope.resolve(dotted(qualifier, candidate), position);
      if (type === undefined) continue;
      return this.#parts(type);
    }
    return [];
  }

  /** `Guard.NotNull()`: the receiver must be a type that has such a static member, itself or by inheritance. */
  #staticMember(name: string, qualifier: string, position: Position): readonly Declaration[] | undefined {
    const names = [...qualifier.split("."), name];
    for (let length = names.length - 1; length > 0; length--) {
      const type = this.#scope.resolve(names.slice(0, length).join("."), position);
      const owner = type && this.#ownerOfStatic(type, names[length]!);
      if (type === undefined || owner === undefined) continue;
      return this.#declaredMember(owner, names[length]!) ?? this.#parts(type);
    }
    return undefined;
  }

  #ownerOfStatic(type: string, name: string): string | undefined {
    const seen = new Set([type]);
    for (const each of seen) {
      if (this.#types.members(each, name).some((member) => member.isStatic)) return each;
      if (seen.size < MAX_BASES) { for (const base of this.#scopes.basesOf(each)) seen.add(base); }
    }
    return undefined;
  }

  /** `Area(2, 3)` after `using static Measures`, unless a type around the call has a member of that name. */
  #staticallyImported(name: string, position: Position): readonly Declaration[] | undefined {
    const owners = this.#scope.staticTypes.filter((type) => {
      return this.#types.members(type, name).some((member) => member.isStatic);
    });
    if (owners.length !== 1) return undefined;
    if (position.types.some((type) => this.#types.members(type, name).length > 0)) return undefined;
    return this.#declaredMember(owners[0]!, name);
  }

  /** `order.ToView()`: only when one visible static class, and no type, declares a method of that name. */
  #extensionMethod(name: string, position: Position): readonly Declaration[] {
    if (FRAMEWORK_METHODS.has(name)) return [];
    const visible = this.#types.extensions(name).filter((method) => {
      return this.#scope.seesNamespace(method.namespace, position);
    });
    const containers = new Set(visible.map((method) => method.container));
    return containers.size === 1 ? this.#declaredMember(visible[0]!.container, name) ?? [] : [];
  }

  /** The first declaration of a member in a type's visible parts: overloads count as one. */
  #declaredMember(type: string, name: string): readonly Declaration[] | undefined {
    const paths = new Set(this.#visibleParts(type).map((part) => part.path));
    const member = this.#types.members(type, name).find((each) => paths.has(each.path));
    return member === undefined ? undefined : [member];
  }

  /** The visible parts of a type; of types that differ in their type parameters only, those the file mentions. */
  #parts(type: string): readonly TypePart[] {
    const parts = this.#visibleParts(type);
    const arities = new Set(parts.map((part) => part.arity));
    if (arities.size < 2) return parts;
    this.#signatures ??= this.#file.symbols.map((symbol) => symbol.signature).join("\n");
    const mentioned = mentionedArities(type.slice(type.lastIndexOf(".") + 1), this.#signatures);
    const chosen = parts.filter((part) => mentioned.has(part.arity));
    return chosen.length > 0 ? chosen : parts;
  }

  /**
   * The declarations of a type that the file can mean: those of its own project, else those of the projects it
   * references, else those of the only project that has it. None when the file declares the type itself.
   */
  #visibleParts(type: string): readonly TypePart[] {
    const parts = this.#types.parts(type);
    if (parts.some((part) => part.path === this.#file.path)) return [];
    const own = parts.filter((part) => part.project === this.#project);
    if (own.length > 0) return own;
    const referenced = parts.filter((part) =>
      part.project !== undefined && this.#referenced.has(part.project)
    );
    const candidates = referenced.length > 0 ? referenced : parts;
    return new Set(candidates.map((part) => part.project)).size === 1 ? candidates : [];
  }
}

function dotted(qualifier: string | undefined, name: string): string {
  return qualifier === undefined ? name : `${qualifier}.${name}`;
}
