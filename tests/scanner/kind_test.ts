import assert from "node:assert/strict";
import type { FileKind } from "../../src/model/mod.ts";
import { kindOf } from "../../src/scanner/mod.ts";

const EXPECTED: [kind: FileKind, paths: string[]][] = [
  ["test", [
    "src/__tests__/a.ts",
    "src/__mocks__/fs.js",
    "tests/a.ts",
    "test/helper.js",
    "spec/models/user.rb",
    "lib/user_spec.rb",
    "e2e/login.ts",
    "cypress/support/index.js",
    "src/a.test.ts",
    "src/a.SPEC.tsx",
    "src/types.test-d.ts",
    "src/flow.e2e-spec.ts",
    "src/mod_test.ts",
    "pkg/server_test.go",
    "pkg/testdata/input.go",
    "app/test_views.py",
    "app/views_test.py",
    "app/conftest.py",
    "app/tests.py",
    "src/parser/tests.rs",
    "crates/x/tests/it.rs",
    "src/test/java/com/x/Helper.java",
    "src/main/java/com/x/UserTest.java",
    "src/main/java/com/x/UserIT.java",
    "app/src/androidTest/kotlin/Flow.kt",
    "Src/Shop.Tests/Cart.cs",
    "Src/Shop.UnitTests/Cart.cs",
    "Tests/Cart.cs",
    "Src/CartTests.cs",
    "Src/CartTest.cs",
    "tests/Unit/CartTest.php",
    "Tests/AppTests/App.swift",
    "integration-tests/run.ts",
    "src/a.test.ts.snap",
    "tests/data.txt",
  ]],
  ["doc", [
    "README.md",
    "README",
    "docs/a.MDX",
    "guide.rst",
    "Tests/README.md",
    "tests/readme",
    "spec/notes.md",
  ]],
  ["config", [
    "package.json",
    "tests/tsconfig.json",
    "tsconfig.spec.json",
    "appsettings.Development.json",
    ".gitignore",
    "a/.repoctxignore",
    ".editorconfig",
    "Shop.Tests/Shop.Tests.csproj",
    "api.spec.yaml",
    "App.config",
    "Directory.Build.props",
    "pyproject.toml",
  ]],
  ["source", [
    "src/tsconfigLoader.ts",
    "src/AppSettingsReader.cs",
    "src/latest/a.ts",
    "src/contest.ts",
    "src/Contest.cs",
    "src/attestation/Latest.cs",
    "lib/main.go",
    "lib/testing.py",
    "src/inspect.rs",
    "App.java",
    "test.js/../main.kt",
    "protest/a.ts",
  ]],
  ["other", ["LICENSE", "data.csv", "notes.txt", "a/.hidden", "noextension"]],
];

for (const [kind, paths] of EXPECTED) {
  Deno.test(`kindOf recognises ${kind}`, () => {
    for (const path of paths) {
      const language = /\.(ts|tsx|js|cs)$/.test(path) ? "typescript" : "none";
      assert.equal(kindOf(path, language), kind, path);
    }
  });
}

Deno.test("a language makes a file source whatever its extension", () => {
  assert.equal(kindOf("build/rules.star", "python"), "source");
  assert.equal(kindOf("build/rules.star", "none"), "other");
});
