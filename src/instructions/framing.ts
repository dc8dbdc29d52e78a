/** How a file's text is set apart from everything else in a prompt, so that it cannot leave its own block. */

/** Tags that mean something to a host or to us; a file must not be able to write one. */
export const FRAMING_TAGS: readonly string[] = [
  "context-file",
  "system",
  "system-reminder",
  "context",
  "tool_call",
  "tool_result",
  "tool_use",
  "function_calls",
  "function_results",
  "environment_context",
  "user_instructions",
  "user_query",
];

/** What may say about a block that it changes an earlier one. */
export type Change = "diff" | "replaced" | "added" | "removed";

/** Replaces the `<` of every opening or closing framing tag in a text. */
export type Escape = (text: string) => string;

/**
 * An escaping function for our tags and those a host adds.
 *
 * A tag is `<`, blanks, at most one `/`, blanks, a name in any letter case, then a blank, `/`, `>` or the end of
 * the text. The blanks after `/` are tied to it, so that a long run of blanks is scanned once, not once per blank.
 */
export function escaper(hostTags: readonly string[] = []): Escape {
  const names = [...new Set([...FRAMING_TAGS, ...hostTags])]
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  const tag = new RegExp(`<(?=\\s*(?:/\\s*)?(?:${names})(?:[\\s/>]|$))`, "gi");
  return (text) => text.replaceAll(tag, "&lt;");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup, controls, line and paragraph separators, and the characters that reorder text for display. */
// deno-lint-ignore no-control-regex
const UNSAFE_IN_PATH = /[&<>"'\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A path as the value of an attribute: on one line, and only ever read as text. */
export function escapePath(path: string): string {
  return path.replaceAll(
    UNSAFE_IN_PATH,
    (character) => ENTITIES[character] ?? `&#${character.charCodeAt(0)};`,
  );
}

/** A file's text in its block; the tags stand on lines of their own. */
export function frameBlock(path: string, escapedText: string, change?: Exclude<Change, "removed">): string {
  const attribute = change === undefined ? "" : ` change="${change}"`;
  return `<context-file path="${escapePath(path)}"${attribute}>\n${escapedText}\n</context-file>`;
}

/** A tag without text: a file to be read, or one that is gone. */
export function frameTag(path: string, change?: "removed"): string {
  const attribute = change === undefined ? "" : ` change="${change}"`;
  return `<context-file path="${escapePath(path)}"${attribute} />`;
}

/** One sentence of ours as user text, for a model that takes no system message in mid-conversation. */
export function frameSystem(text: string): string {
  return `<system>${text}</system>`;
}

/** A file block, and the tag that stands for it where there is no room. */
export interface Block {
  full: string;
  tag: string;
}
