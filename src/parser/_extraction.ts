import type {
  ImportRecord,
  ParsedFile,
  ReferenceKind,
  SymbolKind,
  SymbolRecord,
  Visibility,
} from "../model/mod.ts";
import { compareStrings } from "../model/mod.ts";
import { findDocComment, type FoundDoc } from "./_doc_comments.ts";
import { References } from "./_references.ts";
import { oneLine, textWithout } from "./_signature.ts";
import { NO_NODE, type SyntaxTree } from "./_syntax_tree.ts";
import type { GrammarBinding } from "./language.ts";

// Names of deeper containers are left out of qualified names, which would otherwise grow with the square of the depth.
const QUALIFIER_DEPTH_LIMIT = 32;

/** A declaration as a language's handler reports it. */
export interface Declaration {
  /** Simple name. */
  name: string;
  kind: SymbolKind;
  /** The declaration's node: ends its range, and what is inside it is declared inside it. */
  node: number;
  /** Offset where the range starts when that is not the node's start (export, decorators). */
  start?: number;
  /** Offset where the range ends when that is not the node's end. */
  end?: number;
  /** Offset where the signature starts when that is not behind the leading attributes. */
  head?: number;
  /** The body's node: the signature ends in front of it. */
  body?: number;
  /** Offset where the signature ends, when it is not the body's start. */
  headEnd?: number;
  /** The signature where it cannot be cut out of the text. */
  signature?: string;
  /** Whether the declaration itself says so; `with-container` for members that are as visible as their container. */
  exported?: boolean | "with-container";
  visibility?: Visibility;
  /** Container names that syntax does not show by nesting: a Go receiver, a C++ `Foo::`. */
  container?: string;
  /** Names declared inside are not members of this (`module.exports = {…}`). */
  opensScope?: "no";
  /** Doc text that does not stand above (Python). */
  doc?: string;
}

interface Scope {
  /** First node behind the scope. */
  after: number;
  symbol: number;
  qualifiedName: string;
  depth: number;
}

interface Draft {
  record: SymbolRecord;
  container: number;
  exported: boolean | "with-container";
  order: number;
}

/** Collects what one file declares, imports and uses while its tree is walked. */
export class Extraction {
  readonly tree: SyntaxTree;
  readonly path: string;
  /** Free for the language's handlers: what they must remember between nodes. */
  readonly memory: Map<string, unknown> = new Map();
  /** Local names that imports bring in. */
  readonly importedNames: Set<string> = new Set();
  /** Names exported by a statement that stands apart from the declaration. */
  readonly exportedNames: Set<string> = new Set();
  readonly namespaces: string[] = [];
  readonly #binding: GrammarBinding;
  readonly #comments: number[] = [];
  readonly #skipped: Set<string>;
  readonly #drafts: Draft[] = [];
  readonly #scopes: Scope[] = [];
  readonly #imports: ImportRecord[] = [];
  readonly #references: References;
  #lastDoc: { offset: number; doc: FoundDoc | undefined } = { offset: -1, doc: undefined };
  #skipUntil = 0;
  /** Where the decorators or attributes in front of the node `next` start. */
  #leading = { next: NO_NODE, start: 0 };
  #prefix: { symbol: number; qualifiedName: string } | undefined;

  /** @param path the file's path, for languages whose meaning depends on it. */
  constructor(tree: SyntaxTree, path: string, binding: GrammarBinding) {
    this.tree = tree;
    this.path = path;
    this.#binding = binding;
    this.#references = new References(tree, binding);
    this.#skipped = new Set([...binding.comments, ...binding.attributes]);
  }

