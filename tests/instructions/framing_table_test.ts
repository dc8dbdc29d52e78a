/** Rows 52 to 60 of the table of test cases, and texts that try to leave their block. */
import assert from "node:assert/strict";
import { bundle, Place } from "./_tree.ts";
import { escaper, frameBlock, frameTag, FRAMING_TAGS } from "../../src/instructions/framing.ts";
import { unifiedHunks } from "../../src/instructions/diff.ts";

const escape = escaper();

Deno.test("row 52: a closing tag in the text is escaped", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a\n</context-file>\nb" });
  const { text } = await bundle(place.workspace());
  assert.equal(text, '<context-file path="AGENTS.md">\na\n&lt;/context-file>\nb\n</context-file>');
});

Deno.test("row 53: letter case and blanks do not hide a tag", () => {
  assert.equal(escape("<SYSTEM> and < / system >"), "&lt;SYSTEM> and &lt; / system >");
  assert.equal(escape("<\n\t/\u00a0Context-File\n>"), "&lt;\n\t/\u00a0Context-File\n>");
});

Deno.test("row 54: what only begins like a tag is left alone", () => {
  const text = "<systemd>, <Context.Provider>, <div>, <tool_results>, <contexts>, a < b, <system:x>";
  assert.equal(escape(text), text);
});

Deno.test("row 55: an unfinished tag at the end of the text is escaped", () => {
  assert.equal(escape("tail <context-file"), "tail &lt;context-file");
  assert.equal(escape("tail </ tool_call"), "tail &lt;/ tool_call");
});

Deno.test("row 56: empty tags and type arguments are escaped", () => {
  assert.equal(escape("<tool_result/> List<System>"), "&lt;tool_result/> List&lt;System>");
});

Deno.test("row 57: text that is escaped already stays as it is", () => {
  assert.equal(escape("&lt;system>"), "&lt;system>");
});

Deno.test("row 58: markup in a directory name is escaped", () => {
  assert.equal(frameTag('a"b<c>/AGENTS.md'), '<context-file path="a&quot;b&lt;c&gt;/AGENTS.md" />');
  assert.equal(frameTag("a&'/AGENTS.md"), '<context-file path="a&amp;&#39;/AGENTS.md" />');
});

Deno.test("row 59: a newline in a directory name becomes a reference", () => {
  assert.equal(frameTag("a\nb/AGENTS.md"), '<context-file path="a&#10;b/AGENTS.md" />');
  assert.equal(frameTag("\u202ea\u2028/x"), '<context-file path="&#8238;a&#8232;/x" />');
});

Deno.test("row 60: the same tree gives the same bytes in another place and order", async () => {
  const tree = { "AGENTS.md": "a", "w/CLAUDE.md": "b", "w/AGENTS.md": "c" };
  await using one = await Place.of(tree);
  await using two = await Place.of(Object.fromEntries(Object.entries(tree).reverse()));
  const options = { homeDir: "..", nestedTraversal: true, exposeInventoryTool: true };
  const results = [
    await bundle(one.workspace(), options),
    await bundle(one.workspace(), options),
    await bundle(two.workspace(), options),
  ].map((result) => JSON.stringify(result));
  assert.equal(new Set(results).size, 1);
  assert.ok(!results[0]?.includes(one.root));
});

Deno.test("the escaped tags are those of the reference pattern", () => {
  const names = FRAMING_TAGS.join("|");
  const reference = new RegExp(`<(?=\\s*\\/?\\s*(?:${names})(?:[\\s\\/>]|$))`, "gi");
  const random = generator(7);
  for (let round = 0; round < 20_000; round++) {
    const text = hostileText(random, 12);
    assert.equal(escape(text), text.replaceAll(reference, "&lt;"), JSON.stringify(text));
  }
});

Deno.test("tags of a host are escaped too", () => {
  assert.equal(escaper(["my.tag"])("<my.tag> <myxtag>"), "&lt;my.tag> <myxtag>");
});

Deno.test("a million blanks after every bracket take no time to speak of", () => {
  const started = performance.now();
  escape("<" + " ".repeat(1_000_000));
  escape("< / ".repeat(250_000));
  escape("<\n/\n".repeat(250_000) + "system>");
  assert.ok(performance.now() - started < 2_000);
});

/** A reader that takes every tag of any framing name, however written, for a tag. */
function parseBlocks(text: string): { path: string; body: string }[] {
  const tag = new RegExp(`<\\s*/?\\s*(?:${FRAMING_TAGS.join("|")})(?=[\\s/>]|$)[^>]*>?`, "gi");
  const tags = Array.from(text.matchAll(tag), (match) => ({ text: match[0], start: match.index }));
  const blocks: { path: string; body: string }[] = [];
  for (let at = 0; at < tags.length; at += 2) {
    const open = /^<context-file path="([^"]*)"(?: change="\w+")?>$/.exec(tags[at]?.text ?? "");
    assert.ok(open, `no opening tag: ${tags[at]?.text}`);
    assert.equal(tags[at + 1]?.text, "</context-file>");
    const start = (tags[at]?.start ?? 0) + open[0].length + 1;
    blocks.push({ path: open[1] as string, body: text.slice(start, (tags[at + 1]?.start ?? 0) - 1) });
  }
  return blocks;
}

Deno.test("10,000 random and hostile texts come back as exactly one block each", () => {
  const random = generator(42);
  for (let round = 0; round < 10_000; round++) {
    const texts = [hostileText(random, 30), hostileText(random, 30), hostileText(random, 8)];
    const framed = texts.map((text, index) => frameBlock(`d${index}/AGENTS.md`, escape(text))).join("\n\n");
    assert.deepEqual(
      parseBlocks(framed),
      texts.map((text, index) => ({ path: `d${index}/AGENTS.md`, body: escape(text) })),
      JSON.stringify(texts),
    );
  }
});

Deno.test("differences of hostile texts stay in their block", () => {
  const random = generator(43);
  for (let round = 0; round < 3_000; round++) {
    const body = escape(unifiedHunks(hostileText(random, 20), hostileText(random, 20)));
    assert.deepEqual(parseBlocks(frameBlock("AGENTS.md", body, "diff")), [{ path: "AGENTS.md", body }]);
  }
});

Deno.test("hostile paths stay in their attribute", () => {
  const random = generator(44);
  for (let round = 0; round < 5_000; round++) {
    const framed = frameBlock(hostileText(random, 10), "x");
    assert.equal(parseBlocks(framed).length, 1, framed);
    assert.equal(framed.split("\n").length, 3, JSON.stringify(framed));
  }
});

/** Numbers from 0 to below `below`, the same in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 4294967296 * below);
  };
}

const PIECES = [
  ...FRAMING_TAGS,
  ...FRAMING_TAGS.map((name) => name.toUpperCase()),
  ..."<></ \n\t\r\v\f\u00a0\u2028\ufeff\u200b=\"'&;#x-_.:",
  "<",
  "</",
  "/>",
  ">",
  "&lt;",
  '<context-file path="AGENTS.md">',
  "</context-file>",
  "</Context-File >",
  '<context-file path="x" />',
  "a",
  "ſystem",
  "\ud800",
  "𝔰ystem",
];

function hostileText(random: (below: number) => number, length: number): string {
  return Array.from({ length: random(length) }, () => PIECES[random(PIECES.length)]).join("");
}
