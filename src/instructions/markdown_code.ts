/** Markdown without its code: what stands in fences and code spans is neither an import nor a rule. */

/**
 * The text with fenced blocks, code spans and HTML comments replaced by blanks. Lines keep their numbers.
 */
export function blankCode(text: string): string {
  return blankComments(blankSpans(blankFences(text)));
}

/** The text with fenced blocks replaced by empty lines. */
export function blankFences(text: string): string {
  let fence: string | undefined;
  return text.split("\n").map((line) => {
    const marker = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence === undefined) {
      // A backtick fence has no backtick after it on its line: that would be a code span.
      if (marker === null || (marker[1]?.startsWith("`") && marker[2]?.includes("`"))) return line;
      fence = marker[1] as string;
      return "";
    }
    const closes = marker !== null && marker[1]?.[0] === fence[0] &&
      (marker[1]?.length ?? 0) >= fence.length &&
      marker[2]?.trim() === "";
    if (closes) fence = undefined;
    return "";
  }).join("\n");
}

/** A span ends at the next run of as many backticks, within its paragraph. */
function blankSpans(text: string): string {
  return text.split(/(\n[ \t]*\n)/).map((paragraph) => {
    const runs = Array.from(
      paragraph.matchAll(/`+/g),
      (match) => ({ start: match.index, length: match[0].length }),
    );
    const nextOfLength = new Map<number, number>();
    const closing: (number | undefined)[] = [];
    for (let index = runs.length - 1; index >= 0; index--) {
      const { length } = runs[index] as { length: number };
      closing[index] = nextOfLength.get(length);
      nextOfLength.set(length, index);
    }
    let out = "";
    let from = 0;
    for (let index = 0; index < runs.length; index++) {
      const close = closing[index];
      if (close === undefined) continue;
      const open = runs[index] as { start: number };
      const last = runs[close] as { start: number; length: number };
      out += paragraph.slice(from, open.start);
      from = last.start + last.length;
      out += paragraph.slice(open.start, from).replaceAll(/[^\n]/g, " ");
      index = close;
    }
    return out + paragraph.slice(from);
  }).join("");
}

function blankComments(text: string): string {
  let out = "";
  let from = 0;
  for (let start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", from)) {
    const close = text.indexOf("-->", start + 4);
    if (close < 0) break;
    out += text.slice(from, start) + text.slice(start, close + 3).replaceAll(/[^\n]/g, " ");
    from = close + 3;
  }
  return out + text.slice(from);
}
