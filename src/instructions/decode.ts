/** From the bytes of an instruction file to the text that is delivered and compared. */

/** A decoded file, or why it has no text. */
export type Decoded =
  | { text: string; lossy: boolean; encoding: "utf-8" | "utf-16le" | "utf-16be"; bom: boolean }
  | { skip: "binary" | "empty" };

/**
 * Decodes without ever failing: UTF-8, or UTF-16 when it says so; what is no text becomes U+FFFD. One leading byte
 * order mark goes, CRLF and CR become LF, trailing newlines go, everything else stays.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe
    ? "utf-16le"
    : bytes[0] === 0xfe && bytes[1] === 0xff
    ? "utf-16be"
    : "utf-8";
  let text: string;
  let lossy = false;
  try {
    text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
    lossy = true;
  }
  if (text.includes("\0")) return { skip: "binary" };
  const bom = text.startsWith("\ufeff");
  text = normalizeText(bom ? text.slice(1) : text);
  return /\S/.test(text) ? { text, lossy, encoding, bom } : { skip: "empty" };
}

/** LF line ends and no newline at the end. */
export function normalizeText(text: string): string {
  const unified = text.replaceAll(/\r\n?/g, "\n");
  let end = unified.length;
  while (end > 0 && unified[end - 1] === "\n") end--;
  return unified.slice(0, end);
}
