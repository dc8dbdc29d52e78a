/** Declarators and scopes of C and C++. */
import { oneLine } from "../_signature.ts";
import { ERROR_NODE, NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import { plainName } from "./_declaring.ts";

/** What a declarator declares. */
export interface Declared {
  nameNode: number;
  name: string;
  /** Written in front of the name: `Crane` in `Crane::up`. */
  container: string;
  isFunction: boolean;
}

const NAME_TYPES: ReadonlySet<string> = new Set([
  "destructor_name",
  "field_identifier",
  "identifier",
  "operator_cast",
  "operator_name",
  "qualified_identifier",
  "type_identifier",
]);

/** Looks through `*`, `&`, `[]`, `()` and parameters for the name; the wrapper next to it tells functions apart. */
export function declaredBy(tree: SyntaxTree, declarator: number): Declared | undefined {
  let node = declarator;
  let isFunction = false;
  while (node !== NO_NODE && !NAME_TYPES.has(tree.type(node))) {
    if (!tree.type(node).endsWith("_declarator")) return undefined;
    isFunction = tree.type(node) === "function_declarator";
    const inner = tree.field(node, "declarator");
    node = inner !== NO_NODE
      ? inner
      : tree.children(node).find((child) => /(?:declarator|identifier|_name)$/.test(tree.type(child))) ??
        NO_NODE;
  }
  if (node === NO_NODE) return undefined;
  const nameNode = node;
  const scopes: string[] = [];
  while (tree.type(node) === "qualified_identifier") {
    const scope = plainName(tree.textOf(tree.field(node, "scope")));
    if (scope !== undefined) scopes.push(scope);
    node = tree.field(node, "name");
  }
  const isCast = tree.type(node) === "operator_cast";
  const written = isCast ? oneLine(tree.textOf(node)).replace(/ ?\(.*$/, "") : tree.textOf(node);
  const name = tree.type(node) === "template_function" ? tree.textOf(tree.field(node, "name")) : written;
  return name === ""
    ? undefined
    : { nameNode, name: oneLine(name), container: scopes.join("."), isFunction: isFunction || isCast };
}

/** The `template <…>` around a declaration, or the declaration. */
export function outermost(tree: SyntaxTree, node: number): number {
  let outer = node;
  while (tree.type(tree.parent(outer)) === "template_declaration") outer = tree.parent(outer);
  return outer;
}

/** `#if` blocks nested deeper than this were not written by hand. */
const CONDITIONAL_DEPTH_LIMIT = 100;

/** The first node around this one that is no conditional compilation. */
export function aboveConditionals(tree: SyntaxTree, node: number): number {
  let outer = node;
  for (let depth = 0; depth < CONDITIONAL_DEPTH_LIMIT && tree.type(outer).startsWith("preproc_"); depth++) {
    outer = tree.parent(outer);
  }
  return outer;
}

/** Node types of places that declarations outside of functions stand in. */
export const SCOPES: ReadonlySet<string> = new Set([
  "declaration_list",
  "field_declaration_list",
  "linkage_specification",
  "translation_unit",
]);

/** Whether a declaration stands outside of function bodies; conditional compilation does not count. */
export function isOutsideFunctions(tree: SyntaxTree, node: number): boolean {
  const parent = aboveConditionals(tree, tree.parent(outermost(tree, node)));
  if (tree.type(parent) === ERROR_NODE) {
    return tree.start(node) === 0 || tree.text[tree.start(node) - 1] === "\n";
  }
  return SCOPES.has(tree.type(parent));
}
