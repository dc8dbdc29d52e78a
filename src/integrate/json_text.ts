/**
 * Changing a JSON file that somebody else wrote, comments and all: members are put in and taken out, and every other
 * byte stays as it is. What is put in and then taken out leaves no trace.
 */
import { type Node, type ParseError, parseTree } from "jsonc-parser";

/** The text of a file, and how it is written. */
export interface JsonText {
  readonly text: string;
  readonly root: Node;
  /** One step of indentation. */
  readonly indent: string;
  readonly newline: "\n" | "\r\n";
}

/** Reads a text; undefined when it is no JSON with at most comments and trailing commas. */
export function readJsonText(text: string): JsonText | undefined {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    // Nested deeper than the stack.
    if (!(error instanceof RangeError)) throw error;
  }
  if (root === undefined || errors.length > 0) return undefined;
  return {
    text,
    root,
    indent: /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ",
    newline: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

/** The value of a member, undefined when there is none. */
export function memberOf(object: Node | undefined, name: string): Node | undefined {
  return object?.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1];
}

/** The names of the members of an object, in order; one that stands twice is listed twice. */
export function memberNames(object: Node | undefined): string[] {
  return object?.type === "object" ? object.children?.map(({ children }) => children?.[0]?.value) ?? [] : [];
}

/** The text with another value in place of a node. */
export function replaceValue({ text }: JsonText, node: Node, value: string | number): string {
  return splice(text, node.offset, node.length, JSON.stringify(value));
}

/**
 * The text with one more child at the end of a container. A container on one line stays on one line; otherwise the
 * child gets lines of its own, indented like its siblings.
 *
 * @param name of a member; absent for an element of an array.
 */
export function addChild(json: JsonText, container: Node, value: unknown, name?: string): string {
  const { text, newline, indent } = json;
  const key = name === undefined ? "" : `${JSON.stringify(name)}:`;
  const end = container.offset + container.length;
  const last = container.children?.at(-1);
  if (last !== undefined && !text.slice(container.offset, end).includes("\n")) {
    return splice(text, endOf(last), 0, `,${key}${JSON.stringify(value)}`);
  }
  const outer = lineIndent(text, container.offset);
  const inner = last === undefined ? outer + indent : lineIndent(text, last.offset);
  const written = JSON.stringify(value, undefined, indent).replaceAll("\n", newline + inner);
  const child = `${newline}${inner}${key === "" ? "" : `${key} `}${written}`;
  if (last === undefined) {
    const goesOn = /^[ \t]*\r?\n/.test(text.slice(container.offset + 1, end));
    return splice(text, container.offset + 1, 0, goesOn ? child : `${child}${newline}${outer}`);
  }
  const comma = commaAfter(text, endOf(last), end - 1);
  // Remarks on the line of the last sibling stay behind it.
  const place = endOfLineTrivia(text, comma === undefined ? endOf(last) : comma + 1, end - 1);
  // A comma that trails stays one that trails.
  const withChild = splice(text, place, 0, comma === undefined ? child : `${child},`);
  return comma === undefined ? splice(withChild, endOf(last), 0, ",") : withChild;
}

/** The text without a child of a container, and without the comma and the line that came with it. */
export function removeChild({ text }: JsonText, container: Node, child: Node): string {
  const siblings = container.children ?? [];
  const own = commaAfter(text, endOf(child), container.offset + container.length - 1);
  const before = siblings[siblings.indexOf(child) - 1];
  const start = startWithBlanks(
    text,
    child.offset,
    before === undefined ? container.offset + 1 : endOf(before),
  );
  const end = own === undefined ? endOf(child) : own + 1;
  const without = splice(text, start, end - start, "");
  if (own !== undefined || before === undefined) return without;
  const comma = commaAfter(text, endOf(before), child.offset);
  return comma === undefined ? without : splice(without, comma, 1, "");
}

/** Whether nothing is left in a container, not even a remark. */
export function isEmpty({ text }: JsonText, container: Node): boolean {
  return (container.children ?? []).length === 0 && !hasComment(text, container);
}

/** Whether a remark stands anywhere in a container without children. */
function hasComment(text: string, { offset, length }: Node): boolean {
  return text.slice(offset + 1, offset + length - 1).trim() !== "";
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function splice(text: string, at: number, length: number, put: string): string {
  return text.slice(0, at) + put + text.slice(at + length);
}

/** The blanks at the start of the line of a place. */
function lineIndent(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*/.exec(line)![0];
}

/** Where the comma between two places is; between two values there are only blanks, comments and one comma. */
function commaAfter(text: string, from: number, to: number): number | undefined {
  for (let at = from; at < to;) {
    if (text[at] === ",") return at;
    at = afterComment(text, at) ?? at + 1;
  }
  return undefined;
}

/** Where the line goes on after blanks and comments that end on it. */
function endOfLineTrivia(text: string, from: number, to: number): number {
  let end = from;
  for (let at = from; at < to;) {
    const after = afterComment(text, at);
    if (after !== undefined) {
      if (text.slice(at, after).includes("\n")) return end;
      at = end = after;
    } else if (text[at] === " " || text[at] === "\t") at++;
    else break;
  }
  return end;
}

/** The place after a comment that starts here, for a line comment before its newline. */
function afterComment(text: string, at: number): number | undefined {
  if (text.startsWith("//", at)) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    return text[end - 1] === "\r" ? end - 1 : end;
  }
  if (!text.startsWith("/*", at)) return undefined;
  const end = text.indexOf("*/", at + 2);
  return end < 0 ? text.length : end + 2;
}

/** The start of the blanks before a place: with the newline when it begins a line, without going below `floor`. */
function startWithBlanks(text: string, at: number, floor: number): number {
  let start = at;
  while (start > floor && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  if (start > floor && text[start - 1] === "\n") start -= text[start - 2] === "\r" ? 2 : 1;
  return Math.max(start, floor);
}
