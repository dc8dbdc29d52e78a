import type { Extraction } from "../_extraction.ts";
import { blank, firstBranchesOnly, substituting, withoutConditionals } from "../_repairs.ts";
import { NO_NODE } from "../_syntax_tree.ts";
import type { GrammarBinding, LanguageDefinition } from "../language.ts";
import { cBinding, cHandlers, useType } from "./_c_family.ts";
import { declaring, markAllUsed, plainName, useChain } from "./_declaring.ts";

/** Anonymous namespaces hide what is in them and have no name of their own. */
function readsNamespace(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const nameNode = tree.field(node, "name");
  const name = plainName(tree.textOf(nameNode));
  if (name === undefined) return;
  const body = tree.field(node, "body");
  const symbol = extraction.declare({ name, kind: "namespace", node, body, exported: true });
  extraction.namespaces.push(extraction.symbolAt(symbol)?.qualifiedName ?? name);
  markAllUsed(extraction, nameNode);
}

/** `using namespace a;` and `using a::b;` bring in names as C#'s usings do. */
function readsUsing(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const target = tree.child(node, "identifier", "qualified_identifier");
  const specifier = plainName(tree.textOf(target));
  extraction.skip(node);
  if (specifier === undefined) return;
  const line = tree.lineAt(tree.start(node));
  if (tree.child(node, "namespace") !== NO_NODE) extraction.addImport({ specifier, kind: "using", line });
  else {
    const name = specifier.slice(specifier.lastIndexOf(".") + 1);
    const names = [{ imported: name, local: name }];
    extraction.addImport({
      specifier: specifier.slice(0, -name.length - 1),
      kind: "using-static",
      line,
      names,
    });
  }
}

function usesBases(extraction: Extraction, node: number): void {
  for (const base of extraction.tree.children(node)) useType(extraction, "inherit", base);
}

/** `a::b` outside calls: a type where the grammar says so, else a value. */
function usesQualified(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (extraction.isUsed(node) || tree.fieldOf(node) === "declarator") return;
  if (tree.fieldOf(node) === "type") useType(extraction, "type", node);
  else if (plainName(tree.textOf(node)) !== undefined) {
    useChain(extraction, "value", node);
    markAllUsed(extraction, node);
  }
}

function remembersTypeParameter(extraction: Extraction, node: number): void {
  const name = extraction.tree.child(node, "type_identifier");
  extraction.addTypeParameter(extraction.tree.textOf(name));
  extraction.markUsed(name);
}

// `class EXPORT_MACRO Name` and macros of that kind in front of declarations.
const WITHOUT_MACROS = substituting([
  [
    /\b(class|struct)(\s+)([A-Z][A-Z0-9_]{2,})(?=\s+[A-Za-z_]\w*)/g,
    (_, word = "", space = "", macro = "") => word + space + blank(macro),
  ],
  [
    /^([ \t]*)([A-Z][A-Z0-9_]*_(?:API|EXPORT|PUBLIC|INLINE|EXTERN|DLL))(?=\s+[A-Za-z_])/gm,
    (_, space = "", macro = "") => space + blank(macro),
  ],
]);

const binding: GrammarBinding = {
  ...cBinding("cpp", {
    ...cHandlers,
    namespace_definition: readsNamespace,
    using_declaration: readsUsing,
    alias_declaration: declaring({ kind: "typealias", body: () => NO_NODE }),
    concept_definition: declaring({ kind: "typealias", body: () => NO_NODE }),
    base_class_clause: usesBases,
    type_parameter_declaration: remembersTypeParameter,
    template_type: (extraction, node) => {
      if (!extraction.isUsed(node)) useType(extraction, "type", node);
    },
    qualified_identifier: usesQualified,
    new_expression: (extraction, node) => useType(extraction, "new", extraction.tree.field(node, "type")),
  }),
  repairs: [
    WITHOUT_MACROS,
    (source) => withoutConditionals(WITHOUT_MACROS(source)),
    (source) => firstBranchesOnly(WITHOUT_MACROS(source)),
  ],
};

/** C++. */
export const cpp: LanguageDefinition = {
  name: "cpp",
  binding,
  support: {
    symbols: [
      "namespace",
      "class",
      "struct",
      "enum",
      "enummember",
      "function",
      "method",
      "constructor",
      "operator",
      "field",
      "typealias",
      "constant",
      "variable",
      "macro",
    ],
    docs: "comments directly above (/* … */, //)",
    imports: ["include", "using", "using-static"],
    specifiers: 'includes with their quotes or angle brackets: "a/b.hpp", <vector>; namespaces with dots',
  },
};
