/**
 * `deno task archive`: puts what `deno task compile` built into the archives of a release, with their checksums:
 * `build/release/repoctx-<target>.tar.gz` and `build/release/SHA256SUMS`. The same binaries give the same archives. A NuGet
 * package that lies there gets a checksum, too.
 */
import { join } from "node:path";
import { FIXED_TIME, gzip, ROOT } from "./program.ts";
import { TARGETS } from "./targets.ts";

/** A file of an archive. */
export interface ArchiveEntry {
  /** At most 100 bytes. */
  readonly name: string;
  readonly content: Uint8Array;
  readonly executable: boolean;
}

const BLOCK = 512;

/** A tar archive (POSIX ustar). */
export function tar(entries: readonly ArchiveEntry[]): Uint8Array<ArrayBuffer> {
  const blocks = (length: number) => Math.ceil(length / BLOCK) * BLOCK;
  const size = entries.reduce((sum, { content }) => sum + BLOCK + blocks(content.length), 2 * BLOCK);
  const archive = new Uint8Array(size);
  let offset = 0;
  for (const entry of entries) {
    archive.set(header(entry), offset);
    archive.set(entry.content, offset + BLOCK);
    offset += BLOCK + blocks(entry.content.length);
  }
  return archive;
}

function header({ name, content, executable }: ArchiveEntry): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const encoder = new TextEncoder();
  const put = (offset: number, text: string) => block.set(encoder.encode(text), offset);
  const octal = (offset: number, length: number, value: number) =>
    put(offset, value.toString(8).padStart(length - 1, "0"));
  if (encoder.encode(name).length > 100) throw new Error(`${name} is too long a name for an archive.`);
  put(0, name);
  octal(100, 8, executable ? 0o755 : 0o644);
  octal(108, 8, 0);
  octal(116, 8, 0);
  octal(124, 12, content.length);
  octal(136, 12, FIXED_TIME);
  // The checksum is computed with spaces in its own place.
  put(148, " ".repeat(8));
  put(156, "0");
  put(257, "ustar\0" + "00");
  put(148, `${block.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0")}\0 `);
  return block;
}

/** A line of a checksum file, as `sha256sum --check` reads it. */
export async function checksumLine(name: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return `${digest.toHex()}  ${name}\n`;
}

async function main(): Promise<void> {
  const folder = join(ROOT, "build/release");
  await Deno.mkdir(folder, { recursive: true });
  const legal = await Promise.all(
    [["LICENSE", "LICENSE"], ["THIRD_PARTY_LICENSES.txt", "build/program/THIRD_PARTY_LICENSES.txt"]].map(
      async ([name, path]) => ({
        name: name!,
        content: await Deno.readFile(join(ROOT, path!)),
        executable: false,
      }),
    ),
  );
  let sums = "";
  for (const { name, executable } of TARGETS) {
    const content = await Deno.readFile(join(ROOT, "build/bin", name, executable));
    const archive = await gzip(tar([{ name: executable, content, executable: true }, ...legal]));
    const file = `repoctx-${name}.tar.gz`;
    await Deno.writeFile(join(folder, file), archive);
    sums += await checksumLine(file, archive);
  }
  const others = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
    name.endsWith(".nupkg")
  );
  for (const name of others.sort()) sums += await checksumLine(name, await Deno.readFile(join(folder, name)));
  await Deno.writeTextFile(join(folder, "SHA256SUMS"), sums);
  // deno-lint-ignore no-console
  console.log(sums.trimEnd());
}

if (import.meta.main) await main();
