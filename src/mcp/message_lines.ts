/** Cutting a stream of bytes into lines without ever holding more than one of them. */

/** One line, without its end; or one that was passed over because it is longer than allowed. */
export type Line = { readonly text: string } | { readonly tooLong: true };

const NEWLINE = 10;

/**
 * Yields the lines of a stream, a last one without a newline included. Bytes that are no UTF-8 become U+FFFD. Time is
 * linear in the input, and memory is bounded by the limit and the largest chunk.
 *
 * @param limit most bytes of a line.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const finish = (): Line => {
    const line: Line = length > limit ? { tooLong: true } : { text: decode(parts, length) };
    parts = [];
    length = 0;
    return line;
  };
  const take = (part: Uint8Array) => {
    length += part.length;
    // What is too long is dropped at once; its length alone is remembered.
    if (length > limit) parts = [];
    else parts.push(part);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, end));
      start = end + 1;
      yield finish();
    }
    take(chunk.subarray(start));
  }
  if (length > 0) yield finish();
}

function decode(parts: readonly Uint8Array[], length: number): string {
  if (parts.length === 1) return new TextDecoder().decode(parts[0]);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new TextDecoder().decode(bytes);
}
