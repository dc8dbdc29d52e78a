/** What the TypeScript and JavaScript handlers share: reading names, wrappers and values. */
import type { SymbolKind } from "../../model/mod.ts";
import type { Extraction } from "../_extraction.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";

const WRAPPERS: ReadonlySet<string> = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "type_assertion",
]);

/** The expression inside parentheses, casts and `!`. */
export function unwrap(tree: SyntaxTree, node: number): number {
  let inner = node;
  while (WRAPPERS.has(tree.type(inner))) {
    // `<T>value` has the type first.
    const children = tree.children(inner).filter((child) => tree.type(child) !== "type_arguments");
    const next = children.find((child) => tree.isNamed(child) && tree.type(child) !== "comment");
    if (next === undefined) return inner;
    inner = next;
  }
  return inner;
}

/** Whether a node is a function expression of either form. */
export function isFunctionValue(tree: SyntaxTree, node: number): boolean {
  const type = tree.type(node);
  return type === "arrow_function" || type === "function_expression" || type === "generator_function";
}

/** Text of a string literal without its quotes; undefined for other nodes and for templates with values in them. */
export function stringValue(tree: SyntaxTree, node: number): string | undefined {
  const type = tree.type(node);
  if (
    type !== "string" && (type !== "template_string" || tree.child(node, "template_substitution") !== NO_NODE)
  ) {
    return undefined;
  }
  return tree.textOf(node).slice(1, -1);
}

/** Name of a member: quotes of quoted names dropped, brackets of computed ones kept. */
export function memberName(tree: SyntaxTree, node: number): string {
  const text = stringValue(tree, node) ?? tree.textOf(node);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text.replace(/\s+/g, " ");
}

/** The dotted name a chain of plain property accesses spells (`a.b`, `this`); undefined for other expressions. */
export function dottedName(tree: SyntaxTree, node: number): string | undefined {
  const text = tree.textOf(node);
  return text.length <= 120 &&
      /^[\p{ID_Start}_$#][\p{ID_Continue}$\u200c\u200d]*(?:(?:\?|!)?\.[#\p{ID_Start}_$][\p{ID_Continue}$]*)*!?$/u
        .test(text)
    ? text.replace(/[?!]/g, "")
    : undefined;
}

/** The statement a declaration is part of: `export`, `declare` and the like around it, or itself. */
export interface Wrapping {
  /** The outermost node. */
  statement: number;
  /** Where a signature starts: behind `export` and decorators. */
  head: number;
  isExported: boolean;
  isDefault: boolean;
  isAmbient: boolean;
}

/** Looks at the statements around a declaration. */
export function wrappingOf(tree: SyntaxTree, node: number): Wrapping {
  const wrapping = {
    statement: node,
    head: tree.start(node),
    isExported: false,
    isDefault: false,
    isAmbient: false,
  };
  for (let outer = tree.parent(node); outer !== NO_NODE; outer = tree.parent(outer)) {
    const type = tree.type(outer);
    if (type === "ambient_declaration") {
      wrapping.isAmbient = true;
      wrapping.head = tree.start(outer);
    } else if (type === "export_statement") {
      wrapping.isExported = true;
      wrapping.isDefault = tree.child(outer, "default") !== NO_NODE;
    } else if (type !== "expression_statement") break;
    wrapping.statement = outer;
  }
  return wrapping;
}

/** The `require(…)` or `import(…)` call a value consists of, awaited or with one member picked; else no node. */
export function moduleCallOf(tree: SyntaxTree, value: number): number {
  let inner = unwrap(tree, value);
  if (tree.type(inner) === "member_expression") inner = unwrap(tree, tree.field(inner, "object"));
  if (tree.type(inner) === "await_expression") {
    inner = unwrap(tree, tree.children(inner).find((child) => tree.isNamed(child)) ?? NO_NODE);
  }
  const callee = tree.type(inner) === "call_expression" ? tree.field(inner, "function") : NO_NODE;
  const isModuleCall = tree.type(callee) === "import" ||
    (tree.type(callee) === "identifier" && tree.textOf(callee) === "require");
  return isModuleCall ? inner : NO_NODE;
}

const ROUTE_FILE = /(?:^|\/)app\/(?:.*\/)?route\.(?:tsx?|js)$/;
const ROUTE_NAMES: ReadonlySet<string> = new Set([
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
]);

/** `route` for the request handlers of an app folder, else `function`. */
export function functionKind(extraction: Extraction, name: string): SymbolKind {
  return ROUTE_NAMES.has(name) && extraction.currentSymbol === -1 && ROUTE_FILE.test(extraction.path)
    ? "route"
    : "function";
}

const AMBIENT_SCOPES = "ambient-scopes";

/** Notes that everything declared inside a symbol is visible without `export`. */
export function markAmbient(extraction: Extraction, symbol: number): void {
  ambientScopes(extraction).add(symbol);
}

/** Whether the innermost container shows its declarations without `export`. */
export function isInAmbientScope(extraction: Extraction): boolean {
  return ambientScopes(extraction).has(extraction.currentSymbol);
}

function ambientScopes(extraction: Extraction): Set<number> {
  const known = extraction.memory.get(AMBIENT_SCOPES) as Set<number> | undefined;
  if (known !== undefined) return known;
  const scopes = new Set<number>();
  extraction.memory.set(AMBIENT_SCOPES, scopes);
  return scopes;
}
