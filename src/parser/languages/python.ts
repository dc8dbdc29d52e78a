import type { ImportedName, ImportRecord, SymbolKind, Visibility } from "../../model/mod.ts";
import { collapse } from "../_doc_comments.ts";
import type { Declaration, Extraction } from "../_extraction.ts";
import { oneLine } from "../_signature.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { LanguageDefinition } from "../language.ts";
import {
  declareVisible,
  declaring,
  functionOrMethod,
  isInType,
  markAllUsed,
  unquoted,
  useChain,
} from "./_declaring.ts";

/** A leading underscore makes a name private; `__init__` and its kind belong to the language. */
function visibilityOf(_: Extraction, __: number, name: string): Visibility {
  return name.startsWith("_") && !(name.startsWith("__") && name.endsWith("__")) ? "private" : "public";
}

/** Headings that end the description of a docstring. */
const DOC_SECTION =
  /^(?:Args|Arguments|Parameters|Params|Returns?|Raises|Yields|Examples?|Notes?|Attributes|See Also|References|Warnings?)\s*:?$|^:(?:param|arg|type|returns?|rtype|raises?|except|yields?|var|ivar|cvar|meta)\b|^>>>/;

/** A docstring: the first statement of a body, when it is a string. */
function docstring(tree: SyntaxTree, body: number): string {
  const first = tree.children(body).find((child) => tree.type(child) !== "comment");
  const string = first === undefined ? NO_NODE : tree.firstChild(first);
  if (first === undefined || tree.type(first) !== "expression_statement" || tree.type(string) !== "string") {
    return "";
  }
  const kept: string[] = [];
  for (const line of unquoted(tree, string).split("\n")) {
    if (DOC_SECTION.test(line.trim())) break;
    kept.push(line);
  }
  return collapse(kept.join(" "));
}

/** What the decorators of a definition change: its start, and a property's kind. */
function decorated(extraction: Extraction, node: number): Partial<Declaration> {
  const { tree } = extraction;
  const parent = tree.parent(node);
  const doc = docstring(tree, tree.field(node, "body"));
  if (tree.type(parent) !== "decorated_definition") return { doc };
  return { doc, start: tree.start(parent) };
}

const PROPERTY_DECORATOR =
  /^@\s*(?:[\w.]*\bproperty|(?:functools\.)?cached_property|\w+\.(?:setter|getter|deleter))\s*$/;

function kindOfFunction(extraction: Extraction, node: number): SymbolKind {
  const { tree } = extraction;
  const parent = tree.parent(node);
  const isProperty = tree.type(parent) === "decorated_definition" &&
    tree.children(parent).some((child) => PROPERTY_DECORATOR.test(tree.textOf(child).slice(0, 100)));
  const kind = functionOrMethod(extraction);
  return kind === "method" && isProperty ? "property" : kind;
}

/** Assignments at module and class level declare constants, variables and fields. */
function declaresAssigned(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const outer = tree.parent(node);
  if (tree.type(outer) === "assignment" && tree.type(tree.parent(outer)) === "expression_statement") {
    // `a = b = 1`
    if (!isDirect(extraction, tree.parent(outer))) return;
  } else if (tree.type(outer) !== "expression_statement" || !isDirect(extraction, outer)) return;
  const left = tree.field(node, "left");
  if (tree.textOf(left) === "__all__") readsAll(extraction, tree.field(node, "right"));
  const targets = tree.type(left) === "pattern_list" ? tree.children(left) : [left];
  for (const target of targets) {
    const name = tree.textOf(target);
    if (tree.type(target) !== "identifier" || /^__\w+__$|^_$/.test(name)) continue;
    const isConstant = /^_*\p{Lu}[\p{Lu}\p{N}_]*$/u.test(name);
    const text = extraction.lineOf(node, tree.start(node), tree.end(node));
    const right = tree.field(node, "right");
    const head = right === NO_NODE || text.length <= 80
      ? text
      : extraction.lineOf(node, tree.start(node), tree.start(right)).replace(/\s*=$/, "");
    declareVisible(extraction, {
      name,
      kind: isInType(extraction) ? "field" : isConstant ? "constant" : "variable",
      node,
      signature: oneLine(targets.length === 1 ? head : name),
      visibility: visibilityOf(extraction, node, name),
      doc: "",
      opensScope: "no",
    });
    extraction.markUsed(target);
  }
}

