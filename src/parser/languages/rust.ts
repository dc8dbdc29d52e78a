import type { ImportedName, ImportKind, ImportRecord, Visibility } from "../../model/mod.ts";
import { readPlain } from "../_doc_comments.ts";
import type { Extraction } from "../_extraction.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { LanguageDefinition, NodeHandler } from "../language.ts";
import {
  declaring,
  type DeclaringRule,
  functionOrMethod,
  markAllUsed,
  plainName,
  useChain,
} from "./_declaring.ts";

/** `pub` is public, `pub(…)` internal; members of traits and variants of enums need no word. */
function visibilityOf(extraction: Extraction, node: number): Visibility {
  const { tree } = extraction;
  const modifier = tree.textOf(tree.child(node, "visibility_modifier"));
  if (modifier !== "") return modifier === "pub" ? "public" : "internal";
  const kind = extraction.currentKind;
  const outer = tree.parent(tree.parent(node));
  const isTraitImpl = tree.type(outer) === "impl_item" && tree.field(outer, "trait") !== NO_NODE;
  return kind === "trait" || kind === "enum" || isTraitImpl ? "public" : "private";
}

function declares(kind: DeclaringRule["kind"]): NodeHandler {
  return declaring({ kind, visibility: visibilityOf });
}

/** An `impl` block is named after its type, so that its members are. */
const declaresImpl = declaring({
  kind: "impl",
  name: (extraction, node) => {
    const { tree } = extraction;
    const type = plainName(tree.textOf(tree.field(node, "type")));
    return type?.split(".").pop() ??
      tree.textOf(tree.descendant(tree.field(node, "type"), "type_identifier"));
  },
});

function readsImpl(extraction: Extraction, node: number): void {
  declaresImpl(extraction, node);
  const trait = extraction.tree.field(node, "trait");
  if (trait !== NO_NODE) useType(extraction, "inherit", trait);
}

function readsTrait(extraction: Extraction, node: number): void {
  declares("trait")(extraction, node);
  for (const bound of extraction.tree.children(extraction.tree.field(node, "bounds"))) {
    useType(extraction, "inherit", bound);
  }
}

/** `mod name;` stands for a file: its specifier is `mod:name`. */
function readsModule(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (tree.field(node, "body") !== NO_NODE) return declares("module")(extraction, node);
  const line = tree.lineAt(tree.start(node));
  extraction.addImport({ specifier: `mod:${tree.textOf(tree.field(node, "name"))}`, kind: "static", line });
}

function readsExternCrate(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const specifier = tree.textOf(tree.field(node, "name"));
  const local = tree.textOf(tree.field(node, "alias")) || specifier;
  const line = tree.lineAt(tree.start(node));
  extraction.addImport({ specifier, kind: "static", line, names: [{ imported: "*", local }] });
  extraction.skip(node);
}

/** `use a::b::{C, d as e}` imports `C` and `d` from `a::b`; `self` in braces is the module itself. */
function readsUse(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  extraction.skip(node);
  const kind: ImportKind = tree.child(node, "visibility_modifier") === NO_NODE ? "static" : "reexport";
  const byModule = new Map<string, ImportedName[]>();
  const add = (module: string, imported: string, local: string): void => {
    // A single name is a module or crate of its own.
    const [specifier, name] = module === "" ? [imported, "*"] : [module, imported];
    const names = byModule.get(specifier) ?? [];
    names.push({ imported: name, local });
    byModule.set(specifier, names);
  };
  const pending = [{ item: tree.field(node, "argument"), prefix: "" }];
  // The list grows while it is read: lists nest.
  for (const { item, prefix } of pending) {
    const join = (
      path: string,
    ): string => (prefix === "" ? path : path === "" ? prefix : `${prefix}::${path}`);
    switch (tree.type(item)) {
      case "scoped_use_list":
      case "use_list": {
        const list = tree.type(item) === "use_list" ? item : tree.field(item, "list");
        const path = join(list === item ? "" : pathText(tree, tree.field(item, "path")));
        for (const child of tree.children(list)) pending.push({ item: child, prefix: path });
        break;
      }
      case "use_wildcard":
        add(join(pathText(tree, tree.firstChild(item))), "*", "*");
        break;
      case "use_as_clause": {
        const { module, name } = splitPath(join(pathText(tree, tree.field(item, "path"))));
        add(module, name, tree.textOf(tree.field(item, "alias")));
        break;
      }
      case "self": {
        const { module, name } = splitPath(prefix);
        add(module, name, name);
        break;
      }
      case "identifier":
      case "scoped_identifier":
      case "crate":
      case "super": {
        const { module, name } = splitPath(join(pathText(tree, item)));
        add(module, name, name);
      }
    }
  }
  const line = tree.lineAt(tree.start(node));
  for (const [specifier, names] of byModule) {
    const record: ImportRecord = { specifier, kind, line, names };
    extraction.addImport(record);
  }
}

function pathText(tree: SyntaxTree, node: number): string {
  return tree.textOf(node).replace(/\s+/g, "").replace(/^::/, "");
}

