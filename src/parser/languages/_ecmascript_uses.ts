/** Calls, constructions, types and base classes. */
import type { ReferenceKind } from "../../model/mod.ts";
import type { Extraction } from "../_extraction.ts";
import { NO_NODE } from "../_syntax_tree.ts";
import type { NodeHandler } from "../language.ts";
import { dottedName, unwrap } from "./_ecmascript_common.ts";
import { readModuleCall } from "./_ecmascript_modules.ts";

/** Records the use of what an expression names: `name`, `object.name`; other expressions name nothing. */
function use(extraction: Extraction, kind: ReferenceKind, expression: number): void {
  const { tree } = extraction;
  const node = unwrap(tree, expression);
  switch (tree.type(node)) {
    case "identifier":
      extraction.reference(kind, node, tree.textOf(node));
      return;
    case "member_expression": {
      const property = tree.field(node, "property");
      const object = tree.field(node, "object");
      const qualifier = dottedName(tree, object);
      extraction.reference(kind, property, tree.textOf(property), qualifier);
      if (tree.type(object) === "identifier") extraction.markUsed(object);
      return;
    }
    case "nested_identifier":
    case "nested_type_identifier": {
      const name = tree.field(node, tree.type(node) === "nested_identifier" ? "property" : "name");
      const qualifier = tree.text.slice(tree.start(node), tree.start(name)).replace(/\s/g, "").replace(
        /\.$/,
        "",
      );
      extraction.reference(kind, name, tree.textOf(name), qualifier);
      const first = tree.descendant(node, "identifier");
      if (first !== NO_NODE) extraction.markUsed(first);
      return;
    }
    case "type_identifier":
      extraction.reference(kind, node, tree.textOf(node));
      return;
    case "generic_type":
      use(extraction, kind, tree.firstChild(node));
      return;
    case "instantiation_expression":
      use(extraction, kind, tree.firstChild(node));
  }
}

function usesCallee(extraction: Extraction, node: number): void {
  if (!readModuleCall(extraction, node)) use(extraction, "call", extraction.tree.field(node, "function"));
}

function usesConstructor(extraction: Extraction, node: number): void {
  use(extraction, "new", extraction.tree.field(node, "constructor"));
}

/** `extends` and `implements` of classes and interfaces; in JavaScript the heritage holds the expression itself. */
function usesBases(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  for (const child of tree.children(node)) {
    if (tree.isNamed(child) && tree.type(child) !== "type_arguments") use(extraction, "inherit", child);
  }
}

function usesType(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (
    !extraction.isUsed(node) &&
    (tree.fieldOf(node) !== "name" || tree.type(tree.parent(node)) === "generic_type")
  ) {
    extraction.reference("type", node, tree.textOf(node));
  }
}

function usesNestedType(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const isImport = /^import\s*\(/.test(tree.text.slice(tree.start(node), tree.start(node) + 20));
  if (!isImport && !extraction.isUsed(tree.field(node, "name"))) use(extraction, "type", node);
}

/** Elements with a capital or a dot are components; the others belong to the platform. */
function usesComponent(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const name = tree.field(node, "name");
  if (tree.type(name) !== "identifier" || /^[^a-z]/.test(tree.textOf(name))) use(extraction, "call", name);
}

function usesDecorator(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const expression = tree.firstChild(node);
  if (tree.type(expression) !== "call_expression") use(extraction, "call", expression);
}

/** Handlers of uses. */
export const useHandlers: Readonly<Record<string, NodeHandler>> = {
  call_expression: usesCallee,
  new_expression: usesConstructor,
  class_heritage: usesBases,
  extends_clause: usesBases,
  implements_clause: usesBases,
  extends_type_clause: usesBases,
  type_identifier: usesType,
  nested_type_identifier: usesNestedType,
  jsx_opening_element: usesComponent,
  jsx_self_closing_element: usesComponent,
  jsx_closing_element: (extraction, node) => extraction.skip(node),
  decorator: usesDecorator,
};
