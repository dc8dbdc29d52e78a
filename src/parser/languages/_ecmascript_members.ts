/** Members of classes, interfaces, object types and object literals. */
import type { SymbolKind, Visibility } from "../../model/mod.ts";
import type { Extraction } from "../_extraction.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { NodeHandler } from "../language.ts";
import { functionKind, isFunctionValue, memberName, unwrap } from "./_ecmascript_common.ts";

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
    case "generic_type":
      // `Readonly<{…}>` and the like.
      for (const part of tree.children(tree.field(inner, "type_arguments"))) ownObjectType(extraction, part);
      return;
    case "intersection_type":
      for (const part of tree.children(inner)) ownObjectType(extraction, part);
  }
}

/** Makes the members of an object type or interface body symbols. */
export function ownObjectType(extraction: Extraction, node: number): void {
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

/** Handlers of members. */
export const memberHandlers: Readonly<Record<string, NodeHandler>> = {
  method_definition: declaresMethod,
  method_signature: declaresMethod,
  abstract_method_signature: declaresMethod,
  public_field_definition: declaresField,
  field_definition: declaresField,
  property_signature: declaresProperty,
  pair: declaresPair,
  decorator: (extraction, node) => extraction.addLeading(node),
};
