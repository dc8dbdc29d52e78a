import type { ImportedName, SymbolKind, Visibility } from "../../model/mod.ts";
import { readPlain } from "../_doc_comments.ts";
import type { Declaration, Extraction } from "../_extraction.ts";
import { oneLine } from "../_signature.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { LanguageDefinition, NodeHandler } from "../language.ts";
import { declareVisible, declaring, markAllUsed, unquoted, useChain } from "./_declaring.ts";

/** Capitals are visible outside the package, everything inside it. */
function visibilityOf(_: Extraction, __: number, name: string): Visibility {
  return /^\p{Lu}/u.test(name) ? "public" : "internal";
}

function readsPackage(extraction: Extraction, node: number): void {
  const name = extraction.tree.textOf(extraction.tree.child(node, "package_identifier"));
  extraction.namespaces.push(name);
  extraction.prefixRest(name);
}

/** The local name of an unnamed import is a guess: the last part of the path that is no version. */
function readsImport(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  extraction.skip(node);
  const specifier = unquoted(tree, tree.field(node, "path"));
  const line = tree.lineAt(tree.start(node));
  const alias = tree.textOf(tree.field(node, "name"));
  if (alias === "_") return extraction.addImport({ specifier, kind: "side-effect", line });
  const parts = specifier.split("/").filter((part) => !/^v\d+$/.test(part));
  const name: ImportedName = {
    imported: "*",
    local: alias === "." ? "*" : alias || (parts.at(-1) ?? specifier),
  };
  extraction.addImport({ specifier, kind: "static", line, names: [name] });
}

/** Type a method belongs to: `(c *Crane[T])` → `Crane`. */
function receiver(extraction: Extraction, node: number): Partial<Declaration> {
  const { tree } = extraction;
  const type = tree.descendant(tree.field(node, "receiver"), "type_identifier");
  return type === NO_NODE ? {} : { container: tree.textOf(type) };
}

function isTopLevel(tree: SyntaxTree, declaration: number): boolean {
  return tree.type(tree.parent(declaration)) === "source_file" || tree.start(declaration) === 0 ||
    tree.text[tree.start(declaration) - 1] === "\n";
}

