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
import { baseName, folderOf, stemOf } from "./_paths.ts";
import type { FileTable } from "./file_table.ts";
import type { LinkCollector } from "./link_collector.ts";
import { SubjectTable } from "./subject_table.ts";
import { isIndexName, isTestHelper, isTestUtility, subjectsOf, testedNames } from "./test_names.ts";

/** More imports than this by one test are its surroundings, not its subject. */
const MAX_UNNAMED = 5;

/** A file's name of fewer words starts the names of too many tests. */
const MIN_START_WORDS = 2;

/** Names that only files with tests in them call, or put above their methods. */
const TEST_CALLS = new Set([
  ...["describe", "it", "test", "suite", "specify"],
  ...["Fact", "Theory", "Test", "TestCase", "TestMethod", "TestFixture", "TestClass", "ParameterizedTest"],
]);

/** Records a test edge from every test file to the files it tests. Runs after all imports are known. */
export function linkTests(table: FileTable, links: LinkCollector): void {
  const subjects = new SubjectTable();
  const needingTests = new Map<string, number>();
  for (const file of table.files) {
    if (file.kind === "test") {
      for (const target of usedFiles(file, table, links)) {
        needingTests.set(target, (needingTests.get(target) ?? 0) + 1);
      }
    } else if (isTestable(file)) {
      subjects.add(file.path);
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
  subjects: SubjectTable,
  needingTests: ReadonlyMap<string, number>,
): readonly string[] {
  const stem = stemOf(file.path);
  const marked = subjectsOf(stem);
  if (marked.length === 0 && (isTestHelper(file.path) || !containsTests(file))) return [];
  const names = marked.length > 0 ? marked : [stem];
  const placed = subjects.atPlaces(file.path, names);
  if (placed.length > 0) return placed;
  const used = usedFiles(file, table, links);
  const classes = file.symbols.filter((symbol) => symbol.kind === "class").map((symbol) => symbol.name);
  const distinctive = [...names, ...classes.flatMap(subjectsOf)].filter((name) => !isIndexName(name));
  const exact = used.filter((path) => hasName(path, distinctive));
  if (exact.length > 0) return exact;
  const loose = subjects.onlyBelow(file.path, distinctive);
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

function closestNames(used: readonly string[], names: readonly string[]): string[] {
  const tests = names.map(splitIdentifier);
  let most = 1;
  let found: string[] = [];
  for (const path of used) {
    const withFolder = `${baseName(folderOf(path))}_${stemOf(path)}`;
    const files = [...testedNames(path).map((tested) => tested.name), withFolder].map(splitIdentifier);
    const words = Math.max(0, ...files.flatMap((file) => tests.map((test) => sharedWords(file, test))));
    if (words < most) continue;
    if (words > most) found = [];
    most = words;
    found.push(path);
  }
  return found;
}

/** How many words of a file's name and a test's name agree, from the start or the end; 0 when too few do. */
function sharedWords(file: readonly string[], test: readonly string[]): number {
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
