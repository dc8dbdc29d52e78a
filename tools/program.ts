/**
 * Lays out the built program: the one payload of all binaries and of the npm package's JavaScript.
 *
 * ```
 * src/program/main.js, …    the program and every package it uses, bundled; what is loaded late is in files of its own
 * build/grammars/*.wasm.gz  the grammars of the languages, and tree-sitter
 * build/o200k.bin           the token table
 * build/stamp.json          version and commit
 * THIRD_PARTY_LICENSES.txt  the licences of the packages
 * ```
 *
 * Bundling is what keeps a binary small: `deno compile` embeds npm packages whole. The bundle lies two folders deep, as
 * the sources do, so that `../../build/` names the same place from both. Nothing in it tells where or when it was made:
 * the same commit gives the same bytes.
 */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../deno.json" with { type: "json" };
import { grammarUrl } from "../src/parser/grammars.ts";
import { LANGUAGES } from "../src/parser/languages/mod.ts";
import { writeTokenTable } from "../src/tokens/mod.ts";
import { normaliseBundle, type Package, packageName } from "./bundle_text.ts";

/** Absolute path of the project, with a slash at its end. */
export const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** The program's first module, relative to its folder. */
export const ENTRY = "src/program/main.js";

/** The module that a program starts with: `main.ts` on Deno, `npm/node/main.ts` on Node. */
export type Start = "main.ts" | "npm/node/main.ts";

/** Replaced by the token table. */
const TOKENIZER = "gpt-tokenizer";

/** The time of every file in a build, in seconds; the earliest that every archive format can hold. */
export const FIXED_TIME = Date.UTC(1980, 0, 2) / 1000;

/** What a build was made from. */
export interface Stamp {
  readonly name: string;
  readonly version: string;
  /** Absent outside of a git repository. */
  readonly commit?: string;
  /** Whether the working tree differed from the commit. */
  readonly modified?: true;
}

/** A program that lies ready. */
export interface Program {
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Every file, relative to the folder, with `/`, sorted. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** The npm packages of which something is inside, sorted, with versions. */
  readonly packages: readonly string[];
  readonly stamp: Stamp;
}

/**
 * Lays out the program in a folder. What was there is replaced at the end, or stays when something fails.
 *
 * @param folder absolute.
 */
export async function stageProgram(folder: string, start: Start = "main.ts"): Promise<Program> {
  const draft = `${folder}.new`;
  await Deno.remove(draft, { recursive: true }).catch(() => {});
  await Deno.mkdir(join(draft, "src"), { recursive: true });
  await Deno.mkdir(join(draft, "build/grammars"), { recursive: true });
  const cache = await packageCache();
  const [bundled] = await Promise.all([
    bundle(start, join(draft, "src/program"), cache),
    shipGrammars(join(draft, "build/grammars")),
    writeTokenTable(join(draft, "build/o200k.bin")),
  ]);
  const stamp = await readStamp();
  await Deno.writeTextFile(join(draft, "build/stamp.json"), JSON.stringify(stamp) + "\n");
  const packages = [...bundled, tokenizerPackage()].sort((a, b) => packageName(a) < packageName(b) ? -1 : 1);
  await Deno.writeTextFile(join(draft, "THIRD_PARTY_LICENSES.txt"), await licences(packages, cache));
  const files = listFiles(draft);
  // A binary records when its files were written.
  for (const { path } of files) await Deno.utime(join(draft, path), FIXED_TIME, FIXED_TIME);
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.rename(draft, folder);
  return { folder, files, packages: packages.map(packageName), stamp };
}

/** Where Deno keeps npm packages: one folder for each registry. */
async function packageCache(): Promise<string> {
  return JSON.parse(await deno(["info", "--json"])).npmCache;
}

async function bundle(start: Start, folder: string, cache: string): Promise<Package[]> {
  const external = ["--external", `${TOKENIZER}/bpeRanks/o200k_base`];
  await deno([
    "bundle",
    "--quiet",
    "--code-splitting",
    "--platform=deno",
    ...external,
    "--outdir",
    folder,
    start,
  ]);
  const chunks = new Map<string, string>();
  for (const { name } of Deno.readDirSync(folder)) {
    chunks.set(name, await Deno.readTextFile(join(folder, name)));
    await Deno.remove(join(folder, name));
  }
  const { files, packages } = normaliseBundle(chunks, relative(ROOT, cache).replaceAll("\\", "/"));
  const texts = start === "main.ts" ? files : await inOlderSyntax(files);
  for (const [name, text] of texts) await Deno.writeTextFile(join(folder, name), text);
  return packages;
}

