import assert from "node:assert/strict";
import type { SymbolRecord } from "../../src/model/mod.ts";
import { BLOCK_LINES, chunkFile, PREAMBLE_LINES } from "../../src/parser/mod.ts";
import { parse } from "./_parsing.ts";

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");
}

/** `kind start-end heading` of every chunk. */
function shape(language: string, text: string): string[] {
  return chunkFile(language, text, []).map(({ kind, startLine, endLine, heading }) => {
    return [`${kind} ${startLine}-${endLine}`, ...(heading === undefined ? [] : [heading])].join(" ");
  });
}

Deno.test("a file is cut into a preamble and blocks", () => {
  assert.deepEqual(shape("typescript", numbered(PREAMBLE_LINES)), ["preamble 1-20"]);
  assert.deepEqual(shape("none", numbered(PREAMBLE_LINES + 1)), ["preamble 1-20", "block 21-21"]);
  assert.deepEqual(shape("typescript", numbered(PREAMBLE_LINES + BLOCK_LINES * 2 + 5)), [
    "preamble 1-20",
    "block 21-80",
    "block 81-140",
    "block 141-145",
  ]);
});

Deno.test("an empty file has no chunk, a lone newline has an empty one", () => {
  assert.deepEqual(chunkFile("typescript", "", []), []);
  assert.deepEqual(chunkFile("markdown", "", []), []);
  assert.deepEqual(chunkFile("none", "\n", []), [{
    kind: "preamble",
    startLine: 1,
    endLine: 1,
    content: "",
  }]);
});

Deno.test("content chunks tile the file, so that its text can be put together again", () => {
  const texts = [
    numbered(200),
    `${numbered(30)}\n`,
    "a\r\nb\r\n\r\n",
    "\n\n\n",
    "# A\n\n```\n# b\n```\n## C\nx",
    "x\n# A\n",
  ];
  for (const language of ["typescript", "markdown"]) {
    for (const text of texts) {
      const chunks = chunkFile(language, text, []);
      const whole = text.replaceAll("\r\n", "\n").replace(/\n$/, "");
      assert.equal(chunks.map(({ content }) => content).join("\n"), whole, JSON.stringify(text));
      let next = 1;
      for (const { startLine, endLine, content } of chunks) {
        assert.equal(startLine, next);
        assert.equal(endLine - startLine + 1, content.split("\n").length);
        next = endLine + 1;
      }
      assert.equal(next - 1, whole.split("\n").length);
    }
  }
});

Deno.test("Markdown is cut at its headings", () => {
  const text =
    "intro\n\n# One\ntext\n### Three deep ###\n####### seven marks\n#no space\n    # indented\n## \nend\n";
  assert.deepEqual(shape("markdown", text), [
    "preamble 1-2",
    "markdownheading 3-4 One",
    "markdownheading 5-8 Three deep",
    "markdownheading 9-10 ",
  ]);
});

Deno.test("headings in fenced code are text", () => {
  const text = [
    "# Real",
    "```sh",
    "# not a heading",
    "~~~",
    "```",
    "## Second",
    "~~~~ md",
    "# nor this",
    "~~~",
    "```",
    "~~~~",
    "## Third",
    "``` not `a` fence",
    "## Fourth",
    "```",
    "# open to the end",
  ].join("\n");
  assert.deepEqual(shape("markdown", text), [
    "markdownheading 1-5 Real",
    "markdownheading 6-11 Second",
    "markdownheading 12-13 Third",
    "markdownheading 14-16 Fourth",
  ]);
});

Deno.test("every symbol has a chunk of five lines for the full-text index", async () => {
  const source =
    "/** Reads JSON. */\nexport function parseJSON2Object(text: string): object {\n  return {};\n}\n";
  const { symbols } = await parse("typescript", source);
  assert.deepEqual(chunkFile("typescript", source, symbols).at(-1), {
    kind: "symbol",
    startLine: 2,
    endLine: 4,
    heading: "parseJSON2Object",
    content: [
      "parseJSON2Object",
      "parse json 2 object",
      "function",
      "function parseJSON2Object(text: string): object",
      "Reads JSON.",
    ].join("\n"),
  });
});

Deno.test("a symbol without a doc keeps its five lines", () => {
  const symbol: SymbolRecord = {
    name: "f",
    qualifiedName: "f",
    kind: "function",
    startLine: 1,
    endLine: 1,
    signature: "function f()",
    doc: "",
    exported: false,
  };
  assert.equal(
    chunkFile("typescript", "function f() {}", [symbol])[1]?.content,
    "f\nf\nfunction\nfunction f()\n",
  );
});
