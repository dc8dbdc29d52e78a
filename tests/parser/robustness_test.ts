import assert from "node:assert/strict";
import { createParser, PARSE_LIMITS } from "../../src/parser/mod.ts";
import { parse } from "./_parsing.ts";

const DEEP = 20_000;

/** Longest time, in milliseconds, one hostile file may take: far above what it takes, far below quadratic. */
const PATIENCE = 20_000;

async function survives(language: string, source: string): Promise<string[]> {
  const start = performance.now();
  const file = await parse(language, source);
  assert.notEqual(file.degraded, "failed", `${language}: ${source.slice(0, 40)}`);
  assert.ok(performance.now() - start < PATIENCE, `${language}: ${source.slice(0, 40)} took too long`);
  return file.symbols.map(({ name }) => name);
}

Deno.test("twenty thousand nested brackets overflow nothing", async () => {
  const nest = (open: string, close: string): string => open.repeat(DEEP) + "1" + close.repeat(DEEP);
  assert.deepEqual(
    await survives("typescript", `export const nest = ${nest("[", "]")};\nfunction after() {}`),
    [
      "nest",
      "after",
    ],
  );
  assert.deepEqual(await survives("csharp", `class Deep { int n = ${nest("(", ")")}; }`), ["Deep", "n"]);
  await survives("python", `nest = ${nest("[", "]")}`);
  await survives("go", `package a\nvar nest = ${nest("(", ")")}`);
  await survives("rust", `const NEST: u8 = ${nest("(", ")")};`);
  await survives("java", `class Deep { int n = ${nest("(", ")")}; }`);
  await survives("c", `int n = ${nest("(", ")")};`);
  await survives("javascript", `module.exports = 1${" + 1".repeat(DEEP)};`);
  await survives("javascript", `start${".then()".repeat(DEEP)}`);
});

Deno.test("brackets that never close are survived", async () => {
  for (const open of ["{", "(", "[", "<", "`", '"', "/*"]) await survives("typescript", open.repeat(DEEP));
});

Deno.test("deeply nested declarations keep their names short enough", async () => {
  const depth = 3_000;
  const source = Array.from({ length: depth }, (_, index) => `function f${index}() {`).join("") +
    "}".repeat(depth);
  const file = await parse("typescript", source);
  assert.equal(file.symbols.length, depth);
  assert.ok(file.symbols.every(({ qualifiedName }) => qualifiedName.length < 400));
});

Deno.test("many names in one statement take linear time", async () => {
  const names = Array.from({ length: DEEP }, (_, index) => `a${index}`);
  const doc = `/** ${"words ".repeat(DEEP)} */`;
  assert.equal((await survives("typescript", `${doc}\nconst { ${names.join(", ")} } = all;`)).length, DEEP);
  assert.equal((await survives("typescript", `export const ${names.join(" = 1, ")} = 1;`)).length, DEEP);
  assert.equal((await survives("csharp", `class A { int ${names.join(", ")}; }`)).length, DEEP + 1);
});

Deno.test("long runs of comments, stars, spaces and unclosed tags take linear time", async () => {
  const after = "\nfunction after() {}";
  for (
    const filler of [
      "// x\n".repeat(100_000),
      `/*${"*".repeat(200_000)}\n${"*".repeat(200_000)}x*/`,
      `/**${"\n * @a {@b c".repeat(DEEP)}*/`,
      `const a = 1;${" ".repeat(200_000)}`,
    ]
  ) {
    assert.ok((await survives("typescript", filler + after)).includes("after"));
  }
  assert.deepEqual(await survives("csharp", `/// <see ${'cref="a" '.repeat(50_000)}\nclass A {}`), ["A"]);
  await survives("vue", "<script ".repeat(50_000));
  await survives(
    "python",
    Array.from({ length: 700 }, (_, depth) => `${" ".repeat(depth)}def f():\n`).join(""),
  );
});

Deno.test("bytes that are no text are survived in every language", async () => {
  const noise = Array.from(
    { length: 20_000 },
    (_, index) => String.fromCharCode((index * 7_919 + index * index) % 256),
  );
  const languages =
    "typescript tsx javascript csharp python go rust java c cpp ruby php kotlin swift bash vue svelte";
  for (const language of languages.split(" ")) {
    await survives(language, noise.join(""));
    await survives(language, "\0".repeat(1_000));
    await survives(language, "\ufffd\ud800\udc00\ud800 class 漢字 {");
    assert.deepEqual(await survives(language, ""), []);
    assert.deepEqual(await survives(language, "\n"), []);
  }
});

Deno.test("a file over the size limit is indexed as text only", async () => {
  const file = await parse("typescript", `function f() {}\n${" ".repeat(PARSE_LIMITS.size)}`);
  assert.equal(file.degraded, "size");
  assert.deepEqual(file.symbols, []);
});

Deno.test("a file that takes too much work is indexed as text only, and the next one is not affected", async () => {
  const parser = await createParser({ ...PARSE_LIMITS, fixedWork: 10, workPerUnit: 0 });
  const large = "function f() { return [1, 2, 3].map((x) => x + 1); }\n".repeat(2_000);
  assert.deepEqual(await parser.parse("a", "typescript", large), {
    symbols: [],
    imports: [],
    references: [],
    namespaces: [],
    hasErrors: false,
    degraded: "time",
  });
  const small = await parser.parse("b", "typescript", "class Small {}");
  assert.deepEqual(small.symbols.map(({ name, startLine }) => [name, startLine]), [["Small", 1]]);
  parser.dispose();
});

Deno.test("a parser can be disposed of and used again, and parses side by side", async () => {
  const parser = await createParser();
  const sources = Array.from({ length: 20 }, (_, index) => `function f${index}() {}`);
  const files = await Promise.all(
    sources.map((source, index) => parser.parse("a", index % 2 === 0 ? "typescript" : "javascript", source)),
  );
  assert.deepEqual(files.map(({ symbols }) => symbols[0]?.name), sources.map((_, index) => `f${index}`));
  parser.dispose();
  parser.dispose();
  assert.equal((await parser.parse("a", "typescript", "class Again {}")).symbols[0]?.name, "Again");
  parser.dispose();
});
