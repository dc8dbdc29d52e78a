/** Writes zip archives, always the same bytes for the same files. */
import { FIXED_TIME } from "./program.ts";

/** A file of an archive. */
export interface ZipEntry {
  /** With `/`. */
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATE = 8;

/** A zip archive of at most 65,535 files and 4 GB. */
export async function zip(entries: readonly ZipEntry[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const encodedName = new TextEncoder().encode(name);
    const compressed = await deflate(content);
    const common = words(
      [2, 20],
      [2, FLAGS],
      [2, DEFLATE],
      ...dosTime(FIXED_TIME),
      [4, crc32(content)],
      [4, compressed.length],
      [4, content.length],
      [2, encodedName.length],
      [2, 0],
    );
    const local = join([words([4, 0x04034b50]), common, encodedName]);
    directory.push(join([
      words([4, 0x02014b50], [2, 20]),
      common,
      words([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      encodedName,
    ]));
    parts.push(local, compressed);
    offset += local.length + compressed.length;
  }
  const index = join(directory);
  const count = entries.length;
  const end = words(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, index.length],
    [4, offset],
    [2, 0],
  );
  return join([...parts, index, end]);
}

/** Little-endian numbers, each of 2 or 4 bytes. */
function words(...values: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

function dosTime(seconds: number): [[2, number], [2, number]] {
  const time = new Date(seconds * 1000);
  const date = time.getUTCFullYear() - 1980 << 9 | time.getUTCMonth() + 1 << 5 | time.getUTCDate();
  return [[2, time.getUTCHours() << 11 | time.getUTCMinutes() << 5 | time.getUTCSeconds() >> 1], [2, date]];
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? value >>> 1 ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = value >>> 8 ^ CRC_TABLE[(value ^ byte) & 0xff]!;
  return (value ^ 0xffffffff) >>> 0;
}

async function deflate(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
