/** Nested notes as text and as Markdown. Nothing here ends with a newline. */
import { noteText } from "./render_note.ts";
import type { NestedResult } from "./results.ts";
import { visibleText } from "./visible_text.ts";

/** The notes as a model without system messages gets them; empty without notes. */
export function nestedText(result: Pick<NestedResult, "notes">): string {
  return noteText(result.notes);
}

/** The same under a heading per directory. */
export function nestedMarkdown(result: NestedResult): string {
  const sections = result.notes.map((note) => `## ${visibleText(note.directory)}\n\n${noteText([note])}`);
  if (sections.length === 0) sections.push("No new notes.");
  const ignored = (result.ignored ?? []).map(({ path, reason }) => `- ${visibleText(path)}: ${reason}`);
  if (ignored.length > 0) sections.push(`## Ignored\n\n${ignored.join("\n")}`);
  return ["# Nested instructions", ...sections].join("\n\n");
}
