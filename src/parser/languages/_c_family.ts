/** What C and C++ share: functions, values, types with members, macros, includes and uses. */
import type { ReferenceKind, SymbolKind, Visibility } from "../../model/mod.ts";
import { readTagged } from "../_doc_comments.ts";
import type { Extraction } from "../_extraction.ts";
import { CONDITIONAL, firstBranchesOnly, withoutConditionals } from "../_repairs.ts";
import { oneLine } from "../_signature.ts";
import { NO_NODE } from "../_syntax_tree.ts";
import type { GrammarBinding, NodeHandler, RecoveryRule } from "../language.ts";
import {
  aboveConditionals,
  type Declared,
  declaredBy,
  isOutsideFunctions,
  outermost,
  SCOPES,
} from "./_c_declarators.ts";
import { declareVisible, declaring, markAllUsed, plainName, useChain } from "./_declaring.ts";

const ACCESS = "access";

function accessByList(extraction: Extraction): Map<number, Visibility> {
  let access = extraction.memory.get(ACCESS) as Map<number, Visibility> | undefined;
  if (access === undefined) extraction.memory.set(ACCESS, access = new Map<number, Visibility>());
  return access;
}

/** `public:` holds until the next of its kind. */
function readsAccess(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const word = tree.textOf(node);
  if (word !== "public" && word !== "protected" && word !== "private") return;
  if (tree.type(tree.parent(node)) === "field_declaration_list") {
    accessByList(extraction).set(tree.parent(node), word);
  }
}

function visibilityOf(extraction: Extraction, node: number): Visibility {
  const { tree } = extraction;
  const list = aboveConditionals(tree, tree.parent(outermost(tree, node)));
  if (tree.type(list) === "field_declaration_list") {
    const usual = tree.type(tree.parent(list)) === "class_specifier" ? "private" : "public";
    return accessByList(extraction).get(list) ?? usual;
  }
  // `static` outside a class keeps a name inside its file.
  const isStatic = tree.children(node).some((child) => {
    return tree.type(child) === "storage_class_specifier" && tree.textOf(child) === "static";
  });
  return isStatic ? "private" : "public";
}

function kindOfFunction(extraction: Extraction, node: number, declared: Declared): SymbolKind {
  const { tree } = extraction;
  const container = declared.container === ""
    ? extraction.symbolAt(extraction.currentSymbol)?.name
    : declared.container.slice(declared.container.lastIndexOf(".") + 1);
  const isMember = declared.container !== "" ||
    tree.type(tree.parent(outermost(tree, node))) === "field_declaration_list";
  if (/^operator\b/.test(declared.name)) return "operator";
  if (!isMember) return "function";
  return declared.name === container ? "constructor" : "method";
}

function declaresFunction(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const declared = declaredBy(tree, tree.field(node, "declarator"));
  if (declared === undefined || !isOutsideFunctions(tree, node)) return;
  const outer = outermost(tree, node);
  const body = tree.field(node, "body");
  const initializers = tree.child(node, "field_initializer_list");
  const to = initializers !== NO_NODE
    ? tree.start(initializers)
    : body === NO_NODE
    ? tree.end(node)
    : tree.start(body);
  declareVisible(extraction, {
    name: declared.name,
    kind: kindOfFunction(extraction, node, declared),
    node,
    start: extraction.leadingStart(outer),
    body,
    container: declared.container,
    signature: headOf(extraction, outer, to),
    visibility: visibilityOf(extraction, node),
  });
  markAllUsed(extraction, declared.nameNode);
}

