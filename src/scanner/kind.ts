/** What a file is for, told from its path and language alone. */
import type { FileKind } from "../model/mod.ts";

function words(text: string): string[] {
  return text.split(/\s+/);
}

/** Extensions that decide by themselves; `json` covers `appsettings*.json` and `tsconfig*.json`. */
const KIND_OF_EXTENSION: ReadonlyMap<string, "doc" | "config"> = new Map([
  ...words("md mdx markdown rst adoc").map((extension) => [extension, "doc"] as const),
  ...words(
    "json jsonc json5 yml yaml toml ini cfg conf config properties csproj fsproj vbproj props targets editorconfig " +
      "xml gitignore repoctxignore gitattributes gitmodules dockerignore npmignore prettierignore eslintignore",
  ).map((extension) => [extension, "config"] as const),
]);

/** Names that decide by themselves, in lower case. */
const KIND_OF_NAME: ReadonlyMap<string, "doc" | "config"> = new Map([
  ...words("readme readme.txt").map((name) => [name, "doc"] as const),
  ...words(
    "go.mod go.sum go.work gemfile pipfile dockerfile makefile cmakelists.txt requirements.txt requirements-dev.txt",
  ).map((name) => [name, "config"] as const),
]);

/** Extensions of programming languages, which may have no parser here. */
const SOURCE_EXTENSIONS: ReadonlySet<string> = new Set(
  words(
    "go py pyi rb java rs c h cc cpp cxx hh hpp m mm php swift kt kts scala groovy dart lua ex exs erl hs ml mli clj " +
      "fs fsx vb r jl pl pm zig nim sol vue svelte astro cshtml razor sh bash ps1 sql proto graphql tf",
  ),
);

/** Folders that hold tests and what tests need, in lower case, in any ecosystem. */
const TEST_FOLDERS: ReadonlySet<string> = new Set(
  words(
    "__tests__ __test__ __mocks__ __fixtures__ __snapshots__ test tests spec specs e2e cypress unittests fixtures " +
      "mocks testdata testutil testutils test-utils test_utils test-helpers test_helpers test-support",
  ),
);

/**
 * Folders named after what they test: `Shop.Tests`, `UnitTests`, `androidTest`, `integration-tests`. Without a
 * separator the capital matters: `latest` and `contest` are no test folders.
 */
const TEST_FOLDER_ENDING = /[a-z0-9]Tests?$|[._-](?:[Tt]ests?|[Ss]pecs?)$/;

/** `parse.test.ts`, `login.spec.tsx`, `types.test-d.ts`, `cart.cy.js`, `flow.e2e-spec.ts`. */
const TEST_INFIX = /.\.(?:tests?|specs?|test-d|spec-d|e2e|e2e-spec|cy)\./i;

/** The habits of single languages by extension, applied to the name without it. */
const TEST_NAMES: ReadonlyMap<string, RegExp> = new Map([
  ...words("go ts tsx js jsx mts mjs dart").map((extension) => [extension, /_test$/] as const),
  ["py", /^test_|_test$|^conftest$|^tests?$/],
  ["rb", /_spec$|_test$|^test_|^spec_helper$/],
  ["exs", /_test$|^test_helper$/],
  ["lua", /_spec$|_test$/],
  ["rs", /_tests?$|^tests?$/],
  ...words("c cc").map((extension) => [extension, /_(?:unit)?tests?$|^test_/] as const),
  ["cpp", /_(?:unit)?tests?$|^test_|[a-z0-9]Tests?$/],
  ["cs", /Tests?$|[a-z0-9]Specs$/],
  ...words("fs vb swift").map((extension) => [extension, /Tests?$/] as const),
  ["java", /(?:Tests?|TestCase|[a-z0-9]IT)$/],
  ["kt", /(?:Tests?|TestCase|[a-z0-9]Spec|[a-z0-9]IT)$/],
  ["scala", /(?:Tests?|[a-z0-9]Spec|[a-z0-9]Suite)$/],
  ["groovy", /(?:Tests?|[a-z0-9]Spec)$/],
  ["php", /(?:Tests?|TestCase)$/],
]);

/** The answer for the folder asked about last: a walk asks for all files of a folder in a row. */
let latest = { folder: "", isTest: false };

function isTestFolder(folder: string): boolean {
  if (folder !== latest.folder) {
    const isTest = folder.split("/").some((name) =>
      TEST_FOLDERS.has(name.toLowerCase()) || TEST_FOLDER_ENDING.test(name)
    );
    latest = { folder, isTest };
  }
  return latest.isTest;
}

/**
 * The kind of a file. Prose and settings keep their kind wherever they lie; everything else is `test` in a test
 * folder or under a test's name, else `source` when it has a language, else `other`.
 *
 * @param path root-relative, `/`-separated.
 * @param language the id of its language, `none` for none.
 */
export function kindOf(path: string, language: string): FileKind {
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const dot = name.lastIndexOf(".");
  const extension = name.slice(dot + 1).toLowerCase();
  const known = (dot < 0 ? undefined : KIND_OF_EXTENSION.get(extension)) ??
    KIND_OF_NAME.get(name.toLowerCase());
  if (known !== undefined) return known;
  const isTest = isTestFolder(path.slice(0, Math.max(slash, 0))) || TEST_INFIX.test(name) ||
    TEST_NAMES.get(extension)?.test(name.slice(0, Math.max(dot, 0)));
  if (isTest) return "test";
  return language !== "none" || SOURCE_EXTENSIONS.has(extension) ? "source" : "other";
}