  /** Tells of a comment node; they must come in source order and before the declarations behind them. */
  addComment(node: number): void {
    this.#comments.push(node);
    if (this.#leading.next === node) this.#leading.next = this.tree.after(node);
  }

  /** Tells of a decorator or attribute that belongs to the sibling behind it. */
  addLeading(node: number): void {
    this.#leading = { next: this.tree.after(node), start: this.leadingStart(node) };
  }

  /** Start of a node with the decorators and attributes in front of it. */
  leadingStart(node: number): number {
    return this.#leading.next === node ? this.#leading.start : this.tree.start(node);
  }

  /** Leaves the scopes that end before this node. */
  enter(node: number): void {
    for (
      let scope = this.#scopes.at(-1);
      scope !== undefined && scope.after <= node;
      scope = this.#scopes.at(-1)
    ) {
      this.#scopes.pop();
    }
  }

  /** Index (in order of declaration) of the innermost symbol around the node being visited; -1 at file level. */
  get currentSymbol(): number {
    return this.#scopes.at(-1)?.symbol ?? this.#prefix?.symbol ?? -1;
  }

  /** Kind of the innermost symbol around the node being visited; undefined at file level. */
  get currentKind(): SymbolKind | undefined {
    return this.#drafts[this.currentSymbol]?.record.kind;
  }

  /** The symbol with this index (in order of declaration). */
  symbolAt(index: number): SymbolRecord | undefined {
    return this.#drafts[index]?.record;
  }

  /** Number of symbols so far. */
  get symbolCount(): number {
    return this.#drafts.length;
  }

  /** Records a declaration and opens its scope; returns its index. */
  declare(declaration: Declaration): number {
    const index = this.#drafts.length;
    const record = this.#recordOf(declaration);
    const { node, exported = false, start = this.leadingStart(node) } = declaration;
    const outer = this.#scopes.at(-1);
    this.#drafts.push({ record, container: this.currentSymbol, exported, order: start });
    if (declaration.opensScope === "no") return index;
    const depth = (outer?.depth ?? 0) + 1;
    const isDeep = depth > QUALIFIER_DEPTH_LIMIT && outer !== undefined;
    const qualifiedName = isDeep ? outer.qualifiedName : record.qualifiedName;
    this.#scopes.push({ after: this.tree.after(node), symbol: index, qualifiedName, depth });
    return index;
  }

  #recordOf(declaration: Declaration): SymbolRecord {
    const { tree } = this;
    const { name, kind, node, container = "", body = NO_NODE } = declaration;
    const start = declaration.start ?? this.leadingStart(node);
    const end = declaration.end ?? tree.end(node);
    const doc = this.#docOf(declaration, start);
    const outer = this.#scopes.at(-1)?.qualifiedName ?? this.#prefix?.qualifiedName ?? "";
    const record: SymbolRecord = {
      name,
      qualifiedName: [outer, container, name].filter((part) => part !== "").join("."),
      kind,
      startLine: tree.lineAt(start),
      endLine: tree.lineAt(Math.max(start, end - 1)),
      signature: declaration.signature ?? this.signature(declaration),
      doc: doc?.text ?? "",
      exported: false,
    };
    if (doc !== undefined && doc.startLine > 0) record.docStartLine = doc.startLine;
    if (body !== NO_NODE) record.bodyStartLine = tree.lineAt(tree.start(body));
    if (declaration.visibility !== undefined) record.visibility = declaration.visibility;
    return record;
  }

