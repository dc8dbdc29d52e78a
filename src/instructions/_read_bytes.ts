/** Reading an opened file whose size may change while it is read. */

/**
 * Reads until the end of the file, or until one byte more than `maxBytes`.
 *
 * @param size the expected size in bytes, a hint only.
 * @param read fills the buffer from its start and returns how much it filled, 0 at the end of the file.
 */
export async function readBytes(
  size: number,
  maxBytes: number | undefined,
  read: (buffer: Uint8Array<ArrayBuffer>) => Promise<number>,
): Promise<Uint8Array> {
  const limit = (maxBytes ?? Number.MAX_SAFE_INTEGER - 1) + 1;
  let buffer = new Uint8Array(Math.min(size + 1, limit));
  let length = 0;
  while (length < limit) {
    if (length === buffer.length) {
      const larger = new Uint8Array(Math.min(buffer.length * 2 + 1024, limit));
      larger.set(buffer);
      buffer = larger;
    }
    const count = await read(buffer.subarray(length));
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}

/** The error of an opened file that is not the one that was checked. */
export function changedWhileReading(path: string): Error {
  return new Error(`${path} changed while it was being read`);
}
