import type { Language, Tree } from "web-tree-sitter";

/** The type name of nodes that stand for text the grammar could not place. */
export const ERROR_NODE = "ERROR";

// tree-sitter's own id of ERROR nodes; it lies outside every grammar's table of names.
const ERROR_TYPE_ID = 0xffff;

/** No node: what every look-up returns when it finds nothing. */
export const NO_NODE = -1;

/** Node types the grammar gives a name. */
export const NAMED = 2;

/** Words that stand for themselves: `static`, `async`. */
export const KEYWORD = 1;

/** What a grammar's numeric ids mean, worked out once per grammar. */
export interface GrammarTable {
  readonly typeNames: readonly string[];
  readonly fieldNames: readonly string[];
  /** Which node types are kept: {@link NAMED} ones and {@link KEYWORD}s; punctuation (0) is left out. */
  readonly kept: Uint8Array;
}

/** Reads the tables of a loaded grammar. */
export function grammarTable(language: Language): GrammarTable {
  const typeNames: string[] = [];
  const kept = new Uint8Array(ERROR_TYPE_ID + 1);
  for (let id = 0; id < language.nodeTypeCount; id++) {
    const name = language.nodeTypeForId(id) ?? "";
    typeNames.push(name);
    if (language.nodeTypeIsNamed(id)) kept[id] = NAMED;
    else if (/^[a-z_]\w*$/i.test(name)) kept[id] = KEYWORD;
  }
  kept[ERROR_TYPE_ID] = NAMED;
  return { typeNames, kept, fieldNames: language.fields.map((name) => name ?? "") };
}

/**
 * A syntax tree as flat arrays in source order (a parent before its children). Nodes are numbers, the root is 0,
 * and the subtree of `n` is the run of numbers from `n` to `after(n) - 1`: walking needs no recursion, and the
 * tree in the parser's memory can be freed before anything is looked at.
 */
export class SyntaxTree {
  /** The text the offsets count in (UTF-16 units). */
  readonly text: string;
  /** Number of nodes. */
  readonly size: number;
  /** The tree holds ERROR or MISSING nodes. */
  readonly hasErrors: boolean;
  readonly #table: GrammarTable;
  readonly #types: Uint16Array;
  readonly #fields: Uint16Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #parents: Int32Array;
  readonly #afters: Int32Array;
  readonly #lineStarts: Int32Array;

  /**
   * Copies a parsed tree.
   *
   * @param tree still owned, and to be deleted, by the caller.
   * @param text the file's text: of the same length as the text that was parsed.
   */
  constructor(tree: Tree, table: GrammarTable, text: string) {
    this.text = text;
    this.#table = table;
    this.hasErrors = tree.rootNode.hasError;
    this.#lineStarts = findLineStarts(text);
    let capacity = Math.max(256, text.length >> 2);
    let types = new Uint16Array(capacity);
    let fields = new Uint16Array(capacity);
    let starts = new Int32Array(capacity);
    let ends = new Int32Array(capacity);
    let parents = new Int32Array(capacity);
    let afters = new Int32Array(capacity);
    let size = 0;
    let parent = NO_NODE;
    const cursor = tree.walk();
    try {
      walk: for (;;) {
        const type = cursor.nodeTypeId;
        if (table.kept[type] !== 0) {
          if (size === capacity) {
            capacity *= 2;
            types = grow(types, new Uint16Array(capacity));
            fields = grow(fields, new Uint16Array(capacity));
            starts = grow(starts, new Int32Array(capacity));
            ends = grow(ends, new Int32Array(capacity));
            parents = grow(parents, new Int32Array(capacity));
            afters = grow(afters, new Int32Array(capacity));
          }
          types[size] = type;
          fields[size] = cursor.currentFieldId;
          starts[size] = cursor.startIndex;
          ends[size] = cursor.endIndex;
          parents[size] = parent;
          afters[size] = size + 1;
          size++;
          if (cursor.gotoFirstChild()) {
            parent = size - 1;
            continue;
          }
        }
        while (!cursor.gotoNextSibling()) {
          if (!cursor.gotoParent()) break walk;
          afters[parent] = size;
          parent = parents[parent] ?? NO_NODE;
        }
      }
    } finally {
      cursor.delete();
    }
    this.size = size;
    this.#types = types;
    this.#fields = fields;
    this.#starts = starts;
    this.#ends = ends;
    this.#parents = parents;
    this.#afters = afters;
  }

