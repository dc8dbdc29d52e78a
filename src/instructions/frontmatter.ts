/**
 * The head of a rule or skill file between `---` lines. Agents write things there that are no YAML (`globs: *.ts`),
 * so this reads the few forms they use and never fails: texts, lists in both notations, one level of map, folded
 * and literal blocks.
 */

/** A value of the head. */
export type HeadValue =
  | { kind: "text"; text: string; quoted: boolean }
  | { kind: "list"; items: string[] }
  | { kind: "map"; entries: [string, { text: string; quoted: boolean }][] };

/** A key with its value and line. */
export interface HeadField {
  value: HeadValue;
  /** 1-based line of the key. */
  line: number;
}

/** A file's head and the rest of it. */
export interface Frontmatter {
  /** Whether there is a head at all. */
  present: boolean;
  fields: Map<string, HeadField>;
  /** Lines that are no field. */
  strayLines: number[];
  body: string;
  /** 1-based line at which the body begins. */
  bodyLine: number;
}

const FIELD = /^([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$/;

/** Cuts a text into head and body. */
export function parseFrontmatter(text: string): Frontmatter {
  const lines = text.split("\n");
  const end = /^---[ \t]*$/.test(lines[0] ?? "")
    ? lines.findIndex((line, at) => at > 0 && /^---[ \t]*$/.test(line))
    : -1;
  if (end < 0) return { present: false, fields: new Map(), strayLines: [], body: text, bodyLine: 1 };
  const head = new HeadReader(lines, end);
  return { present: true, ...head.read(), body: lines.slice(end + 1).join("\n"), bodyLine: end + 2 };
}

/** Reads the head line by line. */
class HeadReader {
  #at = 1;

  constructor(readonly lines: readonly string[], readonly end: number) {}

  read(): Pick<Frontmatter, "fields" | "strayLines"> {
    const fields = new Map<string, HeadField>();
    const strayLines: number[] = [];
    while (this.#at < this.end) {
      const number = this.#at + 1;
      const line = this.lines[this.#at++] as string;
      if (/^[ \t]*(?:#|$)/.test(line)) continue;
      const match = FIELD.exec(line);
      if (match === null) strayLines.push(number);
      else fields.set(match[1] as string, { value: this.#value(match[2] ?? ""), line: number });
    }
    return { fields, strayLines };
  }

  #value(rest: string): HeadValue {
    const first = rest.trim();
    if (/^[|>][+-]?$/.test(first)) {
      const block = this.#indented().map((line) => line.trim());
      return { kind: "text", text: block.join(first.startsWith(">") ? " " : "\n").trim(), quoted: true };
    }
    if (first.startsWith("[") && first.endsWith("]")) {
      return { kind: "list", items: splitList(first.slice(1, -1)).map((item) => scalar(item).text) };
    }
    if (first !== "" && !first.startsWith("#")) {
      const folded = [first, ...this.#indented().map((line) => line.trim())].join(" ");
      return { kind: "text", ...scalar(folded) };
    }
    const nested = this.#indented();
    if (nested.every((line) => /^[ \t]*-(?:[ \t]|$)/.test(line))) {
      const items = nested.map((line) => scalar(line.replace(/^[ \t]*-[ \t]*/, "")).text);
      return nested.length === 0 ? { kind: "text", text: "", quoted: false } : { kind: "list", items };
    }
    const entries: [string, { text: string; quoted: boolean }][] = [];
    for (const line of nested) {
      const match = FIELD.exec(line.trim());
      if (match !== null) entries.push([match[1] as string, scalar(match[2] ?? "")]);
    }
    if (entries.length > 0) return { kind: "map", entries };
    // A long text may begin on the line after its key.
    return { kind: "text", ...scalar(nested.map((line) => line.trim()).join(" ")) };
  }

  /** The lines that belong to the key above: indented ones, and list items at the margin. */
  #indented(): string[] {
    const taken: string[] = [];
    while (this.#at < this.end && /^(?:[ \t]+\S|-(?:[ \t]|$))/.test(this.lines[this.#at] as string)) {
      const line = this.lines[this.#at++] as string;
      if (!/^[ \t]*#/.test(line)) taken.push(line);
    }
    return taken;
  }
}

/** A text without its quotes and without a trailing comment. */
function scalar(raw: string): { text: string; quoted: boolean } {
  const text = raw.trim();
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, 1);
    if (close > 0) return { text: text.slice(1, close), quoted: true };
  }
  const comment = text.search(/[ \t]#/);
  return { text: (comment < 0 ? text : text.slice(0, comment)).trim(), quoted: false };
}

/** Parts between commas that stand outside of braces, brackets and quotes; empty ones are left out. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at];
    if (at === text.length || (character === "," && depth === 0 && quote === "")) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    } else if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth = Math.max(0, depth - 1);
  }
  return parts.filter((part) => part !== "");
}

/** The texts of a value: the items of a list, or the parts of a text between commas. */
export function textsOf(value: HeadValue | undefined): string[] {
  if (value === undefined || value.kind === "map") return [];
  const items = value.kind === "list" ? value.items : splitList(value.text);
  return items.map((item) => scalar(item).text).filter((item) => item !== "");
}
