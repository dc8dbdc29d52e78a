/** The marked block in an instruction file. Works on bytes, so that everything around it stays as it is. */

// These two lines also find blocks that earlier tools of the same name wrote.
const BEGIN = "<!-- BEGIN RepoContext (managed by `repoctx init`) -->";
const END = "<!-- END RepoContext -->";

/** Why a file must be left alone, as the end of a sentence that starts with its name. */
export interface Untouchable {
  readonly untouched: string;
}

/** The bytes to be in a file; undefined when there is to be no file. */
export type NewContent = Uint8Array | undefined | Untouchable;

/**
 * Puts a body between the markers: in place of the block that is there, else after the text that is there, parted from
 * it by one blank line. Line endings of the block follow the file, and the block takes over its last newlines, so that
 * {@link removeBlock} can give back the very same bytes.
 *
 * @param before the bytes of the file, undefined when there is none.
 * @param body text with `\n` line endings and no newline at its end.
 * @param frontMatter what a new file starts with.
 */
export function putBlock(
  before: Uint8Array | undefined,
  body: string,
  frontMatter: string = "",
): Uint8Array | Untouchable {
  const block = `${BEGIN}\n${body}\n${END}`;
  if (before === undefined) return encode(`${frontMatter}${block}\n`);
  const parts = findBlock(before);
  if ("untouched" in parts) return parts;
  const { head, tail } = parts;
  const newline = [head, tail].some((part) => part?.includes("\r\n")) ? "\r\n" : "\n";
  const wanted = toByteString(encode(block.replaceAll("\n", newline)));
  if (tail !== undefined) return fromByteString(head + wanted + tail);
  const { text, newlines } = splitLastNewlines(head);
  if (isBlank(text)) return fromByteString(head + wanted + newline);
  return fromByteString(text + newline + newline + wanted + newlines);
}

/**
 * Takes the block and the newlines beside it out of a file.
 *
 * @param startsWithFrontMatter whether a file that {@link putBlock} made starts with front matter, which is then no
 * reason to keep it.
 * @returns the bytes as they are when there is no block, and no file when nothing else is in it.
 */
export function removeBlock(
  before: Uint8Array | undefined,
  startsWithFrontMatter: boolean = false,
): NewContent {
  if (before === undefined) return undefined;
  const parts = findBlock(before);
  if ("untouched" in parts) return parts;
  const { head, tail } = parts;
  if (tail === undefined) return before;
  const above = splitLastNewlines(head);
  const below = splitFirstNewlines(tail);
  if (isBlank(below.text)) {
    const isLeftover = isBlank(above.text) || (startsWithFrontMatter && isFrontMatter(above.text));
    return isLeftover ? undefined : fromByteString(above.text + tail);
  }
  if (isBlank(above.text)) return fromByteString(above.text + below.text);
  const between = above.newlines.length > below.newlines.length ? above.newlines : below.newlines;
  return fromByteString(above.text + between + below.text);
}

/**
 * The text before and after the block; without a block all of it is before. Only a single pair of markers in their
 * order is a block that can be told from what a person wrote.
 */
function findBlock(
  bytes: Uint8Array,
): { readonly head: string; readonly tail?: string } | Untouchable {
  // A NUL byte: UTF-16 or binary. Adding UTF-8 would spoil it.
  if (bytes.includes(0)) return { untouched: "it is not UTF-8 text" };
  const text = toByteString(bytes);
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 && end < 0) return { head: text };
  const isPair = begin >= 0 && begin < end && begin === text.lastIndexOf(BEGIN) &&
    end === text.lastIndexOf(END);
  if (!isPair) return { untouched: "its RepoContext markers are not one BEGIN followed by one END" };
  return { head: text.slice(0, begin), tail: text.slice(end + END.length) };
}

function splitLastNewlines(text: string): { text: string; newlines: string } {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end--;
  return { text: text.slice(0, end), newlines: text.slice(end) };
}

function splitFirstNewlines(text: string): { text: string; newlines: string } {
  let start = 0;
  while (text[start] === "\n" || text[start] === "\r") start++;
  return { text: text.slice(start), newlines: text.slice(0, start) };
}

/** Front matter and nothing after it. */
function isFrontMatter(text: string): boolean {
  const lines = text.split(/\r?\n/);
  return lines[0] === "---" && lines.length > 1 && lines.indexOf("---", 1) === lines.length - 1;
}

/** Nothing but blanks and perhaps a byte order mark. */
function isBlank(text: string): boolean {
  return text.replace("\xef\xbb\xbf", "").trim() === "";
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A string with one character per byte, so that searching and cutting cannot change what is not UTF-8. */
function toByteString(bytes: Uint8Array): string {
  let text = "";
  const step = 8192;
  for (let at = 0; at < bytes.length; at += step) {
    text += String.fromCharCode(...bytes.subarray(at, at + step));
  }
  return text;
}

function fromByteString(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
