import assert from "node:assert/strict";
import { detectProjects } from "../../src/scanner/mod.ts";

Deno.test("one project per folder, sorted by path, the root as a dot", () => {
  const paths = [
    "services/api/Api.csproj",
    "package.json",
    "apps/web/package.json",
    "apps/web/src/a.ts",
    "tool/go.mod",
  ];
  assert.deepEqual(detectProjects(paths), [
    { path: ".", type: "node", marker: "package.json" },
    { path: "apps/web", type: "node", marker: "package.json" },
    { path: "services/api", type: "dotnet", marker: "Api.csproj" },
    { path: "tool", type: "go", marker: "go.mod" },
  ]);
});

Deno.test("the best marker of a folder wins, whatever the order of the files", () => {
  const files = [
    "B.csproj",
    "A.csproj",
    "CMakeLists.txt",
    "requirements.txt",
    "pyproject.toml",
    "go.mod",
    "deno.json",
  ];
  for (let count = 1; count <= files.length; count++) {
    const some = files.slice(0, count);
    assert.deepEqual(detectProjects(some), detectProjects(some.toReversed()));
  }
  assert.deepEqual(detectProjects(files), [{ path: ".", type: "deno", marker: "deno.json" }]);
  assert.deepEqual(detectProjects(files.slice(0, 2)), [{ path: ".", type: "dotnet", marker: "A.csproj" }]);
});

Deno.test("every marker has its type", () => {
  const types = {
    "package.json": "node",
    "deno.jsonc": "deno",
    "jsr.json": "deno",
    "Cargo.toml": "rust",
    "setup.py": "python",
    "composer.json": "php",
    "Gemfile": "ruby",
    "pom.xml": "java",
    "build.gradle.kts": "java",
    "CMakeLists.txt": "cmake",
    "x.fsproj": "dotnet",
    "x.vbproj": "dotnet",
  };
  for (const [marker, type] of Object.entries(types)) {
    assert.deepEqual(detectProjects([`a/${marker}`]), [{ path: "a", type, marker }]);
  }
  assert.deepEqual(detectProjects(["a/Package.json", "b/my-package.json", "c/.csproj"]), []);
});
