/** Disposable folders for the scanner's tests. */
import { dirname, join } from "node:path";
import { defaultConfig } from "../../src/repository/mod.ts";
import type { Config, ScanResult } from "../../src/model/mod.ts";
import { scan, type ScanOptions } from "../../src/scanner/mod.ts";

/** A temporary folder that is removed at the end of the block. */
export class Tree {
  readonly root: string = Deno.makeTempDirSync({ prefix: "repoctx_scanner_" });

  /** @param files path → content; a path that ends with `/` makes an empty folder. */
  constructor(files: Record<string, string | Uint8Array> = {}) {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  write(path: string, content: string | Uint8Array = ""): void {
    const full = join(this.root, path);
    if (path.endsWith("/")) return Deno.mkdirSync(full, { recursive: true });
    Deno.mkdirSync(dirname(full), { recursive: true });
    if (typeof content === "string") Deno.writeTextFileSync(full, content);
    else Deno.writeFileSync(full, content);
  }

  link(path: string, target: string): void {
    const full = join(this.root, path);
    Deno.mkdirSync(dirname(full), { recursive: true });
    Deno.symlinkSync(target, full);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

/** The default config with some keys replaced. */
export function config(
  changes: Partial<Omit<Config, "indexing">> & { indexing?: Partial<Config["indexing"]> } = {},
): Config {
  const defaults = defaultConfig();
  return { ...defaults, ...changes, indexing: { ...defaults.indexing, ...changes.indexing } };
}

/** A stand-in for the parser's table of languages. */
export function languageOf(path: string): string {
  return /\.tsx?$/.test(path) ? "typescript" : "none";
}

/** Scans with case-sensitive rules, which every platform has in common. */
export function scanTree(
  tree: Tree,
  settings: Config = config(),
  options: Partial<ScanOptions> = {},
): ScanResult {
  return scan(tree.root, settings, { languageOf, ignoreCase: false, ...options });
}

/** The paths a scan selects. */
export function selected(tree: Tree, settings?: Config, options?: Partial<ScanOptions>): string[] {
  return scanTree(tree, settings, options).files.map(({ path }) => path);
}

/** Whether links and pipes can be made here. */
export const hasPosixFiles: boolean = Deno.build.os !== "windows";

/** Runs git without the user's configuration and returns its output, split at NUL. */
export async function git(directory: string, args: string[], input: string = ""): Promise<string[]> {
  const process = new Deno.Command("git", {
    args: ["-C", directory, "-c", "core.ignoreCase=false", ...args],
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = process.stdin.getWriter();
  const written = writer.write(new TextEncoder().encode(input)).then(() => writer.close());
  const [{ stdout }] = await Promise.all([process.output(), written]);
  return new TextDecoder().decode(stdout).split("\0").slice(0, -1);
}

/** Whether git is installed. */
export const hasGit: boolean = await new Deno.Command("git", { args: ["--version"] }).output()
  .then(({ success }) => success, () => false);
