import assert from "node:assert/strict";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { characterClass, classifyByRules } from "../../src/tokens/_character_class.ts";
import { ParagraphCounts } from "../../src/tokens/mod.ts";
import { createTokenizer } from "../../src/tokens/tokenizer.ts";
import { buildTokenTable, TokenTable } from "../../src/tokens/table.ts";

const tokenizer = createTokenizer(new TokenTable(await buildTokenTable()));

/** The count of an independent implementation. */
function oracle(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}

/** Characters that the split rules treat in different ways, and where rules meet. */
const INTERESTING = [
  "aAbBsStTdDmMlLvVeErR'",
  "0123456789\u0660\u00b2\u2167\u{1d7d8}",
  " \t\n\r\u00a0\u2028\u3000\u200b\u1680",
  "/\\.,;:!?()[]{}<>|@#$%^&*-_=+`~\"'’",
  "\u0301\u0308\u0903\u20dd\ufe0f\u{e0100}",
  "\u01c5\u02b0\u00aa中文\u05d0あ\u1e9e\u00df\u0130\u{10400}\u{10428}\u{20000}",
  "\u{1f600}\u{1f468}\u200d©\ufffd\0\x1b\u00ad\ue000",
].join("");

/** Where the oracle follows JavaScript's white space and case folding instead of the reference implementation's. */
const DISPUTED = /[\u0085\ufeff\u017f]/g;

const character = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...INTERESTING) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
).filter((text) => text.search(DISPUTED) < 0);

Deno.test("random Unicode text has the oracle's count", () => {
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 60 }), (text) => {
      assert.equal(tokenizer.count(text), oracle(text));
    }),
    { numRuns: 4000, seed: 1 },
  );
});

Deno.test("random UTF-16 with lone surrogates counts as the same text with replacement characters", () => {
  const unit = fc.constantFrom("\ud800", "\udfff", "a", " ", "\ufffd", "\u{1f600}", "\n");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
      assert.equal(tokenizer.count(text), oracle(text.toWellFormed()));
    }),
    { numRuns: 1000, seed: 2 },
  );
});

Deno.test("the sources of this repository have the oracle's count", () => {
  let files = 0;
  for (const source of sourcesBelow(new URL("../../", import.meta.url))) {
    const text = source.replace(DISPUTED, "?");
    assert.equal(tokenizer.count(text), oracle(text));
    files++;
  }
  assert.ok(files > 10);
});

Deno.test("chosen texts have the count of the reference implementation", () => {
  const expected: [string, number][] = [
    ["", 0],
    ["export const one = 1;\n", 7],
    ["<|endoftext|>", 7],
    ["<|endoftext|><|im_start|>", 12],
    ["HTTPServer's x", 4],
    ["漢字AB'll", 4],
    ["\u0301\u0301ABC", 3],
    ["１２３４", 3],
    ["  \r\n\t x", 3],
    ["//\n//\r\n/ x", 4],
    ["🇨🇭👨‍👩‍👧‍👦", 15],
  ];
  for (const [text, count] of expected) assert.equal(tokenizer.count(text), count, JSON.stringify(text));
});

Deno.test("white space and case folding are Unicode's, not JavaScript's", () => {
  const expected: [string, number][] = [
    ["\ufeff", 1],
    ["\ufeffusing System;", 3],
    ["a \ufeff b", 3],
    ["\n \ufeff\n", 3],
    ["x\u0085\u0085\ny", 7],
    ["\u0085\u0085a", 5],
    [" I'\u017f", 2],
    [" I'\u017f x", 3],
  ];
  for (const [text, count] of expected) assert.equal(tokenizer.count(text), count, JSON.stringify(text));
});

Deno.test("a text longer than the kept buffer counts like its short parts", () => {
  const line = "const übergröße = `<${name}>`; // 漢字 🙂\n";
  const perLine = tokenizer.count(line);
  assert.equal(perLine, oracle(line));
  for (const lines of [1, 500, 2000, 20_000]) {
    assert.equal(tokenizer.count(line.repeat(lines)), perLine * lines);
  }
});

Deno.test("counting again gives the same, also after the cache was overwritten by other text", () => {
  const pieces = Array.from({ length: 60_000 }, (_, index) => `zq${(index * 7919).toString(36)}xv`);
  const text = pieces.join(" ");
  const first = tokenizer.count(text);
  assert.equal(tokenizer.count(text), first);
  assert.equal(oracle(text), first);
});

Deno.test("long runs of one class have the oracle's count", () => {
  for (const unit of ["a", "A", "漢", " ", "\n", "=", "\u0301", "🙂", "ab", "aB", "'s", "1", "\t ", "/\n"]) {
    const text = unit.repeat(300);
    assert.equal(tokenizer.count(text), oracle(text), JSON.stringify(unit));
    assert.equal(tokenizer.count(`x${text}.`), oracle(`x${text}.`), JSON.stringify(unit));
  }
});

Deno.test("one long piece takes time in proportion to its length", () => {
  for (const unit of ["a", "漢", "🙂", " ", "A", "qzjxkv"]) {
    const timeOf = (length: number): number => {
      const text = unit.repeat(length / unit.length);
      return Math.min(...[1, 2, 3].map(() => elapsed(() => tokenizer.count(text))));
    };
    timeOf(20_000);
    // Four times the length: 4 when linear, 16 when quadratic.
    const ratio = timeOf(120_000) / timeOf(30_000);
    assert.ok(ratio < 10, `${JSON.stringify(unit)}: ${ratio}`);
  }
});

function elapsed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function* sourcesBelow(folder: URL): Generator<string> {
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory && ["src", "tests", "docs"].includes(entry.name)) {
      yield* allBelow(new URL(`${entry.name}/`, folder));
    }
  }
}

function* allBelow(folder: URL): Generator<string> {
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory) yield* allBelow(new URL(`${entry.name}/`, folder));
    else if (/\.(ts|md|json)$/.test(entry.name)) yield Deno.readTextFileSync(new URL(entry.name, folder));
  }
}

Deno.test("the classes of common characters are those of the rules", () => {
  for (let codePoint = 0; codePoint < 0x3000; codePoint++) {
    assert.equal(characterClass(codePoint), classifyByRules(codePoint), codePoint.toString(16));
  }
});

Deno.test("counting by paragraphs gives the count of the whole", () => {
  const parts = [
    "\n",
    "\n\n",
    "/",
    " ",
    "\t",
    "\r\n",
    "a",
    "Bc",
    "é",
    "\u0301",
    "1",
    "{",
    '"',
    '{"',
    "}",
    ",",
    "\u2028",
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...parts), { minLength: 5, maxLength: 60, size: "max" }),
      (drawn) => {
        const text = drawn.join("");
        const counts = new ParagraphCounts((part) => tokenizer.count(part));
        assert.equal(counts.count(text), tokenizer.count(text), JSON.stringify(text));
        assert.equal(counts.count(`${text}\n\n${text}`), tokenizer.count(`${text}\n\n${text}`));
      },
    ),
    { numRuns: 3000, seed: 5 },
  );
});
