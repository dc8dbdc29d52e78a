/** The one hash: SHA-256 over UTF-8, as lower-case hex. */

const encoder = new TextEncoder();

/** All 64 digits. */
export async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The digits that results show. */
export function shortHash(hash: string): string {
  return hash.slice(0, 16);
}

/** Length in UTF-8. */
export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}
