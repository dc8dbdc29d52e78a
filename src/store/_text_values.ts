/** Text with NUL characters, which SQLite keeps but gives back only up to the first. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Text in a form that comes back whole; see {@link fromValue}. */
export function toValue(text: string): string | Uint8Array<ArrayBuffer> {
  return text.includes("\0") ? encoder.encode(text) : text;
}

/** The text that {@link toValue} was given. */
export function fromValue(value: string | Uint8Array): string {
  return typeof value === "string" ? value : decoder.decode(value);
}

/** Text with every NUL replaced: for names and comments, where it means nothing. */
export function withoutNul(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\ufffd") : text;
}
