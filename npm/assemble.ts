/**
 * `deno task npm [--dry-run] [--out FOLDER] [--binaries FOLDER]`: lays out the npm packages, one folder each.
 *
 * `--dry-run` only shows what would be published. The binaries are those of `deno task compile`, in `build/bin`.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FIXED_TIME, readStamp, ROOT, stageProgram } from "../tools/program.ts";
import { TARGETS } from "../tools/targets.ts";
import { type PackageManifest, platformManifest, type Source, wrapperManifest } from "./manifests.ts";

/** A package to be: its manifest, and its files by path with the path of what goes there. */
export interface PackageLayout {
  readonly manifest: PackageManifest;
  readonly files: ReadonlyMap<string, string>;
  /** Files that must be executable. */
  readonly executables: readonly string[];
}

/** Where the parts of the packages are. */
export interface Parts {
  /** Folder with `<target>/repoctx` or `<target>/repoctx.exe`. */
  readonly binaries: string;
  /** A program laid out for Node (see tools/program.ts). */
  readonly program: string;
}

const WRAPPER_FILES = [
  "README.md",
  "bin/repoctx.js",
  "lib/launch.js",
  "lib/platform.js",
  "prepare.js",
];

/** What of a program the wrapper takes along, to run it on Node itself where no binary fits. */
const PROGRAM_FOLDERS = ["build", "src"];

/** Files below some folders of a folder, relative to it, with `/`, sorted; none where there is no such folder. */
function filesBelow(root: string, folders: readonly string[]): string[] {
  const files: string[] = [];
  const pending = [...folders];
  for (const folder of pending) {
    for (const { name, isDirectory } of listFolder(join(root, folder))) {
      (isDirectory ? pending : files).push(`${folder}/${name}`);
    }
  }
  return files.sort();
}

function listFolder(path: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(path)];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** All packages; the wrapper comes last, since it depends on the others. */
export function packageLayouts({ binaries, program }: Parts, source: Source): PackageLayout[] {
  const legal: [string, string][] = [
    ["LICENSE", join(ROOT, "LICENSE")],
    ["THIRD_PARTY_LICENSES.txt", join(program, "THIRD_PARTY_LICENSES.txt")],
  ];
  const platforms = TARGETS.map((target): PackageLayout => ({
    manifest: platformManifest(target, source),
    files: new Map([...legal, [target.executable, join(binaries, target.name, target.executable)]]),
    executables: [target.executable],
  }));
  return [...platforms, {
    manifest: wrapperManifest(source),
    files: new Map([
      ...legal,
      ...WRAPPER_FILES.map((path): [string, string] => [path, join(ROOT, "npm/cli", path)]),
      ...filesBelow(program, PROGRAM_FOLDERS).map((
        path,
      ): [string, string] => [`program/${path}`, join(program, path)]),
      ["program/package.json", join(ROOT, "npm/node/module_type.json")],
    ]),
    executables: ["bin/repoctx.js"],
  }];
}

/**
 * Writes packages below a folder, each in a folder of its name.
 *
 * @throws Deno.errors.NotFound when a part is missing.
 */
export async function writePackages(layouts: readonly PackageLayout[], folder: string): Promise<void> {
  for (const { manifest, files, executables } of layouts) {
    const home = join(folder, manifest.name);
    await Deno.remove(home, { recursive: true }).catch(() => {});
    await Deno.mkdir(home, { recursive: true });
    await Deno.writeTextFile(join(home, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
    for (const [path, from] of files) {
      const to = join(home, path);
      await Deno.mkdir(join(to, ".."), { recursive: true });
      await Deno.copyFile(from, to);
      if (Deno.build.os !== "windows") await Deno.chmod(to, executables.includes(path) ? 0o755 : 0o644);
      await Deno.utime(to, FIXED_TIME, FIXED_TIME);
    }
  }
}

/** Where the sources are, as far as git and the workflow tell. */
async function findSource(): Promise<Source> {
  const { commit } = await readStamp();
  const [server, repository] = [Deno.env.get("GITHUB_SERVER_URL"), Deno.env.get("GITHUB_REPOSITORY")];
  return {
    ...(commit === undefined ? {} : { commit }),
    ...(server && repository ? { repository: `${server}/${repository}` } : {}),
  };
}

function describe({ manifest, files }: PackageLayout): string {
  const lines = [...files].map(([path, from]) => {
    return `  ${path}  ${sizeOf(from)}`;
  });
  return `${JSON.stringify(manifest, null, 2)}\n${lines.join("\n")}\n`;
}

function sizeOf(path: string): string {
  try {
    return `${Deno.statSync(path).size} bytes`;
  } catch {
    return "not built yet";
  }
}

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "dry-run": { type: "boolean" },
      out: { type: "string", default: join(ROOT, "build/npm") },
      binaries: { type: "string", default: join(ROOT, "build/bin") },
    },
  });
  const parts = { binaries: values.binaries, program: join(ROOT, "build/node-program") };
  if (!values["dry-run"]) await stageProgram(parts.program, "npm/node/main.ts");
  const layouts = packageLayouts(parts, await findSource());
  if (!values["dry-run"]) await writePackages(layouts, values.out);
  for (const layout of layouts) {
    const { name, version } = layout.manifest;
    // deno-lint-ignore no-console
    console.log(values["dry-run"] ? describe(layout) : `${name}@${version}`);
  }
}

if (import.meta.main) await main(Deno.args);
