/** Links C, C++ and Objective-C files by their includes. */
import type { GraphFile } from "../../model/mod.ts";
import { type Declaration, topLevelNames } from "../_declared_names.ts";
import { baseName, folderOf, foldersUpward, joinPath } from "../_paths.ts";
import { append, type FileTable } from "../file_table.ts";
import type { LinkCollector } from "../link_collector.ts";

const LANGUAGES: ReadonlySet<string> = new Set(["c", "cpp", "objc", "objcpp"]);
/** Folders beside or above a file that compilers are usually told to look into. */
const INCLUDE_FOLDERS = ["include", "inc"];
const SOURCE_FOLDERS = ["src", "lib"];

/** Records an edge for every included file, and the uses of what exactly one of them declares. */
export function linkCFamily(table: FileTable, links: LinkCollector): void {
  for (const file of table.files) {
    if (!LANGUAGES.has(file.language)) continue;
    const included = new Set<string>();
    for (const { specifier } of file.imports) {
      const target = includedFile(table, file.path, specifier);
      if (target === undefined || target === file.path) continue;
      included.add(target);
      links.addImport(file.path, target, "value");
    }
    if (included.size > 0) linkUses(file, included, table, links);
  }
}

function linkUses(
  file: GraphFile,
  included: ReadonlySet<string>,
  table: FileTable,
  links: LinkCollector,
): void {
  const declared = new Map<string, Declaration[]>();
  for (const path of included) {
    for (const [name, symbol] of topLevelNames(table.get(path)!)) append(declared, name, { path, symbol });
  }
  const own = topLevelNames(file);
  for (const reference of file.references) {
    const { name, qualifier } = reference;
    // Namespaces in front of a declared name say nothing about the file.
    const first = [...qualifier?.split(".") ?? [], name].find((each) => own.has(each) || declared.has(each));
    const found = first === undefined || own.has(first) ? [] : declared.get(first)!;
    if (found.length === 1) links.addUse(file.path, reference, found[0]!, "import");
  }
}

/**
 * A quoted path is relative to the file, else to the nearest folder it fits below, else the only file that ends so.
 * One in angle brackets belongs to the system unless it fits below an include folder.
 */
function includedFile(table: FileTable, path: string, specifier: string): string | undefined {
  const isSystem = specifier.startsWith("<");
  const written = specifier.replace(/^[<"]|[>"]$/g, "").replaceAll("\\", "/");
  const folder = folderOf(path);
  const beside = isSystem ? undefined : joinPath(folder, written);
  if (beside !== undefined && table.has(beside)) return beside;
  const ending = joinPath("", written);
  if (ending === undefined || ending === "") return undefined;
  // `<string.h>` is rarely the repository's, `<acme/string.h>` may well be.
  const folders = [...INCLUDE_FOLDERS, ...(isSystem && !ending.includes("/") ? [] : SOURCE_FOLDERS)];
  for (const above of foldersUpward(folder)) {
    for (const name of isSystem ? folders : ["", ...folders]) {
      const candidate = [above, name, ending].filter((part) => part !== "").join("/");
      if (table.has(candidate)) return candidate;
    }
  }
  const same = table.named(baseName(ending)).filter((each) => each.endsWith(`/${ending}`));
  const [only] = same;
  if (same.length !== 1 || only === undefined) return undefined;
  const root = only.slice(0, -ending.length - 1);
  return !isSystem || folders.includes(baseName(root)) ? only : undefined;
}
