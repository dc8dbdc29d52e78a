import type { ImportRecord, Visibility } from "../../model/mod.ts";
import { readTagged } from "../_doc_comments.ts";
import type { Extraction } from "../_extraction.ts";
import { oneLine } from "../_signature.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { LanguageDefinition, NodeHandler } from "../language.ts";
import {
  declareVisible,
  declaring,
  type DeclaringRule,
  markAllUsed,
  plainName,
  useChain,
} from "./_declaring.ts";

function hasModifier(tree: SyntaxTree, node: number, word: string): boolean {
  return tree.child(tree.child(node, "modifiers"), word) !== NO_NODE;
}

/** Nothing written means visible in the package; in interfaces, everything is public. */
function visibilityOf(extraction: Extraction, node: number): Visibility {
  const { tree } = extraction;
  for (const word of ["public", "protected", "private"] as const) {
    if (hasModifier(tree, node, word)) return word;
  }
  return extraction.currentKind === "interface" ? "public" : "internal";
}

function declares(kind: DeclaringRule["kind"]): NodeHandler {
  return declaring({ kind, visibility: visibilityOf });
}

function readsPackage(extraction: Extraction, node: number): void {
  const name = extraction.tree.textOf(extraction.tree.child(node, "scoped_identifier", "identifier"));
  extraction.namespaces.push(name);
  extraction.prefixRest(name);
  extraction.skip(node);
}

/** A static import names a member of the class that is its specifier. */
function readsImport(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  extraction.skip(node);
  const path = tree.textOf(tree.child(node, "scoped_identifier", "identifier")).replace(/\s+/g, "");
  const isStatic = tree.child(node, "static") !== NO_NODE;
  const isStar = tree.child(node, "asterisk") !== NO_NODE;
  const last = path.slice(path.lastIndexOf(".") + 1);
  const record: ImportRecord = { specifier: path, kind: "static", line: tree.lineAt(tree.start(node)) };
  if (isStar) record.names = [{ imported: "*", local: "*" }];
  else record.names = [{ imported: last, local: last }];
  if (isStatic && !isStar) record.specifier = path.slice(0, -last.length - 1);
  extraction.addImport(record);
}

function declaresFields(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const isInInterface = tree.type(node) === "constant_declaration";
  const isConstant = isInInterface || (hasModifier(tree, node, "static") && hasModifier(tree, node, "final"));
  const head = extraction.lineOf(node, tree.start(node), tree.end(tree.field(node, "type")));
  const declarators = tree.children(node).filter((child) => tree.type(child) === "variable_declarator");
  for (const declarator of declarators) {
    const name = tree.textOf(tree.field(declarator, "name"));
    const text = extraction.lineOf(declarator, tree.start(declarator), tree.end(declarator));
    declareVisible(extraction, {
      name,
      kind: isConstant ? "constant" : "field",
      node: declarators.length === 1 ? node : declarator,
      start: declarator === declarators[0] ? tree.start(node) : tree.start(declarator),
      signature: oneLine(`${head} ${isConstant && text.length <= name.length + 60 ? text : name}`),
      visibility: visibilityOf(extraction, node),
      ...(declarators.length === 1 ? {} : { opensScope: "no" }),
    });
  }
}

/** Components of a record are its properties. */
function declaresRecord(extraction: Extraction, node: number): void {
  declares("record")(extraction, node);
  const { tree } = extraction;
  for (const parameter of tree.children(tree.field(node, "parameters"))) {
    const name = tree.textOf(tree.field(parameter, "name"));
    if (name === "") continue;
    declareVisible(extraction, {
      name,
      kind: "property",
      node: parameter,
      visibility: "public",
      exported: "with-container",
      opensScope: "no",
    });
  }
}

function useType(extraction: Extraction, kind: "type" | "new" | "inherit", node: number): void {
  const { tree } = extraction;
  const inner = tree.type(node) === "generic_type" ? tree.firstChild(node) : node;
  if (tree.type(inner) !== "type_identifier" && tree.type(inner) !== "scoped_type_identifier") return;
  useChain(extraction, kind, inner);
  markAllUsed(extraction, inner);
}

function usesType(extraction: Extraction, node: number): void {
  if (!extraction.isUsed(node) && extraction.tree.fieldOf(node) !== "name") useType(extraction, "type", node);
}

function usesBases(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const list = tree.child(node, "type_list");
  for (const base of tree.children(list === NO_NODE ? node : list)) useType(extraction, "inherit", base);
}

