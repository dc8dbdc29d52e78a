/**
 * Byte strings: one character per UTF-8 byte. git matches bytes, so `?` is one byte of `é` there, and an ignore file
 * need not be valid UTF-8. Text that is plain ASCII is its own byte string, which is nearly all of it.
 */

/** Whether ASCII letters of different case are the same, as on the file systems of Windows and macOS. */
export type CaseRule = "ignore-case" | "exact-case";

const ASCII = /^[\0-\x7f]*$/;
const encoder = new TextEncoder();

/** The UTF-8 bytes of a text as a string of characters U+0000 to U+00FF. */
export function toByteText(text: string): string {
  return ASCII.test(text) ? text : bytesToByteText(encoder.encode(text));
}

/** Raw bytes as a string of characters U+0000 to U+00FF. */
export function bytesToByteText(bytes: Uint8Array): string {
  let text = "";
  // In slices, because the arguments of one call live on the stack.
  for (let start = 0; start < bytes.length; start += 4096) {
    text += String.fromCharCode(...bytes.subarray(start, start + 4096));
  }
  return text;
}

/** A byte string as readable text again; bytes that are not UTF-8 become U+FFFD. */
export function fromByteText(text: string): string {
  if (ASCII.test(text)) return text;
  return new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

/** Lower-cases ASCII letters only, as git's `core.ignoreCase` does. */
export function foldAscii(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
