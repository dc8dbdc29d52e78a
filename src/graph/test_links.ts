/**
 * Which files a test file tests. Each rule only counts when those before it found nothing:
 *
 * 1. Files named as the test says: beside it, above its test folder, or at the same place of a mirrored tree.
 * 2. Files it imports or uses that have exactly the name the test says.
 * 3. The only file so named at a place that ends like the test's place in its tree.
 * 4. Files it imports or uses whose name, alone or with the folder's (`utils/log` and `test_utils_log`), is the start
 *    of the test's name (`JsonSerializer` and `JsonSerializerTypesTests`) or shares half of its words with it
 *    (`resizeElements` and `resize.test`); the closest ones.
 * 5. Files it needs at run time, those that declare what it uses before those it only imports; at most five, and
 *    of more those that the fewest tests need, because what every test needs is no test's subject.
 *
 * A file without a test's name must contain tests: helpers among the tests get no links.
 */
import type { GraphFile } from "../model/mod.ts";
import { compareStrings } from "../model/mod.ts";
import { splitIdentifier } from "../text/mod.ts";
import { baseName, folderOf, isWithin, stemOf } from "./_paths.ts";
import { append, type FileTable } from "./file_table.ts";
import type { LinkCollector } from "./link_collector.ts";
import {
  familyOf,
  isIndexName,
  isTestFolder,
  isTestHelper,
  isTestUtility,
  mirroredFolder,
  subjectsOf,
  testedNames,
  testScope,
} from "./test_names.ts";

/** More imports than this by one test are its surroundings, not its subject. */
const MAX_UNNAMED = 5;

/** A file's name of fewer words starts the names of too many tests. */
const MIN_START_WORDS = 2;

/** Names that only files with tests in them call, or put above their methods. */
const TEST_CALLS = new Set(
  "describe it test suite specify Fact Theory Test TestCase TestMethod TestFixture TestClass ParameterizedTest"
    .split(
      " ",
    ),
);

/** A file that can be tested, under one of its names. */
interface Subject {
  path: string;
  name: string;
  folder: string;
}

/** Records a test edge from every test file to the files it tests. Runs after all imports are known. */
export function linkTests(table: FileTable, links: LinkCollector): void {
  const subjects = new Map<string, Subject[]>();
  const needingTests = new Map<string, number>();
  for (const file of table.files) {
    if (file.kind === "test") {
      for (const target of usedFiles(file, table, links)) {
        needingTests.set(target, (needingTests.get(target) ?? 0) + 1);
      }
    } else if (isTestable(file)) {
      for (const { name, folder } of testedNames(file.path)) {
        append(subjects, subjectKey(file.path, name), { path: file.path, name, folder });
      }
    }
  }
  for (const file of table.files) {
    if (file.kind !== "test") continue;
    for (const target of testedFiles(file, table, links, subjects, needingTests)) {
      links.addTest(file.path, target);
    }
  }
}

function testedFiles(
  file: GraphFile,
  table: FileTable,
  links: LinkCollector,
  subjects: ReadonlyMap<string, Subject[]>,
  needingTests: ReadonlyMap<string, number>,
): readonly string[] {
  const stem = stemOf(file.path);
  const marked = subjectsOf(stem);
  if (marked.length === 0 && (isTestHelper(file.path) || !containsTests(file))) return [];
  const names = marked.length > 0 ? marked : [stem];
  const placed = filesAtPlaces(file.path, names, subjects);
  if (placed.length > 0) return placed;
  const used = usedFiles(file, table, links);
  const classes = file.symbols.filter((symbol) => symbol.kind === "class").map((symbol) => symbol.name);
  const distinctive = [...names, ...classes.flatMap(subjectsOf)].filter((name) => !isIndexName(name));
  const exact = used.filter((path) => hasName(path, distinctive));
  if (exact.length > 0) return exact;
  const loose = onlyFileBelow(file.path, names, subjects);
  if (loose !== undefined) return [loose];
  const close = closestNames(used, distinctive);
  return close.length > 0 ? close : neededFiles(file, used, links, needingTests);
}

function neededFiles(
  file: GraphFile,
  used: readonly string[],
  links: LinkCollector,
  needingTests: ReadonlyMap<string, number>,
): string[] {
  for (const uses of [links.usedFilesOf(file.path), links.importsOf(file.path)]) {
    const needed = used.filter((path) => uses.get(path) === "value");
    if (needed.length === 0) continue;
    needed.sort((a, b) => needingTests.get(a)! - needingTests.get(b)! || compareStrings(a, b));
    return needed.slice(0, MAX_UNNAMED);
  }
  return [];
}

