/** The packages of the repository and the names under which its files may import them. */
import {
  asRecord,
  asString,
  asStrings,
  type ManifestRecord,
  parseJsonc,
  stringMembers,
} from "../_manifest_values.ts";
import { baseName, folderOf, foldersUpward, isWithin, joinPath } from "../_paths.ts";
import { parseYaml } from "../_yaml.ts";
import { append, type FileTable } from "../file_table.ts";
import { type FolderPattern, matchesFolder, toFolderPattern } from "./_workspace_glob.ts";

/** One package.json or deno.json. */
export interface PackageManifest {
  /** Path of the manifest. */
  path: string;
  /** Folder of the manifest; empty for the root. */
  folder: string;
  name: string | undefined;
  values: ManifestRecord;
}

/** A folder whose manifest binds others into one workspace. */
interface Workspace {
  folder: string;
  included: readonly FolderPattern[];
  excluded: readonly FolderPattern[];
}

/** Manifest names, the first one in a folder describes the package when both have what is asked for. */
const MANIFEST_NAMES = ["package.json", "deno.json", "deno.jsonc"];
const DEPENDENCY_LISTS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
/** How a dependency names a folder instead of a version. */
const FOLDER_PROTOCOL = /^(?:file:|link:|portal:|workspace:(?=\.))(.*)$/;
/** How a dependency names another package instead of a version: `workspace:real@*`, `npm:real@1`. */
const ALIAS_PROTOCOL = /^(?:workspace|npm):((?:@[^@/]+\/)?[^@/^~*\d][^@/]*)@/;

/** What the nearest manifest that names a dependency says about it. */
interface DeclaredDependency {
  /** Folder of the manifest that names it. */
  by: string;
  /** Folder of the package, when the manifest names one. */
  folder?: string;
  /** The package's real name, when it is imported under another. */
  alias?: string;
}

/** Finds packages by folder and by import name. */
export class PackageTable {
  readonly #byFolder = new Map<string, PackageManifest[]>();
  readonly #byName = new Map<string, PackageManifest[]>();
  readonly #workspaces: Workspace[];
  readonly #dependencies = new Map<PackageManifest, Map<string, string>>();
  readonly #memberships = new Map<string, ReadonlySet<string>>();

