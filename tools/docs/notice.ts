/**
 * NOTICE: every package that is used, with its licence. Which packages those are is read from deno.json, deno.lock and
 * the sources; what their licences are, from the packages themselves.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../../deno.json" with { type: "json" };
import { filesBelow } from "./files.ts";

const ROOT = new URL("../../", import.meta.url);

/** A package of deno.json or one that such a package needs. */
export interface UsedPackage {
  readonly name: string;
  readonly version: string;
  /** Whether the program needs it; otherwise only tests and tools do. */
  readonly isShipped: boolean;
}

interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, { readonly dependencies?: readonly string[] }>>;
}

/** Folders whose sources may use packages, the program's first. */
const FOLDERS = ["src", "tests", "tools", "bench", "npm"];

/** All packages, shipped ones first, then by name. */
export async function usedPackages(): Promise<UsedPackage[]> {
  const lock: Lock = JSON.parse(await Deno.readTextFile(new URL("deno.lock", ROOT)));
  const found = new Map<string, boolean>();
  const named = Object.values(manifest.imports);
  for (const [i, folder] of FOLDERS.entries()) {
    const isShipped = i === 0;
    for (const path of [...(isShipped ? ["main.ts"] : []), ...filesBelow(folder, ".ts")]) {
      const source = await Deno.readTextFile(new URL(path, ROOT));
      const specifiers = [
        ...inlineSpecifiers(source),
        ...named.filter((specifier) => loads(source, specifier)),
      ];
      for (const specifier of specifiers) addWithDependencies(keyOf(lock, specifier), lock, isShipped, found);
    }
  }
  // What no source loads is there for its types.
  for (const specifier of named) addWithDependencies(keyOf(lock, specifier), lock, false, found);
  return [...found].map(([key, isShipped]) => ({ ...parseKey(key), isShipped }))
    .sort((a, b) => Number(b.isShipped) - Number(a.isShipped) || (a.name < b.name ? -1 : 1));
}

/** Packages that a source names with their version, where it imports them. */
function inlineSpecifiers(source: string): string[] {
  return [
    ...source.matchAll(/^(?!import type\b).*(?:from |import\()"(npm:(?:@[\w.-]+\/)?[\w.-]+@\d[\w.-]*)/gm),
  ]
    .map((match) => match[1]!);
}

/** Whether a source loads a package of deno.json at run time: a type alone leaves no trace in the program. */
function loads(source: string, specifier: string): boolean {
  const name = RegExp.escape(specifier.replace(/^npm:(.+)@[^@]+$/, "$1"));
  return new RegExp(`^(?!import type\\b|export type\\b).*["'](?:npm:)?${name}[@/"']`, "m").test(source);
}

function keyOf(lock: Lock, specifier: string): string {
  const version = lock.specifiers[specifier];
  if (version === undefined) throw new Error(`deno.lock does not know ${specifier}; run deno install.`);
  return specifier.replace(/^npm:(.+)@[^@]+$/, "$1") + `@${version}`;
}

function addWithDependencies(key: string, lock: Lock, isShipped: boolean, found: Map<string, boolean>): void {
  if (found.has(key)) return;
  found.set(key, isShipped);
  for (const dependency of lock.npm[key]?.dependencies ?? []) {
    const full = Object.keys(lock.npm).find((other) => other === dependency) ??
      Object.keys(lock.npm).find((other) => parseKey(other).name === dependency);
    if (full !== undefined) addWithDependencies(full, lock, isShipped, found);
  }
}

/** `name@1.2.3_peer@4.5.6` → name and version. */
function parseKey(key: string): { name: string; version: string } {
  const [, name, version] = /^(@?[^@]+)@([^_]+)/.exec(key)!;
  return { name: name!, version: version! };
}

const HEAD = `repoctx
Copyright 2026 The repoctx authors

Licensed under the Apache License, Version 2.0; see LICENSE.

Built programs also contain the runtime of Deno (MIT, https://deno.com) and carry the full texts of all licences
in THIRD_PARTY_LICENSES.txt.
`;

/** The text of the file. */
export async function noticeText(): Promise<string> {
  const packages = await usedPackages();
  const cache = await packageCache();
  const lines = await Promise.all(packages.map((used) => describe(used, cache)));
  const part = (isShipped: boolean): string =>
    lines.filter((_, i) => packages[i]!.isShipped === isShipped).join("\n");
  return `${HEAD}\nThe program contains code or data of these packages:\n\n${part(true)}\n\n` +
    `Grammars of single languages in @vscode/tree-sitter-wasm and @cursorless/tree-sitter-wasms are the work of the\n` +
    `authors of the tree-sitter grammars of these languages.\n\n` +
    `Only tests and tools use these packages:\n\n${part(false)}\n`;
}

async function describe({ name, version }: UsedPackage, cache: string): Promise<string> {
  const folder = [...Deno.readDirSync(cache)].map((registry) => join(cache, registry.name, name, version))
    .find((path) => exists(join(path, "package.json")));
  if (folder === undefined) {
    throw new Error(`${name}@${version} is not in the package cache; run deno install.`);
  }
  const { license } = JSON.parse(await Deno.readTextFile(join(folder, "package.json")));
  if (typeof license !== "string") throw new Error(`${name}@${version} names no licence.`);
  const holder = await copyrightLine(folder);
  return `- ${name} ${version}, ${license}${holder === undefined ? "" : `: ${holder}`}`;
}

/** The first line of a licence file that names who holds the copyright. */
async function copyrightLine(folder: string): Promise<string | undefined> {
  for (const { name } of Deno.readDirSync(folder)) {
    if (!/^licen[cs]e/i.test(name)) continue;
    for (const line of (await Deno.readTextFile(join(folder, name))).split("\n")) {
      if (/^\W*copyright\b.*\d{4}|^\W*copyright \(c\)/i.test(line)) return line.trim().replace(/[.\s]+$/, "");
    }
  }
  return undefined;
}

async function packageCache(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
    cwd: fileURLToPath(ROOT),
    env: { DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).npmCache;
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
