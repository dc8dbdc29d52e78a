/** The indexed files, findable by path, folder and name. */
import type { GraphFile, GraphInput } from "../model/mod.ts";
import { baseName, folderOf, foldersUpward } from "./_paths.ts";

/** Look-ups over all indexed files. Every answer is in path order. */
export class FileTable {
  /** All files, sorted by path. */
  readonly files: readonly GraphFile[];
  readonly #byPath = new Map<string, GraphFile>();
  readonly #byFolder = new Map<string, string[]>();
  readonly #byName = new Map<string, string[]>();
  readonly #folders = new Set<string>();
  readonly #texts = new Map<string, string | undefined>();
  readonly #readText: (path: string) => string | undefined;

  /** @param input all files, sorted by path, and the way to read a manifest. */
  constructor(input: GraphInput) {
    this.files = input.files;
    this.#readText = (path) => input.readText(path);
    for (const file of input.files) {
      this.#byPath.set(file.path, file);
      const folder = folderOf(file.path);
      append(this.#byFolder, folder, file.path);
      append(this.#byName, baseName(file.path), file.path);
      for (const above of foldersUpward(folder)) {
        if (this.#folders.has(above)) break;
        this.#folders.add(above);
      }
    }
  }

  /** Whether the path is an indexed file. */
  has(path: string): boolean {
    return this.#byPath.has(path);
  }

  /** The file at a path. */
  get(path: string): GraphFile | undefined {
    return this.#byPath.get(path);
  }

  /** Whether a folder holds an indexed file, directly or deeper. */
  hasFolder(folder: string): boolean {
    return this.#folders.has(folder);
  }

  /** Paths of the files directly in a folder. */
  inFolder(folder: string): readonly string[] {
    return this.#byFolder.get(folder) ?? [];
  }

  /** Paths of all files with this last segment. */
  named(name: string): readonly string[] {
    return this.#byName.get(name) ?? [];
  }

  /** All last segments that occur. */
  names(): Iterable<string> {
    return this.#byName.keys();
  }

  /** The first of `names` that exists in the folder or the nearest folder above it. */
  nearest(folder: string, names: readonly string[]): string | undefined {
    for (const above of foldersUpward(folder)) {
      for (const name of names) {
        const path = above === "" ? name : `${above}/${name}`;
        if (this.#byPath.has(path)) return path;
      }
    }
    return undefined;
  }

  /** Text of an indexed manifest; undefined when it is not indexed or cannot be read. Read at most once. */
  text(path: string): string | undefined {
    if (!this.#byPath.has(path)) return undefined;
    if (this.#texts.has(path)) return this.#texts.get(path);
    let text: string | undefined;
    try {
      text = this.#readText(path);
    } catch {
      // A manifest that vanished between scan and graph is as good as none.
    }
    this.#texts.set(path, text);
    return text;
  }
}

/** Adds a value to the list under a key. */
export function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