  /** @param table all indexed files. */
  constructor(table: FileTable) {
    for (const name of MANIFEST_NAMES) {
      for (const path of table.named(name)) {
        const values = parseJsonc(table.text(path));
        if (values === undefined) continue;
        const manifest = { path, folder: folderOf(path), name: asString(values.name), values };
        append(this.#byFolder, manifest.folder, manifest);
        if (manifest.name !== undefined) append(this.#byName, manifest.name, manifest);
      }
    }
    this.#workspaces = readWorkspaces(table, [...this.#byFolder.values()].flat());
  }

  /** The manifests of a folder, package.json first. */
  inFolder(folder: string): readonly PackageManifest[] {
    return this.#byFolder.get(folder) ?? [];
  }

  /** Folder of the nearest manifest upward; the root without one. */
  packageFolder(folder: string): string {
    for (const above of foldersUpward(folder)) {
      if (this.#byFolder.has(above)) return above;
    }
    return "";
  }

  /** The nearest manifests upward, nearest first. */
  *upward(folder: string): Generator<PackageManifest> {
    for (const above of foldersUpward(folder)) yield* this.inFolder(above);
  }

  /**
   * The packages a file means by a name, best first: what its own dependencies say, a package around the file, or
   * the one member of a workspace it shares. Other packages of the same name are strangers.
   *
   * @param name import name without a sub-path.
   * @param folder folder of the importing file.
   */
  find(name: string, folder: string): readonly PackageManifest[] {
    const declared = this.#declaredDependency(name, folder);
    if (declared?.folder !== undefined) return this.inFolder(declared.folder);
    const named = this.#byName.get(declared?.alias ?? name) ?? [];
    if (named.length === 0) return [];
    for (const above of foldersUpward(folder)) {
      // A package that depends on its own name means another one.
      const around = above === declared?.by ? [] : named.filter((manifest) => manifest.folder === above);
      if (around.length > 0) return around;
    }
    const shared = named.filter((manifest) => this.#shareWorkspace(manifest.folder, folder));
    return new Set(shared.map((manifest) => manifest.folder)).size === 1 ? shared : [];
  }

  #declaredDependency(name: string, folder: string): DeclaredDependency | undefined {
    for (const manifest of this.upward(folder)) {
      const wanted = this.#dependenciesOf(manifest).get(name);
      if (wanted === undefined) continue;
      const by = manifest.folder;
      const local = FOLDER_PROTOCOL.exec(wanted)?.[1];
      const target = local === undefined ? undefined : joinPath(by, local);
      if (target !== undefined && this.#byFolder.has(target)) return { by, folder: target };
      const alias = ALIAS_PROTOCOL.exec(wanted)?.[1];
      return alias === undefined ? { by } : { by, alias };
    }
    return undefined;
  }

  #dependenciesOf(manifest: PackageManifest): Map<string, string> {
    let dependencies = this.#dependencies.get(manifest);
    if (dependencies === undefined) {
      dependencies = new Map(DEPENDENCY_LISTS.flatMap((list) => stringMembers(manifest.values[list])));
      this.#dependencies.set(manifest, dependencies);
    }
    return dependencies;
  }

  #shareWorkspace(a: string, b: string): boolean {
    const ofA = this.#workspacesOf(a);
    for (const workspace of this.#workspacesOf(this.packageFolder(b))) {
      if (ofA.has(workspace)) return true;
    }
    return false;
  }

  /** Folders of the workspaces a package folder is a member of; a workspace's own folder is a member too. */
  #workspacesOf(folder: string): ReadonlySet<string> {
    let found = this.#memberships.get(folder);
    if (found === undefined) {
      found = new Set(this.#workspaces.filter((each) => isMember(each, folder)).map((each) => each.folder));
      this.#memberships.set(folder, found);
    }
    return found;
  }
}

function isMember(workspace: Workspace, folder: string): boolean {
  if (folder === workspace.folder) return true;
  if (!isWithin(folder, workspace.folder)) return false;
  const relative = workspace.folder === "" ? folder : folder.slice(workspace.folder.length + 1);
  return workspace.included.some((pattern) => matchesFolder(pattern, relative)) &&
    !workspace.excluded.some((pattern) => matchesFolder(pattern, relative));
}

function readWorkspaces(table: FileTable, manifests: readonly PackageManifest[]): Workspace[] {
  const workspaces: Workspace[] = [];
  const add = (folder: string, patterns: string[]): void => {
    if (patterns.length === 0) return;
    const included = patterns.filter((pattern) => !pattern.startsWith("!")).map(toFolderPattern);
    const excluded = patterns.filter((pattern) => pattern.startsWith("!"))
      .map((pattern) => toFolderPattern(pattern.slice(1)));
    workspaces.push({ folder, included, excluded });
  };
  for (const { path, folder, values } of manifests) {
    if (baseName(path) === "package.json") {
      const declared = values.workspaces;
      add(folder, asStrings(asRecord(declared)?.packages ?? declared));
    } else {
      const declared = values.workspace;
      add(folder, asStrings(asRecord(declared)?.members ?? declared));
    }
  }
  for (const name of ["pnpm-workspace.yaml", "pnpm-workspace.yml"]) {
    for (const path of table.named(name)) {
      add(folderOf(path), asStrings(asRecord(parseYaml(table.text(path) ?? ""))?.packages));
    }
  }
  for (const path of table.named("lerna.json")) {
    const values = parseJsonc(table.text(path));
    if (values !== undefined) add(folderOf(path), asStrings(values.packages ?? "packages/*"));
  }
  for (const path of table.named("rush.json")) {
    const projects = parseJsonc(table.text(path))?.projects;
    if (!Array.isArray(projects)) continue;
    add(folderOf(path), projects.flatMap((project) => asStrings(asRecord(project)?.projectFolder)));
  }
  return workspaces;
}