  /** The doc stands above the attributes, or between them and the declaration. */
  #docOf({ doc, node }: Declaration, start: number): FoundDoc | undefined {
    if (doc !== undefined) return { text: doc, startLine: 0 };
    const own = this.tree.start(node);
    return this.docAbove(start) ?? (start < own ? this.docAbove(own) : undefined);
  }

  /** Makes a symbol the container of all that follows at file level (C# file-scoped namespaces, PHP namespaces). */
  containRest(symbol: number): void {
    const record = this.#drafts[symbol]?.record;
    this.#prefix = record === undefined ? undefined : { symbol, qualifiedName: record.qualifiedName };
    this.#scopes.length = 0;
  }

  /** Puts a name in front of all qualified names that follow at file level (Go and Java packages). */
  prefixRest(qualifiedName: string): void {
    this.#prefix = { symbol: -1, qualifiedName };
  }

  /** Doc comment directly above an offset. */
  docAbove(offset: number): FoundDoc | undefined {
    // Names declared by one statement share its comment.
    if (this.#lastDoc.offset !== offset) {
      this.#lastDoc = { offset, doc: findDocComment(this.tree, this.#comments, offset, this.#binding.docs) };
    }
    return this.#lastDoc.doc;
  }

  /** The head of a declaration on one line. */
  signature(declaration: Declaration): string {
    const { tree } = this;
    const { node } = declaration;
    const from = declaration.head ?? tree.start(node);
    const body = declaration.body ?? NO_NODE;
    const to = declaration.headEnd ?? (body === NO_NODE ? tree.end(node) : tree.start(body));
    return this.lineOf(node, from, to).replace(/\s*[{;,:=]$/, "").trimEnd();
  }

  /** Text between two offsets of a node on one line, without comments and attributes. */
  lineOf(node: number, from: number, to: number): string {
    const { tree } = this;
    return oneLine(textWithout(tree, node, from, to, (inner) => this.#skipped.has(tree.type(inner))));
  }

  /** Records the use of a name; the same use inside the same declaration counts once, at its first line. */
  reference(kind: ReferenceKind, node: number, name: string, qualifier?: string): void {
    this.#references.markUsed(node);
    this.#references.add(kind, this.tree.start(node), name, qualifier, this.currentSymbol);
  }

  /** Records a use at file level that has no node, by its offset. */
  referenceAt(kind: ReferenceKind, offset: number, name: string): void {
    this.#references.add(kind, offset, name, undefined, -1);
  }

  /** Keeps a node that a handler dealt with from being recorded again. */
  markUsed(node: number): void {
    this.#references.markUsed(node);
  }

  /** Whether a node was recorded or marked already. */
  isUsed(node: number): boolean {
    return this.#references.isUsed(node);
  }

  /** Keeps a name in an expression until all imports are known. */
  deferIdentifier(node: number): void {
    this.#references.defer(node, this.currentSymbol);
  }

  /** Declares that a name stands for a type parameter: its uses are no references. */
  addTypeParameter(name: string): void {
    this.#references.addTypeParameter(name);
  }

  /** Leaves out everything inside a node. */
  skip(node: number): void {
    this.#skipUntil = this.tree.after(node);
  }

  /** First node that is to be visited after this one. */
  next(node: number): number {
    return Math.max(node + 1, this.#skipUntil);
  }

  /** Records an import. */
  addImport(record: ImportRecord): void {
    this.#imports.push(record);
    for (const { local } of record.names ?? []) {
      if (local !== "*") this.importedNames.add(local);
    }
  }

  /** What was collected, in its final order. */
  result(): ParsedFile {
    const order = this.#drafts.map((_, index) => index).sort((a, b) => compareDrafts(this.#drafts, a, b));
    this.#settleExports();
    return {
      symbols: order.map((index) => (this.#drafts[index] as Draft).record),
      imports: this.#imports.sort((a, b) => a.line - b.line),
      references: this.#references.result({
        positions: new Map(order.map((from, to) => [from, to])),
        declaredNames: new Set(this.#drafts.map(({ record }) => record.name)),
        importedNames: this.importedNames,
      }),
      namespaces: [...new Set(this.namespaces)],
      hasErrors: this.tree.hasErrors,
    };
  }

  /** Containers come before their members, so one pass is enough. */
  #settleExports(): void {
    for (const { record, container, exported } of this.#drafts) {
      const outer = container < 0 ? undefined : this.#drafts[container]?.record;
      record.exported = outer === undefined
        ? exported !== false || this.exportedNames.has(record.name)
        : exported !== false && outer.exported && !CLOSED_KINDS.has(outer.kind);
    }
  }
}

/** What is declared inside these cannot be reached from outside. */
const CLOSED_KINDS: ReadonlySet<SymbolKind> = new Set([
  "function",
  "method",
  "constructor",
  "operator",
  "route",
]);

function compareDrafts(drafts: readonly Draft[], a: number, b: number): number {
  const [left, right] = [drafts[a] as Draft, drafts[b] as Draft];
  return left.record.startLine - right.record.startLine ||
    compareStrings(left.record.name, right.record.name) ||
    left.order - right.order || a - b;
}
