/** Pieces of Markdown that generated pages are made of. */

/** A table; nothing when it has no rows. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Text set as code. */
export function inlineCode(text: string): string {
  return `\`${text}\``;
}

/** A block of text set as it is. The fence is longer than any in the text. */
export function fencedBlock(language: string, text: string): string {
  let fence = "```";
  while (text.includes(fence)) fence += "`";
  return `${fence}${language}\n${text}\n${fence}`;
}

/** What stands in single quotes, and what looks like an option, a variable, a file, a placeholder or a default. */
const CODE = new RegExp(
  [
    String.raw`(?<!\w)'([^'\n]+)'(?!\w)`,
    String.raw`--[a-z][a-z-]*`,
    String.raw`\$?\b[A-Z]+_[A-Z_]+\b`,
    String.raw`\.?\b[\w./-]+\.(?:json|md)\b`,
    String.raw`\{\}`,
    String.raw`<[^>]+>`,
    String.raw`(?<=default: )\$?[\w.-]+(?=[);])`,
    String.raw`/\*\*? … \*/|(?<![\w:/])/{2,3}(?!\w)|(?<![\w&])#(?= )`,
  ].join("|"),
  "g",
);

/** Plain text as Markdown. */
export function plainText(text: string): string {
  return text.split(/(`[^`]*`)/).map((part, i) =>
    i % 2 === 1
      ? part
      : part.replaceAll(CODE, (found, quoted: string | undefined) => inlineCode(quoted ?? found))
  ).join("");
}

/** Blocks with an empty line between them; empty ones vanish. */
export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n") + "\n";
}
