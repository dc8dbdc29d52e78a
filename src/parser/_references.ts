import type { ReferenceKind, ReferenceRecord } from "../model/mod.ts";
import { compareStrings } from "../model/mod.ts";
import { NO_NODE, type SyntaxTree } from "./_syntax_tree.ts";
import type { GrammarBinding } from "./language.ts";

/** Qualifiers longer than this are no names but expressions. */
const QUALIFIER_LENGTH_LIMIT = 120;

/** Fields that hold the name of something declared here, not a use. */
const NAMING_FIELDS: ReadonlySet<string> = new Set(["name", "pattern", "parameter", "key", "label", "alias"]);

/** What references can only be told from at the end of a file. */
export interface WholeFile {
  /** Final index of a symbol, by its index in order of declaration. */
  readonly positions: ReadonlyMap<number, number>;
  readonly declaredNames: ReadonlySet<string>;
  readonly importedNames: ReadonlySet<string>;
}

/** Collects the uses of names in one file: each name, kind and container once, at its first line. */
export class References {
  readonly #tree: SyntaxTree;
  readonly #binding: GrammarBinding;
  readonly #records = new Map<string, ReferenceRecord>();
  readonly #usedNodes = new Set<number>();
  readonly #typeParameters = new Set<string>();
  readonly #deferred: { node: number; within: number }[] = [];

  /** @param binding tells how the language writes `object.property`. */
  constructor(tree: SyntaxTree, binding: GrammarBinding) {
    this.#tree = tree;
    this.#binding = binding;
  }

  /** Records a use at an offset. */
  add(
    kind: ReferenceKind,
    offset: number,
    name: string,
    qualifier: string | undefined,
    within: number,
  ): void {
    if (name === "") return;
    const named = qualifier !== undefined && qualifier !== "" && qualifier.length <= QUALIFIER_LENGTH_LIMIT;
    const key = `${within} ${kind} ${name} ${named ? qualifier : ""}`;
    if (this.#records.has(key)) return;
    const line = this.#tree.lineAt(offset);
    this.#records.set(key, named ? { name, qualifier, kind, line, within } : { name, kind, line, within });
  }

  /** Keeps a node that was dealt with from being recorded again. */
  markUsed(node: number): void {
    this.#usedNodes.add(node);
  }

  /** Whether a node was dealt with already. */
  isUsed(node: number): boolean {
    return this.#usedNodes.has(node);
  }

  /** Declares that a name stands for a type parameter: its uses are no references. */
  addTypeParameter(name: string): void {
    this.#typeParameters.add(name);
  }

  /** Keeps a name in an expression until all imports are known. */
  defer(node: number, within: number): void {
    if (!this.#usedNodes.has(node) && !NAMING_FIELDS.has(this.#tree.fieldOf(node))) {
      this.#deferred.push({ node, within });
    }
  }

  /** All references, sorted by line, name, kind and qualifier. */
  result({ positions, declaredNames, importedNames }: WholeFile): ReferenceRecord[] {
    this.#addValues(importedNames);
    const isParameter = ({ kind, name, qualifier }: ReferenceRecord): boolean =>
      kind === "type" && qualifier === undefined && this.#typeParameters.has(name) &&
      !declaredNames.has(name) && !importedNames.has(name);
    return [...this.#records.values()].filter((record) => !isParameter(record))
      .map((record) => ({ ...record, within: positions.get(record.within) ?? -1 }))
      .sort((a, b) =>
        a.line - b.line || compareStrings(a.name, b.name) || compareStrings(a.kind, b.kind) ||
        compareStrings(a.qualifier ?? "", b.qualifier ?? "") || a.within - b.within
      );
  }

  /** Records the deferred names that imports bring in as `value` references. */
  #addValues(importedNames: ReadonlySet<string>): void {
    const tree = this.#tree;
    const access = this.#binding.memberAccess;
    for (const { node, within } of this.#deferred) {
      const name = tree.textOf(node);
      if (!importedNames.has(name)) continue;
      const parent = tree.parent(node);
      const isObject = access !== undefined && tree.type(parent) === access.type &&
        tree.fieldOf(node) === access.object;
      const property = isObject ? tree.field(parent, access.property) : NO_NODE;
      if (property === NO_NODE) this.add("value", tree.start(node), name, undefined, within);
      else if (!this.#usedNodes.has(property)) {
        this.add("value", tree.start(node), tree.textOf(property), name, within);
      }
    }
  }
}
