/** Imports and exports of both module systems. */
import type { ImportedName, ImportKind, ImportRecord } from "../../model/mod.ts";
import type { Extraction } from "../_extraction.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { NodeHandler } from "../language.ts";
import { stringValue } from "./_ecmascript_common.ts";
import { declareDefaultValue } from "./_ecmascript_variables.ts";

function readsImport(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const clause = tree.child(node, "import_clause", "import_require_clause");
  const source = tree.field(tree.type(clause) === "import_require_clause" ? clause : node, "source");
  const specifier = stringValue(tree, source);
  extraction.skip(node);
  if (specifier === undefined) return;
  const names = importedNames(tree, clause);
  const isType = tree.child(node, "type") !== NO_NODE || everySpecifierIsType(tree, clause);
  const kind: ImportKind = tree.type(clause) === "import_require_clause"
    ? "require"
    : clause === NO_NODE
    ? "side-effect"
    : isType
    ? "type"
    : "static";
  addImport(extraction, node, specifier, kind, names);
}

function importedNames(tree: SyntaxTree, clause: number): ImportedName[] {
  const names: ImportedName[] = [];
  for (const child of tree.children(clause)) {
    switch (tree.type(child)) {
      case "identifier": {
        const imported = tree.type(clause) === "import_require_clause" ? "*" : "default";
        names.push({ imported, local: tree.textOf(child) });
        break;
      }
      case "namespace_import":
        names.push({ imported: "*", local: tree.textOf(tree.child(child, "identifier")) });
        break;
      case "named_imports":
        for (const specifier of tree.children(child)) names.push(...specifierName(tree, specifier));
    }
  }
  return names;
}

function specifierName(tree: SyntaxTree, specifier: number): ImportedName[] {
  const name = tree.field(specifier, "name");
  const alias = tree.field(specifier, "alias");
  if (name === NO_NODE) return [];
  const imported = stringValue(tree, name) ?? tree.textOf(name);
  const local = alias === NO_NODE ? imported : stringValue(tree, alias) ?? tree.textOf(alias);
  return [{ imported, local }];
}

function everySpecifierIsType(tree: SyntaxTree, clause: number): boolean {
  const children = tree.children(clause).filter((child) => tree.type(child) !== "comment");
  const specifiers = tree.children(children[0] ?? NO_NODE).filter((child) =>
    tree.type(child) === "import_specifier"
  );
  return children.length === 1 && specifiers.length > 0 &&
    specifiers.every((specifier) => tree.child(specifier, "type") !== NO_NODE);
}

function addImport(
  extraction: Extraction,
  node: number,
  specifier: string,
  kind: ImportKind,
  names: ImportedName[],
): void {
  const line = extraction.tree.lineAt(extraction.tree.start(node));
  const record: ImportRecord = { specifier, kind, line };
  if (names.length > 0) record.names = names;
  extraction.addImport(record);
}

function readsExport(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const specifier = stringValue(tree, tree.field(node, "source"));
  const clause = tree.child(node, "export_clause");
  const names = tree.children(clause).flatMap((child) => specifierName(tree, child));
  if (specifier !== undefined) {
    const namespace = tree.child(tree.child(node, "namespace_export"), "identifier", "string");
    if (namespace !== NO_NODE) {
      names.push({ imported: "*", local: stringValue(tree, namespace) ?? tree.textOf(namespace) });
    }
    // The names are passed on, not brought into this file.
    const known = new Set(extraction.importedNames);
    addImport(extraction, node, specifier, "reexport", names);
    for (const { local } of names) if (!known.has(local)) extraction.importedNames.delete(local);
    extraction.skip(node);
    return;
  }
  for (const { imported } of names) extraction.exportedNames.add(imported);
  if (clause !== NO_NODE) extraction.skip(node);
  const value = tree.field(node, "value");
  if (value !== NO_NODE) declareDefaultValue(extraction, node, value);
  else if (/^export\s*=/.test(tree.text.slice(tree.start(node), tree.start(node) + 20))) {
    for (const child of tree.children(node)) {
      if (tree.type(child) === "identifier") extraction.exportedNames.add(tree.textOf(child));
      else if (tree.isNamed(child)) declareDefaultValue(extraction, node, child);
    }
  }
}

