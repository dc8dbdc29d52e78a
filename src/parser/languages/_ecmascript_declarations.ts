/** Functions, classes, types and their members. */
import type { SymbolKind, Visibility } from "../../model/mod.ts";
import type { Extraction } from "../_extraction.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { NodeHandler } from "../language.ts";
import {
  isFunctionValue,
  isInAmbientScope,
  markAmbient,
  memberName,
  unwrap,
  type Wrapping,
  wrappingOf,
} from "./_ecmascript_common.ts";

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

/** Whether a declaration is visible, given the statements around it. */
export function exportOf(extraction: Extraction, wrapping: Wrapping): boolean | "with-container" {
  return wrapping.isExported || (isInAmbientScope(extraction) ? "with-container" : false);
}

function declaresFunction(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const wrapping = wrappingOf(tree, node);
  const nameNode = tree.field(node, "name");
  if (nameNode === NO_NODE && !wrapping.isDefault) return;
  const name = nameNode === NO_NODE ? "default" : tree.textOf(nameNode);
  extraction.declare({
    name,
    kind: functionKind(extraction, name),
    node,
    start: tree.start(wrapping.statement),
    head: nameNode === NO_NODE ? tree.start(wrapping.statement) : wrapping.head,
    body: tree.field(node, "body"),
    exported: exportOf(extraction, wrapping),
  });
}

function declaresType(kind: SymbolKind): NodeHandler {
  return (extraction, node) => {
    const { tree } = extraction;
    const wrapping = wrappingOf(tree, node);
    const nameNode = tree.field(node, "name");
    if (nameNode === NO_NODE && !wrapping.isDefault) return;
    const isAlias = kind === "typealias";
    extraction.declare({
      name: nameNode === NO_NODE ? "default" : tree.textOf(nameNode),
      kind,
      node,
      start: tree.start(wrapping.statement),
      head: nameNode === NO_NODE ? tree.start(wrapping.statement) : wrapping.head,
      body: tree.field(node, "body"),
      exported: exportOf(extraction, wrapping),
    });
    if (isAlias) ownMembers(extraction, tree.field(node, "value"));
    else if (kind === "interface") ownObjectType(extraction, tree.field(node, "body"));
  };
}

/** Class expressions are symbols only as default exports; in a constant the constant is. */
function declaresClassExpression(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (tree.type(tree.parent(node)) === "export_statement") declaresType("class")(extraction, node);
}

/** Function expressions are symbols only as default exports. */
function declaresFunctionExpression(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (tree.type(tree.parent(node)) === "export_statement") declaresFunction(extraction, node);
}

function declaresNamespace(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const wrapping = wrappingOf(tree, node);
  const nameNode = tree.field(node, "name");
  const isQuoted = tree.type(nameNode) === "string";
  const symbol = extraction.declare({
    name: memberName(tree, nameNode),
    kind: isQuoted ? "module" : "namespace",
    node,
    start: tree.start(wrapping.statement),
    head: wrapping.head,
    body: tree.field(node, "body"),
    // What a quoted module declares can be imported from it by its name.
    exported: isQuoted || exportOf(extraction, wrapping),
  });
  if (wrapping.isAmbient || isInAmbientScope(extraction)) markAmbient(extraction, symbol);
}

/** `declare global { … }` has no node of its own. */
function declaresGlobal(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const body = tree.child(node, "statement_block");
  if (tree.child(node, "global") === NO_NODE || body === NO_NODE) return;
  markAmbient(extraction, extraction.declare({ name: "global", kind: "module", node, body, exported: true }));
}

function declaresEnumMember(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const nameNode = tree.type(node) === "enum_assignment" ? tree.field(node, "name") : node;
  extraction.declare({
    name: memberName(tree, nameNode),
    kind: "enummember",
    node,
    exported: "with-container",
  });
  extraction.markUsed(nameNode);
}

function declaresPlainEnumMember(extraction: Extraction, node: number): void {
  if (extraction.tree.type(extraction.tree.parent(node)) === "enum_body") {
    declaresEnumMember(extraction, node);
  }
}

// --- members

const OWN = "own-objects";

/** Objects and object types whose members are symbols. */
function ownObjects(extraction: Extraction): Set<number> {
  let owned = extraction.memory.get(OWN) as Set<number> | undefined;
  if (owned === undefined) extraction.memory.set(OWN, owned = new Set<number>());
  return owned;
}

/** Object literals are searched for functions to this depth. */
const OBJECT_DEPTH = 3;

/** Makes the functions of an object literal, and of those inside it or among a call's arguments, symbols. */
export function ownMembers(extraction: Extraction, value: number, depth: number = OBJECT_DEPTH): void {
  const { tree } = extraction;
  const inner = unwrap(tree, value);
  switch (tree.type(inner)) {
    case "object":
      ownObjects(extraction).add(inner);
      if (depth <= 1) return;
      for (const pair of tree.children(inner)) {
        if (tree.type(pair) === "pair") ownMembers(extraction, tree.field(pair, "value"), depth - 1);
      }
      return;
    case "call_expression":
      if (depth < OBJECT_DEPTH) return;
      for (const argument of tree.children(tree.field(inner, "arguments"))) {
        if (tree.type(argument) === "object") ownMembers(extraction, argument, depth - 1);
      }
      return;
    case "object_type":
      ownObjectType(extraction, inner);
      return;
    case "intersection_type":
      for (const part of tree.children(inner)) ownObjectType(extraction, part);
  }
}

function ownObjectType(extraction: Extraction, node: number): void {
  if (node !== NO_NODE) ownObjects(extraction).add(node);
}

