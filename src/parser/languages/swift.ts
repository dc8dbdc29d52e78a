import type { SymbolKind, Visibility } from "../../model/mod.ts";
import { readPlain } from "../_doc_comments.ts";
import type { Extraction } from "../_extraction.ts";
import { oneLine } from "../_signature.ts";
import { NO_NODE } from "../_syntax_tree.ts";
import type { LanguageDefinition } from "../language.ts";
import { declareVisible, declaring, isInType, plainName, useChain } from "./_declaring.ts";

/** Nothing written means visible in the module; members of protocols are as visible as the protocol. */
function visibilityOf(extraction: Extraction, node: number): Visibility {
  const { tree } = extraction;
  const word = tree.textOf(tree.child(tree.child(node, "modifiers"), "visibility_modifier"));
  if (/^(?:public|open)\b/.test(word)) return "public";
  if (/^(?:private|fileprivate)\b/.test(word)) return "private";
  return extraction.currentKind === "protocol" || extraction.currentKind === "enum" ? "public" : "internal";
}

const KINDS: Readonly<Record<string, SymbolKind>> = {
  actor: "class",
  class: "class",
  enum: "enum",
  extension: "extension",
  struct: "struct",
};

function kindOfType({ tree }: Extraction, node: number): SymbolKind {
  return KINDS[tree.textOf(tree.field(node, "declaration_kind"))] ?? "class";
}

