/** The C# projects of the repository: which files they own, whom they reference, what they import everywhere. */
import { baseName, folderOf, foldersUpward, joinPath } from "../_paths.ts";
import { type XmlTag, xmlTags } from "../_xml.ts";
import { append, type FileTable } from "../file_table.ts";

/** A using that a project declares for all its files. */
export interface ProjectUsing {
  specifier: string;
  alias?: string;
}

interface Project {
  /** Folders of the projects it references itself. */
  references: string[];
  usings: ProjectUsing[];
}

/** Files whose items hold for every project below them. */
const SHARED_NAMES = ["Directory.Build.props", "Directory.Build.targets"];
const PROJECT_NAME = /\.(?:csproj|shproj|projitems)$/i;

/** Finds projects by folder. A folder with several project files counts as one project. */
export class CSharpProjects {
  readonly #table: FileTable;
  readonly #projects = new Map<string, Project>();
  readonly #foldersByName = new Map<string, string[]>();
  readonly #owners = new Map<string, string | undefined>();
  readonly #visible = new Map<string, ReadonlySet<string>>();
  readonly #tagsByPath = new Map<string, XmlTag[]>();

  /** @param table all indexed files. */
  constructor(table: FileTable) {
    this.#table = table;
    const manifests: string[] = [];
    for (const name of table.names()) {
      if (!PROJECT_NAME.test(name)) continue;
      for (const path of table.named(name)) {
        manifests.push(path);
        append(this.#foldersByName, name.toLowerCase(), folderOf(path));
      }
    }
    for (const path of manifests) this.#projects.set(folderOf(path), { references: [], usings: [] });
    for (const path of manifests) this.#read(path);
  }

  /** Folder of the project that owns a file: the nearest one upward with a project file. */
  owner(path: string): string | undefined {
    const folder = folderOf(path);
    if (!this.#owners.has(folder)) {
      this.#owners.set(folder, [...foldersUpward(folder)].find((above) => this.#projects.has(above)));
    }
    return this.#owners.get(folder);
  }

  /** Folders of all projects a project references, directly or through others, without itself. */
  visibleFrom(folder: string): ReadonlySet<string> {
    let visible = this.#visible.get(folder);
    if (visible === undefined) {
      const reached = new Set([folder]);
      // A set may grow while it is walked.
      for (const each of reached) {
        for (const reference of this.#projects.get(each)?.references ?? []) reached.add(reference);
      }
      reached.delete(folder);
      visible = reached;
      this.#visible.set(folder, visible);
    }
    return visible;
  }

  /** Usings that the manifests of a project declare for all its files. */
  usings(folder: string): readonly ProjectUsing[] {
    return this.#projects.get(folder)?.usings ?? [];
  }

  #read(path: string): void {
    const folder = folderOf(path);
    const project = this.#projects.get(folder)!;
    this.#addItems(project, folder, path);
    for (const above of foldersUpward(folder)) {
      for (const name of SHARED_NAMES) {
        this.#addItems(project, folder, above === "" ? name : `${above}/${name}`);
      }
    }
  }

  #addItems(project: Project, projectFolder: string, manifest: string): void {
    for (const tag of this.#tags(manifest)) {
      if (tag.name === "Using" && tag.attributes.Include !== undefined) {
        const { Include: specifier, Alias: alias } = tag.attributes;
        project.usings.push(alias === undefined ? { specifier } : { specifier, alias });
      }
      const written = tag.name === "ProjectReference"
        ? tag.attributes.Include
        : tag.name === "Import" && /\.projitems$/i.test(tag.attributes.Project ?? "")
        ? tag.attributes.Project
        : undefined;
      for (const each of written?.split(";") ?? []) {
        const folder = this.#referencedFolder(each.trim(), projectFolder, folderOf(manifest));
        if (folder !== undefined && folder !== projectFolder) project.references.push(folder);
      }
    }
  }

  #tags(manifest: string): XmlTag[] {
    let tags = this.#tagsByPath.get(manifest);
    if (tags === undefined) {
      tags = xmlTags(this.#table.text(manifest) ?? "");
      this.#tagsByPath.set(manifest, tags);
    }
    return tags;
  }

  /** Where a referenced project lies: by its path, or by its file name when the path holds unknown variables. */
  #referencedFolder(written: string, projectFolder: string, manifestFolder: string): string | undefined {
    const slashed = written.replaceAll("\\", "/");
    const variable = /^\$\(MSBuildThisFileDirectory\)\/?/i;
    const joined = variable.test(slashed)
      ? joinPath(manifestFolder, slashed.replace(variable, ""))
      : joinPath(projectFolder, slashed);
    const folder = joined === undefined ? undefined : folderOf(joined);
    if (folder !== undefined && this.#projects.has(folder)) return folder;
    const named = this.#foldersByName.get(baseName(slashed).toLowerCase()) ?? [];
    return named.length === 1 ? named[0] : undefined;
  }
}