/** Whether a statement stands directly in a module or class, `if` and `try` at the top included. */
function isDirect(extraction: Extraction, statement: number): boolean {
  if (extraction.currentSymbol !== -1 && !isInType(extraction)) return false;
  const { tree } = extraction;
  const parent = tree.parent(statement);
  return tree.type(parent) === "module" || tree.type(tree.parent(parent)) === "class_definition" ||
    (extraction.currentSymbol === -1 && tree.start(statement) > 0 && tree.type(parent) === "block");
}

function readsAll(extraction: Extraction, list: number): void {
  for (const item of extraction.tree.children(list)) {
    if (extraction.tree.type(item) === "string") {
      extraction.exportedNames.add(unquoted(extraction.tree, item));
    }
  }
}

function isTypeChecking(tree: SyntaxTree, node: number): boolean {
  const condition = tree.parent(tree.parent(node));
  return tree.type(condition) === "if_statement" &&
    /\bTYPE_CHECKING$/.test(tree.textOf(tree.field(condition, "condition")));
}

/** `import a.b as c` and `from .a import b as c`; a star brings in the name `*`. */
function readsImport(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  extraction.skip(node);
  const kind = isTypeChecking(tree, node) ? "type" : "static";
  const line = tree.lineAt(tree.start(node));
  const module = tree.field(node, "module_name");
  const names: ImportedName[] = [];
  for (const child of tree.children(node)) {
    if (tree.type(child) === "wildcard_import") names.push({ imported: "*", local: "*" });
    if (tree.fieldOf(child) !== "name") continue;
    const isAliased = tree.type(child) === "aliased_import";
    const imported = tree.textOf(isAliased ? tree.field(child, "name") : child).replace(/\s+/g, "");
    const local = isAliased ? tree.textOf(tree.field(child, "alias")) : imported;
    if (module !== NO_NODE) names.push({ imported, local });
    else extraction.addImport({ specifier: imported, kind, line, names: [{ imported: "*", local }] });
  }
  if (module === NO_NODE) return;
  const record: ImportRecord = { specifier: tree.textOf(module).replace(/\s+/g, ""), kind, line };
  if (names.length > 0) record.names = names;
  extraction.addImport(record);
}

function usesCall(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const callee = tree.field(node, "function");
  const text = tree.textOf(callee);
  if (text === "importlib.import_module" || text === "import_module" || text === "__import__") {
    const argument = tree.firstChild(tree.field(node, "arguments"));
    if (tree.type(argument) === "string" && tree.child(argument, "interpolation") === NO_NODE) {
      const line = tree.lineAt(tree.start(node));
      extraction.addImport({ specifier: unquoted(tree, argument), kind: "dynamic", line });
    }
  }
  if (tree.type(callee) === "attribute") {
    const property = tree.field(callee, "attribute");
    const chain = tree.textOf(tree.field(callee, "object"));
    const qualifier = /^[\w.]{1,120}$/.test(chain) ? chain : undefined;
    extraction.reference("call", property, tree.textOf(property), qualifier);
    const first = tree.field(callee, "object");
    if (tree.type(first) === "identifier") extraction.markUsed(first);
  } else if (tree.type(callee) === "identifier") extraction.reference("call", callee, text);
}

/** Types every Python file has. */
const BUILT_IN: ReadonlySet<string> = new Set(
  "bool bytes bytearray complex dict float frozenset int list object set str tuple type".split(" "),
);

