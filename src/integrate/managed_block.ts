/** The marked block in an instruction file. Works on bytes, so that everything around it stays as it is. */

// These two lines also find blocks that earlier tools of the same name wrote.
const BEGIN = "<!-- BEGIN RepoContext (managed by `repoctx init`) -->";
const END = "<!-- END RepoContext -->";

/** What became of a file. */
export type BlockChange = "created" | "updated" | "unchanged";

/** A file with its block in place. */
export interface BlockResult {
  /** Compared with the file before. */
  readonly change: BlockChange;
  /** The whole file. */
  readonly bytes: Uint8Array;
}

/**
 * Puts a body between the markers: in place of the block that is there, else after the text that is there. Line
 * endings of the block follow the file.
 *
 * @param before the bytes of the file, undefined when there is none.
 * @param body text with `\n` line endings and no newline at its end.
 * @param frontMatter what a new file starts with.
 * @returns undefined when the file is not text in UTF-8 or a relative of it, and must be left alone.
 */
export function putBlock(
  before: Uint8Array | undefined,
  body: string,
  frontMatter: string = "",
): BlockResult | undefined {
  const block = `${BEGIN}\n${body}\n${END}`;
  if (before === undefined) return { change: "created", bytes: encode(`${frontMatter}${block}\n`) };
  // A NUL byte: UTF-16 or binary. Adding UTF-8 would spoil it.
  if (before.includes(0)) return undefined;
  const text = toByteString(before);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const wanted = toByteString(encode(block.replaceAll("\n", newline)));
  const place = findBlock(text);
  const after = place === undefined
    ? text + blankLineAfter(text, newline) + wanted + newline
    : text.slice(0, place.start) + wanted + text.slice(place.end);
  return { change: after === text ? "unchanged" : "updated", bytes: fromByteString(after) };
}

/** Where the block is, markers included. A lone marker is no block. */
function findBlock(text: string): { start: number; end: number } | undefined {
  const first = text.indexOf(BEGIN);
  const end = first < 0 ? -1 : text.indexOf(END, first);
  return end < 0 ? undefined : { start: text.lastIndexOf(BEGIN, end), end: end + END.length };
}

/** What is needed between a text and the block, so that one blank line parts them. */
function blankLineAfter(text: string, newline: string): string {
  if (text === "" || text === "\xef\xbb\xbf" || /\n\r?\n$/.test(text)) return "";
  return text.endsWith("\n") ? newline : newline + newline;
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
