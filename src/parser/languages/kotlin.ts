import type { ImportRecord, SymbolKind, Visibility } from "../../model/mod.ts";
import { readTagged } from "../_doc_comments.ts";
import type { Declaration, Extraction } from "../_extraction.ts";
import { blank, substituting } from "../_repairs.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { LanguageDefinition } from "../language.ts";
import { declareVisible, declaring, isInType, plainName, useChain } from "./_declaring.ts";

function visibilityOf({ tree }: Extraction, node: number): Visibility {
  const word = tree.textOf(tree.child(tree.child(node, "modifiers"), "visibility_modifier"));
  return word === "private" || word === "protected" || word === "internal" ? word : "public";
}

function nameOf({ tree }: Extraction, node: number): string {
  return tree.textOf(tree.child(node, "simple_identifier", "type_identifier")).replaceAll("`", "");
}

function bodyOf({ tree }: Extraction, node: number): number {
  return tree.child(node, "class_body", "enum_class_body", "function_body");
}

function kindOfClass({ tree }: Extraction, node: number): SymbolKind {
  return tree.child(node, "enum") !== NO_NODE
    ? "enum"
    : tree.child(node, "interface") !== NO_NODE
    ? "interface"
    : "class";
}

const declaresClass = declaring({ kind: kindOfClass, name: nameOf, body: bodyOf, visibility: visibilityOf });

/** `val` and `var` in the primary constructor are properties of the class. */
function readsClass(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  declaresClass(extraction, node);
  for (const parameter of tree.children(tree.child(node, "primary_constructor"))) {
    const name = nameOf(extraction, parameter);
    if (tree.child(parameter, "binding_pattern_kind") === NO_NODE || name === "") continue;
    const visibility = visibilityOf(extraction, parameter);
    declareVisible(extraction, { name, kind: "property", node: parameter, visibility, opensScope: "no" });
  }
}

/** The name is the identifier in front of the parameters; an extension's receiver stands before it. */
function functionName({ tree }: Extraction, node: number): string {
  let name = "";
  for (const child of tree.children(node)) {
    if (tree.type(child) === "simple_identifier") name = tree.textOf(child);
    else if (tree.type(child) === "function_value_parameters") break;
  }
  return name.replaceAll("`", "");
}

function expressionBody({ tree }: Extraction, node: number): Partial<Declaration> {
  const body = tree.child(node, "function_body");
  return body === NO_NODE ? {} : { headEnd: tree.start(body) };
}

function isLocal(extraction: Extraction): boolean {
  return extraction.currentSymbol !== -1 && !isInType(extraction);
}

function declaresProperty(extraction: Extraction, node: number): void {
  if (isLocal(extraction)) return;
  const { tree } = extraction;
  const declaration = tree.child(node, "variable_declaration");
  const name = nameOf(extraction, declaration);
  if (name === "") return;
  const modifiers = tree.textOf(tree.child(node, "modifiers"));
  const isConstant = /\bconst\b/.test(modifiers);
  const text = extraction.lineOf(node, tree.start(node), tree.end(node));
  const head = extraction.lineOf(node, tree.start(node), tree.end(declaration));
  const word = tree.textOf(tree.child(node, "binding_pattern_kind"));
  declareVisible(extraction, {
    name,
    kind: isConstant
      ? "constant"
      : isInType(extraction)
      ? "property"
      : word === "val"
      ? "constant"
      : "variable",
    node,
    signature: isConstant && text.length <= 100 ? text : head,
    visibility: visibilityOf(extraction, node),
  });
}

function readsPackage(extraction: Extraction, node: number): void {
  const name = extraction.tree.textOf(extraction.tree.child(node, "identifier")).replace(/\s+/g, "");
  extraction.skip(node);
  if (name === "") return;
  extraction.namespaces.push(name);
  extraction.prefixRest(name);
}

function readsImport(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const specifier = tree.textOf(tree.child(node, "identifier")).replace(/\s+/g, "");
  const alias = tree.textOf(tree.child(tree.child(node, "import_alias"), "type_identifier"));
  const last = specifier.slice(specifier.lastIndexOf(".") + 1);
  const isStar = tree.child(node, "wildcard_import") !== NO_NODE;
  const name = isStar ? { imported: "*", local: "*" } : { imported: last, local: alias || last };
  const record: ImportRecord = {
    specifier,
    kind: "static",
    line: tree.lineAt(tree.start(node)),
    names: [name],
  };
  extraction.addImport(record);
  for (let inner = node; inner < tree.after(node); inner++) extraction.markUsed(inner);
}

/** `a.b.c` as far as it is plain. */
function chainOf(tree: SyntaxTree, node: number): string | undefined {
  return plainName(tree.textOf(node));
}