function usesCall(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const name = tree.field(node, "name");
  const object = tree.field(node, "object");
  extraction.reference(
    "call",
    name,
    tree.textOf(name),
    object === NO_NODE ? undefined : plainName(tree.textOf(object)),
  );
  if (tree.type(object) === "identifier") extraction.markUsed(object);
}

function usesAnnotation(extraction: Extraction, node: number): void {
  const name = extraction.tree.field(node, "name");
  useChain(extraction, "type", name);
  markAllUsed(extraction, name);
}

/** `Type.CONSTANT`: a capital tells types from variables. */
function usesField(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const object = plainName(tree.textOf(tree.field(node, "object")));
  if (object === undefined || !/(?:^|\.)\p{Lu}[^.]*$/u.test(object)) return;
  const field = tree.field(node, "field");
  extraction.reference("value", field, tree.textOf(field), object);
  markAllUsed(extraction, tree.field(node, "object"));
}

/** `Type::method` passes a method on. */
function usesMethod(extraction: Extraction, node: number): void {
  const plain = plainName(extraction.tree.textOf(node));
  if (plain === undefined || plain.endsWith(".new")) return;
  useChain(extraction, "value", node);
  markAllUsed(extraction, node);
}

/** Java. */
export const java: LanguageDefinition = {
  name: "java",
  binding: {
    grammar: "java",
    handlers: {
      package_declaration: readsPackage,
      import_declaration: readsImport,
      class_declaration: declares("class"),
      interface_declaration: declares("interface"),
      annotation_type_declaration: declares("interface"),
      enum_declaration: declares("enum"),
      record_declaration: declaresRecord,
      method_declaration: declares("method"),
      annotation_type_element_declaration: declares("method"),
      constructor_declaration: declares("constructor"),
      compact_constructor_declaration: declares("constructor"),
      enum_constant: declaring({ kind: "enummember" }),
      field_declaration: declaresFields,
      constant_declaration: declaresFields,
      type_parameter: (extraction, node) => {
        const name = extraction.tree.child(node, "type_identifier");
        extraction.addTypeParameter(extraction.tree.textOf(name));
        extraction.markUsed(name);
      },
      superclass: usesBases,
      super_interfaces: usesBases,
      extends_interfaces: usesBases,
      type_identifier: usesType,
      scoped_type_identifier: usesType,
      object_creation_expression: (extraction, node) =>
        useType(extraction, "new", extraction.tree.field(node, "type")),
      method_invocation: usesCall,
      marker_annotation: usesAnnotation,
      annotation: usesAnnotation,
      field_access: usesField,
      method_reference: usesMethod,
    },
    docs: { blocks: ["/**"], lines: [], gap: "blank-lines", read: readTagged },
    comments: ["line_comment", "block_comment"],
    attributes: ["marker_annotation", "annotation"],
    literals: ["string_literal", "character_literal"],
    identifiers: ["identifier"],
    recovery: [
      {
        pattern:
          /^\s*(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp)\s+)*(?:class|interface|enum|record|@interface)\s+(?<name>[\p{ID_Start}_$][\p{ID_Continue}$]*)/u,
        kind: (match) =>
          /\benum\s/.test(match[0])
            ? "enum"
            : /interface\s/.test(match[0])
            ? "interface"
            : /\brecord\s/.test(match[0])
            ? "record"
            : "class",
        isExported: (match) => /\b(?:public|protected)\b/.test(match[0]),
      },
      {
        pattern:
          /^\s*(?:public|protected|private)\s+(?:(?:static|final|abstract|synchronized|native|default)\s+)*(?:<[^()=;{}]*>\s*)?(?:[\p{ID_Start}_$][\p{ID_Continue}$.]*(?:<[^()=;{}]*>)?[[\]]*\s+)?(?<name>[\p{ID_Start}_$][\p{ID_Continue}$]*)\s*\(/u,
        kind: "method",
        isExported: (match) => /\b(?:public|protected)\b/.test(match[0]),
      },
    ],
  },
  support: {
    symbols: [
      "class",
      "interface",
      "enum",
      "enummember",
      "record",
      "method",
      "constructor",
      "property",
      "field",
      "constant",
    ],
    docs: "Javadoc (/** … */)",
    imports: ["static"],
    specifiers: "qualified class name, or package for `*`; the class for static imports",
  },
};