function visibilityOf(tree: SyntaxTree, node: number, name: string): Visibility {
  if (name.startsWith("#")) return "private";
  const modifier = tree.textOf(tree.child(node, "accessibility_modifier"));
  return modifier === "private" || modifier === "protected" ? modifier : "public";
}

function declaresMember(
  extraction: Extraction,
  node: number,
  nameNode: number,
  kind: SymbolKind,
  body: number,
): void {
  const { tree } = extraction;
  const name = memberName(tree, nameNode);
  const visibility = visibilityOf(tree, node, name);
  const value = body === NO_NODE ? tree.field(node, "value") : NO_NODE;
  const valueText = value === NO_NODE ? "" : tree.textOf(value);
  const showsValue = valueText.length <= 60 && !valueText.includes("\n");
  const container = tree.type(tree.parent(node)) === "object" ? keysAround(tree, tree.parent(node)) : "";
  // Members of `module.exports = {…}` stand at file level.
  const isTopLevel = extraction.currentSymbol === -1 && container === "";
  extraction.declare({
    name,
    kind: isTopLevel ? functionKind(extraction, name) : kind,
    node,
    body,
    container,
    ...(value === NO_NODE || showsValue ? {} : { headEnd: tree.start(value) }),
    exported: visibility === "private" ? false : "with-container",
    ...(isTopLevel ? {} : { visibility }),
    // A parameter's subtree lies inside its method's, which is declared after it.
    ...(kind === "field" && tree.fieldOf(nameNode) === "pattern" ? { opensScope: "no" } : {}),
  });
  extraction.markUsed(nameNode);
}

/** Keys of the object literals around one, outermost first. */
function keysAround(tree: SyntaxTree, object: number): string {
  const keys: string[] = [];
  for (let pair = tree.parent(object); tree.type(pair) === "pair"; pair = tree.parent(tree.parent(pair))) {
    keys.unshift(memberName(tree, tree.field(pair, "key")));
  }
  return keys.join(".");
}

function declaresMethod(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const parent = tree.parent(node);
  if (
    (tree.type(parent) === "object" || tree.type(parent) === "object_type") &&
    !ownObjects(extraction).has(parent)
  ) {
    return;
  }
  const nameNode = tree.field(node, "name");
  if (nameNode === NO_NODE) return;
  if (tree.textOf(nameNode) === "constructor") {
    declareParameterFields(extraction, tree.field(node, "parameters"));
  }
  declaresMember(extraction, node, nameNode, "method", tree.field(node, "body"));
}

/** `constructor(private store: Store)` declares a field. */
function declareParameterFields(extraction: Extraction, parameters: number): void {
  const { tree } = extraction;
  for (const parameter of tree.children(parameters)) {
    const isField =
      tree.child(parameter, "accessibility_modifier", "override_modifier", "readonly") !== NO_NODE;
    const nameNode = tree.field(parameter, "pattern");
    if (isField && nameNode !== NO_NODE) declaresMember(extraction, parameter, nameNode, "field", NO_NODE);
  }
}

function declaresField(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const named = tree.field(node, "name");
  const nameNode = named === NO_NODE ? tree.field(node, "property") : named;
  if (nameNode === NO_NODE) return;
  const value = unwrap(tree, tree.field(node, "value"));
  if (isFunctionValue(tree, value)) {
    declaresMember(extraction, node, nameNode, "method", tree.field(value, "body"));
  } else declaresMember(extraction, node, nameNode, "field", NO_NODE);
}

function declaresProperty(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (!ownObjects(extraction).has(tree.parent(node))) return;
  const nameNode = tree.field(node, "name");
  if (nameNode !== NO_NODE) declaresMember(extraction, node, nameNode, "property", NO_NODE);
}

function declaresPair(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const owned = ownObjects(extraction);
  const key = tree.field(node, "key");
  const value = unwrap(tree, tree.field(node, "value"));
  if (key === NO_NODE || !owned.has(tree.parent(node))) return;
  if (isFunctionValue(tree, value)) {
    declaresMember(extraction, node, key, "method", tree.field(value, "body"));
  }
}

function remembersTypeParameter(extraction: Extraction, node: number): void {
  const name = extraction.tree.field(node, "name");
  extraction.addTypeParameter(extraction.tree.textOf(name));
  extraction.markUsed(name);
}

/** Handlers of all declarations but variables. */
export const declarationHandlers: Readonly<Record<string, NodeHandler>> = {
  function_declaration: declaresFunction,
  generator_function_declaration: declaresFunction,
  function_signature: declaresFunction,
  function_expression: declaresFunctionExpression,
  generator_function: declaresFunctionExpression,
  arrow_function: declaresFunctionExpression,
  class_declaration: declaresType("class"),
  abstract_class_declaration: declaresType("class"),
  class: declaresClassExpression,
  interface_declaration: declaresType("interface"),
  type_alias_declaration: declaresType("typealias"),
  enum_declaration: declaresType("enum"),
  module: declaresNamespace,
  internal_module: declaresNamespace,
  ambient_declaration: declaresGlobal,
  enum_assignment: declaresEnumMember,
  property_identifier: declaresPlainEnumMember,
  method_definition: declaresMethod,
  method_signature: declaresMethod,
  abstract_method_signature: declaresMethod,
  public_field_definition: declaresField,
  field_definition: declaresField,
  property_signature: declaresProperty,
  pair: declaresPair,
  decorator: (extraction, node) => extraction.addLeading(node),
  type_parameter: remembersTypeParameter,
};
