import assert from "node:assert/strict";
import { describeLanguages, isParsed, languageOf } from "../../src/parser/mod.ts";
import { parse } from "./_parsing.ts";
import { SAMPLES } from "./_samples.ts";

Deno.test("a file's language is told from its name", () => {
  const cases: [string, string][] = [
    ["src/a.ts", "typescript"],
    ["src/a.mts", "typescript"],
    ["src/a.d.ts", "typescript"],
    ["src/A.TSX", "tsx"],
    ["a.jsx", "javascript"],
    ["a.cjs", "javascript"],
    ["A.cs", "csharp"],
    ["README.md", "markdown"],
    ["a.mdx", "markdown"],
    ["package.json", "json"],
    ["a.pyi", "python"],
    ["a.h", "c"],
    ["a.hpp", "cpp"],
    ["Rakefile", "ruby"],
    ["App.vue", "vue"],
    ["a.svelte", "svelte"],
    ["a.kts", "kotlin"],
    [".bashrc", "bash"],
    ["Makefile", "none"],
    ["dir.ts/file", "none"],
    ["", "none"],
    ["a.", "none"],
    ["constructor", "none"],
    ["a.toString", "none"],
  ];
  for (const [path, language] of cases) assert.equal(languageOf(path), language, path);
});

Deno.test("no two languages claim the same file", async () => {
  const claimed = (await describeLanguages()).flatMap((
    { extensions, fileNames },
  ) => [...extensions, ...fileNames]);
  assert.equal(new Set(claimed).size, claimed.length);
});

Deno.test("text-only languages are not parsed and give empty files", async () => {
  for (const language of ["markdown", "json", "none", "no such language"]) {
    assert.equal(isParsed(language), false, language);
    assert.deepEqual(await parse(language, "# function a() {}"), {
      symbols: [],
      imports: [],
      references: [],
      namespaces: [],
      hasErrors: false,
    });
  }
});

Deno.test("every parsed language finds the kinds of symbols and imports it claims, and no others", async () => {
  for (const summary of await describeLanguages()) {
    if (!isParsed(summary.name)) continue;
    const sample = SAMPLES[summary.name];
    assert.ok(sample, `no sample of ${summary.name}`);
    const file = await parse(summary.name, sample.source, sample.path);
    assert.equal(file.degraded, undefined, summary.name);
    assert.equal(file.hasErrors, false, summary.name);
    const kinds = [...new Set(file.symbols.map(({ kind }) => kind))].sort();
    assert.deepEqual(kinds, [...summary.symbols].sort(), summary.name);
    const importKinds = [...new Set(file.imports.map(({ kind }) => kind))].sort();
    assert.deepEqual(importKinds, [...summary.imports].sort(), summary.name);
    assert.ok(file.symbols.some(({ doc }) => /lifts/i.test(doc)), `${summary.name} reads no doc`);
    assert.ok(file.references.length > 0, summary.name);
  }
});

Deno.test("what the parser returns is sorted and consistent in every language", async () => {
  for (const [language, { path, source }] of Object.entries(SAMPLES)) {
    const file = await parse(language, source, path);
    const lines = source.split("\n").length;
    file.symbols.forEach((symbol, index) => {
      const before = file.symbols[index - 1];
      const isOrdered = before === undefined || before.startLine < symbol.startLine ||
        (before.startLine === symbol.startLine && before.name <= symbol.name);
      assert.ok(isOrdered, `${language}: ${symbol.name} is out of order`);
      assert.ok(symbol.startLine >= 1 && symbol.startLine <= symbol.endLine && symbol.endLine <= lines);
      assert.ok(symbol.qualifiedName.endsWith(symbol.name), symbol.qualifiedName);
      assert.ok(symbol.signature.length > 0 && !/\s{2}|\n/.test(symbol.signature), symbol.signature);
      assert.ok((symbol.docStartLine ?? 1) <= symbol.startLine, symbol.name);
    });
    for (const { within, name } of file.references) {
      assert.ok(within >= -1 && within < file.symbols.length);
      assert.ok(name.length > 0);
    }
    assert.deepEqual(await parse(language, source, path), file, `${language} is not deterministic`);
  }
});

Deno.test("CRLF changes nothing but the bytes", async () => {
  for (const [language, { path, source }] of Object.entries(SAMPLES)) {
    const file = await parse(language, source, path);
    assert.deepEqual(await parse(language, source.replaceAll("\n", "\r\n"), path), file, language);
  }
});
