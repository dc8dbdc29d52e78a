/** The inventory as an indented list and as Markdown. Nothing here ends with a newline. */
import type { AssetEntry, AssetRoot, InventoryResult } from "./results.ts";
import { visibleText } from "./visible_text.ts";

/** Roots with what they hold, two blanks per level. */
export function inventoryText(result: Pick<InventoryResult, "roots" | "entries">): string {
  const blocks = result.roots.map((root) => rootLines(root).join("\n"));
  if (result.entries !== undefined) {
    const lines = result.entries.map((entry) => `  ${entryLine(entry)}`);
    blocks.push(lines.length === 0 ? "assets (none)" : ["assets", ...lines].join("\n"));
  }
  return blocks.join("\n");
}

function rootLines({ root, exists, skills, agents, settings, notes, truncated }: AssetRoot): string[] {
  if (!exists) return [`${visibleText(root)} (absent)`];
  const group = (name: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [`  ${name}`, ...paths.map((path) => `    ${visibleText(path)}`)];
  return [
    visibleText(root),
    ...group("skills", skills),
    ...group("agents", agents),
    ...(settings === undefined ? [] : [`  settings`, `    ${visibleText(settings)}`]),
    ...(notes === undefined ? [] : [`  ${notes}`]),
    ...(truncated === undefined ? [] : ["  more entries than were looked at"]),
  ];
}

function entryLine({ kind, agent, path, name, activation, globs, tokens }: AssetEntry): string {
  const details = [
    ...(name === undefined ? [] : [name]),
    ...(activation === undefined ? [] : [activation]),
    ...(globs === undefined ? [] : [globs.join(" ")]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
  ];
  return visibleText([`${path}  ${kind} (${agent})`, ...details].join("  "));
}

/** The same under headings. */
export function inventoryMarkdown(result: Pick<InventoryResult, "roots" | "entries">): string {
  const sections = result.roots.map((root) => {
    const [title, ...rest] = rootLines(root);
    return [`## ${title}`, ...(rest.length === 0 ? [] : ["", ...rest.map(listItem)])].join("\n");
  });
  if (result.entries !== undefined) {
    sections.push(["## Assets", "", ...result.entries.map((entry) => `- ${entryLine(entry)}`)].join("\n"));
  }
  return ["# Inventory", ...sections].join("\n\n");
}

/** `  x` at the first level, `    x` at the second. */
function listItem(line: string): string {
  return line.startsWith("    ") ? `  - ${line.trim()}` : `- ${line.trim()}`;
}
