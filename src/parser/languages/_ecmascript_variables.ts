/** Constants and variables at the top level, and CommonJS exports. */
import type { SymbolKind } from "../../model/mod.ts";
import type { Extraction } from "../_extraction.ts";
import { oneLine } from "../_signature.ts";
import { ERROR_NODE, NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { NodeHandler } from "../language.ts";
import {
  dottedName,
  functionKind,
  isFunctionValue,
  memberName,
  moduleCallOf,
  unwrap,
  wrappingOf,
} from "./_ecmascript_common.ts";
import { exportOf } from "./_ecmascript_declarations.ts";
import { ownMembers } from "./_ecmascript_members.ts";

/** Values longer than this are shown by their outline only. */
const VALUE_LENGTH_LIMIT = 80;

function declaresVariable(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const list = tree.parent(node);
  const wrapping = wrappingOf(tree, list);
  if (
    !wrapping.isExported && !isTopLevel(tree, tree.parent(wrapping.statement), tree.start(wrapping.statement))
  ) return;
  const nameNode = tree.field(node, "name");
  const value = tree.field(node, "value");
  // What `require` binds is imported, not declared.
  if (!wrapping.isExported && moduleCallOf(tree, value) !== NO_NODE) return;
  const word = tree.textOf(list).match(/^\w+/)?.[0] ?? "const";
  const keyword = wrapping.isAmbient ? `declare ${word}` : word;
  const isOnly = tree.child(list, "variable_declarator") === node && tree.nextSibling(node) === NO_NODE;
  const exported = exportOf(extraction, wrapping);
  if (tree.type(nameNode) !== "identifier") {
    declareBoundNames(extraction, node, nameNode, value, keyword, exported);
    return;
  }
  const name = tree.textOf(nameNode);
  const inner = unwrap(tree, value);
  extraction.declare({
    name,
    kind: kindOfValue(extraction, name, inner, word === "const" ? "constant" : "variable"),
    node,
    start: isOnly || isFirst(tree, list, node) ? tree.start(wrapping.statement) : tree.start(node),
    end: isOnly ? tree.end(wrapping.statement) : tree.end(node),
    body: tree.field(inner, "body"),
    signature: oneLine(`${keyword} ${headWithValue(extraction, node, value)}`),
    exported,
  });
  ownMembers(extraction, value);
}

function isFirst(tree: SyntaxTree, list: number, node: number): boolean {
  return tree.child(list, "variable_declarator") === node;
}

/** In broken source statements of a function can end up beside it: only unindented ones are taken there. */
function isTopLevel(tree: SyntaxTree, parent: number, start: number): boolean {
  const type = tree.type(parent);
  if (type === "program") return true;
  if (type === ERROR_NODE) return start === 0 || tree.text[start - 1] === "\n";
  const outer = tree.type(tree.parent(parent));
  return type === "statement_block" &&
    (outer === "module" || outer === "internal_module" || outer === "ambient_declaration");
}

function kindOfValue(extraction: Extraction, name: string, value: number, otherwise: SymbolKind): SymbolKind {
  const { tree } = extraction;
  if (isFunctionValue(tree, value)) return functionKind(extraction, name);
  return tree.type(value) === "class" ? "class" : otherwise;
}

/** `{ a, b: c } = value` declares `a` and `c`. */
function declareBoundNames(
  extraction: Extraction,
  node: number,
  pattern: number,
  value: number,
  keyword: string,
  exported: boolean | "with-container",
): void {
  const { tree } = extraction;
  const source = value === NO_NODE ? "" : ` = ${shortValue(tree, value)}`;
  for (let inner = pattern + 1; inner < tree.after(pattern); inner++) {
    const type = tree.type(inner);
    const outer = tree.type(tree.parent(inner));
    const isName = type === "shorthand_property_identifier_pattern" ||
      (type === "identifier" && (outer.endsWith("_pattern") && tree.fieldOf(inner) !== "right"));
    if (!isName) continue;
    const name = tree.textOf(inner);
    extraction.declare({
      name,
      kind: keyword.endsWith("const") ? "constant" : "variable",
      node: inner,
      start: tree.start(node),
      end: tree.end(node),
      signature: oneLine(`${keyword} { ${name} }${source}`),
      exported,
      opensScope: "no",
    });
    extraction.markUsed(inner);
  }
}

/** A declarator or assignment up to its value, with the value when it is short. */
function headWithValue(extraction: Extraction, node: number, value: number): string {
  const { tree } = extraction;
  if (value === NO_NODE) return extraction.lineOf(node, tree.start(node), tree.end(node));
  const inner = unwrap(tree, value);
  const body = tree.field(inner, "body");
  if ((isFunctionValue(tree, inner) || tree.type(inner) === "class") && body !== NO_NODE) {
    return extraction.lineOf(node, tree.start(node), tree.start(body));
  }
  return `${extraction.lineOf(node, tree.start(node), tree.start(value))} ${shortValue(tree, value)}`;
}

/** A value as far as it fits: `{…}` and `call(…)` for long ones. */
export function shortValue(tree: SyntaxTree, value: number): string {
  const text = tree.textOf(value);
  if (text.length <= VALUE_LENGTH_LIMIT && !text.includes("\n")) return text;
  const inner = unwrap(tree, value);
  switch (tree.type(inner)) {
    case "object":
      return "{…}";
    case "array":
      return "[…]";
    case "call_expression":
    case "new_expression": {
      const callee = tree.textOf(
        tree.field(inner, tree.type(inner) === "new_expression" ? "constructor" : "function"),
      );
      const word = tree.type(inner) === "new_expression" ? "new " : "";
      return callee.length <= VALUE_LENGTH_LIMIT && !callee.includes("\n") ? `${word}${callee}(…)` : "…";
    }
    default:
      return "…";
  }
}

/** `export default {…}`, `export default call(…)`; functions and classes have handlers of their own. */
export function declareDefaultValue(extraction: Extraction, statement: number, value: number): void {
  const { tree } = extraction;
  const inner = unwrap(tree, value);
  if (tree.type(inner) === "identifier") {
    extraction.exportedNames.add(tree.textOf(inner));
    return;
  }
  if (isFunctionValue(tree, value) || tree.type(value) === "class") return;
  extraction.declare({
    name: "default",
    kind: "constant",
    node: statement,
    signature: oneLine(`export default ${shortValue(tree, value)}`),
    exported: true,
  });
  ownMembers(extraction, value);
}

/** `module.exports = …`, `exports.name = …`, `Type.prototype.name = …`. */
function declaresAssigned(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const left = tree.field(node, "left");
  if (tree.type(left) !== "member_expression" || isInsideFunction(extraction)) return;
  const target = dottedName(tree, tree.field(left, "object"));
  const property = tree.field(left, "property");
  const name = memberName(tree, property);
  const value = tree.field(node, "right");
  if (target === "exports" || target === "module.exports") declareExport(extraction, node, name, value);
  else if (target === "module" && name === "exports") declareModuleExports(extraction, node, value);
  else if (target?.endsWith(".prototype") === true) {
    const container = target.slice(0, -".prototype".length);
    declareAssignment(extraction, node, name, "method", value, { container, exported: "with-container" });
  }
}

function isInsideFunction(extraction: Extraction): boolean {
  const kind = extraction.currentKind;
  return kind === "function" || kind === "method" || kind === "route";
}

function declareExport(extraction: Extraction, node: number, name: string, value: number): void {
  const { tree } = extraction;
  const inner = unwrap(tree, value);
  // `exports.a = exports.b = undefined` only announces the names.
  if (tree.type(inner) === "identifier" && tree.textOf(inner) === name) extraction.exportedNames.add(name);
  else if (!/^(?:undefined|void 0)$/.test(tree.textOf(inner))) {
    declareAssignment(extraction, node, name, kindOfValue(extraction, name, inner, "constant"), value, {});
  }
}

function declareModuleExports(extraction: Extraction, node: number, value: number): void {
  const { tree } = extraction;
  const inner = unwrap(tree, value);
  if (tree.type(inner) === "identifier") {
    extraction.exportedNames.add(tree.textOf(inner));
  } else if (tree.type(inner) === "object") {
    for (const child of tree.children(inner)) {
      const isShort = tree.type(child) === "shorthand_property_identifier";
      const pairValue = unwrap(tree, tree.field(child, "value"));
      if (isShort) extraction.exportedNames.add(tree.textOf(child));
      else if (tree.type(pairValue) === "identifier") extraction.exportedNames.add(tree.textOf(pairValue));
    }
    declareAssignment(extraction, node, "module.exports", "constant", value, { opensScope: "no" });
  } else {
    const named = tree.field(inner, "name");
    const name = named === NO_NODE ? "module.exports" : tree.textOf(named);
    declareAssignment(extraction, node, name, kindOfValue(extraction, name, inner, "constant"), value, {});
  }
}

function declareAssignment(
  extraction: Extraction,
  node: number,
  name: string,
  kind: SymbolKind,
  value: number,
  extra: { container?: string; exported?: "with-container"; opensScope?: "no" },
): void {
  const { tree } = extraction;
  const parent = tree.parent(node);
  const statement = tree.type(parent) === "expression_statement" ? parent : node;
  extraction.declare({
    name,
    kind,
    node,
    start: tree.start(statement),
    end: tree.end(statement),
    body: tree.field(unwrap(tree, value), "body"),
    signature: oneLine(headWithValue(extraction, node, value)),
    exported: true,
    ...extra,
  });
  ownMembers(extraction, value);
}

/** Handlers of variables and assignments. */
export const variableHandlers: Readonly<Record<string, NodeHandler>> = {
  variable_declarator: declaresVariable,
  assignment_expression: declaresAssigned,
};
