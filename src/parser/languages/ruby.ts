import type { Visibility } from "../../model/mod.ts";
import { readTagged } from "../_doc_comments.ts";
import type { Extraction } from "../_extraction.ts";
import { oneLine } from "../_signature.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { LanguageDefinition, NodeHandler } from "../language.ts";
import { declareVisible, isInType, markAllUsed, plainName, unquoted, useChain } from "./_declaring.ts";

const VISIBILITY = "visibility";

function visibilityByBody(extraction: Extraction): Map<number, Visibility> {
  let known = extraction.memory.get(VISIBILITY) as Map<number, Visibility> | undefined;
  if (known === undefined) extraction.memory.set(VISIBILITY, known = new Map<number, Visibility>());
  return known;
}

function isVisibility(word: string): word is Visibility {
  return word === "private" || word === "protected" || word === "public";
}

/** A bare `private` holds for the rest of the body; `private def` for one method. */
function readsWord(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const word = tree.textOf(node);
  if (isVisibility(word) && tree.type(tree.parent(node)) === "body_statement") {
    visibilityByBody(extraction).set(tree.parent(node), word);
  }
}

function visibilityOf(extraction: Extraction, node: number): Visibility {
  const { tree } = extraction;
  const call = tree.type(tree.parent(node)) === "argument_list" ? tree.parent(tree.parent(node)) : NO_NODE;
  const word = tree.textOf(tree.field(call, "method"));
  return isVisibility(word) ? word : visibilityByBody(extraction).get(tree.parent(node)) ?? "public";
}

function declaresType(kind: "class" | "module"): NodeHandler {
  return (extraction, node) => {
    const { tree } = extraction;
    const nameNode = tree.field(node, "name");
    const full = plainName(tree.textOf(nameNode));
    if (full === undefined) return;
    const superclass = tree.field(node, "superclass");
    const dot = full.lastIndexOf(".");
    const symbol = declareVisible(extraction, {
      name: full.slice(dot + 1),
      kind,
      node,
      body: tree.field(node, "body"),
      container: dot < 0 ? "" : full.slice(0, dot),
      headEnd: tree.end(superclass === NO_NODE ? nameNode : superclass),
      visibility: "public",
    });
    if (kind === "module") extraction.namespaces.push(extraction.symbolAt(symbol)?.qualifiedName ?? full);
    markAllUsed(extraction, nameNode);
    if (superclass !== NO_NODE) {
      useChain(extraction, "inherit", tree.firstChild(superclass));
      markAllUsed(extraction, superclass);
    }
  };
}

function declaresMethod(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const nameNode = tree.field(node, "name");
  const name = tree.textOf(nameNode);
  const parameters = tree.field(node, "parameters");
  const isMember = isInType(extraction) || extraction.currentKind === "module";
  declareVisible(extraction, {
    name,
    kind: isMember ? tree.type(nameNode) === "operator" ? "operator" : "method" : "function",
    node,
    body: tree.field(node, "body"),
    headEnd: tree.end(parameters === NO_NODE ? nameNode : parameters),
    exported: isMember ? visibilityOf(extraction, node) !== "private" : true,
    visibility: visibilityOf(extraction, node),
  });
}

/** Constants, and class variables and types made of `Struct.new` in bodies of types. */
function declaresAssigned(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const left = tree.field(node, "left");
  const type = tree.type(left);
  if (type !== "constant" && type !== "class_variable") return;
  const right = tree.field(node, "right");
  const isType = /^(?:Struct|Class|Module|Data)\.(?:new|define)\b/.test(tree.textOf(right).slice(0, 30));
  const text = extraction.lineOf(node, tree.start(node), tree.end(node));
  declareVisible(extraction, {
    name: tree.textOf(left),
    kind: isType ? "class" : type === "constant" ? "constant" : "field",
    node,
    signature: oneLine(text.length <= 100 ? text : `${tree.textOf(left)} = …`),
    visibility: "public",
  });
  extraction.markUsed(left);
}

