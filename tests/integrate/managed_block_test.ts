import assert from "node:assert/strict";
import fc from "fast-check";
import { putBlock, removeBlock } from "../../src/integrate/mod.ts";

const BEGIN = "<!-- BEGIN RepoContext (managed by `repoctx init`) -->";
const END = "<!-- END RepoContext -->";
const BLOCK = `${BEGIN}\nhello\nworld\n${END}`;
const FRONT = "---\nname: y\n---\n";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The text of a file to be, null when there is to be none, or why it is left alone in brackets. */
function shown(content: ReturnType<typeof removeBlock>): string | null {
  if (content === undefined) return null;
  return "untouched" in content
    ? `[${content.untouched}]`
    : new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
}

function put(before: string | undefined, body = "hello\nworld", frontMatter = ""): string | null {
  return shown(putBlock(before === undefined ? undefined : bytes(before), body, frontMatter));
}

function remove(before: string | undefined, startsWithFrontMatter = false): string | null {
  return shown(removeBlock(before === undefined ? undefined : bytes(before), startsWithFrontMatter));
}

Deno.test("a missing file gets front matter and block", () => {
  assert.equal(put(undefined), `${BLOCK}\n`);
  assert.equal(put(undefined, "x", FRONT), `${FRONT}${BEGIN}\nx\n${END}\n`);
});

Deno.test("without a block it is appended after one blank line", () => {
  assert.equal(put("# Mine\n"), `# Mine\n\n${BLOCK}\n`);
  assert.equal(put("# Mine"), `# Mine\n\n${BLOCK}`);
  assert.equal(put("# Mine\n\n"), `# Mine\n\n${BLOCK}\n\n`);
  assert.equal(put("\n"), `\n${BLOCK}\n`);
  assert.equal(put(""), `${BLOCK}\n`);
  assert.equal(put("\ufeff"), `\ufeff${BLOCK}\n`);
});

Deno.test("a block is replaced in place and nothing around it changes", () => {
  assert.equal(put(`a\n${BEGIN}\nold\n${END} tail\n\n\nb`), `a\n${BLOCK} tail\n\n\nb`);
});

Deno.test("the block follows the line endings of the file", () => {
  assert.equal(put("a\r\nb\r\n"), `a\r\nb\r\n\r\n${BLOCK.replaceAll("\n", "\r\n")}\r\n`);
});

Deno.test("bytes that are no UTF-8 stay as they are", () => {
  const around = (block: string) => new Uint8Array([0xff, 0xe9, 0x0a, ...bytes(block), 0xc3, 0x28]);
  assert.deepEqual(putBlock(around(`${BEGIN}x${END}`), "hello\nworld"), around(BLOCK));
  assert.deepEqual(removeBlock(around(BLOCK)), around(""));
});

Deno.test("a file in UTF-16 is left alone", () => {
  const file = new Uint8Array([0xff, 0xfe, 0x41, 0x00]);
  assert.equal(shown(putBlock(file, "x")), "[it is not UTF-8 text]");
  assert.equal(shown(removeBlock(file)), "[it is not UTF-8 text]");
});

Deno.test("markers that are no single pair are reported, and the file is left alone", () => {
  const cases = [
    `${BEGIN}\nmine\n`,
    `mine\n${END}\n`,
    `${END}\nmine\n${BEGIN}\n`,
    `${BEGIN}\nmine\n${BLOCK}\n`,
    `${BLOCK}\n${END}\n`,
    `${BLOCK}\nmine\n${BLOCK}\n`,
  ];
  for (const text of cases) {
    assert.match(put(text)!, /^\[its RepoContext markers /, text);
    assert.match(remove(text)!, /^\[its RepoContext markers /, text);
  }
});

Deno.test("removing leaves what stands around the block, parted as it was", () => {
  const cases: [before: string | undefined, after: string | null][] = [
    [undefined, null],
    ["# Mine\n", "# Mine\n"],
    ["", ""],
    [`${BLOCK}\n`, null],
    [`\n\n${BLOCK}\n  \n`, null],
    [`a\n\n${BLOCK}\n`, "a\n"],
    [`a\r\n\r\n${BLOCK}\r\n`, "a\r\n"],
    [`${BLOCK}\n\nb\n`, "b\n"],
    [`a\n\n${BLOCK}\n\nb\n`, "a\n\nb\n"],
    [`a\n${BLOCK}\nb\n`, "a\nb\n"],
    [`a ${BLOCK} b`, "a  b"],
    [`${FRONT}${BLOCK}\n`, `${FRONT.trimEnd()}\n`],
  ];
  for (const [before, after] of cases) assert.equal(remove(before), after, JSON.stringify(before));
});

Deno.test("a file that was made with front matter goes with its block, unless somebody wrote into it", () => {
  assert.equal(remove(`${FRONT}${BLOCK}\n`, true), null);
  assert.equal(remove(`---\r\nname: mine\r\n---\r\n${BLOCK}\r\n`, true), null);
  assert.equal(remove(`${FRONT}# Mine\n---\n${BLOCK}\n`, true), `${FRONT}# Mine\n---\n`);
  assert.equal(remove(`# Mine\n${BLOCK}\n`, true), "# Mine\n");
  assert.equal(remove(`${FRONT}${BLOCK}\nmine\n`, true), `${FRONT}mine\n`);
});

Deno.test("whatever a file holds: put twice is put once, and removing gives back every byte", () => {
  const lines = fc.array(fc.constantFrom("a", "# b", "", " ", "ä", "\r", "---", "<!-- x -->"), {
    maxLength: 6,
  });
  const endings = fc.constantFrom("", "\n", "\r\n", "\n\n", "\n\r\n\n");
  fc.assert(fc.property(lines, fc.constantFrom("\n", "\r\n"), endings, (parts, newline, ending) => {
    const before = bytes(parts.join(newline) + ending);
    const once = putBlock(before, "hello\nworld") as Uint8Array;
    assert.deepEqual(putBlock(once, "hello\nworld"), once);
    const isBlank = new TextDecoder().decode(before).trim() === "";
    assert.deepEqual(removeBlock(once), isBlank ? undefined : before);
  }));
});

Deno.test("a large file is handled in linear time", () => {
  const started = performance.now();
  putBlock(bytes(`${BEGIN}\n`.repeat(100_000)), "x");
  removeBlock(bytes(`${BLOCK}${"\n".repeat(1_000_000)}x`));
  removeBlock(bytes(`---\n${"a\n".repeat(300_000)}${BLOCK}`), true);
  assert.ok(performance.now() - started < 3000);
});
