/** Makes characters visible that would otherwise steer a terminal or hide in plain sight. */

/**
 * Controls, line and paragraph separators, lone surrogates and format characters (bidirectional overrides,
 * zero-width and tag characters). The joiners and the Arabic number signs stay: ordinary words need them.
 */
function unsafe(): RegExp {
  return /(?![\u200c\u200d\u0600-\u0605\u06dd\u070f\u08e2])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
}

/** Nearly all labels and code consist of nothing else; the pattern above takes its time before it matches anything. */
const BEYOND_PRINTABLE = /[^ -~]/;
const BEYOND_PRINTABLE_LINES = /[^ -~\n\t]/;

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  const named = NAMED[character];
  if (named) return named;
  const code = character.codePointAt(0)!;
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, "0")}`;
  return `\\u{${code.toString(16)}}`;
}

/** A label on one line: a path, a name, a query. `\x1b`, `\n` and `\u202e` come out as just written. */
export function visible(label: string): string {
  return BEYOND_PRINTABLE.test(label) ? label.replace(unsafe(), escapeCharacter) : label;
}

/** Code or prose of several lines: as {@link visible}, but tabs and newlines stay. */
export function visibleLines(text: string): string {
  if (!BEYOND_PRINTABLE_LINES.test(text)) return text;
  return text.replace(
    unsafe(),
    (character) => character === "\n" || character === "\t" ? character : escapeCharacter(character),
  );
}

/** Every line of a text behind a mark, so that no line of it can pass for one of the document's own. */
export function quoteLines(text: string, mark: string): string {
  return mark + visibleLines(text).replaceAll("\n", `\n${mark}`);
}