/** `include Module`, `attr_reader :name`, `require "file"` and other calls with a meaning of their own. */
function readsCall(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const receiver = tree.field(node, "receiver");
  const method = tree.field(node, "method");
  const word = tree.textOf(method);
  if (receiver === NO_NODE) {
    const args = tree.children(tree.field(node, "arguments"));
    if (readsImport(extraction, node, word, args)) return;
    if (/^(?:include|extend|prepend)$/.test(word)) {
      for (const arg of args) useConstant(extraction, "inherit", arg);
      return;
    }
    if (/^(?:attr_accessor|attr_reader|attr_writer)$/.test(word)) {
      return declareAccessors(extraction, node, word, args);
    }
    if (isVisibility(word)) return;
  }
  const qualifier = receiver === NO_NODE ? undefined : plainName(tree.textOf(receiver));
  if (word === "new" && receiver !== NO_NODE) useConstant(extraction, "new", receiver);
  else if (word !== "") extraction.reference("call", method, word, qualifier);
  if (qualifier !== undefined) markAllUsed(extraction, receiver);
}

function readsImport(extraction: Extraction, node: number, word: string, args: readonly number[]): boolean {
  const { tree } = extraction;
  if (!/^(?:require|require_relative|load|autoload)$/.test(word)) return false;
  const path = args.find((arg) => tree.type(arg) === "string");
  if (path === undefined || tree.child(path, "interpolation") !== NO_NODE) return true;
  const written = unquoted(tree, path);
  const specifier = word === "require_relative" && !written.startsWith(".") ? `./${written}` : written;
  extraction.addImport({ specifier, kind: "require", line: tree.lineAt(tree.start(node)) });
  return true;
}

function declareAccessors(extraction: Extraction, node: number, word: string, args: readonly number[]): void {
  const { tree } = extraction;
  for (const arg of args) {
    const name = tree.textOf(arg).replace(/^:/, "").replace(/^["']|["']$/g, "");
    if (!/^[\p{ID_Start}_]\p{ID_Continue}*[?!]?$/u.test(name)) continue;
    declareVisible(extraction, {
      name,
      kind: "property",
      node,
      signature: `${word} :${name}`,
      visibility: visibilityByBody(extraction).get(tree.parent(node)) ?? "public",
      opensScope: "no",
    });
  }
}

function isConstant(tree: SyntaxTree, node: number): boolean {
  return tree.type(node) === "constant" || tree.type(node) === "scope_resolution";
}

function useConstant(extraction: Extraction, kind: "type" | "inherit" | "new", node: number): void {
  if (!isConstant(extraction.tree, node) || extraction.isUsed(node)) return;
  useChain(extraction, kind, node);
  markAllUsed(extraction, node);
}

/** Ruby. */
export const ruby: LanguageDefinition = {
  name: "ruby",
  binding: {
    grammar: "ruby",
    handlers: {
      module: declaresType("module"),
      class: declaresType("class"),
      method: declaresMethod,
      singleton_method: declaresMethod,
      assignment: declaresAssigned,
      identifier: readsWord,
      call: readsCall,
      constant: (extraction, node) => useConstant(extraction, "type", node),
      scope_resolution: (extraction, node) => useConstant(extraction, "type", node),
    },
    docs: { blocks: [], lines: ["#"], gap: "none", read: readRuby },
    comments: ["comment"],
    attributes: [],
    literals: ["string", "heredoc_body", "regex", "string_array", "symbol_array"],
    identifiers: [],
    recovery: [
      {
        pattern: /^\s*def\s+(?:self\.)?(?<name>[\p{ID_Start}_]\p{ID_Continue}*[?!=]?)/u,
        kind: "method",
        isExported: () => true,
      },
      {
        pattern: /^\s*(?:class|module)\s+(?:\p{Lu}\p{ID_Continue}*::)*(?<name>\p{Lu}\p{ID_Continue}*)/u,
        kind: (match) => /^\s*class/.test(match[0]) ? "class" : "module",
        isExported: () => true,
      },
    ],
  },
  support: {
    symbols: ["module", "class", "method", "function", "operator", "property", "field", "constant"],
    docs: "# comments directly above",
    imports: ["require"],
    specifiers: "as written; ./ in front of require_relative's",
  },
};

/** Magic comments are no docs. */
function readRuby(lines: readonly string[]): string {
  return readTagged(
    lines.filter((line) =>
      !/^\s*(?:frozen_string_literal|encoding|coding|warn_indent|rubocop|typed):/.test(line)
    ),
  );
}
