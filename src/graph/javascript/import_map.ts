/** Deno's import maps: `imports` and `scopes` of deno.json, or of the file its `importMap` names. */
import { asRecord, asString, type ManifestRecord, parseJsonc, stringMembers } from "../_manifest_values.ts";
import { folderOf, foldersUpward, isWithin, joinPath } from "../_paths.ts";
import type { FileTable } from "../file_table.ts";

/** One import map and the folder its addresses are relative to. */
interface ImportMap {
  folder: string;
  imports: [string, string][];
  /** Each folder or file with its own imports, the most specific first. */
  scopes: { prefix: string; imports: [string, string][] }[];
}

const CONFIG_NAMES = ["deno.json", "deno.jsonc"];

/** Finds what the import maps around a file say about a specifier. */
export class ImportMaps {
  readonly #table: FileTable;
  readonly #byFolder = new Map<string, ImportMap | undefined>();

  /** @param table all indexed files. */
  constructor(table: FileTable) {
    this.#table = table;
  }

  /**
   * The address the nearest map gives a specifier: `{ path }` relative to the root, or `{ specifier }` when it
   * leads to another package; undefined when no map names it.
   */
  find(path: string, specifier: string): { path: string } | { specifier: string } | undefined {
    for (const folder of foldersUpward(folderOf(path))) {
      const map = this.#mapOf(folder);
      if (map === undefined) continue;
      const address = lookUp(map, path, specifier);
      if (address === undefined) continue;
      if (!/^(?:\.\.?)?\//.test(address)) return { specifier: address };
      const joined = joinPath(map.folder, address);
      return joined === undefined ? undefined : { path: joined };
    }
    return undefined;
  }

  #mapOf(folder: string): ImportMap | undefined {
    if (!this.#byFolder.has(folder)) this.#byFolder.set(folder, this.#read(folder));
    return this.#byFolder.get(folder);
  }

  #read(folder: string): ImportMap | undefined {
    const config = CONFIG_NAMES.map((name) => folder === "" ? name : `${folder}/${name}`)
      .find((path) => this.#table.has(path));
    if (config === undefined) return undefined;
    const values = parseJsonc(this.#table.text(config)) ?? {};
    const named = asString(values.importMap);
    const mapPath = named === undefined ? undefined : joinPath(folder, named);
    if (mapPath !== undefined && this.#table.has(mapPath)) {
      return toMap(folderOf(mapPath), parseJsonc(this.#table.text(mapPath)) ?? {});
    }
    return toMap(folder, values);
  }
}

function toMap(folder: string, values: ManifestRecord): ImportMap {
  const scopes = Object.entries(asRecord(values.scopes) ?? {}).flatMap(([written, imports]) => {
    const prefix = joinPath(folder, written);
    return prefix === undefined ? [] : [{ prefix, imports: stringMembers(imports) }];
  });
  scopes.sort((a, b) => b.prefix.length - a.prefix.length);
  return { folder, imports: stringMembers(values.imports), scopes };
}

function lookUp(map: ImportMap, path: string, specifier: string): string | undefined {
  for (const { prefix, imports } of map.scopes) {
    if (!isWithin(path, prefix)) continue;
    const address = match(imports, specifier);
    if (address !== undefined) return address;
  }
  return match(map.imports, specifier);
}

/** The exact key, or the longest key that ends with `/` and starts the specifier. */
function match(imports: readonly [string, string][], specifier: string): string | undefined {
  let best: [string, string] | undefined;
  for (const entry of imports) {
    const [key] = entry;
    if (key === specifier) return entry[1];
    if (!key.endsWith("/") || !specifier.startsWith(key)) continue;
    if (best === undefined || key.length > best[0].length) best = entry;
  }
  return best === undefined ? undefined : best[1] + specifier.slice(best[0].length);
}
