/** Notes as messages and as text. */
import { frameSystem } from "./framing.ts";
import type { MessagePart, NestedNote } from "./nested.ts";
import type { Part } from "./results.ts";

/** How a note is written for a model. */
export interface RenderNoteOptions {
  /** `tagged`: the model takes no system message in mid-conversation, so our sentence becomes tagged user text. */
  midSystem: "native" | "tagged";
}

/** The parts of a note for one kind of model. Every part keeps the metadata of the note. */
export function renderNote(
  note: NestedNote,
  options: RenderNoteOptions = { midSystem: "native" },
): MessagePart[] {
  return note.parts.map((part) =>
    options.midSystem === "tagged" && part.role === "system"
      ? { ...part, role: "user", text: frameSystem(part.text) }
      : { ...part }
  );
}

/** Notes as one text for a tool result or a hook: tagged, a blank line before each note and each block. */
export function noteText(notes: readonly { parts: readonly Part[] }[]): string {
  return notes.map(({ parts }) => {
    let text = "";
    for (const { role, text: own } of parts) {
      const written = role === "system" ? frameSystem(own) : own;
      text += (text === "" ? "" : written.includes("\n") ? "\n\n" : "\n") + written;
    }
    return text;
  }).join("\n\n");
}
