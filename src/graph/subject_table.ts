/** The files that can be tested, findable by name and place. */
import { folderOf, isWithin } from "./_paths.ts";
import { append } from "./file_table.ts";
import { familyOf, isTestFolder, mirroredFolder, testedNames, testScope } from "./test_names.ts";

/** A file under one of the names it can be tested by. */
interface Subject {
  path: string;
  name: string;
  folder: string;
  /** The folder without what sets trees of sources and of tests apart. */
  mirrored: string;
}

/** A name that more files have says nothing without a place. */
const MAX_NAMESAKES = 100;

/** Finds the files a test may be named after. */
export class SubjectTable {
  readonly #byName = new Map<string, Subject[]>();
  readonly #byFolder = new Map<string, Subject[]>();
  readonly #byMirroredFolder = new Map<string, Subject[]>();

  /** Adds a file under all of its names. */
  add(path: string): void {
    for (const { name, folder } of testedNames(path)) {
      const subject = { path, name, folder, mirrored: mirroredFolder(folder) };
      const key = keyOf(path, name);
      append(this.#byName, key, subject);
      append(this.#byFolder, `${key}\0${folder}`, subject);
      append(this.#byMirroredFolder, `${key}\0${subject.mirrored}`, subject);
    }
  }

  /**
   * Files of one of the names at the nearest of the places where a test's subject lies: beside the test, above its
   * test folder, at the same place of a mirrored tree.
   */
  atPlaces(path: string, names: readonly string[]): readonly string[] {
    const folder = folderOf(path);
    for (const name of names) {
      const key = keyOf(path, name);
      const places = [
        this.#byFolder.get(`${key}\0${folder}`),
        isTestFolder(folder) ? this.#byFolder.get(`${key}\0${folderOf(folder)}`) : undefined,
        this.#byMirroredFolder.get(`${key}\0${mirroredFolder(folder)}`),
      ];
      const nearest = places.find((place) => place !== undefined);
      if (nearest !== undefined) return sharpest(nearest, name, path);
    }
    return [];
  }

  /** The one file of a name that lies around the tree of tests, in a folder that ends as the test's does. */
  onlyBelow(path: string, names: readonly string[]): string | undefined {
    const folder = folderOf(path);
    const scope = testScope(folder);
    const inside = mirroredFolder(folder).slice(mirroredFolder(scope).length).replace(/^\//, "");
    for (const name of names) {
      const namesakes = this.#byName.get(keyOf(path, name)) ?? [];
      if (namesakes.length > MAX_NAMESAKES) continue;
      const below = namesakes.filter((subject) => {
        return isWithin(subject.folder, scope) &&
          `/${subject.mirrored}`.endsWith(inside === "" ? "" : `/${inside}`);
      });
      const found = sharpest(below, name, path);
      if (found.length === 1) return found[0];
    }
    return undefined;
  }
}

/** Of equally placed files those with the very name, and of these the ones with the test's own extension. */
function sharpest(subjects: readonly Subject[], name: string, path: string): string[] {
  const same = subjects.filter((subject) => subject.name === name);
  const best = same.length > 0 ? same : subjects;
  const extension = path.slice(path.lastIndexOf("."));
  const twins = best.filter((subject) => subject.path.endsWith(extension));
  return [...new Set((twins.length > 0 ? twins : best).map((subject) => subject.path))];
}

function keyOf(path: string, name: string): string {
  return `${familyOf(path)}\0${name.toLowerCase()}`;
}