/** Operators have no name node: theirs stands between `func` and the parameters. */
function functionName({ tree }: Extraction, node: number): string {
  const name = tree.field(node, "name");
  if (tree.type(name) === "simple_identifier" || tree.textOf(name) === "init") {
    return tree.textOf(name).replaceAll("`", "");
  }
  return /\bfunc\s+([^\s(<\w]+)/.exec(tree.textOf(node).slice(0, 200))?.[1] ?? "";
}

function kindOfFunction(extraction: Extraction, node: number): SymbolKind {
  const name = functionName(extraction, node);
  if (name === "init") return "constructor";
  if (!/^[\p{ID_Start}_]/u.test(name)) return "operator";
  return isInType(extraction) ? "method" : "function";
}

function declaresProperty(extraction: Extraction, node: number): void {
  if (extraction.currentSymbol !== -1 && !isInType(extraction)) return;
  const { tree } = extraction;
  const nameNode = tree.field(tree.field(node, "name"), "bound_identifier");
  const name = tree.textOf(nameNode);
  if (name === "") return;
  const computed = tree.field(node, "computed_value");
  const value = tree.field(node, "value");
  const text = extraction.lineOf(node, tree.start(node), tree.end(node));
  const stop = [computed, value, tree.child(node, "protocol_property_requirements")].find((part) =>
    part !== NO_NODE
  );
  const isShort = computed === NO_NODE && text.length <= 80;
  const head = stop === undefined || isShort
    ? text
    : extraction.lineOf(node, tree.start(node), tree.start(stop)).replace(/\s*=$/, "");
  const isLet = /(?:^|\s)let\s/.test(head);
  declareVisible(extraction, {
    name,
    kind: isInType(extraction) ? "property" : isLet ? "constant" : "variable",
    node,
    body: computed,
    signature: oneLine(head),
    visibility: visibilityOf(extraction, node),
  });
  extraction.markUsed(nameNode);
}

function declaresCases(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const names = tree.children(node).filter((child) => {
    return tree.fieldOf(child) === "name" && tree.type(child) === "simple_identifier";
  });
  for (const nameNode of names) {
    const text = extraction.lineOf(node, tree.start(node), tree.end(node));
    declareVisible(extraction, {
      name: tree.textOf(nameNode),
      kind: "enummember",
      node,
      signature: names.length === 1 ? text : `case ${tree.textOf(nameNode)}`,
      visibility: "public",
      ...(names.length === 1 ? {} : { opensScope: "no" }),
    });
    extraction.markUsed(nameNode);
  }
}

/** `import struct Module.Type` names the type; the module is the first part. */
function readsImport(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const path = tree.textOf(tree.child(node, "identifier")).replace(/\s+/g, "");
  const parts = path.split(".");
  const last = parts.at(-1) ?? path;
  extraction.skip(node);
  extraction.addImport({
    specifier: path,
    kind: "static",
    line: tree.lineAt(tree.start(node)),
    names: [parts.length > 1 ? { imported: last, local: last } : { imported: "*", local: "*" }],
  });
}

function usesCall(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const callee = tree.firstChild(node);
  if (tree.type(callee) === "simple_identifier") extraction.reference("call", callee, tree.textOf(callee));
  else if (tree.type(callee) === "navigation_expression") {
    const suffix = tree.field(callee, "suffix");
    const name = tree.field(suffix, "suffix");
    if (tree.type(name) !== "simple_identifier") return;
    const target = tree.field(callee, "target");
    extraction.reference("call", name, tree.textOf(name), plainName(tree.textOf(target)));
    if (tree.type(target) === "simple_identifier") extraction.markUsed(target);
  }
}

function usesType(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (extraction.isUsed(node)) return;
  const isBase = tree.type(tree.parent(node)) === "inheritance_specifier";
  useChain(extraction, isBase ? "inherit" : "type", node);
}

/** Lists of parameters and results start with a dash; they and what follows are no description. */
function readSwift(lines: readonly string[]): string {
  const end = lines.findIndex((line) =>
    /^\s*-\s+(?:Parameters?|Returns|Throws|Note|Important|Warning)\b/i.test(line)
  );
  return readPlain(end < 0 ? lines : lines.slice(0, end));
}

const FUNCTION_MODIFIERS =
  "public|private|fileprivate|internal|open|static|class|override|mutating|nonmutating|final|convenience|required|async|nonisolated|@\\w+(?:\\([^()]*\\))?";

/** Swift. */
export const swift: LanguageDefinition = {
  name: "swift",
  binding: {
    grammar: "swift",
    handlers: {
      import_declaration: readsImport,
      class_declaration: declaring({
        kind: kindOfType,
        name: ({ tree }, node) => plainName(tree.textOf(tree.field(node, "name"))) ?? "",
        visibility: visibilityOf,
      }),
      protocol_declaration: declaring({ kind: "protocol", visibility: visibilityOf }),
      function_declaration: declaring({ kind: kindOfFunction, name: functionName, visibility: visibilityOf }),
      protocol_function_declaration: declaring({
        kind: kindOfFunction,
        name: functionName,
        visibility: visibilityOf,
      }),
      deinit_declaration: declaring({ kind: "method", name: () => "deinit", visibility: visibilityOf }),
      subscript_declaration: declaring({
        kind: "indexer",
        name: () => "subscript",
        body: ({ tree }, node) => tree.child(node, "computed_property"),
        visibility: visibilityOf,
      }),
      property_declaration: declaresProperty,
      protocol_property_declaration: declaresProperty,
      typealias_declaration: declaring({ kind: "typealias", body: () => NO_NODE, visibility: visibilityOf }),
      associatedtype_declaration: declaring({
        kind: "typealias",
        body: () => NO_NODE,
        visibility: visibilityOf,
      }),
      enum_entry: declaresCases,
      type_parameter: (extraction, node) =>
        extraction.addTypeParameter(extraction.tree.textOf(extraction.tree.child(node, "type_identifier"))),
      user_type: usesType,
      call_expression: usesCall,
    },
    docs: { blocks: ["/**"], lines: ["///"], gap: "none", read: readSwift },
    comments: ["comment", "multiline_comment"],
    attributes: ["attribute"],
    literals: ["line_string_literal", "multi_line_string_literal", "raw_string_literal"],
    identifiers: ["simple_identifier"],
    recovery: [
      {
        pattern: new RegExp(
          String.raw`^\s*(?:(?:${FUNCTION_MODIFIERS})\s+)*func\s+(?<name>[\p{ID_Start}_]\p{ID_Continue}*)`,
          "u",
        ),
        kind: (match) => /^\s/.test(match[0]) ? "method" : "function",
        isExported: (match) => /\b(?:public|open)\b/.test(match[0]),
      },
      {
        pattern: new RegExp(
          String
            .raw`^\s*(?:(?:${FUNCTION_MODIFIERS}|indirect)\s+)*(?:class|struct|enum|protocol|actor|extension)\s+(?<name>[\p{ID_Start}_]\p{ID_Continue}*)\s*[:{<]`,
          "u",
        ),
        kind: (match) => {
          const word = /\b(struct|enum|protocol|extension)\s/.exec(match[0])?.[1];
          return word === "protocol" ? "protocol" : KINDS[word ?? "class"] ?? "class";
        },
        isExported: (match) => /\b(?:public|open)\b/.test(match[0]),
      },
    ],
  },
  support: {
    symbols: [
      "class",
      "struct",
      "enum",
      "enummember",
      "protocol",
      "extension",
      "function",
      "method",
      "constructor",
      "property",
      "indexer",
      "operator",
      "typealias",
      "constant",
      "variable",
    ],
    docs: "/// and /** … */, up to the parameters",
    imports: ["static"],
    specifiers: "module, or module and name: Foundation, Module.Type",
  },
};