function headOf(extraction: Extraction, node: number, to: number): string {
  return extraction.lineOf(node, extraction.tree.start(node), to).replace(/\s*[;{:]$/, "").trimEnd();
}

/** `int a = 1, *b, f(int);`: one symbol per name. */
function declaresValues(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (!isOutsideFunctions(tree, node)) return;
  const outer = outermost(tree, node);
  const declarators = tree.children(node).filter((child) =>
    tree.fieldOf(child) === "declarator" || tree.type(child) === "operator_cast"
  );
  const first = declarators[0];
  if (first === undefined) return;
  const isMember = tree.type(node) === "field_declaration";
  const isConstant = /\b(?:const|constexpr)\b/.test(tree.text.slice(tree.start(node), tree.start(first)));
  const head = extraction.lineOf(outer, tree.start(outer), tree.start(first));
  for (const declarator of declarators) {
    const declared = declaredBy(tree, declarator);
    if (declared === undefined) continue;
    const text = extraction.lineOf(declarator, tree.start(declarator), tree.end(declarator));
    const shown = text.length <= 100 || declared.isFunction ? text : text.replace(/\s*[={(][\s\S]*$/, "");
    declareVisible(extraction, {
      name: declared.name,
      kind: declared.isFunction
        ? kindOfFunction(extraction, node, declared)
        : isMember
        ? "field"
        : isConstant
        ? "constant"
        : "variable",
      node: declarators.length === 1 ? node : declarator,
      start: declarator === first ? extraction.leadingStart(outer) : tree.start(declarator),
      container: declared.container,
      signature: oneLine(`${head} ${shown}`),
      visibility: visibilityOf(extraction, node),
      ...(declarators.length === 1 ? {} : { opensScope: "no" }),
    });
    markAllUsed(extraction, declared.nameNode);
  }
}

/** Types with a body; `struct name` alone is a use. `typedef struct {…} name;` names the struct. */
function declaresType(kind: SymbolKind): NodeHandler {
  return (extraction, node) => {
    const { tree } = extraction;
    const body = tree.field(node, "body");
    const nameNode = tree.field(node, "name");
    if (body === NO_NODE) {
      // On its own it only announces the type.
      const isAnnouncement = SCOPES.has(tree.type(tree.parent(node)));
      if (nameNode !== NO_NODE && !isAnnouncement) useType(extraction, "type", nameNode);
      markAllUsed(extraction, nameNode);
      return;
    }
    const parent = tree.parent(node);
    const isTypedef = nameNode === NO_NODE && tree.type(parent) === "type_definition";
    const declared = isTypedef ? declaredBy(tree, tree.field(parent, "declarator")) : undefined;
    const name = declared?.name ?? plainName(tree.textOf(nameNode));
    if (name === undefined) return;
    const outer = isTypedef ? parent : outermost(tree, node);
    declareVisible(extraction, {
      name: name.slice(name.lastIndexOf(".") + 1),
      kind,
      node,
      start: extraction.leadingStart(outer),
      end: tree.end(outer),
      body,
      container: name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "",
      signature: headOf(extraction, outer, tree.start(body)),
      visibility: visibilityOf(extraction, node),
    });
    if (declared !== undefined) markAllUsed(extraction, declared.nameNode);
    markAllUsed(extraction, nameNode);
  };
}

function declaresTypedef(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const type = tree.field(node, "type");
  const hasBody = tree.field(type, "body") !== NO_NODE;
  const isNamed = !hasBody || tree.field(type, "name") !== NO_NODE;
  const declarators = tree.children(node).filter((child) => tree.fieldOf(child) === "declarator");
  for (const declarator of declarators) {
    const declared = declaredBy(tree, declarator);
    if (declared === undefined) continue;
    if (isNamed) {
      const visibility = visibilityOf(extraction, node);
      declareVisible(extraction, {
        name: declared.name,
        kind: "typealias",
        node,
        visibility,
        opensScope: "no",
      });
    }
    markAllUsed(extraction, declared.nameNode);
  }
}

/** A definition without a value only marks that something happened (include guards). */
function declaresMacro(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const value = tree.field(node, "value");
  if (value === NO_NODE && tree.type(node) === "preproc_def") return;
  const name = tree.textOf(tree.field(node, "name"));
  const head = extraction.lineOf(
    node,
    tree.start(node),
    value === NO_NODE ? tree.end(node) : tree.start(value),
  );
  const text = extraction.lineOf(node, tree.start(node), tree.end(node));
  declareVisible(extraction, {
    name,
    kind: "macro",
    node,
    signature: text.length <= 100 ? text : head,
    visibility: "public",
  });
  extraction.skip(node);
}

/** Specifiers keep their quotes or angle brackets: they are looked for in different places. */
function readsInclude(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const specifier = tree.textOf(tree.field(node, "path"));
  const line = tree.lineAt(tree.start(node));
  if (/^["<]/.test(specifier)) extraction.addImport({ specifier, kind: "include", line });
  extraction.skip(node);
}

/** Records a type's name; `std::vector<T>` is `vector` after `std`. */
export function useType(extraction: Extraction, kind: ReferenceKind, node: number): void {
  const { tree } = extraction;
  const type = tree.type(node);
  if (type !== "type_identifier" && type !== "qualified_identifier" && type !== "template_type") return;
  if (plainName(tree.textOf(node)) === undefined) return;
  useChain(extraction, kind, node);
  for (let inner = node; inner < tree.after(node); inner++) {
    if (tree.type(inner) === "template_argument_list") inner = tree.after(inner) - 1;
    else extraction.markUsed(inner);
  }
}

function usesType(extraction: Extraction, node: number): void {
  if (!extraction.isUsed(node) && extraction.tree.fieldOf(node) !== "declarator") {
    useType(extraction, "type", node);
  }
}

function usesCall(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const callee = tree.field(node, "function");
  if (tree.type(callee) === "field_expression") {
    const field = tree.field(callee, "field");
    const name = plainName(tree.textOf(field));
    if (name === undefined) return;
    extraction.reference("call", field, name, plainName(tree.textOf(tree.field(callee, "argument"))));
  } else if (/^(?:identifier|qualified_identifier|template_function)$/.test(tree.type(callee))) {
    useChain(extraction, "call", callee);
    for (let inner = callee; inner < tree.after(callee); inner++) {
      if (tree.type(inner) === "template_argument_list") inner = tree.after(inner) - 1;
      else extraction.markUsed(inner);
    }
  }
}

/** Handlers of both languages. */
export const cHandlers: Readonly<Record<string, NodeHandler>> = {
  function_definition: declaresFunction,
  declaration: declaresValues,
  field_declaration: declaresValues,
  struct_specifier: declaresType("struct"),
  union_specifier: declaresType("struct"),
  class_specifier: declaresType("class"),
  enum_specifier: declaresType("enum"),
  enumerator: declaring({ kind: "enummember" }),
  type_definition: declaresTypedef,
  preproc_def: declaresMacro,
  preproc_function_def: declaresMacro,
  preproc_include: readsInclude,
  access_specifier: readsAccess,
  type_identifier: usesType,
  call_expression: usesCall,
};

const TYPE_RULE: RecoveryRule = {
  pattern:
    /^\s*(?:typedef\s+)?(?:struct|union|enum(?:\s+(?:class|struct))?|class)\s+(?:[A-Z][A-Z0-9_]*\s+)?(?<name>[A-Za-z_]\w*)\s*(?:final\s*)?(?::[^;]*)?\{?$/,
  kind: (match) => /\benum\b/.test(match[0]) ? "enum" : /\bclass\b/.test(match[0]) ? "class" : "struct",
  isExported: () => true,
};

const FUNCTION_RULE: RecoveryRule = {
  // Only unindented lines with a type in front and no `;` behind: calls have neither.
  pattern:
    /^(?!(?:return|else|if|for|while|switch|case|typedef|using|namespace)\b)(?:[A-Za-z_][\w:]*(?:<[^<>()=;{}]*(?:<[^<>()=;{}]*>[^<>()=;{}]*)*>)?[\s*&]+)+(?:[A-Za-z_]\w*::)*(?<name>~?[A-Za-z_]\w*)\s*\([^;]*$/,
  kind: "function",
  isExported: (match) => !/^static\b/.test(match[0]),
};

/** How files of one of the grammars are read. */
export function cBinding(
  grammar: "c" | "cpp",
  handlers: Readonly<Record<string, NodeHandler>>,
): GrammarBinding {
  return {
    grammar,
    handlers,
    docs: {
      blocks: ["/*"],
      lines: ["///", "//!", "//"],
      gap: "none",
      between: CONDITIONAL,
      read: readTagged,
    },
    comments: ["comment"],
    attributes: ["attribute_specifier", "attribute_declaration"],
    literals: ["string_literal", "char_literal", "raw_string_literal"],
    identifiers: [],
    repairs: [withoutConditionals, firstBranchesOnly],
    recovery: [TYPE_RULE, FUNCTION_RULE],
  };
}
