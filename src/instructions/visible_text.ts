// deno-lint-ignore-file no-control-regex
/** Text for a terminal or a report, with what would not be seen, or would act on the terminal, written out. */

const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e01ef}]/gu;

/** Replaces control, invisible and reordering characters by `U+XXXX`. */
export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, (character) => {
    return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
  });
}
