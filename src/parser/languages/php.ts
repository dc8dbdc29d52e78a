import type { ImportRecord, SymbolKind, Visibility } from "../../model/mod.ts";
import { readTagged } from "../_doc_comments.ts";
import type { Extraction } from "../_extraction.ts";
import { oneLine } from "../_signature.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { LanguageDefinition } from "../language.ts";
import { declareVisible, declaring, markAllUsed, plainName, unquoted, useChain } from "./_declaring.ts";

function visibilityOf(extraction: Extraction, node: number): Visibility {
  const word = extraction.tree.textOf(extraction.tree.child(node, "visibility_modifier"));
  return word === "private" || word === "protected" ? word : "public";
}

/** Without a body a namespace holds for the rest of the file. */
function readsNamespace(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const written = tree.textOf(tree.field(node, "name"));
  const name = plainName(written);
  if (name === undefined) return;
  extraction.namespaces.push(written);
  const body = tree.field(node, "body");
  const symbol = extraction.declare({ name, kind: "namespace", node, body, exported: true });
  if (body === NO_NODE) extraction.containRest(symbol);
  markAllUsed(extraction, tree.field(node, "name"));
}

/** `use A\{B, C as D};` is one import per name. */
function readsUse(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  extraction.skip(node);
  const group = tree.field(node, "body");
  const prefix = group === NO_NODE ? "" : `${tree.textOf(tree.child(node, "namespace_name"))}\\`;
  const line = tree.lineAt(tree.start(node));
  for (const clause of tree.children(group === NO_NODE ? node : group)) {
    if (tree.type(clause) !== "namespace_use_clause") continue;
    const named = tree.child(clause, "qualified_name", "name");
    const specifier = `${prefix}${tree.textOf(named)}`.replace(/^\\/, "");
    const imported = specifier.slice(specifier.lastIndexOf("\\") + 1);
    const local = tree.textOf(tree.field(clause, "alias")) || imported;
    const record: ImportRecord = { specifier, kind: "static", line, names: [{ imported, local }] };
    extraction.addImport(record);
  }
}

