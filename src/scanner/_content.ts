/** What the first bytes of a file say about it. */
import type { SkipReason } from "../model/mod.ts";

/** How many bytes decide whether a file is binary, as in git. */
export const SNIFF_LENGTH = 8000;

/** A Unicode encoding announced by a byte order mark. */
export interface ByteOrderMark {
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";
  /** Length of the mark in bytes. */
  readonly length: number;
}

/** The byte order mark at the start of a file, if there is one. */
export function byteOrderMark(bytes: Uint8Array): ByteOrderMark | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: "utf-8", length: 3 };
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { encoding: "utf-32le", length: 4 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { encoding: "utf-32be", length: 4 };
  if (a === 0xff && b === 0xfe) return { encoding: "utf-16le", length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: "utf-16be", length: 2 };
  return undefined;
}

/** Decodes UTF-32, which `TextDecoder` does not know; what is no character becomes U+FFFD. */
export function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const point = at + 4 <= bytes.length ? view.getUint32(at, littleEndian) : 0xfffd;
    const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    text += String.fromCodePoint(isCharacter ? point : 0xfffd);
  }
  return text;
}

/** Decodes bytes whose mark has been seen. */
export function decodeMarked(bytes: Uint8Array, mark: ByteOrderMark): string {
  const content = bytes.subarray(mark.length);
  if (mark.encoding.startsWith("utf-32")) return decodeUtf32(content, mark.encoding === "utf-32le");
  return new TextDecoder(mark.encoding, { ignoreBOM: true }).decode(content);
}

/** The header of a file that is a private key, whatever its name says. */
const PRIVATE_KEY = /^\s*(?:-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d)/;

/**
 * Why the content rules a file out: a NUL among the first bytes makes it binary, unless a byte order mark explains
 * it; a private key is sensitive.
 *
 * @param bytes the file, or at least its first `SNIFF_LENGTH` bytes.
 */
export function contentProblem(bytes: Uint8Array): Extract<SkipReason, "binary" | "sensitive"> | undefined {
  const head = bytes.subarray(0, SNIFF_LENGTH);
  const mark = byteOrderMark(head);
  const isWide = mark !== undefined && mark.encoding !== "utf-8";
  if (isWide ? decodeMarked(head, mark).includes("\0") : head.includes(0)) return "binary";
  const start = isWide
    ? decodeMarked(head.subarray(0, 256), mark)
    : new TextDecoder().decode(head.subarray(0, 128));
  return PRIVATE_KEY.test(start) ? "sensitive" : undefined;
}
