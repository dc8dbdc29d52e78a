/** What to append to a conversation whose instruction files changed since it last heard of them. */
import { utf8Length } from "./digest.ts";
import { unifiedHunks } from "./diff.ts";
import { type Block, type Escape, frameBlock, frameTag } from "./framing.ts";
import { UPDATE_SENTENCE } from "./prefix.ts";
import type { Part } from "./results.ts";

/** A version of a file that a conversation knows. */
export interface KnownFile {
  /** Path relative to the working directory. */
  label: string;
  /** Decoded text, not escaped. */
  text: string;
}

/** The parts to append: none when nothing changed, else one with a block per changed file. */
export function updateParts(
  known: readonly KnownFile[],
  current: readonly KnownFile[],
  escape: Escape,
): Part[] {
  const blocks = updateBlocks(known, current, escape);
  if (blocks.length === 0) return [];
  return [{ role: "system", text: [UPDATE_SENTENCE, ...blocks.map(({ full }) => full)].join("\n\n") }];
}

/** A block per changed file, in the order of the current files; the removed ones come last. */
export function updateBlocks(
  known: readonly KnownFile[],
  current: readonly KnownFile[],
  escape: Escape,
): Block[] {
  const before = new Map(known.map(({ label, text }) => [label, text]));
  const blocks: Block[] = [];
  for (const { label, text } of current) {
    const old = before.get(label);
    before.delete(label);
    if (old === text) continue;
    const full = old === undefined
      ? frameBlock(label, escape(text), "added")
      : changeBlock(label, old, text, escape);
    blocks.push({ full, tag: frameTag(label) });
  }
  for (const label of before.keys()) {
    const gone = frameTag(label, "removed");
    blocks.push({ full: gone, tag: gone });
  }
  return blocks;
}

/** The shorter of diff and text, in bytes of what is delivered; a tie gives the text. */
function changeBlock(label: string, old: string, text: string, escape: Escape): string {
  const whole = escape(text);
  const diff = escape(unifiedHunks(old, text));
  return utf8Length(diff) < utf8Length(whole)
    ? frameBlock(label, diff, "diff")
    : frameBlock(label, whole, "replaced");
}
