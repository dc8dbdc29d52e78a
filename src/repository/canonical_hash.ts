/** Hashes over lists of fields, as section 14 of the specification defines them. */

const encoder = new TextEncoder();

/** Lower-case hex of bytes. */
export function toHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += (byte < 16 ? "0" : "") + byte.toString(16);
  return hex;
}

/** SHA-256 of bytes. Text is taken as UTF-8. */
export async function sha256(data: string | Uint8Array): Promise<Uint8Array> {
  const bytes = typeof data === "string" ? encoder.encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}

/** SHA-256 of bytes as 64 lower-case hex digits. Text is taken as UTF-8. */
export async function sha256Hex(data: string | Uint8Array): Promise<string> {
  return toHex(await sha256(data));
}

/**
 * Encodes fields so that no two lists meet: each as its UTF-8 byte length in decimal, a colon, and its bytes. The
 * result is itself usable as one field, which is how a list of records is nested.
 */
export function encodeFields(fields: readonly string[]): string {
  let encoded = "";
  for (const field of fields) encoded += `${byteLength(field)}:${field}`;
  return encoded;
}

function byteLength(text: string): number {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 127) return encoder.encode(text).length;
  }
  return text.length;
}

/** Encodes a list of records (each a list of fields) as one field. */
export function encodeRecords(records: readonly (readonly string[])[]): string {
  return encodeFields(records.map(encodeFields));
}

/** SHA-256 over fields, in order, as 64 lower-case hex digits. */
export function canonicalHash(fields: readonly string[]): Promise<string> {
  return sha256Hex(encodeFields(fields));
}

/** SHA-256 over fields as 43 characters of unpadded base64url: the form of a receipt. */
export async function canonicalHashBase64Url(fields: readonly string[]): Promise<string> {
  const digest = await sha256(encodeFields(fields));
  return btoa(String.fromCharCode(...digest)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** How many hex digits of a hash or state are shown. */
const SHOWN_DIGITS = 12;

/** The shown form of a hash: its first 12 hex digits. */
export function shortHash(hash: string): string {
  return hash.slice(0, SHOWN_DIGITS);
}