/** Records `require("x")` and `import("x")` with a literal name; true when the call was one of them. */
export function readModuleCall(extraction: Extraction, call: number): boolean {
  const { tree } = extraction;
  const callee = tree.field(call, "function");
  const isDynamic = tree.type(callee) === "import";
  const isRequire = tree.type(callee) === "identifier" && tree.textOf(callee) === "require";
  if (!isDynamic && !isRequire) return false;
  const first = tree.children(tree.field(call, "arguments")).find((child) => tree.type(child) !== "comment");
  const specifier = stringValue(tree, first ?? NO_NODE);
  if (specifier !== undefined) {
    const kind: ImportKind = isRequire ? "require" : isInType(tree, call) ? "type" : "dynamic";
    addImport(extraction, call, specifier, kind, boundNames(tree, call));
  }
  extraction.markUsed(callee);
  return true;
}

/** Names a `const … = require()` or `await import()` gives to the module or to parts of it. */
function boundNames(tree: SyntaxTree, call: number): ImportedName[] {
  let value = call;
  let member: string | undefined;
  for (let outer = tree.parent(value); outer !== NO_NODE; outer = tree.parent(outer)) {
    const type = tree.type(outer);
    if (type === "member_expression" && member === undefined && tree.fieldOf(value) === "object") {
      member = tree.textOf(tree.field(outer, "property"));
    } else if (type === "variable_declarator" && tree.field(outer, "value") === value) {
      const target = tree.field(outer, "name");
      if (tree.type(target) === "identifier") {
        return [{ imported: member ?? "*", local: tree.textOf(target) }];
      }
      return member === undefined ? patternNames(tree, target) : [];
    } else if (
      type !== "await_expression" && type !== "parenthesized_expression" && type !== "as_expression"
    ) break;
    value = outer;
  }
  return [];
}

function patternNames(tree: SyntaxTree, pattern: number): ImportedName[] {
  const names: ImportedName[] = [];
  for (const child of tree.children(pattern)) {
    const type = tree.type(child);
    if (type === "shorthand_property_identifier_pattern") {
      names.push({ imported: tree.textOf(child), local: tree.textOf(child) });
    } else if (type === "object_assignment_pattern") {
      const name = tree.textOf(tree.field(child, "left"));
      names.push({ imported: name, local: name });
    } else if (type === "pair_pattern" && tree.type(tree.field(child, "value")) === "identifier") {
      names.push({
        imported: tree.textOf(tree.field(child, "key")),
        local: tree.textOf(tree.field(child, "value")),
      });
    }
  }
  return names;
}

const TYPE_POSITIONS: ReadonlySet<string> = new Set([
  "array_type",
  "generic_type",
  "index_type_query",
  "intersection_type",
  "lookup_type",
  "parenthesized_type",
  "type_alias_declaration",
  "type_annotation",
  "type_arguments",
  "type_query",
  "union_type",
]);

function isInType(tree: SyntaxTree, call: number): boolean {
  let outer = tree.parent(call);
  while (tree.type(outer) === "member_expression") outer = tree.parent(outer);
  return TYPE_POSITIONS.has(tree.type(outer));
}

/** `typeof import("x")` and `import("x").Name<T>` where a stand-in hid the call from the grammar. */
function readsTypeImport(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const text = tree.textOf(node).slice(0, 400);
  const specifier = /^(?:typeof\s+)?import\(\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\)/.exec(text);
  const isKnown = tree.descendant(node, "call_expression") !== NO_NODE;
  if (specifier !== null && !isKnown) {
    addImport(extraction, node, specifier[1] ?? specifier[2] ?? "", "type", []);
  }
}

/** `/// <reference path="…" />` pulls in a file as an import does. */
function readsReferenceComment(extraction: Extraction, node: number): void {
  const text = extraction.tree.textOf(node);
  if (!text.startsWith("///")) return;
  const path = /^\/\/\/\s*<reference\s+path\s*=\s*["']([^"']+)["']/.exec(text)?.[1];
  if (path !== undefined) {
    addImport(extraction, node, path.startsWith(".") ? path : `./${path}`, "side-effect", []);
  }
}

/** Handlers of import and export statements. */
export const moduleHandlers: Readonly<Record<string, NodeHandler>> = {
  import_statement: readsImport,
  export_statement: readsExport,
  comment: readsReferenceComment,
  nested_type_identifier: readsTypeImport,
  type_query: readsTypeImport,
};
