/** Namespaces, types and members of C#. */
import type { SymbolKind, Visibility } from "../../model/mod.ts";
import type { Declaration, Extraction } from "../_extraction.ts";
import { oneLine } from "../_signature.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { NodeHandler } from "../language.ts";

/** Accessor lists and values longer than this are left out of signatures. */
const SHORT_TEXT_LIMIT = 60;

const ACTION_ATTRIBUTE =
  /^(?:Http(?:Get|Post|Put|Patch|Delete|Head|Options)|Route|AcceptVerbs)(?:Attribute)?$/;
const API_CONTROLLER = /^ApiController(?:Attribute)?$/;
const NON_ACTION = /^NonAction(?:Attribute)?$/;

function modifiersOf(tree: SyntaxTree, node: number): Set<string> {
  const modifiers = new Set<string>();
  for (const child of tree.children(node)) {
    if (tree.type(child) === "modifier") modifiers.add(tree.textOf(child));
  }
  return modifiers;
}

function hasAttribute(tree: SyntaxTree, node: number, name: RegExp): boolean {
  for (const list of tree.children(node)) {
    if (tree.type(list) !== "attribute_list") continue;
    for (const attribute of tree.children(list)) {
      const written = tree.textOf(tree.field(attribute, "name"));
      if (name.test(written.slice(written.lastIndexOf(".") + 1))) return true;
    }
  }
  return false;
}

const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set(["class", "struct", "record", "interface"]);

/** As written, else what the language takes when nothing is written. */
function visibilityOf(extraction: Extraction, modifiers: ReadonlySet<string>): Visibility {
  if (modifiers.has("public")) return "public";
  if (modifiers.has("protected")) return "protected";
  if (modifiers.has("internal")) return "internal";
  if (modifiers.has("private") || modifiers.has("file")) return "private";
  const container = extraction.currentKind;
  if (container === "interface" || container === "enum") return "public";
  return container !== undefined && TYPE_KINDS.has(container) ? "private" : "internal";
}

/** Declares something with modifiers and attributes; fills in what follows from them. */
function declare(extraction: Extraction, declaration: Declaration, owner: number = declaration.node): number {
  const { tree } = extraction;
  const visibility = declaration.visibility ?? visibilityOf(extraction, modifiersOf(tree, owner));
  const exported = visibility === "public" || visibility === "protected";
  return extraction.declare({ start: tree.start(owner), exported, visibility, ...declaration });
}

function declaresNamespace(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const name = tree.textOf(tree.field(node, "name")).replace(/\s+/g, "");
  const symbol = extraction.declare({
    name,
    kind: "namespace",
    node,
    body: tree.field(node, "body"),
    exported: true,
  });
  extraction.namespaces.push(extraction.symbolAt(symbol)?.qualifiedName ?? name);
  if (tree.type(node) === "file_scoped_namespace_declaration") extraction.containRest(symbol);
}

function declaresType(kind: SymbolKind): NodeHandler {
  return (extraction, node) => {
    const { tree } = extraction;
    const name = tree.textOf(tree.field(node, "name"));
    if (name === "") return;
    declare(extraction, { name, kind, node, body: tree.field(node, "body") });
    if (kind === "delegate") return;
    const parameters = tree.child(node, "parameter_list");
    if (parameters !== NO_NODE) declarePrimaryConstructor(extraction, name, kind, parameters);
  };
}

/** `class Name(…)`: the constructor; in a record its parameters are properties as well. */
function declarePrimaryConstructor(
  extraction: Extraction,
  name: string,
  kind: SymbolKind,
  parameters: number,
): void {
  const { tree } = extraction;
  const list = extraction.lineOf(parameters, tree.start(parameters), tree.end(parameters));
  declare(extraction, {
    name,
    kind: "constructor",
    node: parameters,
    signature: oneLine(`${name}${list}`),
    doc: "",
    visibility: "public",
    opensScope: "no",
  });
  if (kind !== "record") return;
  for (const parameter of tree.children(parameters)) {
    const nameNode = tree.field(parameter, "name");
    if (tree.type(parameter) !== "parameter" || nameNode === NO_NODE) continue;
    const text = extraction.lineOf(parameter, tree.start(parameter), tree.end(parameter));
    declare(extraction, {
      name: tree.textOf(nameNode),
      kind: "property",
      node: parameter,
      signature: text,
      visibility: "public",
      opensScope: "no",
    });
  }
}

function isRoute(extraction: Extraction, node: number): boolean {
  const { tree } = extraction;
  const modifiers = modifiersOf(tree, node);
  if (!modifiers.has("public") || modifiers.has("static") || hasAttribute(tree, node, NON_ACTION)) {
    return false;
  }
  if (hasAttribute(tree, node, ACTION_ATTRIBUTE)) return true;
  const type = tree.parent(tree.parent(node));
  return tree.type(type) === "class_declaration" &&
    (tree.textOf(tree.field(type, "name")).endsWith("Controller") ||
      hasAttribute(tree, type, API_CONTROLLER));
}

function declaresMethod(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const name = tree.textOf(tree.field(node, "name"));
  if (name === "") return;
  const isExplicit = tree.child(node, "explicit_interface_specifier") !== NO_NODE;
  declare(extraction, {
    name,
    kind: isRoute(extraction, node) ? "route" : "method",
    node,
    body: tree.field(node, "body"),
    ...(isExplicit ? { visibility: "public" } : {}),
  });
}

