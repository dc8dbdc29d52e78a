/** What the name and place of a test file say about the file it tests. */
import { baseName, extensionOf, folderOf, stemOf } from "./_paths.ts";

const FAMILIES: readonly (readonly string[])[] = [
  [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".astro"],
  [".c", ".h", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".hxx", ".m", ".mm"],
  [".java", ".kt", ".kts", ".groovy", ".scala"],
  [".sh", ".bash", ".bats"],
];
const FAMILY_OF_EXTENSION: ReadonlyMap<string, string> = new Map(
  FAMILIES.flatMap((family) => family.map((extension) => [extension, family[0]!])),
);

const TEST_FOLDERS = new Set(
  "test tests __test__ __tests__ spec specs __spec__ __specs__ testing unit unittest unittests unit-tests unit_tests e2e"
    .split(" "),
);
const SOURCE_FOLDERS = new Set(["src", "lib", "source", "sources", "main"]);
/** Folders below a test folder that hold what tests need, not tests. */
const HELPER_FOLDERS =
  /(?:^|\/)(?:__)?(?:fixtures?|mocks?|helpers?|stubs?|snapshots?|support|utils?|testdata)(?:__)?(?:\/|$)/i;

const DOTTED_MARK = /[.](?:tests?|specs?|e2e|cy|unit|integration)(?=$|[.-])/i;
const SEPARATED_SUFFIXES = [
  /[-_](?:tests?|specs?|unittests?)$/i,
  /[-_](?:unit|integration|functional|e2e)[-_]?tests?$/i,
];
const SEPARATED_PREFIX = /^(?:tests?|specs?|unittests?)[-_]/i;
const CAMEL_SUFFIXES = [
  /_?(?:Unit|Integration|Functional|Acceptance|EndToEnd|Component)Tests?$/,
  /_?(?:Tests?|Specs?|TestCase|TestFixture|TestSuite|Facts|Should|IT)$/,
];
const CAMEL_PREFIX = /^Tests?(?=[A-Z])/;
const TEST_UTILITY =
  /(?:^|[-_.])(?:(?:vi)?tests?|specs?|jest)[-_.]?(?:utils?|helpers?|setup|support|common)$|^setup[-_.]?tests?$/i;
/**
 * `Foo.Tests`, `FooUnitTests`, `foo-test`: a folder of tests for `Foo`. Without a separator the capital counts:
 * `latest` and `contest` are no such folders.
 */
const FOLDER_MARK =
  /(?:[._-]?(?:Unit|Integration|Functional|Acceptance|Component))?(?:Tests?|Specs?)$|(?:[._-](?:unit|integration|functional|acceptance|component))?[._-](?:tests?|specs?)$/;

/** Extensions whose files can test each other's code give the same family. */
export function familyOf(path: string): string {
  const extension = extensionOf(path).toLowerCase();
  return FAMILY_OF_EXTENSION.get(extension) ?? extension;
}

/**
 * The names a test name is made from, longest first: `parse` for `parse.test`, `Foo` for `FooTests`.
 *
 * @param stem a file name without extension, or the name of a test class.
 * @returns empty when the name carries no mark of a test.
 */
export function subjectsOf(stem: string): string[] {
  const subjects = new Set<string>();
  const dotted = DOTTED_MARK.exec(stem);
  if (dotted !== null && dotted.index > 0) {
    const before = stem.slice(0, dotted.index);
    subjects.add(before);
    subjects.add(before.split(".", 1)[0]!);
  }
  for (const mark of [...SEPARATED_SUFFIXES, SEPARATED_PREFIX, CAMEL_PREFIX, ...CAMEL_SUFFIXES]) {
    subjects.add(stem.replace(mark, ""));
  }
  subjects.delete(stem);
  subjects.delete("");
  return [...subjects].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** The name a source file can be tested by: its stem, or its folder's name for an index file. */
export function testedNames(path: string): { name: string; folder: string }[] {
  const stem = stemOf(path).replace(/\.d$/, "");
  const folder = folderOf(path);
  const names = [{ name: stem, folder }];
  if (isIndexName(stem) && folder !== "") {
    names.push({ name: baseName(folder), folder }, { name: baseName(folder), folder: folderOf(folder) });
  }
  return names;
}

/** Whether a name says nothing without its folder. */
export function isIndexName(stem: string): boolean {
  return /^(?:index|mod|__init__)$/.test(stem);
}

/** Whether a file outside of the test folders is made for tests by its name: `test-utils.ts`. */
export function isTestUtility(path: string): boolean {
  return TEST_UTILITY.test(stemOf(path));
}

/** Whether a folder holds tests by its last segment. */
export function isTestFolder(folder: string): boolean {
  return TEST_FOLDERS.has(baseName(folder).toLowerCase());
}

/** Whether a file lies among the helpers of tests. */
export function isTestHelper(path: string): boolean {
  return HELPER_FOLDERS.test(folderOf(path));
}

/**
 * The part of a folder that a tree of sources and its mirrored tree of tests have in common: `tests/a`, `src/a` and
 * `A.Tests` all give `a`.
 */
export function mirroredFolder(folder: string): string {
  const segments: string[] = [];
  for (const segment of folder.split("/")) {
    const bare = segment.replace(FOLDER_MARK, "").replace(/[._-]$/, "").toLowerCase();
    if (!TEST_FOLDERS.has(segment.toLowerCase()) && !SOURCE_FOLDERS.has(bare) && bare !== "") {
      segments.push(bare);
    }
  }
  return segments.join("/");
}

/** The folder that holds the outermost test folder of a path; the folder itself when there is none. */
export function testScope(folder: string): string {
  const segments = folder.split("/");
  const first = segments.findIndex((segment) => {
    return TEST_FOLDERS.has(segment.toLowerCase()) || FOLDER_MARK.test(segment);
  });
  return first < 0 ? folder : segments.slice(0, first).join("/");
}
