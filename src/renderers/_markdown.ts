/** Markdown that its content cannot break out of. */
import { isAscii, visible, visibleLines } from "../text/mod.ts";

/** Whether a text means the same in Markdown as it says: no emphasis, code, links, HTML or table rows. */
function isPlain(text: string): boolean {
  const [plain, beside] = isAscii(text)
    ? [
      /^[A-Za-z0-9 .,:;/()@+=%'"-]+(?:_[A-Za-z0-9 .,:;/()@+=%'"-]+)*$/,
      /[^A-Za-z0-9]_|_[^A-Za-z0-9]/,
    ]
    : [
      /^[\p{L}\p{M}\p{N} .,:;/()@+=%'"-]+(?:_[\p{L}\p{M}\p{N} .,:;/()@+=%'"-]+)*$/u,
      /[^\p{L}\p{N}]_|_[^\p{L}\p{N}]/u,
    ];
  return plain.test(text) && !beside.test(text);
}

/** Length of the longest run of backticks. */
function longestBacktickRun(text: string): number {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}

/** A label as inline code, whatever it contains. */
export function code(label: string): string {
  const text = visible(label);
  const fence = "`".repeat(longestBacktickRun(text) + 1);
  // Markdown takes one space off each end, and a backtick at an end would lengthen the fence.
  const pad = text === "" || /^[ `]|[ `]$/.test(text) ? " " : "";
  return fence + pad + text + pad + fence;
}

/** A label as plain text where that is safe, else as inline code. */
export function label(text: string): string {
  return isPlain(text) ? text : code(text);
}

/** A sentence on one line: raw HTML is disarmed, the rest is left to read. */
export function prose(text: string): string {
  return visible(text).replaceAll("<", "\\<");
}

/** A fenced block that no line of the text can close. */
export function fenced(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestBacktickRun(text) + 1));
  const body = visibleLines(text);
  return `${fence}${language}\n${body}${body.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** A row of a table. A bar that follows a backslash has no safe spelling inside code and is shown as `\x7c`. */
export function tableRow(cells: readonly string[]): string {
  const safe = cells.map((cell) => cell.replaceAll("\\|", "\\\\x7c").replaceAll("|", "\\|"));
  return `| ${safe.join(" | ")} |`;
}

/** The head of a table. */
export function tableHead(titles: readonly string[]): string {
  return `${tableRow(titles)}\n|${" --- |".repeat(titles.length)}`;
}

/** The language tag of a fence: the file's extension, which Markdown viewers know; empty without one. */
export function languageTag(path: string): string {
  return /[^/]\.([a-z0-9]{1,12})$/i.exec(path)?.[1]?.toLowerCase() ?? "";
}
