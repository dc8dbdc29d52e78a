/** From a text to the JSON a host expects, and how much text a host takes. */
import { utf8Length } from "../digest.ts";
import { type Block, frameSystem } from "../framing.ts";
import { composeNote, type NestedNote, type NoteFile } from "../nested.ts";
import { HOOK_CONTENTS_SENTENCE } from "../prefix.ts";
import { noteText } from "../render_note.ts";
import type { Inject } from "../results.ts";
import type { HookEvent } from "./hook_event.ts";

/** Hosts cut at about 10,000 characters; whole files below this many bytes arrive. */
export const MAX_HOOK_BYTES = 9_000;

/** Precedes files of the prefix that do not fit. */
export const TOO_LONG_SENTENCE =
  "These instruction files are too long to be shown here. Read them before you change anything.";

/** A host's answer. */
export type HookAnswer = Record<string, unknown>;

/** The answer that carries a text; `{}` without one, or where the host takes none. */
export function hookReply({ profile, name }: HookEvent, text: string | undefined): HookAnswer {
  if (text === undefined || text === "") return {};
  switch (profile.reply) {
    case "hook_specific":
      return { hookSpecificOutput: { hookEventName: name, additionalContext: text } };
    case "hook_specific_unnamed":
      return { hookSpecificOutput: { additionalContext: text } };
    case "additional_context":
      return { additional_context: text };
    case "additionalContext":
      return { additionalContext: text };
  }
}

/** A prefix that fits: the deepest files stay, the others become tags, and tags that do not fit either go. */
export function fitPrefix(head: readonly string[], blocks: readonly Block[]): string {
  let pointers = 0;
  const compose = () => {
    const tags = blocks.slice(0, pointers).map(({ tag }) => tag);
    const listed = tags.length === 0 ? [] : [[frameSystem(TOO_LONG_SENTENCE), ...tags].join("\n")];
    return [...head, ...listed, ...blocks.slice(pointers).map(({ full }) => full)].join("\n\n");
  };
  let text = compose();
  while (utf8Length(text) >= MAX_HOOK_BYTES && pointers < blocks.length) {
    pointers++;
    text = compose();
  }
  return utf8Length(text) < MAX_HOOK_BYTES ? text : fitTags(head, blocks);
}

/** Even the tags are too many: the deepest of them stay. */
function fitTags(head: readonly string[], blocks: readonly Block[]): string {
  const fixed = [...head, frameSystem(TOO_LONG_SENTENCE)].join("\n\n");
  let room = MAX_HOOK_BYTES - 1 - utf8Length(fixed);
  const tags: string[] = [];
  for (const { tag } of blocks.toReversed()) {
    room -= utf8Length(tag) + 1;
    if (room < 0) break;
    tags.unshift(tag);
  }
  return tags.length === 0 ? head.join("\n\n") : [fixed, ...tags].join("\n");
}

/** Notes that fit: the deepest keep their text, the others become pointers, and the broadest go last of all. */
export function fitNotes(
  notes: readonly NestedNote[],
  inject: Inject,
  escape: (text: string) => string,
): string {
  const files = notes.flatMap((note) => note.files);
  const write = (contents: ReadonlySet<NoteFile>, kept: readonly NestedNote[]) => {
    const written = kept.map((note) => {
      const shaped = note.files.map((file) => contents.has(file) ? file : withoutText(file));
      return composeNote(note.directory, shaped, "contents", escape);
    });
    const body = noteText(written);
    return contents.size === 0 ? body : `${HOOK_CONTENTS_SENTENCE}\n\n${body}`;
  };
  const contents = new Set(inject === "contents" ? files.filter(({ text }) => text !== undefined) : []);
  let text = write(contents, notes);
  for (const file of files) {
    if (utf8Length(text) < MAX_HOOK_BYTES) return text;
    if (contents.delete(file)) text = write(contents, notes);
  }
  for (let dropped = 0; utf8Length(text) >= MAX_HOOK_BYTES && dropped < notes.length;) {
    text = write(contents, notes.slice(++dropped));
  }
  return text;
}

/** A file of which only the path is told. */
function withoutText({ text: _, ...file }: NoteFile): NoteFile {
  return file;
}