/** The `const`, `var` or `type` declaration around a spec, and whether it holds only this one. */
function declarationOf(tree: SyntaxTree, spec: number): { declaration: number; isOnly: boolean } {
  const parent = tree.parent(spec);
  const isList = tree.type(parent).endsWith("_list");
  const declaration = isList ? tree.parent(parent) : parent;
  return {
    declaration,
    isOnly: !isList &&
      !/^\w+\s*\(/.test(tree.text.slice(tree.start(declaration), tree.start(declaration) + 20)),
  };
}

function declaresValues(kind: SymbolKind): NodeHandler {
  return (extraction, node) => {
    const { tree } = extraction;
    const { declaration, isOnly } = declarationOf(tree, node);
    if (!isTopLevel(tree, declaration)) return;
    const names = tree.children(node).filter((child) => tree.fieldOf(child) === "name");
    const value = tree.field(node, "value");
    const word = kind === "constant" ? "const" : "var";
    const text = extraction.lineOf(node, tree.start(node), tree.end(node));
    const head = value === NO_NODE || text.length <= 80
      ? text
      : extraction.lineOf(node, tree.start(node), tree.start(value)).replace(/\s*=$/, "");
    for (const nameNode of names) {
      const name = tree.textOf(nameNode);
      extraction.markUsed(nameNode);
      if (name === "_") continue;
      declareVisible(extraction, {
        name,
        kind,
        node,
        start: isOnly ? tree.start(declaration) : tree.start(node),
        signature: oneLine(`${word} ${head}`),
        visibility: visibilityOf(extraction, node, name),
        ...(names.length > 1 ? { opensScope: "no" } : {}),
      });
    }
  };
}

function kindOfType(extraction: Extraction, node: number): SymbolKind {
  const { tree } = extraction;
  const type = tree.type(tree.field(node, "type"));
  return type === "struct_type" ? "struct" : type === "interface_type" ? "interface" : "typealias";
}

function typeExtra(extraction: Extraction, node: number): Partial<Declaration> {
  const { tree } = extraction;
  const { declaration, isOnly } = declarationOf(tree, node);
  const type = tree.field(node, "type");
  const word = tree.child(type, "struct", "interface");
  const hasBody = word !== NO_NODE &&
    (tree.type(type) === "struct_type" || tree.type(type) === "interface_type");
  const end = hasBody ? tree.end(word) : tree.end(node);
  return {
    start: isOnly ? tree.start(declaration) : tree.start(node),
    signature: oneLine(`type ${extraction.lineOf(node, tree.start(node), end)}`),
  };
}

/** Only fields of named structs: those of structs inside them have no name to be asked for. */
function declaresFields(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const isNamed = /^type_/.test(tree.type(tree.parent(tree.parent(tree.parent(node)))));
  const names = tree.children(node).filter((child) => tree.fieldOf(child) === "name");
  if (names.length === 0) {
    const type = tree.descendant(node, "type_identifier", "qualified_type");
    if (type !== NO_NODE) useType(extraction, "inherit", type);
    return;
  }
  if (!isNamed) return;
  const tag = tree.field(node, "tag");
  const head = extraction.lineOf(node, tree.start(node), tag === NO_NODE ? tree.end(node) : tree.start(tag));
  for (const nameNode of names) {
    const name = tree.textOf(nameNode);
    const visibility = visibilityOf(extraction, node, name);
    declareVisible(extraction, {
      name,
      kind: "field",
      node,
      signature: head,
      visibility,
      ...(names.length > 1 ? { opensScope: "no" } : {}),
    });
  }
}

/** Types every Go file has. */
const BUILT_IN: ReadonlySet<string> = new Set(
  ("any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint " +
    "uint8 uint16 uint32 uint64 uintptr").split(" "),
);

function useType(extraction: Extraction, kind: "type" | "new" | "inherit" | "call", node: number): void {
  const { tree } = extraction;
  const inner = tree.type(node) === "generic_type" ? tree.field(node, "type") : node;
  if (tree.type(inner) !== "type_identifier" && tree.type(inner) !== "qualified_type") return;
  if (!BUILT_IN.has(tree.textOf(inner))) useChain(extraction, kind, inner);
  markAllUsed(extraction, inner);
}

function usesType(extraction: Extraction, node: number): void {
  if (!extraction.isUsed(node) && extraction.tree.fieldOf(node) !== "name") useType(extraction, "type", node);
}

function usesCall(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const callee = tree.field(node, "function");
  if (tree.type(callee) === "identifier") extraction.reference("call", callee, tree.textOf(callee));
  else if (tree.type(callee) === "selector_expression") {
    const field = tree.field(callee, "field");
    const operand = tree.textOf(tree.field(callee, "operand"));
    extraction.reference(
      "call",
      field,
      tree.textOf(field),
      /^[\w.]{1,120}$/.test(operand) ? operand : undefined,
    );
    if (tree.type(tree.field(callee, "operand")) === "identifier") {
      extraction.markUsed(tree.field(callee, "operand"));
    }
  }
}

/** Comments for tools are no docs. */
function readGo(lines: readonly string[]): string {
  return readPlain(lines.filter((line) => !/^\s*(?:go:|nolint|lint:|\+build)/.test(line)));
}

/** Go. */
export const go: LanguageDefinition = {
  name: "go",
  binding: {
    grammar: "go",
    handlers: {
      package_clause: readsPackage,
      import_spec: readsImport,
      function_declaration: declaring({ kind: "function", visibility: visibilityOf }),
      method_declaration: declaring({ kind: "method", visibility: visibilityOf, extra: receiver }),
      type_spec: declaring({ kind: kindOfType, body: "type", visibility: visibilityOf, extra: typeExtra }),
      type_alias: declaring({ kind: "typealias", visibility: visibilityOf, extra: typeExtra }),
      const_spec: declaresValues("constant"),
      var_spec: declaresValues("variable"),
      field_declaration: declaresFields,
      method_elem: declaring({ kind: "method", visibility: visibilityOf }),
      type_parameter_declaration: (extraction, node) =>
        extraction.addTypeParameter(extraction.tree.textOf(extraction.tree.field(node, "name"))),
      type_identifier: usesType,
      qualified_type: usesType,
      composite_literal: (extraction, node) =>
        useType(extraction, "new", extraction.tree.field(node, "type")),
      // `name(x)` with one argument reads as a conversion.
      type_conversion_expression: (extraction, node) =>
        useType(extraction, "call", extraction.tree.field(node, "type")),
      call_expression: usesCall,
    },
    docs: { blocks: ["/*"], lines: ["//"], gap: "none", read: readGo },
    comments: ["comment"],
    attributes: [],
    literals: ["interpreted_string_literal", "raw_string_literal", "rune_literal"],
    identifiers: ["identifier"],
    memberAccess: { type: "selector_expression", object: "operand", property: "field" },
    recovery: [
      {
        pattern: /^func\s+(?:\([^()]*\)\s*)?(?<name>[\p{ID_Start}_]\p{ID_Continue}*)\s*[([]/u,
        kind: (match) => /^func\s+\(/.test(match[0]) ? "method" : "function",
        isExported: (match) => /^\p{Lu}/u.test(match.groups?.["name"] ?? ""),
      },
      {
        pattern:
          /^type\s+(?<name>[\p{ID_Start}_]\p{ID_Continue}*)\s*(?:\[[^\]]*\]\s*)?(?:struct|interface)\b/u,
        kind: (match) => /struct$/.test(match[0]) ? "struct" : "interface",
        isExported: (match) => /^\p{Lu}/u.test(match.groups?.["name"] ?? ""),
      },
    ],
  },
  support: {
    symbols: ["function", "method", "struct", "interface", "typealias", "field", "constant", "variable"],
    docs: "comments directly above (//, /* … */)",
    imports: ["static", "side-effect"],
    specifiers: "import path",
  },
};
