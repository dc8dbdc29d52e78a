/** Reading the start of a file. */
import { SNIFF_LENGTH } from "./_content.ts";

/**
 * The first bytes of a file that is known to be a regular one.
 *
 * @returns at most `SNIFF_LENGTH` bytes.
 * @throws the error of the system.
 */
export function readHead(path: string): Uint8Array {
  const buffer = new Uint8Array(SNIFF_LENGTH);
  using file = Deno.openSync(path);
  let length = 0;
  for (let count: number | null = 0; count !== null && length < buffer.length;) {
    count = file.readSync(buffer.subarray(length));
    length += count ?? 0;
  }
  return buffer.subarray(0, length);
}
