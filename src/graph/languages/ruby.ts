/** Links Ruby files: by `require` and by constants, which belong to the file named after them. */
import type { GraphFile } from "../../model/mod.ts";
import type { Declaration } from "../_declared_names.ts";
import { folderOf, foldersUpward, joinPath } from "../_paths.ts";
import { append, type FileTable } from "../file_table.ts";
import type { LinkCollector } from "../link_collector.ts";

/** Folders that `require` looks into. */
const LOAD_FOLDERS = ["lib", "app", "spec", "test", ""];

/** Records an edge for every required file and every use of a class or module that is declared in one place. */
export function linkRuby(table: FileTable, links: LinkCollector): void {
  const files = table.files.filter((file) => file.language === "ruby");
  const constants = readConstants(files);
  for (const file of files) {
    for (const { kind, specifier } of file.imports) {
      const target = kind === "require" ? requiredFile(table, file.path, specifier) : undefined;
      if (target !== undefined) links.addImport(file.path, target, "value");
    }
    linkConstants(file, constants, links);
  }
}

function linkConstants(
  file: GraphFile,
  constants: ReadonlyMap<string, Declaration[]>,
  links: LinkCollector,
): void {
  const own = new Set(file.symbols.filter(({ kind }) => kind === "constant").map(({ name }) => name));
  for (const reference of file.references) {
    const { name, qualifier, kind, within } = reference;
    // A method is called on a constant; every other use names one.
    const chain = kind === "call" || kind === "value"
      ? qualifier
      : [qualifier, name].filter(Boolean).join(".");
    if (chain === undefined || !/^\p{Lu}/u.test(chain) || own.has(chain.split(".", 1)[0]!)) continue;
    const found = findConstant(chain, file.symbols[within]?.qualifiedName ?? "", constants);
    if (found !== undefined) links.addDependency(file.path, reference, found, "namespace");
  }
}

/** Seeks a constant in the modules around its use, innermost first. */
function findConstant(
  chain: string,
  around: string,
  constants: ReadonlyMap<string, Declaration[]>,
): Declaration | undefined {
  for (let scope = around;; scope = scope.slice(0, Math.max(0, scope.lastIndexOf(".")))) {
    const full = scope === "" ? chain : `${scope}.${chain}`;
    const declarations = constants.get(full);
    if (declarations !== undefined) {
      const [only] = declarations;
      return declarations.length === 1 ? only : declarations.find(({ path }) => isNamedAfter(path, full));
    }
    if (scope === "") return undefined;
  }
}

/** Whether a path is the place where loaders look for a constant: `a/b_c.rb` for `A::BC`. */
function isNamedAfter(path: string, full: string): boolean {
  const underscored = full.replaceAll(".", "/").replace(/([A-Z\d]+)([A-Z][a-z])/g, "$1_$2")
    .replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  return `/${path}`.endsWith(`/${underscored}.rb`);
}

function readConstants(files: readonly GraphFile[]): Map<string, Declaration[]> {
  const constants = new Map<string, Declaration[]>();
  for (const file of files) {
    file.symbols.forEach(({ kind, qualifiedName }, symbol) => {
      if (kind !== "class" && kind !== "module") return;
      if (constants.get(qualifiedName)?.at(-1)?.path === file.path) return;
      append(constants, qualifiedName, { path: file.path, symbol });
    });
  }
  return constants;
}

function requiredFile(table: FileTable, path: string, specifier: string): string | undefined {
  const written = specifier.endsWith(".rb") ? specifier : `${specifier}.rb`;
  const folder = folderOf(path);
  if (specifier.startsWith(".")) {
    const target = joinPath(folder, written);
    return target !== undefined && table.has(target) ? target : undefined;
  }
  const ending = joinPath("", written);
  if (ending === undefined) return undefined;
  for (const above of foldersUpward(folder)) {
    for (const name of LOAD_FOLDERS) {
      const candidate = [above, name, ending].filter((part) => part !== "").join("/");
      if (table.has(candidate)) return candidate;
    }
  }
  const base = ending.slice(ending.lastIndexOf("/") + 1);
  const same = table.named(base).filter((each) => `/${each}`.endsWith(`/lib/${ending}`));
  return same.length === 1 ? same[0] : undefined;
}
