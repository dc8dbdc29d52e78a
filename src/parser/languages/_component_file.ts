/** Component files of Vue and Svelte: script blocks between markup. */
import type { Extraction } from "../_extraction.ts";
import type { EmbeddedSource } from "../language.ts";

interface Block {
  start: number;
  end: number;
  attributes: string;
}

// Attributes may hold `<` and `>` (generic="T extends Row<U>"); the bounds keep broken markup linear.
const OPENING = String
  .raw`<script((?:\s+[\w:.@-]+(?:\s*=\s*(?:"[^"]{0,500}"|'[^']{0,500}'|[^\s"'<>]{1,200}))?){0,30})\s*>`;

function scriptBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const opening = new RegExp(OPENING, "gi");
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const start = opening.lastIndex;
    const closing = /<\/script\s*>/gi;
    closing.lastIndex = start;
    const end = closing.exec(text)?.index ?? text.length;
    blocks.push({ start, end, attributes: match[1] ?? "" });
    opening.lastIndex = end;
  }
  return blocks;
}

/** The scripts of a component file with everything around them blanked out; undefined without any. */
export function componentScripts(text: string): EmbeddedSource | undefined {
  const blocks = scriptBlocks(text);
  if (blocks.length === 0) return undefined;
  let source = "";
  let at = 0;
  for (const { start, end } of blocks) {
    source += blankLines(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  const languages = blocks.map(({ attributes }) => /\blang\s*=\s*["']?(\w+)/.exec(attributes)?.[1]);
  const language = languages.includes("tsx") ? "tsx" : languages.includes("ts") ? "typescript" : "javascript";
  return {
    language,
    text: source + blankLines(text.slice(at)),
    finish: (extraction) => recordComponents(extraction, blocks),
  };
}

function blankLines(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

/** Elements of the markup that are imported components: `<UserCard>` and, in Vue, `<user-card>`. */
function recordComponents(extraction: Extraction, blocks: readonly Block[]): void {
  const { text } = extraction.tree;
  for (const match of text.matchAll(/<([A-Z]\w*|[a-z]\w*(?:-\w+)+)/g)) {
    const written = match[1] ?? "";
    const name = written.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (!extraction.importedNames.has(name)) continue;
    const isInScript = blocks.some(({ start, end }) => match.index >= start && match.index < end);
    if (!isInScript) extraction.referenceAt("call", match.index + 1, name);
  }
}
