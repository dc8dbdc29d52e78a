/** Handlers most languages can share: declarations with a name and a body, and names of uses. */
import type { ReferenceKind, SymbolKind, Visibility } from "../../model/mod.ts";
import type { Declaration, Extraction } from "../_extraction.ts";
import { NO_NODE, type SyntaxTree } from "../_syntax_tree.ts";
import type { NodeHandler } from "../language.ts";

/** What is special about a declaration's node type; everything has a usual value. */
export interface DeclaringRule {
  /** The kind, or how to tell it; undefined declares nothing. */
  readonly kind: SymbolKind | ((extraction: Extraction, node: number) => SymbolKind | undefined);
  /** Field of the name. @default "name" */
  readonly name?: string | ((extraction: Extraction, node: number) => string);
  /** Field of the body. @default "body" */
  readonly body?: string | ((extraction: Extraction, node: number) => number);
  /** @default "public" */
  readonly visibility?: (extraction: Extraction, node: number, name: string) => Visibility;
  /** Whatever else the declaration needs. */
  readonly extra?: (extraction: Extraction, node: number) => Partial<Declaration>;
}

/** A handler that declares what the rule says. Nodes without a name declare nothing. */
export function declaring(rule: DeclaringRule): NodeHandler {
  return (extraction, node) => {
    const { tree } = extraction;
    const kind = typeof rule.kind === "function" ? rule.kind(extraction, node) : rule.kind;
    const name = typeof rule.name === "function"
      ? rule.name(extraction, node)
      : tree.textOf(tree.field(node, rule.name ?? "name"));
    if (kind === undefined || name === "") return;
    const body = typeof rule.body === "function"
      ? rule.body(extraction, node)
      : tree.field(node, rule.body ?? "body");
    declareVisible(extraction, {
      name,
      kind,
      node,
      body,
      visibility: rule.visibility?.(extraction, node, name) ?? "public",
      ...rule.extra?.(extraction, node),
    });
    if (typeof rule.name !== "function") extraction.markUsed(tree.field(node, rule.name ?? "name"));
  };
}

/** Declares something that is exported when its visibility lets it be seen outside. */
export function declareVisible(
  extraction: Extraction,
  declaration: Declaration & { visibility: Visibility },
): number {
  const isVisible = declaration.visibility === "public" || declaration.visibility === "protected";
  return extraction.declare({ exported: isVisible, ...declaration });
}

/** Whether the node being visited is declared directly in a type. */
export function isInType(extraction: Extraction): boolean {
  const kind = extraction.currentKind;
  return kind !== undefined && TYPE_KINDS.has(kind);
}

const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "class",
  "enum",
  "extension",
  "impl",
  "interface",
  "object",
  "protocol",
  "record",
  "struct",
  "trait",
]);

/** `method` inside a type, else `function`. */
export function functionOrMethod(extraction: Extraction): SymbolKind {
  return isInType(extraction) ? "method" : "function";
}

/** Separators of qualified names, all written as `.` in references. */
const PLAIN_NAME =
  /^(?:[\p{ID_Start}_$@][\p{ID_Continue}$!?]*)(?:(?:\.|::|->|\?\.|\\)[\p{ID_Start}_$@][\p{ID_Continue}$!?]*)*$/u;

/** A chain of names (`a.b`, `a::b`, `a->b`, `A\B`) with `.` between them; undefined for other expressions. */
export function plainName(text: string): string | undefined {
  if (text.length > 200) return undefined;
  let plain = text.replace(/\s+/g, "");
  for (let before = ""; before !== plain;) [before, plain] = [plain, plain.replace(/(?:::)?<[^<>]*>/g, "")];
  plain = plain.replace(/^(?:::|\\)/, "");
  return PLAIN_NAME.test(plain) ? plain.replace(/::|->|\?\.|\\/g, ".") : undefined;
}

/** Records the use of a name written as a chain: the last part with the others as qualifier. */
export function useChain(extraction: Extraction, kind: ReferenceKind, node: number): void {
  const plain = plainName(extraction.tree.textOf(node));
  if (plain === undefined) return;
  const dot = plain.lastIndexOf(".");
  extraction.reference(kind, node, plain.slice(dot + 1), dot < 0 ? undefined : plain.slice(0, dot));
}

/** Marks a node and everything in it as dealt with. */
export function markAllUsed(extraction: Extraction, node: number): void {
  if (node === NO_NODE) return;
  for (let inner = node; inner < extraction.tree.after(node); inner++) extraction.markUsed(inner);
}

/** Text of a child that stands for a word, without quotes of any kind. */
export function unquoted(tree: SyntaxTree, node: number): string {
  return tree.textOf(node).replace(/^[a-zA-Z@$]*(?:"""|'''|["'`])/, "").replace(/(?:"""|'''|["'`])$/, "");
}