  /** Grammar id of the node's type, for tables indexed by it. */
  typeId(node: number): number {
    return this.#types[node] ?? ERROR_TYPE_ID;
  }

  /** Name of the node's type; empty for no node. */
  type(node: number): string {
    const id = this.#types[node];
    return node < 0 || id === undefined
      ? ""
      : id === ERROR_TYPE_ID
      ? ERROR_NODE
      : this.#table.typeNames[id] ?? "";
  }

  /** Whether the node is one the grammar names, not a keyword of the same spelling (`class`). */
  isNamed(node: number): boolean {
    return this.#table.kept[this.typeId(node)] === NAMED;
  }

  /** Name of the field the node fills in its parent; empty without one. */
  fieldOf(node: number): string {
    return this.#table.fieldNames[this.#fields[node] ?? 0] ?? "";
  }

  /** Offset of the node's first character. */
  start(node: number): number {
    return this.#starts[node] ?? 0;
  }

  /** Offset behind the node's last character. */
  end(node: number): number {
    return this.#ends[node] ?? 0;
  }

  /** The node around this one. */
  parent(node: number): number {
    return this.#parents[node] ?? NO_NODE;
  }

  /** The first number that is not in the node's subtree. */
  after(node: number): number {
    return this.#afters[node] ?? this.size;
  }

  /** The node's first child. */
  firstChild(node: number): number {
    return node >= 0 && node + 1 < this.after(node) ? node + 1 : NO_NODE;
  }

  /** The next child of the node's parent. */
  nextSibling(node: number): number {
    const next = this.after(node);
    const parent = this.parent(node);
    return parent !== NO_NODE && next < this.after(parent) ? next : NO_NODE;
  }

  /** The node's children, in order. */
  children(node: number): number[] {
    const found: number[] = [];
    for (let child = this.firstChild(node); child !== NO_NODE; child = this.nextSibling(child)) {
      found.push(child);
    }
    return found;
  }

  /** The first child in a field. */
  field(node: number, name: string): number {
    for (let child = this.firstChild(node); child !== NO_NODE; child = this.nextSibling(child)) {
      if (this.fieldOf(child) === name) return child;
    }
    return NO_NODE;
  }

  /** The first child of one of these types. */
  child(node: number, ...types: readonly string[]): number {
    for (let child = this.firstChild(node); child !== NO_NODE; child = this.nextSibling(child)) {
      if (types.includes(this.type(child))) return child;
    }
    return NO_NODE;
  }

  /** The first node of one of these types inside the node, itself excluded. */
  descendant(node: number, ...types: readonly string[]): number {
    const end = node < 0 ? 0 : this.after(node);
    for (let inner = node + 1; inner < end; inner++) {
      if (types.includes(this.type(inner))) return inner;
    }
    return NO_NODE;
  }

  /** Text of a node; empty for no node. */
  textOf(node: number): string {
    return node < 0 ? "" : this.text.slice(this.start(node), this.end(node));
  }

  /** 1-based line of an offset. */
  lineAt(offset: number): number {
    const starts = this.#lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Offset of the first character of a 1-based line; the text's length behind the last one. */
  lineStart(line: number): number {
    return this.#lineStarts[line - 1] ?? this.text.length;
  }

  /** Number of lines, a last empty one included. */
  get lineCount(): number {
    return this.#lineStarts.length;
  }
}

function grow<T extends Uint16Array | Int32Array>(from: T, into: T): T {
  into.set(from);
  return into;
}

function findLineStarts(text: string): Int32Array {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return Int32Array.from(starts);
}