/** The same code for the oldest Node that the launcher takes: without `using`, above all. */
async function inOlderSyntax(files: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const { stop, transform } = await import("npm:esbuild@0.28.2");
  const texts = new Map<string, string>();
  try {
    for (const [name, text] of files) {
      const { code } = await transform(text, {
        target: "node22.16",
        format: "esm",
        charset: "utf8",
        loader: "js",
      });
      texts.set(name, code);
    }
  } finally {
    await stop();
  }
  return texts;
}

/** Only what a language asks for: the packages hold many more grammars. */
async function shipGrammars(folder: string): Promise<void> {
  const grammars = LANGUAGES.flatMap(({ binding }) => [binding, binding?.alternative])
    .flatMap((binding) => binding === undefined ? [] : [grammarUrl(binding.grammar)]);
  const runtime = new URL(import.meta.resolve(`${manifest.imports["web-tree-sitter"]}/web-tree-sitter.wasm`));
  const files = new Map([...grammars, runtime].map((url) => [url.pathname.split("/").at(-1)!, url]));
  for (const [name, url] of files) {
    await Deno.writeFile(join(folder, `${name}.gz`), await gzip(await Deno.readFile(url)));
  }
}

/** The package of which data is shipped, but no code. Those of the grammars are named by the bundled code. */
function tokenizerPackage(): Package {
  return { name: TOKENIZER, version: manifest.imports[TOKENIZER].slice(`npm:${TOKENIZER}@`.length) };
}

async function licences(packages: readonly Package[], cache: string): Promise<string> {
  const parts = [
    "repoctx contains code or data of the following packages, and the runtime of Deno (MIT, https://deno.com).\n",
  ];
  const registries = [...Deno.readDirSync(cache)].filter(({ isDirectory }) => isDirectory);
  for (const named of packages) {
    const folder = registries.map((registry) => join(cache, registry.name, named.name, named.version))
      .find((path) => names(path).includes("package.json"));
    if (folder === undefined) throw new Error(`${packageName(named)} is not in the package cache.`);
    const { license } = JSON.parse(await Deno.readTextFile(join(folder, "package.json")));
    const texts = await Promise.all(
      names(folder).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name)).sort()
        .map((name) => Deno.readTextFile(join(folder, name))),
    );
    const text = texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n");
    parts.push(`${"=".repeat(78)}\n${packageName(named)} (${license ?? "see below"})\n\n${text}\n`);
  }
  return parts.join("\n");
}

function names(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Version and commit of the working tree. */
export async function readStamp(): Promise<Stamp> {
  const { name, version } = manifest;
  const commit = await git(["rev-parse", "HEAD"]);
  if (commit === undefined) return { name, version };
  const isModified = await git(["status", "--porcelain", "--untracked-files=no"]) !== "";
  return { name, version, commit, ...(isModified ? { modified: true } : {}) };
}

async function git(args: readonly string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command("git", { args: [...args], cwd: ROOT, stderr: "null" })
      .output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined;
  }
}

/** Runs the Deno that runs this file, in the project, and returns what it prints. */
async function deno(args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: ROOT,
    env: { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`deno ${args[0]} failed:\n${decoder.decode(stderr)}`);
  return decoder.decode(stdout);
}

/** Compresses, always to the same bytes. */
export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function listFiles(folder: string): { path: string; size: number }[] {
  const files: { path: string; size: number }[] = [];
  const pending = [""];
  for (const below of pending) {
    for (const { name, isDirectory } of Deno.readDirSync(join(folder, below))) {
      const path = below === "" ? name : `${below}/${name}`;
      if (isDirectory) pending.push(path);
      else files.push({ path, size: Deno.statSync(join(folder, path)).size });
    }
  }
  return files.sort((a, b) => a.path < b.path ? -1 : 1);
}
