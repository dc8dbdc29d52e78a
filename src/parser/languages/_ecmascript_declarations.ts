/** Functions, classes, types, namespaces and enums. */
import type { SymbolKind } from "../../model/mod.ts";
import type { Extraction } from "../_extraction.ts";
import { NO_NODE } from "../_syntax_tree.ts";
import type { NodeHandler } from "../language.ts";
import {
  functionKind,
  isInAmbientScope,
  markAmbient,
  memberName,
  type Wrapping,
  wrappingOf,
} from "./_ecmascript_common.ts";
import { ownMembers, ownObjectType } from "./_ecmascript_members.ts";

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

function remembersTypeParameter(extraction: Extraction, node: number): void {
  const name = extraction.tree.field(node, "name");
  extraction.addTypeParameter(extraction.tree.textOf(name));
  extraction.markUsed(name);
}

/** Handlers of all declarations but members and variables. */
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
  type_parameter: remembersTypeParameter,
};