/** Included files: only those named by a literal, seen from this file's folder when it says so. */
function readsRequire(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (tree.end(node) - tree.start(node) > 500) return;
  const written = tree.textOf(node).replace(/^\w+\s*\(?\s*/, "").replace(/\s*\)?$/, "");
  const match = /^(__DIR__\s*\.\s*|dirname\(__FILE__\)\s*\.\s*)?(["'])([^"'$]+)\2$/.exec(written);
  if (match === null) return;
  const path = match[3] ?? "";
  const specifier = match[1] === undefined ? path : `.${path.startsWith("/") ? "" : "/"}${path}`;
  extraction.addImport({ specifier, kind: "require", line: tree.lineAt(tree.start(node)) });
}

function declaresProperties(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const elements = tree.children(node).filter((child) => tree.type(child) === "property_element");
  const first = elements[0];
  if (first === undefined) return;
  const head = extraction.lineOf(node, tree.start(node), tree.start(first));
  for (const element of elements) {
    const nameNode = tree.field(element, "name");
    declareVisible(extraction, {
      name: tree.textOf(nameNode).replace(/^\$/, ""),
      kind: "field",
      node: elements.length === 1 ? node : element,
      start: element === first ? tree.start(node) : tree.start(element),
      signature: oneLine(`${head} ${tree.textOf(nameNode)}`),
      visibility: visibilityOf(extraction, node),
      ...(elements.length === 1 ? {} : { opensScope: "no" }),
    });
  }
}

function declaresConstants(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const elements = tree.children(node).filter((child) => tree.type(child) === "const_element");
  const first = elements[0];
  if (first === undefined) return;
  const head = extraction.lineOf(node, tree.start(node), tree.start(first));
  for (const element of elements) {
    const name = tree.textOf(tree.firstChild(element));
    const text = extraction.lineOf(element, tree.start(element), tree.end(element));
    declareVisible(extraction, {
      name,
      kind: "constant",
      node: elements.length === 1 ? node : element,
      start: element === first ? tree.start(node) : tree.start(element),
      signature: oneLine(`${head} ${text.length <= 80 ? text : name}`),
      visibility: visibilityOf(extraction, node),
      ...(elements.length === 1 ? {} : { opensScope: "no" }),
    });
  }
}

function kindOfMethod({ tree }: Extraction, node: number): SymbolKind {
  return tree.textOf(tree.field(node, "name")).toLowerCase() === "__construct" ? "constructor" : "method";
}

const declaresAnyMethod = declaring({ kind: kindOfMethod, visibility: visibilityOf });

/** Promoted parameters of a constructor are fields of its class. */
function declaresMethod(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  for (const parameter of tree.children(tree.field(node, "parameters"))) {
    if (tree.type(parameter) !== "property_promotion_parameter") continue;
    declareVisible(extraction, {
      name: tree.textOf(tree.field(parameter, "name")).replace(/^\$/, ""),
      kind: "field",
      node: parameter,
      visibility: visibilityOf(extraction, parameter),
      opensScope: "no",
    });
  }
  declaresAnyMethod(extraction, node);
}

function isName(tree: SyntaxTree, node: number): boolean {
  return tree.type(node) === "name" || tree.type(node) === "qualified_name";
}

/** Words that stand for the class around them. */
const OWN_CLASS: ReadonlySet<string> = new Set(["self", "static", "parent"]);

function useName(
  extraction: Extraction,
  kind: "type" | "new" | "inherit" | "call" | "value",
  node: number,
): void {
  const { tree } = extraction;
  if (isName(tree, node) && !OWN_CLASS.has(tree.textOf(node))) useChain(extraction, kind, node);
}

function usesEach(kind: "inherit" | "type"): (extraction: Extraction, node: number) => void {
  return (extraction, node) => {
    for (const child of extraction.tree.children(node)) useName(extraction, kind, child);
  };
}

function usesMember(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const name = tree.field(node, "name");
  const object = tree.textOf(tree.field(node, "object")).replace(/\$/g, "");
  if (tree.type(name) === "name") extraction.reference("call", name, tree.textOf(name), plainName(object));
}

function usesScoped(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const scope = tree.field(node, "scope");
  const name = tree.field(node, "name");
  if (tree.type(name) === "name") {
    extraction.reference("call", name, tree.textOf(name), plainName(tree.textOf(scope)));
  }
}

function usesConstant(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const [scope, name] = tree.children(node);
  if (scope === undefined || name === undefined || !isName(tree, scope)) return;
  // `Name::class` is the name itself.
  if (tree.textOf(name) === "class") useName(extraction, "type", scope);
  else extraction.reference("value", name, tree.textOf(name), plainName(tree.textOf(scope)));
}

function readsFunctionCall(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const callee = tree.field(node, "function");
  if (tree.textOf(callee) === "define" && extraction.currentSymbol === -1) {
    const first = tree.firstChild(tree.firstChild(tree.field(node, "arguments")));
    if (tree.type(first) === "string") {
      declareVisible(extraction, {
        name: unquoted(tree, first),
        kind: "constant",
        node,
        visibility: "public",
      });
      return;
    }
  }
  useName(extraction, "call", callee);
}

function usesInstanceof(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (tree.child(node, "instanceof") !== NO_NODE) useName(extraction, "type", tree.field(node, "right"));
}

/** PHP. */
export const php: LanguageDefinition = {
  name: "php",
  binding: {
    grammar: "php",
    handlers: {
      namespace_definition: readsNamespace,
      namespace_use_declaration: readsUse,
      require_expression: readsRequire,
      require_once_expression: readsRequire,
      include_expression: readsRequire,
      include_once_expression: readsRequire,
      class_declaration: declaring({ kind: "class" }),
      interface_declaration: declaring({ kind: "interface" }),
      trait_declaration: declaring({ kind: "trait" }),
      enum_declaration: declaring({ kind: "enum" }),
      enum_case: declaring({ kind: "enummember", body: () => NO_NODE }),
      function_definition: declaring({ kind: "function" }),
      method_declaration: declaresMethod,
      property_declaration: declaresProperties,
      const_declaration: declaresConstants,
      base_clause: usesEach("inherit"),
      class_interface_clause: usesEach("inherit"),
      use_declaration: usesEach("inherit"),
      named_type: usesEach("type"),
      attribute: (extraction, node) => useName(extraction, "type", extraction.tree.firstChild(node)),
      object_creation_expression: (extraction, node) =>
        useName(extraction, "new", extraction.tree.child(node, "name", "qualified_name")),
      function_call_expression: readsFunctionCall,
      member_call_expression: usesMember,
      nullsafe_member_call_expression: usesMember,
      scoped_call_expression: usesScoped,
      class_constant_access_expression: usesConstant,
      binary_expression: usesInstanceof,
    },
    docs: { blocks: ["/**"], lines: [], gap: "blank-lines", read: readTagged },
    comments: ["comment"],
    attributes: ["attribute_list"],
    literals: ["string", "encapsed_string", "heredoc", "nowdoc", "text"],
    identifiers: [],
    recovery: [
      {
        pattern:
          /^\s*(?:(?:public|protected|private|static|final|abstract)\s+)*function\s+&?(?<name>[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)\s*\(/,
        kind: (match) => /\b(?:public|protected|private)\b/.test(match[0]) ? "method" : "function",
        isExported: (match) => !/\bprivate\b/.test(match[0]),
      },
      {
        pattern:
          /^\s*(?:(?:final|abstract|readonly)\s+)*(?:class|interface|trait|enum)\s+(?<name>[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/,
        kind: (match) => {
          const word = /\b(interface|trait|enum)\s/.exec(match[0])?.[1];
          return word === "interface" || word === "trait" || word === "enum" ? word : "class";
        },
        isExported: () => true,
      },
    ],
  },
  support: {
    symbols: [
      "namespace",
      "class",
      "interface",
      "trait",
      "enum",
      "enummember",
      "function",
      "method",
      "constructor",
      "field",
      "constant",
    ],
    docs: "PHPDoc (/** … */)",
    imports: ["static", "require"],
    specifiers: "qualified name for use; file for require, ./ in front of paths from __DIR__",
  },
};