function usesCall(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const callee = tree.firstChild(node);
  if (tree.type(callee) === "simple_identifier") extraction.reference("call", callee, tree.textOf(callee));
  else if (tree.type(callee) === "navigation_expression") {
    const suffix = tree.children(callee).findLast((child) => tree.type(child) === "navigation_suffix") ??
      NO_NODE;
    const name = tree.child(suffix, "simple_identifier");
    if (name === NO_NODE) return;
    const object = tree.firstChild(callee);
    extraction.reference("call", name, tree.textOf(name), chainOf(tree, object));
    if (tree.type(object) === "simple_identifier") extraction.markUsed(object);
  }
}

function usesType(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (extraction.isUsed(node)) return;
  const outer = tree.type(tree.parent(node));
  const inConstructor = outer === "constructor_invocation" || outer === "explicit_delegation";
  const holder = inConstructor ? tree.type(tree.parent(tree.parent(node))) : outer;
  useChain(extraction, holder === "delegation_specifier" ? "inherit" : "type", node);
  extraction.markUsed(node);
}

// Members on the line of a closing brace, delegation in front of a body, and functional interfaces.
const REPAIR = substituting([
  [/([^\s{;])[ \t](?=\})/g, (_, before = "") => `${before};`],
  [
    /^([ \t]*(?:[a-z]+ )*(?:class|interface|object)\b[^\n{]*?)\bby([ \t]+[\w.]+)(?=[ \t]*\{)/gm,
    (_, before = "", rest = "") => `${before}  ${blank(rest)}`,
  ],
  [/\bfun(?=\s+interface\b)/g, blank],
]);

/** Kotlin. */
export const kotlin: LanguageDefinition = {
  name: "kotlin",
  binding: {
    grammar: "kotlin",
    handlers: {
      package_header: readsPackage,
      import_header: readsImport,
      class_declaration: readsClass,
      object_declaration: declaring({ kind: "object", name: nameOf, body: bodyOf, visibility: visibilityOf }),
      companion_object: declaring({
        kind: "object",
        name: (extraction, node) => nameOf(extraction, node) || "Companion",
        body: bodyOf,
        visibility: visibilityOf,
      }),
      function_declaration: declaring({
        kind: (extraction) => isInType(extraction) ? "method" : "function",
        name: functionName,
        body: bodyOf,
        visibility: visibilityOf,
        extra: expressionBody,
      }),
      secondary_constructor: declaring({
        kind: "constructor",
        name: () => "constructor",
        body: ({ tree }, node) => tree.child(node, "statements"),
        visibility: visibilityOf,
      }),
      enum_entry: declaring({ kind: "enummember", name: nameOf, body: bodyOf }),
      property_declaration: declaresProperty,
      type_alias: declaring({
        kind: "typealias",
        name: nameOf,
        body: () => NO_NODE,
        visibility: visibilityOf,
      }),
      type_parameter: (extraction, node) =>
        extraction.addTypeParameter(extraction.tree.textOf(extraction.tree.child(node, "type_identifier"))),
      user_type: usesType,
      call_expression: usesCall,
    },
    docs: { blocks: ["/**"], lines: [], gap: "blank-lines", read: readTagged },
    comments: ["line_comment", "multiline_comment"],
    attributes: ["annotation"],
    literals: ["string_literal", "character_literal"],
    identifiers: ["simple_identifier"],
    repairs: [REPAIR],
    recovery: [
      {
        pattern:
          /^\s*(?:(?:public|private|protected|internal|override|open|abstract|final|suspend|inline|operator|infix|tailrec|external|actual|expect)\s+)*fun\s+(?:<[^()]*>\s*)?(?:[\p{ID_Start}_][\p{ID_Continue}.<>?]*\.)?(?<name>[\p{ID_Start}_]\p{ID_Continue}*)\s*\(/u,
        kind: (match) => /^\S/.test(match[0]) ? "function" : "method",
        isExported: (match) => !/\b(?:private|internal)\b/.test(match[0]),
      },
      {
        pattern:
          /^\s*(?:(?:public|private|protected|internal|open|abstract|final|sealed|data|enum|annotation|inner|value|inline|actual|expect|fun)\s+)*(?:class|interface|object)\s+(?<name>[\p{ID_Start}_]\p{ID_Continue}*)/u,
        kind: (match) =>
          /\benum\b/.test(match[0])
            ? "enum"
            : /\binterface\s/.test(match[0])
            ? "interface"
            : /\bobject\s/.test(match[0])
            ? "object"
            : "class",
        isExported: (match) => !/\b(?:private|internal)\b/.test(match[0]),
      },
    ],
  },
  support: {
    symbols: [
      "class",
      "interface",
      "enum",
      "enummember",
      "object",
      "function",
      "method",
      "constructor",
      "property",
      "constant",
      "variable",
      "typealias",
    ],
    docs: "KDoc (/** … */)",
    imports: ["static"],
    specifiers: "qualified name, or package for `*`",
  },
};
