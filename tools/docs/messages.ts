/** The messages of failures that a user can meet, read from the sources. */

/** A place in the sources where a failure for people is made. */
export interface FailureMessage {
  /** Path and line, for whoever has to look. */
  readonly place: string;
  /** The first line, with `…` for what is filled in; undefined where it is put together elsewhere. */
  readonly message: string | undefined;
}

const FAILURE =
  /new (?:RepoctxError|UsageError|NoIndexError|CommandLineError|RepoContextConfigError|RepoContextWorkspaceError)\(\s*/g;

/** The messages of one source, in its order. */
export function failureMessages(path: string, source: string): FailureMessage[] {
  return [...source.matchAll(FAILURE)].map((match) => {
    const line = source.slice(0, match.index).split("\n").length;
    const text = readText(source, match.index + match[0].length);
    const message = text?.replace(/\n[^]*/, "").trim().replaceAll(/…+/g, "…");
    return { place: `${path}:${line}`, message };
  });
}

/** A literal, or literals joined by `+`, at a position; undefined for any other expression. */
function readText(source: string, start: number): string | undefined {
  const literal = /\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|(`)|([A-Z][A-Z_]+)\b)/y;
  let position = start;
  let text = "";
  while (true) {
    literal.lastIndex = position;
    const match = literal.exec(source);
    if (match === null) return undefined;
    position = literal.lastIndex;
    if (match[3] !== undefined) {
      const template = readTemplate(source, position);
      text += template.text;
      position = template.end;
    } else if (match[4] !== undefined) {
      const constant = new RegExp(`const ${match[4]}(?:: string)? =\\s`).exec(source);
      if (constant === null) return undefined;
      text += readText(source, constant.index + constant[0].length) ?? "";
    } else text += unescape(match[1] ?? match[2] ?? "");
    const plus = /\s*\+/y;
    plus.lastIndex = position;
    if (!plus.test(source)) return text;
    position = plus.lastIndex;
  }
}

/** The rest of a template behind its first backtick. */
function readTemplate(source: string, start: number): { text: string; end: number } {
  let text = "";
  for (let i = start; i < source.length; i++) {
    if (source[i] === "`") return { text: unescape(text), end: i + 1 };
    if (source.startsWith("${", i)) {
      const end = endOfExpression(source, i + 2);
      text += source.startsWith("JSON.stringify(", i + 2) ? '"…"' : "…";
      i = end;
    } else if (source[i] === "\\") text += source.slice(i, ++i + 1);
    else text += source[i];
  }
  return { text, end: source.length };
}

/** Where the brace stands that closes an expression in a template. */
function endOfExpression(source: string, start: number): number {
  for (let i = start, depth = 0; i < source.length; i++) {
    if (source[i] === "`") i = readTemplate(source, i + 1).end - 1;
    else if (source[i] === "{") depth++;
    else if (source[i] === "}" && depth-- === 0) return i;
  }
  return source.length;
}

function unescape(text: string): string {
  return text.replaceAll("\\n", "\n").replaceAll(/\\(.)/g, "$1");
}