/** Annotations: every name in them is a type, quoted ones too. */
function usesType(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (extraction.isUsed(node)) return;
  if (
    tree.type(tree.parent(node)) === "type_parameter" && tree.fieldOf(tree.parent(node)) === "type_parameters"
  ) {
    extraction.addTypeParameter(tree.textOf(node));
    markAllUsed(extraction, node);
    return;
  }
  // What a `type` statement declares is no use.
  if (tree.type(tree.parent(node)) === "type_alias_statement" && tree.fieldOf(node) === "left") return;
  for (let inner = node + 1; inner < tree.after(node); inner++) {
    const type = tree.type(inner);
    if (type === "type") extraction.markUsed(inner);
    if (extraction.isUsed(inner) || (type !== "identifier" && type !== "attribute")) continue;
    if (!BUILT_IN.has(tree.textOf(inner))) useChain(extraction, "type", inner);
    markAllUsed(extraction, inner);
  }
  const quoted = tree.firstChild(node);
  if (tree.type(quoted) === "string" && /^[\w.]+$/.test(unquoted(tree, quoted))) {
    const chain = unquoted(tree, quoted).split(".");
    extraction.reference("type", quoted, chain.pop() ?? "", chain.join("."));
  }
}

function usesBases(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  for (const base of tree.children(tree.field(node, "superclasses"))) {
    const isGeneric = tree.type(base) === "subscript";
    const named = isGeneric ? tree.field(base, "value") : base;
    if (tree.type(named) !== "identifier" && tree.type(named) !== "attribute") continue;
    useChain(extraction, "inherit", named);
    markAllUsed(extraction, named);
  }
}

function usesDecorator(extraction: Extraction, node: number): void {
  const expression = extraction.tree.firstChild(node);
  if (extraction.tree.type(expression) === "call") return;
  useChain(extraction, "call", expression);
  markAllUsed(extraction, expression);
}

const declaresClass = declaring({ kind: "class", visibility: visibilityOf, extra: decorated });

/** Python. */
export const python: LanguageDefinition = {
  name: "python",
  binding: {
    grammar: "python",
    handlers: {
      function_definition: declaring({ kind: kindOfFunction, visibility: visibilityOf, extra: decorated }),
      class_definition: (extraction, node) => {
        declaresClass(extraction, node);
        usesBases(extraction, node);
      },
      type_alias_statement: declaring({ kind: "typealias", name: aliasName, visibility: visibilityOf }),
      assignment: declaresAssigned,
      import_statement: readsImport,
      import_from_statement: readsImport,
      future_import_statement: (extraction, node) => extraction.skip(node),
      call: usesCall,
      type: usesType,
      decorator: usesDecorator,
    },
    docs: { blocks: [], lines: [], gap: "none", read: () => "" },
    comments: ["comment"],
    attributes: ["decorator"],
    literals: ["string"],
    identifiers: ["identifier"],
    memberAccess: { type: "attribute", object: "object", property: "attribute" },
    recovery: [
      {
        pattern: /^\s*(?:async\s+)?def\s+(?<name>[\p{ID_Start}_]\p{ID_Continue}*)\s*[([]/u,
        kind: "function",
        isExported: (match) => !/\s_/.test(match[0]),
      },
      {
        pattern: /^\s*class\s+(?<name>[\p{ID_Start}_]\p{ID_Continue}*)\s*[([:]/u,
        kind: "class",
        isExported: (match) => !/\s_/.test(match[0]),
      },
    ],
  },
  support: {
    symbols: ["class", "function", "method", "property", "field", "constant", "variable", "typealias"],
    docs: "docstrings, up to their first section",
    imports: ["static", "type", "dynamic"],
    specifiers: "module path with its leading dots: os.path, ..pkg.mod",
  },
};

function aliasName(extraction: Extraction, node: number): string {
  return /^\w*/.exec(extraction.tree.textOf(extraction.tree.field(node, "left")))?.[0] ?? "";
}
