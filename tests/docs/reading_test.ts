/** How the documentation is read: command lines, directives, messages and plain text. */
import assert from "node:assert/strict";
import { plainText } from "../../tools/docs/markdown.ts";
import { failureMessages } from "../../tools/docs/messages.ts";
import { readCommandLine } from "../../tools/docs/shell_line.ts";
import { documentedLines } from "./_documented_lines.ts";

Deno.test("a command line is read as a shell reads it", () => {
  for (
    const [line, args, rest] of [
      [`repoctx search "a 'b'" --top 3`, ["search", "a 'b'", "--top", "3"], {}],
      [`npx repoctx context 'a "b"' > out.md`, ["context", 'a "b"'], {}],
      [`REPOCTX_SESSION=s1 repoctx prime`, ["prime"], { env: { REPOCTX_SESSION: "s1" } }],
      [`npx -y deno@2.9.6 task start index --full`, ["index", "--full"], {}],
      [`deno run -A /path/to/main.ts init`, ["init"], {}],
      [`echo "{}" | repoctx hook codex`, ["hook", "codex"], { input: "{}\n" }],
      [String.raw`repoctx completions zsh > "${"${fpath[1]}"}/_repoctx"`, ["completions", "zsh"], {}],
    ] as const
  ) {
    assert.deepEqual(readCommandLine(line), { args, env: {}, ...rest }, line);
  }
});

Deno.test("a command line that does more than run repoctx is refused", () => {
  for (
    const line of [
      "npm install",
      "repoctx index; rm -rf /",
      "repoctx index && ls",
      "cat x | repoctx hook",
      "",
    ]
  ) {
    assert.throws(() => readCommandLine(line), Error, line);
  }
});

Deno.test("lines of shell blocks are found with the way they run, and no others", () => {
  const page = [
    "```sh",
    "repoctx a \\",
    "  --b",
    "# a comment",
    "```",
    "```text",
    "repoctx no",
    "```",
    "<!-- run: not, it needs a network -->",
    "",
    "  ```sh",
    "  npm install",
    "  ```",
    "<!-- run: new repository -->",
    "```sh",
    "repoctx init",
    "```",
    "````md",
    "```sh",
    "repoctx no",
    "```",
    "````",
  ].join("\n");
  assert.deepEqual(documentedLines(page), [
    { line: "repoctx a --b", at: 3, mode: "indexed" },
    { line: "npm install", at: 12, mode: "skipped" },
    { line: "repoctx init", at: 16, mode: "new" },
  ]);
  assert.throws(() => documentedLines("<!-- run: not -->"), /says nothing/);
});

Deno.test("messages are read from every form in which they are written", () => {
  const source = [
    'const NONE = "none here";',
    "throw new NoIndexError(NONE);",
    'throw new UsageError("a \\"b\\" " + "c.");',
    "throw new RepoctxError(`${path}: ${JSON.stringify({ a: `${1}` })} is\\nmore`);",
    "throw new RepoctxError(\n  `long ` +\n    'text',\n);",
    "throw new RepoctxError(message);",
    'throw new TypeError("a defect");',
  ].join("\n");
  assert.deepEqual(failureMessages("x.ts", source).map(({ place, message }) => [place, message]), [
    ["x.ts:2", "none here"],
    ["x.ts:3", 'a "b" c.'],
    ["x.ts:4", '…: "…" is'],
    ["x.ts:5", "long text"],
    ["x.ts:9", undefined],
  ]);
});

Deno.test("what looks like code in a plain text is set as code", () => {
  for (
    const [text, wanted] of [
      ["'repoctx index' brings --refresh", "`repoctx index` brings `--refresh`"],
      ["the session's name and the client's", "the session's name and the client's"],
      ["AGENTS.md, $REPOCTX_SESSION and {}", "`AGENTS.md`, `$REPOCTX_SESSION` and `{}`"],
      ["(default: underscore)", "(default: `underscore`)"],
      ["`kept as it is --x`", "`kept as it is --x`"],
      ["JSDoc (/** … */) or //", "JSDoc (`/** … */`) or `//`"],
    ] as const
  ) assert.equal(plainText(text), wanted);
});
