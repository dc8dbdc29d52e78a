/** What a built program holds, and that it answers as the sources do. */
import assert from "node:assert/strict";
import { join } from "node:path";
import manifest from "../../deno.json" with { type: "json" };
import { LANGUAGES } from "../../src/parser/languages/mod.ts";
import { differences, FROM_SOURCES } from "../../tools/answers.ts";
import { ENTRY, type Program, ROOT, stageProgram } from "../../tools/program.ts";

const folder = await Deno.makeTempDir({ prefix: "repoctx-program-" });
const program: Program = await stageProgram(join(folder, "program"));

/** Everything that may come along, and nothing else: a new dependency belongs here on purpose. */
const PACKAGES = [
  "@cursorless/tree-sitter-wasms",
  "@modelcontextprotocol/core",
  "@modelcontextprotocol/server",
  "@rgrove/parse-xml",
  "@vscode/tree-sitter-wasm",
  "chardetng-wasm",
  "fastest-levenshtein",
  "gpt-tokenizer",
  "js-yaml",
  "jsonc-parser",
  "smol-toml",
  "web-tree-sitter",
  "zod",
];

/** Bytes. What a binary weighs is this and the runtime. */
const LARGEST_PAYLOAD = 10_000_000;

Deno.test("a built program holds the packages it needs, and no others", () => {
  assert.deepEqual(program.packages.map((named) => named.slice(0, named.lastIndexOf("@"))), PACKAGES);
});

Deno.test("a built program holds the grammars of its languages, and no others", () => {
  const wanted = LANGUAGES.flatMap(({ binding }) => [binding?.grammar, binding?.alternative?.grammar])
    .filter((grammar) => grammar !== undefined)
    .map((grammar) => `build/grammars/tree-sitter-${grammar}.wasm.gz`);
  const shipped = program.files.map(({ path }) => path).filter((path) => path.endsWith(".wasm.gz"));
  assert.deepEqual(shipped, [...new Set([...wanted, "build/grammars/web-tree-sitter.wasm.gz"])].sort());
});

Deno.test("besides the grammars there are code, the token table, the stamp and the licences", () => {
  const rest = program.files.map(({ path }) => path).filter((path) => !path.startsWith("build/grammars/"));
  assert.deepEqual(rest.filter((path) => !/^src\/program\/[\w.-]+\.js$/.test(path)), [
    "THIRD_PARTY_LICENSES.txt",
    "build/o200k.bin",
    "build/stamp.json",
  ]);
  assert.ok(rest.includes(ENTRY));
  assert.ok(program.files.reduce((sum, { size }) => sum + size, 0) < LARGEST_PAYLOAD);
});

Deno.test("a built program says which version and commit it was made from", async () => {
  const stamp = JSON.parse(await Deno.readTextFile(join(program.folder, "build/stamp.json")));
  assert.deepEqual(stamp, program.stamp);
  assert.equal(stamp.version, manifest.version);
  if (stamp.commit !== undefined) assert.match(stamp.commit, /^[0-9a-f]{40}$/);
});

Deno.test("every package comes with its licence", async () => {
  const text = await Deno.readTextFile(join(program.folder, "THIRD_PARTY_LICENSES.txt"));
  for (const name of program.packages) {
    const part = text.split("=".repeat(78)).find((part) => part.trimStart().startsWith(`${name} (`));
    assert.ok(part !== undefined && part.length > 400, name);
  }
});

Deno.test("a built program tells nothing about the machine it was made on", async () => {
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE");
  for (const { path } of program.files) {
    const text = await Deno.readTextFile(join(program.folder, path));
    for (const trace of [ROOT, home && `${home}/`, folder]) {
      assert.ok(!trace || trace.length < 4 || !text.includes(trace), `${trace} in ${path}`);
    }
  }
});

Deno.test("a built program and the sources answer with the same bytes", async () => {
  const built = Deno.env.get("REPOCTX_TEST_BINARY");
  const command = built
    ? [join(ROOT, built)] as const
    : [Deno.execPath(), "run", "-A", "--quiet", "--no-config", join(program.folder, ENTRY)] as const;
  assert.deepEqual(await differences([FROM_SOURCES, command], join(ROOT, "fixtures/typescript-shop"), 3), []);
});

addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