function declaresConstructor(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const name = tree.textOf(tree.field(node, "name"));
  declare(extraction, { name, kind: "constructor", node, body: tree.field(node, "body") });
}

function declaresDestructor(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const name = `~${tree.textOf(tree.field(node, "name"))}`;
  declare(extraction, { name, kind: "method", node, body: tree.field(node, "body") });
}

function declaresLocalFunction(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const name = tree.textOf(tree.field(node, "name"));
  if (name === "") return;
  declare(extraction, {
    name,
    kind: "function",
    node,
    body: tree.field(node, "body"),
    visibility: "private",
  });
}

/** Where the head of a property ends: behind `{ get; set; }`, in front of anything longer. */
function accessorsEnd(tree: SyntaxTree, node: number): number {
  const accessors = tree.field(node, "accessors");
  const value = tree.field(node, "value");
  if (accessors === NO_NODE) return value === NO_NODE ? tree.end(node) : tree.start(value);
  const isPlain = tree.child(accessors, "accessor_declaration") !== NO_NODE &&
    tree.children(accessors).every((accessor) => tree.field(accessor, "body") === NO_NODE) &&
    tree.end(accessors) - tree.start(accessors) <= SHORT_TEXT_LIMIT;
  return isPlain ? tree.end(accessors) : tree.start(accessors);
}

function bodyOfProperty(tree: SyntaxTree, node: number): number {
  const accessors = tree.field(node, "accessors");
  const value = tree.field(node, "value");
  return accessors !== NO_NODE ? accessors : tree.type(value) === "arrow_expression_clause" ? value : NO_NODE;
}

function declaresProperty(kind: SymbolKind): NodeHandler {
  return (extraction, node) => {
    const { tree } = extraction;
    const name = kind === "indexer" ? "this[]" : tree.textOf(tree.field(node, "name"));
    if (name === "") return;
    const to = accessorsEnd(tree, node);
    const isExplicit = tree.child(node, "explicit_interface_specifier") !== NO_NODE;
    declare(extraction, {
      name,
      kind,
      node,
      body: bodyOfProperty(tree, node),
      signature: extraction.lineOf(node, tree.start(node), to).replace(/\s*(?:;|=>?)$/, ""),
      ...(isExplicit ? { visibility: "public" } : {}),
    });
  };
}

function declaresOperator(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const parameters = tree.field(node, "parameters");
  const head = extraction.lineOf(node, tree.start(node), tree.start(parameters));
  const name = /(?:(?:implicit|explicit)\s+)?operator\s+.*$/.exec(head)?.[0] ?? "operator";
  declare(extraction, { name, kind: "operator", node, body: tree.field(node, "body") });
}

/** `int a = 1, b;` declares one symbol per name. */
function declaresFields(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const list = tree.child(node, "variable_declaration");
  const isEvent = tree.type(node) === "event_field_declaration";
  const modifiers = modifiersOf(tree, node);
  const kind = isEvent ? "event" : modifiers.has("const") ? "constant" : "field";
  const declarators = tree.children(list).filter((child) => tree.type(child) === "variable_declarator");
  const type = tree.field(list, "type");
  const head = extraction.lineOf(node, tree.start(node), tree.end(type));
  for (const declarator of declarators) {
    const nameNode = tree.field(declarator, "name");
    const name = tree.textOf(nameNode);
    const text = extraction.lineOf(declarator, tree.start(declarator), tree.end(declarator));
    const isShort = kind === "constant" && text.length <= name.length + SHORT_TEXT_LIMIT;
    declare(extraction, {
      name,
      kind,
      node: declarators.length === 1 ? node : declarator,
      start: declarator === declarators[0] ? tree.start(node) : tree.start(declarator),
      signature: oneLine(`${head} ${isShort ? text : name}`),
      // Scopes are left at the next visited node, so of several names none may open one.
      ...(declarators.length === 1 ? {} : { opensScope: "no" }),
    }, node);
  }
}

function declaresEvent(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const name = tree.textOf(tree.field(node, "name"));
  declare(extraction, { name, kind: "event", node, body: tree.field(node, "accessors") });
}

function declaresEnumMember(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  declare(extraction, {
    name: tree.textOf(tree.field(node, "name")),
    kind: "enummember",
    node,
    visibility: "public",
  });
}

function remembersTypeParameter(extraction: Extraction, node: number): void {
  extraction.addTypeParameter(extraction.tree.textOf(extraction.tree.field(node, "name")));
}

/** Handlers of declarations. */
export const declarationHandlers: Readonly<Record<string, NodeHandler>> = {
  namespace_declaration: declaresNamespace,
  file_scoped_namespace_declaration: declaresNamespace,
  class_declaration: declaresType("class"),
  interface_declaration: declaresType("interface"),
  struct_declaration: declaresType("struct"),
  record_declaration: declaresType("record"),
  enum_declaration: declaresType("enum"),
  delegate_declaration: declaresType("delegate"),
  method_declaration: declaresMethod,
  constructor_declaration: declaresConstructor,
  destructor_declaration: declaresDestructor,
  local_function_statement: declaresLocalFunction,
  property_declaration: declaresProperty("property"),
  indexer_declaration: declaresProperty("indexer"),
  operator_declaration: declaresOperator,
  conversion_operator_declaration: declaresOperator,
  field_declaration: declaresFields,
  event_field_declaration: declaresFields,
  event_declaration: declaresEvent,
  enum_member_declaration: declaresEnumMember,
  type_parameter: remembersTypeParameter,
};
