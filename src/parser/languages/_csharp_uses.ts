/** Usings and uses of names in C#. */
import type { ImportRecord, ReferenceKind } from "../../model/mod.ts";
import type { Extraction } from "../_extraction.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { NodeHandler } from "../language.ts";

/**
 * `global using static T` is a `global-using` whose names say `*`: it brings in every member. An alias names itself
 * with the imported name `*`.
 */
function readsUsing(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  extraction.skip(node);
  const alias = tree.field(node, "name");
  const target = tree.children(node).findLast((child) => tree.isNamed(child) && child !== alias);
  if (target === undefined) return;
  const isGlobal = tree.child(node, "global") !== NO_NODE;
  const isStatic = tree.child(node, "static") !== NO_NODE;
  const record: ImportRecord = {
    specifier: tree.textOf(target).replace(/\s+/g, "").replace(/^global::/, ""),
    kind: isGlobal ? "global-using" : alias !== NO_NODE ? "using-alias" : isStatic ? "using-static" : "using",
    line: tree.lineAt(tree.start(node)),
  };
  if (alias !== NO_NODE) record.names = [{ imported: "*", local: tree.textOf(alias) }];
  else if (isGlobal && isStatic) record.names = [{ imported: "*", local: "*" }];
  extraction.addImport(record);
}

/** A name's parts: `A.B<C>.D` is `D` after `A.B`. */
interface NameParts {
  name: string;
  qualifier: string | undefined;
}

function nameParts(tree: SyntaxTree, node: number): NameParts {
  switch (tree.type(node)) {
    case "generic_name":
      return { name: tree.textOf(tree.firstChild(node)), qualifier: undefined };
    case "qualified_name":
    case "alias_qualified_name": {
      const last = tree.field(node, "name");
      const before = tree.text.slice(tree.start(node), tree.start(last)).trimEnd().replace(/(?:\.|::)$/, "");
      const qualifier = plainName(before);
      return { name: nameParts(tree, last).name, qualifier };
    }
    default:
      return { name: tree.textOf(node), qualifier: undefined };
  }
}

/** A dotted name without type arguments and `global::`; undefined for other expressions. */
function plainName(text: string): string | undefined {
  if (text.length > 200) return undefined;
  let plain = text.replace(/^global::/, "").replace(/[?!\s]/g, "");
  for (let before = ""; before !== plain;) [before, plain] = [plain, plain.replace(/<[^<>]*>/g, "")];
  return /^[\p{L}_@][\p{L}\p{N}_]*(?:\.[\p{L}_@][\p{L}\p{N}_]*)*$/u.test(plain) ? plain : undefined;
}

const INNER_NAMES: ReadonlySet<string> = new Set(["qualified_name", "generic_name", "alias_qualified_name"]);

const TYPE_PARENTS: ReadonlySet<string> = new Set([
  "array_type",
  "explicit_interface_specifier",
  "nullable_type",
  "pointer_type",
  "ref_type",
  "scoped_type",
  "type_argument_list",
  "type_pattern",
]);

/** How a name is used, told from where it stands; undefined where it is no type. */
function useOfName(tree: SyntaxTree, node: number): ReferenceKind | undefined {
  const parent = tree.parent(node);
  const outer = tree.type(parent);
  const field = tree.fieldOf(node);
  if (outer === "base_list") return "inherit";
  if (outer === "primary_constructor_base_type") return field === "type" ? "inherit" : undefined;
  if (outer === "object_creation_expression") return field === "type" ? "new" : undefined;
  if (outer === "attribute") return field === "name" ? "type" : undefined;
  if (field === "type" || field === "returns" || TYPE_PARENTS.has(outer)) return "type";
  if (outer === "as_expression" || outer === "is_expression") return field === "right" ? "type" : undefined;
  // `x is Name` reads as a comparison with a constant when nothing follows the type.
  if (outer === "constant_pattern") return /^@?\p{Lu}/u.test(tree.textOf(node)) ? "type" : undefined;
  return undefined;
}

function usesName(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (extraction.isUsed(node) || INNER_NAMES.has(tree.type(tree.parent(node)))) return;
  const kind = useOfName(tree, node);
  if (kind === undefined) return;
  const { name, qualifier } = nameParts(tree, node);
  if (name !== "var" && name !== "dynamic" && name !== "_") extraction.reference(kind, node, name, qualifier);
}

function usesCallee(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const callee = tree.field(node, "function");
  switch (tree.type(callee)) {
    case "identifier":
    case "generic_name": {
      const { name } = nameParts(tree, callee);
      if (name === "nameof") usesNameOf(extraction, node);
      else extraction.reference("call", callee, name);
      return;
    }
    case "member_access_expression": {
      const { name } = nameParts(tree, tree.field(callee, "name"));
      extraction.reference("call", callee, name, plainName(tree.textOf(tree.field(callee, "expression"))));
      return;
    }
    case "conditional_access_expression": {
      const binding = tree.children(callee).findLast((child) =>
        tree.type(child) === "member_binding_expression"
      );
      if (binding === undefined) return;
      const { name } = nameParts(tree, tree.field(binding, "name"));
      extraction.reference("call", callee, name, plainName(tree.textOf(tree.field(callee, "condition"))));
    }
  }
}

/** `nameof(Name)` uses the name without calling anything. */
function usesNameOf(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const argument = tree.firstChild(tree.field(node, "arguments"));
  const name = tree.firstChild(argument);
  if (tree.type(name) === "identifier") extraction.reference("value", name, tree.textOf(name));
}

/** `Type.Member` without a call; a capital tells types from locals. */
function usesMember(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  if (extraction.isUsed(node)) return;
  const qualifier = plainName(tree.textOf(tree.field(node, "expression")));
  if (qualifier === undefined || !/^@?\p{Lu}/u.test(qualifier)) return;
  extraction.reference("value", node, nameParts(tree, tree.field(node, "name")).name, qualifier);
}

/** Handlers of usings and uses. */
export const useHandlers: Readonly<Record<string, NodeHandler>> = {
  using_directive: readsUsing,
  identifier: usesName,
  qualified_name: usesName,
  generic_name: usesName,
  alias_qualified_name: usesName,
  invocation_expression: usesCallee,
  member_access_expression: usesMember,
};