function splitPath(path: string): { module: string; name: string } {
  const at = path.lastIndexOf("::");
  return at < 0 ? { module: "", name: path } : { module: path.slice(0, at), name: path.slice(at + 2) };
}

function useType(extraction: Extraction, kind: "type" | "new" | "inherit", node: number): void {
  const { tree } = extraction;
  const inner = tree.type(node) === "generic_type" ? tree.field(node, "type") : node;
  if (tree.type(inner) !== "type_identifier" && tree.type(inner) !== "scoped_type_identifier") return;
  if (tree.textOf(inner) !== "Self") useChain(extraction, kind, inner);
  markAllUsed(extraction, inner);
}

function usesType(extraction: Extraction, node: number): void {
  if (!extraction.isUsed(node) && extraction.tree.fieldOf(node) !== "name") useType(extraction, "type", node);
}

function usesCall(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const called = tree.field(node, "function");
  const callee = tree.type(called) === "generic_function" ? tree.field(called, "function") : called;
  if (tree.type(callee) === "field_expression") {
    const field = tree.field(callee, "field");
    const chain = tree.textOf(tree.field(callee, "value"));
    extraction.reference("call", field, tree.textOf(field), /^[\w.]{1,120}$/.test(chain) ? chain : undefined);
  } else if (tree.type(callee) === "identifier" || tree.type(callee) === "scoped_identifier") {
    useChain(extraction, "call", callee);
    markAllUsed(extraction, callee);
  }
}

function usesMacro(extraction: Extraction, node: number): void {
  const macro = extraction.tree.field(node, "macro");
  useChain(extraction, "call", macro);
  markAllUsed(extraction, macro);
}

/** `Type::Item` and `module::CONSTANT` outside calls. */
function usesPath(extraction: Extraction, node: number): void {
  if (extraction.isUsed(node)) return;
  useChain(extraction, "value", node);
  markAllUsed(extraction, node);
}

/** Rust. */
export const rust: LanguageDefinition = {
  name: "rust",
  binding: {
    grammar: "rust",
    handlers: {
      function_item: declares(functionOrMethod),
      function_signature_item: declares(functionOrMethod),
      struct_item: declares("struct"),
      union_item: declares("struct"),
      enum_item: declares("enum"),
      enum_variant: declaring({ kind: "enummember", body: () => NO_NODE }),
      field_declaration: declares("field"),
      const_item: declares("constant"),
      static_item: declares("variable"),
      type_item: declares("typealias"),
      associated_type: declares("typealias"),
      macro_definition: declaring({
        kind: "macro",
        visibility: () => "internal",
        extra: ({ tree }, node) => ({ signature: `macro_rules! ${tree.textOf(tree.field(node, "name"))}` }),
      }),
      trait_item: readsTrait,
      impl_item: readsImpl,
      mod_item: readsModule,
      use_declaration: readsUse,
      extern_crate_declaration: readsExternCrate,
      attribute_item: (extraction, node) => {
        extraction.addLeading(node);
        markAllUsed(extraction, node);
      },
      type_parameter: (extraction, node) =>
        extraction.addTypeParameter(extraction.tree.textOf(extraction.tree.field(node, "name"))),
      type_identifier: usesType,
      scoped_type_identifier: usesType,
      struct_expression: (extraction, node) =>
        useType(extraction, "new", extraction.tree.field(node, "name")),
      call_expression: usesCall,
      macro_invocation: usesMacro,
      scoped_identifier: usesPath,
    },
    docs: { blocks: ["/**"], lines: ["///"], gap: "blank-lines", read: readPlain },
    comments: ["line_comment", "block_comment"],
    attributes: ["attribute_item"],
    literals: ["string_literal", "raw_string_literal", "char_literal"],
    identifiers: ["identifier"],
    recovery: [
      {
        pattern:
          /^\s*(?:pub(?:\([^()]*\))?\s+)?(?:(?:const|async|unsafe|extern(?:\s+"[^"]*")?)\s+)*fn\s+(?<name>[\p{ID_Start}_]\p{ID_Continue}*)/u,
        kind: "function",
        isExported: (match) => /^\s*pub\s/.test(match[0]),
      },
      {
        pattern:
          /^\s*(?:pub(?:\([^()]*\))?\s+)?(?:unsafe\s+)?(?:struct|enum|trait|union)\s+(?<name>[\p{ID_Start}_]\p{ID_Continue}*)/u,
        kind: (match) => /\benum\s/.test(match[0]) ? "enum" : /\btrait\s/.test(match[0]) ? "trait" : "struct",
        isExported: (match) => /^\s*pub\s/.test(match[0]),
      },
    ],
  },
  support: {
    symbols: [
      "function",
      "method",
      "struct",
      "enum",
      "enummember",
      "trait",
      "impl",
      "field",
      "constant",
      "variable",
      "typealias",
      "macro",
      "module",
    ],
    docs: "/// and /** … */",
    imports: ["static", "reexport"],
    specifiers: "path in front of the names: crate::a::b; `mod x;` is mod:x",
  },
};
