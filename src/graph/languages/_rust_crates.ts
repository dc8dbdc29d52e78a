/** The crates of the repository, as their Cargo.toml files describe them. */
import { asRecord, asString, type ManifestRecord } from "../_manifest_values.ts";
import { folderOf, foldersUpward, joinPath } from "../_paths.ts";
import { parseToml } from "../_toml.ts";
import { append, type FileTable } from "../file_table.ts";

interface Crate {
  folder: string;
  /** Name as code writes it. */
  name: string;
  library: string | undefined;
  /** Local name → name of the package, for renamed dependencies. */
  renamed: Map<string, string>;
}

const DEPENDENCY_TABLES = ["dependencies", "dev-dependencies", "build-dependencies"];
/** Folders whose files are crates of their own, each with a folder per crate as well. */
const TARGET_FOLDERS = /(?:^|\/)(?:src\/bin|tests|examples|benches)$/;

/** Finds crates by the names code uses. */
export class RustCrates {
  readonly #byFolder = new Map<string, Crate>();
  readonly #byName = new Map<string, Crate[]>();
  readonly #roots = new Set<string>();

  /** @param table all indexed files. */
  constructor(table: FileTable) {
    for (const path of table.named("Cargo.toml")) {
      const values = parseToml(table.text(path) ?? "");
      if (values !== undefined) this.#add(table, folderOf(path), values);
    }
  }

  /** Root file of the library that a file means by a crate name; its own package's library included. */
  find(path: string, name: string): string | undefined {
    for (const folder of foldersUpward(folderOf(path))) {
      const crate = this.#byFolder.get(folder);
      if (crate === undefined) continue;
      const wanted = crate.renamed.get(name) ?? name;
      if (crate.name === wanted) return crate.library === path ? undefined : crate.library;
      const named = this.#byName.get(wanted) ?? [];
      return named.length === 1 ? named[0]!.library : undefined;
    }
    return undefined;
  }

  /** Whether a file is the root of a crate: its modules lie beside it. */
  isRoot(path: string): boolean {
    return this.#roots.has(path) || TARGET_FOLDERS.test(folderOf(path));
  }

  #add(table: FileTable, folder: string, values: ManifestRecord): void {
    const library = asRecord(values.lib);
    const packageName = asString(asRecord(values.package)?.name);
    for (const targets of ["bin", "test", "example", "bench"]) {
      for (const target of asList(values[targets])) this.#addRoot(folder, asString(asRecord(target)?.path));
    }
    if (packageName === undefined) return;
    const libraryPath = joinPath(folder, asString(library?.path) ?? "src/lib.rs");
    const isIndexed = libraryPath !== undefined && table.has(libraryPath);
    if (isIndexed) this.#roots.add(libraryPath);
    const crate: Crate = {
      folder,
      name: asIdentifier(asString(library?.name) ?? packageName),
      library: isIndexed ? libraryPath : undefined,
      renamed: renamedDependencies(values),
    };
    this.#byFolder.set(folder, crate);
    append(this.#byName, crate.name, crate);
    if (asIdentifier(packageName) !== crate.name) append(this.#byName, asIdentifier(packageName), crate);
  }

  #addRoot(folder: string, written: string | undefined): void {
    const path = written === undefined ? undefined : joinPath(folder, written);
    if (path !== undefined) this.#roots.add(path);
  }
}

function renamedDependencies(values: ManifestRecord): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const table of DEPENDENCY_TABLES) {
    for (const [local, dependency] of Object.entries(asRecord(values[table]) ?? {})) {
      const name = asString(asRecord(dependency)?.package);
      if (name !== undefined) renamed.set(asIdentifier(local), asIdentifier(name));
    }
  }
  return renamed;
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function asIdentifier(packageName: string): string {
  return packageName.replaceAll("-", "_");
}