/** Files that are imported, or declare what is used by way of another file. */
function usedFiles(file: GraphFile, table: FileTable, links: LinkCollector): string[] {
  const paths = new Set([...links.importsOf(file.path).keys(), ...links.usedFilesOf(file.path).keys()]);
  return [...paths].filter((path) => {
    const target = table.get(path);
    return target !== undefined && target.kind !== "test" && isTestable(target);
  });
}

function hasName(path: string, names: readonly string[]): boolean {
  return testedNames(path).some((tested) => {
    return names.some((name) => name.toLowerCase() === tested.name.toLowerCase());
  });
}

/** Files of one of the names, at the nearest of the places where a test's subject lies. */
function filesAtPlaces(
  path: string,
  names: readonly string[],
  subjects: ReadonlyMap<string, Subject[]>,
): readonly string[] {
  const folder = folderOf(path);
  const mirrored = mirroredFolder(folder);
  const places: ((subject: Subject) => boolean)[] = [
    (subject) => subject.folder === folder,
    (subject) => isTestFolder(folder) && subject.folder === folderOf(folder),
    (subject) => mirroredFolder(subject.folder) === mirrored,
  ];
  for (const name of names) {
    const candidates = subjects.get(subjectKey(path, name)) ?? [];
    for (const isThere of places) {
      const there = sharpest(candidates.filter(isThere), name, path);
      if (there.length > 0) return there;
    }
  }
  return [];
}

/** The one file of a name that lies around the tree of tests, in a folder that ends as the test's does. */
function onlyFileBelow(
  path: string,
  names: readonly string[],
  subjects: ReadonlyMap<string, Subject[]>,
): string | undefined {
  const folder = folderOf(path);
  const scope = testScope(folder);
  const inside = mirroredFolder(folder).slice(mirroredFolder(scope).length).replace(/^\//, "");
  for (const name of names) {
    const candidates = (subjects.get(subjectKey(path, name)) ?? []).filter((subject) => {
      const mirrored = mirroredFolder(subject.folder);
      const endsAlike = inside === "" || mirrored === inside || mirrored.endsWith(`/${inside}`);
      return endsAlike && isWithin(subject.folder, scope);
    });
    const found = sharpest(candidates, name, path);
    if (found.length === 1) return found[0];
  }
  return undefined;
}

/** Of equally placed candidates those with the very name, and of these the one with the test's own extension. */
function sharpest(candidates: readonly Subject[], name: string, path: string): string[] {
  const same = candidates.filter((subject) => subject.name === name);
  const best = same.length > 0 ? same : candidates;
  const extension = path.slice(path.lastIndexOf("."));
  const twins = best.filter((subject) => subject.path.endsWith(extension));
  return [...new Set((twins.length > 0 ? twins : best).map((subject) => subject.path))];
}

function closestNames(used: readonly string[], names: readonly string[]): string[] {
  let most = 1;
  let found: string[] = [];
  for (const path of used) {
    const withFolder = `${baseName(folderOf(path))}_${stemOf(path)}`;
    const own = [...testedNames(path).map((tested) => tested.name), withFolder];
    const shared = own.flatMap((each) => names.map((name) => sharedWords(each, name)));
    const words = Math.max(0, ...shared);
    if (words < most) continue;
    if (words > most) found = [];
    most = words;
    found.push(path);
  }
  return found;
}

/** How many words of a file's name and a test's name agree, from the start or the end; 0 when too few do. */
function sharedWords(fileName: string, testName: string): number {
  const file = splitIdentifier(fileName);
  const test = splitIdentifier(testName);
  const [shorter, longer] = file.length <= test.length ? [file, test] : [test, file];
  const gap = longer.length - shorter.length;
  const starts = shorter.every((word, index) => isSameWord(word, longer[index]!));
  const ends = shorter.every((word, index) => isSameWord(word, longer[gap + index]!));
  const isStart = starts && shorter === file && file.length >= MIN_START_WORDS;
  return isStart || ((starts || ends) && shorter.length * 2 >= longer.length) ? shorter.length : 0;
}

function isSameWord(a: string, b: string): boolean {
  return a === b || `${a}s` === b || a === `${b}s`;
}

function containsTests(file: GraphFile): boolean {
  return file.references.some((reference) => TEST_CALLS.has(reference.name)) ||
    file.symbols.some(({ kind, name }) => {
      return kind !== "namespace" && /^test(?:_|[A-Z])|[a-z0-9](?:Tests?|Spec)$/.test(name);
    });
}

function isTestable(file: GraphFile): boolean {
  if (isTestUtility(file.path)) return false;
  return file.kind === "source" || (file.kind === "config" && file.symbols.length > 0);
}

function subjectKey(path: string, name: string): string {
  return `${familyOf(path)}\0${name.toLowerCase()}`;
}
