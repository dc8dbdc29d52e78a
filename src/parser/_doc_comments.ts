import type { SyntaxTree } from "./_syntax_tree.ts";

/** How a language writes doc comments. */
export interface DocStyle {
  /** Openings of doc comments that end themselves: `/**`. */
  readonly blocks: readonly string[];
  /** Openings of doc comments that end with the line and are read as a run: `///`, `#`. */
  readonly lines: readonly string[];
  /** Whether an empty line may stand between the comment and the declaration. */
  readonly gap: "blank-lines" | "none";
  /** Lines that may stand between the comment and the declaration: directives. */
  readonly between?: RegExp;
  /** Turns the lines, comment markers already dropped, into the doc text. */
  readonly read: (lines: readonly string[]) => string;
}

/** A doc comment that was found. */
export interface FoundDoc {
  text: string;
  /** 1-based. */
  startLine: number;
}

// Lint directives and the like may stand between a doc comment and its declaration, but not a whole page of them.
const SKIPPED_COMMENTS_LIMIT = 5;

// Directives longer than this, in UTF-16 units, are no longer between a comment and what it describes.
const GAP_LIMIT = 500;

/**
 * Finds the doc comment directly above an offset. Only comments of the syntax tree count, so text that looks like
 * one inside a string does not, and nothing but white space and other comments may lie between.
 *
 * @param comments the file's comment nodes in source order.
 * @param offset where the declaration starts, decorators, attributes and modifiers included.
 */
export function findDocComment(
  tree: SyntaxTree,
  comments: readonly number[],
  offset: number,
  style: DocStyle,
): FoundDoc | undefined {
  let at = lastCommentBefore(tree, comments, offset);
  let below = offset;
  for (let skipped = 0; at >= 0 && skipped <= SKIPPED_COMMENTS_LIMIT; at--, skipped++) {
    const comment = comments[at] ?? 0;
    if (!isClose(tree, tree.end(comment), below, style) || !leadsItsLine(tree, comment, offset)) {
      return undefined;
    }
    const text = tree.textOf(comment);
    if (style.blocks.some((opening) => text.startsWith(opening)) && !text.startsWith("/**/")) {
      return { text: style.read(blockLines(text)), startLine: tree.lineAt(tree.start(comment)) };
    }
    if (lineOpening(text, style) !== undefined) return readRun(tree, comments, at, style);
    below = tree.start(comment);
  }
  return undefined;
}

function readRun(tree: SyntaxTree, comments: readonly number[], last: number, style: DocStyle): FoundDoc {
  const parts: string[][] = [];
  let startLine = 0;
  for (let at = last; at >= 0; at--) {
    const comment = comments[at] ?? 0;
    const opening = lineOpening(tree.textOf(comment), style);
    const line = tree.lineAt(tree.start(comment));
    const endLine = tree.lineAt(Math.max(tree.start(comment), tree.end(comment) - 1));
    if (opening === undefined || !leadsItsLine(tree, comment, tree.start(comment))) break;
    if (startLine !== 0 && endLine !== startLine - 1) break;
    const text = tree.textOf(comment).split("\n").map((part) => {
      const trimmed = part.trim();
      return trimmed.startsWith(opening) ? trimmed.slice(opening.length) : trimmed;
    });
    parts.push(text);
    startLine = line;
  }
  return { text: style.read(parts.reverse().flat()), startLine };
}

/** `////` and `#!` lines are rulers and interpreters, not docs. */
function lineOpening(text: string, style: DocStyle): string | undefined {
  return style.lines.find((opening) =>
    text.startsWith(opening) && text[opening.length] !== opening.at(-1) && text[opening.length] !== "!"
  );
}

function isClose(tree: SyntaxTree, from: number, to: number, style: DocStyle): boolean {
  const between = tree.text.slice(from, to);
  if (between.trim() !== "") {
    return style.between !== undefined && between.length <= GAP_LIMIT &&
      between.split("\n").every((line) => line.trim() === "" || style.between?.test(line));
  }
  // A line comment's node may or may not hold its line break; two breaks in all mean an empty line either way.
  const breaks = between.split("\n").length - 1 + (tree.text[from - 1] === "\n" ? 1 : 0);
  return style.gap === "blank-lines" || breaks <= 1;
}

/** A comment behind code on the same line describes that code, unless the declaration is on this line as well. */
function leadsItsLine(tree: SyntaxTree, comment: number, offset: number): boolean {
  const start = tree.start(comment);
  const line = tree.lineAt(start);
  return tree.text.slice(tree.lineStart(line), start).trim() === "" ||
    (start !== offset && tree.lineAt(offset) === line);
}

function lastCommentBefore(tree: SyntaxTree, comments: readonly number[], offset: number): number {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tree.end(comments[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function blockLines(text: string): string[] {
  // No pattern for the end: a banner of stars would make it quadratic.
  let end = text.endsWith("*/") ? text.length - 2 : text.length;
  while (end > 0 && text[end - 1] === "*") end--;
  return text.slice(0, end).replace(/^\/\*+!?/, "").split("\n").map((line) => line.replace(/^\s*\*+ ?/, ""));
}

/** Joins lines with the white space between words made single. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Tags whose text is the description itself. */
const DESCRIBING_TAGS = /^[@\\](?:description|desc|summary|remarks|brief|details)\b\s*/;

/**
 * Reads JSDoc, Javadoc, KDoc, PHPDoc and Doxygen comments: the text up to tags such as `@param`, without them and
 * without the lines that continue them. A blank line ends a tag, except an example's.
 */
export function readTagged(lines: readonly string[]): string {
  const kept: string[] = [];
  let inTag: "none" | "tag" | "example" = "none";
  for (const raw of lines) {
    const line = raw.trim();
    if (/^[@\\][a-z]/i.test(line)) {
      const describing = DESCRIBING_TAGS.test(line);
      inTag = describing ? "none" : /^[@\\](?:example|code|sample|see)\b/.test(line) ? "example" : "tag";
      if (describing) kept.push(line.replace(DESCRIBING_TAGS, ""));
    } else if (line === "" && inTag === "tag") inTag = "none";
    else if (inTag === "none") kept.push(line);
  }
  return collapse(
    kept.join(" ").replace(/\{@\w+\s+([^{}]*)\}/g, (_, inner: string) => inner.trim()).replace(
      /<\/?p>/gi,
      " ",
    ),
  );
}

/** Reads comments that are plain text or Markdown. */
export function readPlain(lines: readonly string[]): string {
  return collapse(lines.join(" "));
}

const XML_ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Reads C# XML comments: the text of `<summary>` (else all of it) with the names that references stand for. */
export function readXml(lines: readonly string[]): string {
  const text = lines.join("\n");
  const summary = /<summary\b[^<>]*>([\s\S]*?)(?:<\/summary>|$)/.exec(text);
  return collapse(
    (summary?.[1] ?? text)
      .replace(
        /<\/?[A-Za-z!][^<>]*>/g,
        (tag) => ` ${/\s(?:cref|name|langword|href)\s*=\s*["'](?:[A-Z]:)?([^"']*)/.exec(tag)?.[1] ?? ""} `,
      )
      .replace(/&(\w+);/g, (all, name: string) => XML_ENTITIES[name] ?? all)
      .replace(/\s+([.,;:!?)])/g, "$1"),
  );
}
