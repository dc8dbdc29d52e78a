/** The imports of the program as Deno resolves them. */
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of the project, ending with `/`. */
export const projectFolder: URL = new URL("../../", import.meta.url);

/** One import of one module. */
export interface Import {
  /** Path of the importing module, relative to the project, `/`-separated. */
  readonly from: string;
  readonly specifier: string;
  /** Path of the imported module relative to the project, or a specifier such as `node:path` or `npm:x@1`. */
  readonly to: string;
  /** `import()`. */
  readonly isDynamic: boolean;
  /** Types only: gone at run time. */
  readonly isType: boolean;
}

interface Resolved {
  specifier?: string;
  error?: string;
}

interface Info {
  modules: {
    specifier: string;
    dependencies?: { specifier: string; code?: Resolved; type?: Resolved; isDynamic?: boolean }[];
  }[];
}

/** Files below a folder of the project with a given ending, sorted. */
export function filesBelow(folder: string, ending: string): string[] {
  const found: string[] = [];
  for (const entry of Deno.readDirSync(new URL(folder, projectFolder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) found.push(...filesBelow(path, ending));
    else if (path.endsWith(ending)) found.push(path);
  }
  return found.sort();
}

/** All imports of the given modules and of everything they import, in a stable order. */
export async function readImports(entries: readonly string[]): Promise<Import[]> {
  const folder = await Deno.makeTempDir({ prefix: "repoctx-graph-" });
  try {
    const entry = `${folder}/all.ts`;
    const lines = entries.map((path) => `import ${JSON.stringify(new URL(path, projectFolder).href)};\n`);
    await Deno.writeTextFile(entry, lines.join(""));
    const config = fileURLToPath(new URL("deno.json", projectFolder));
    const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", "--no-lock", "--config", config, entry],
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as Info;
    return modules.filter(({ specifier }) => specifier !== pathToFileURL(entry).href).flatMap(importsOf);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function importsOf({ specifier, dependencies = [] }: Info["modules"][number]): Import[] {
  return dependencies.map((dependency) => ({
    from: nameOf(specifier),
    specifier: dependency.specifier,
    to: nameOf(dependency.code?.specifier ?? dependency.type?.specifier ?? dependency.specifier),
    isDynamic: dependency.isDynamic ?? false,
    isType: dependency.code === undefined,
  }));
}

function nameOf(url: string): string {
  return url.startsWith(projectFolder.href) ? decodeURI(url.slice(projectFolder.href.length)) : url;
}

/** Everything that importing a module loads: the closure over imports that are neither dynamic nor types. */
export function staticClosure(imports: readonly Import[], entry: string): Set<string> {
  const bySource = Map.groupBy(
    imports.filter(({ isDynamic, isType }) => !isDynamic && !isType),
    ({ from }) => from,
  );
  const reached = new Set([entry]);
  for (const module of reached) {
    for (const { to } of bySource.get(module) ?? []) reached.add(to);
  }
  return reached;
}
