/** Row 110 of the table of test cases, and every other rule of the linter. */
import assert from "node:assert/strict";
import { Link, Place, type Tree } from "./_tree.ts";
import { type Finding, lintInstructions, renderText, sarifLog } from "../../src/instructions/mod.ts";

async function lint(tree: Tree, trackedFiles?: readonly string[]): Promise<Finding[]> {
  await using place = await Place.of(tree);
  const request = { workspace: place.workspace(), ...(trackedFiles === undefined ? {} : { trackedFiles }) };
  return (await lintInstructions(request)).findings;
}

/** `path:line rule detail` of every finding. */
async function lines(tree: Tree): Promise<string[]> {
  return (await lint(tree)).map(({ path, line, rule, detail }) =>
    `${path}${line ? `:${line}` : ""} ${rule} ${detail}`
  );
}

Deno.test("row 110: a missing import is reported, an npm scope is not", async () => {
  assert.deepEqual(await lint({ "w/AGENTS.md": "Install @types/node.\nRead @docs/x.md.\n" }), [{
    rule: "import-missing",
    severity: "error",
    path: "AGENTS.md",
    line: 2,
    detail: "@docs/x.md",
    agents: ["claude-code", "gemini"],
  }]);
});

Deno.test("imports in code, addresses and names are none", async () => {
  assert.deepEqual(
    await lint({
      "w/CLAUDE.md":
        "`@gone.md` ``a ` @gone.md`` mail me@gone.md, ask @someone.\n\n```\n@gone.md\n```\n\n~~~\n@gone.md\n" +
        "```\n~~~\n<!-- @gone.md -->\n@scope/package",
    }),
    [],
  );
});

Deno.test("imports that leave, go in circles or are too deep are reported", async () => {
  const deep: Tree = {
    "w/CLAUDE.md": "@d1.md @../up.md @a.md\n@~/mine.md",
    "w/a.md": "@b.md",
    "w/b.md": "@a.md",
  };
  for (let level = 1; level <= 6; level++) deep[`w/d${level}.md`] = level < 6 ? `@d${level + 1}.md` : "end";
  assert.deepEqual(await lines(deep), [
    "CLAUDE.md import-too-deep d5.md is 5 imports away",
    "CLAUDE.md:1 import-outside @../up.md leaves the repository",
    "CLAUDE.md:2 import-outside @~/mine.md leaves the repository",
    "b.md:1 import-cycle b.md imports a.md, which leads back to it",
  ]);
});

Deno.test("globs that match no tracked file, or do not parse, are reported", async () => {
  const findings = await lint({
    "w/.cursor/rules/api.mdc": "---\nglobs: app/api/**/*.py, src/**\n---\nx",
    "w/.claude/rules/a.md": '---\npaths:\n  - "src/**/*.{ts,tsx}"\n  - "src/[a"\n---\nx',
  }, ["src/x.ts"]);
  assert.deepEqual(
    findings.map(({ rule, path, line, detail, agents }) => [rule, path, line, detail, agents]),
    [
      ["glob-invalid", ".claude/rules/a.md", 2, "src/[a", ["claude-code"]],
      ["glob-matches-nothing", ".cursor/rules/api.mdc", 2, "app/api/**/*.py", ["cursor"]],
    ],
  );
});

Deno.test("keys that an agent ignores are reported", async () => {
  assert.deepEqual(
    await lines({
      "w/.claude/rules/a.md": "---\nglobs: src/**\n---\nx1",
      "w/.cursor/rules/b.md": "x2",
      "w/.cursor/rules/c.mdc": '---\nalwaysApply: "true"\n---\nx3',
      "w/.github/instructions/d.instructions.md": "---\napplyTo:\n  - '**'\n---\nx4",
    }),
    [
      ".claude/rules/a.md:2 scope-ignored globs is ignored: claude-code scopes rules with paths",
      ".cursor/rules/b.md scope-ignored only .mdc files are rules in .cursor/rules",
      '.cursor/rules/c.mdc:2 scope-ignored alwaysApply: "true" is a text, not a switch',
      ".github/instructions/d.instructions.md:2 scope-ignored applyTo must be one text with commas, not a list",
    ],
  );
});

Deno.test("a head that is not closed is reported", async () => {
  assert.deepEqual(await lines({ "w/.claude/rules/a.md": "---\npaths: src/**\nx" }), [
    ".claude/rules/a.md:1 frontmatter the head is not closed by a line ---",
  ]);
});

Deno.test("equal and nearly equal files are reported, links are not", async () => {
  const rules = Array.from({ length: 40 }, (_, index) => `- Rule ${index}.`);
  assert.deepEqual(
    await lines({
      "w/AGENTS.md": rules.join("\n"),
      "w/CLAUDE.md": new Link("AGENTS.md"),
      "w/p/AGENTS.md": rules.join("\n"),
      "w/q/AGENTS.md": [...rules, "- One more."].join("\n"),
    }),
    [
      "p/AGENTS.md duplicate-file has the same text as AGENTS.md",
      "q/AGENTS.md near-duplicate-file shares 97 % of its lines with AGENTS.md",
    ],
  );
});

Deno.test("files that only import are no duplicates of each other", async () => {
  assert.deepEqual(
    await lines({
      "w/CLAUDE.md": "@AGENTS.md\n",
      "w/AGENTS.md": "one",
      "w/p/CLAUDE.md": "@AGENTS.md\n",
      "w/p/AGENTS.md": "two",
    }),
    [],
  );
});

Deno.test("contradictions on one chain are reported, others and negations are not", async () => {
  assert.deepEqual(
    await lines({
      "w/AGENTS.md": "- Use pnpm.\n- Indent with spaces.\n- Never use yarn.\n- Use pnpm instead of npm.",
      "w/p/AGENTS.md": "# P\n\nAlways use `npm`, and use tabs.",
      "w/q/AGENTS.md": "Use bun here? No: use pnpm.",
      "w/r/CLAUDE.md": "- Run yarn.",
    }).then((found) => found.filter((line) => line.includes("contradiction"))),
    [
      "p/AGENTS.md:3 contradiction indentation: tabs here, spaces in AGENTS.md:2",
      "p/AGENTS.md:3 contradiction package manager: npm here, pnpm in AGENTS.md:1",
      "q/AGENTS.md:1 contradiction package manager: bun here, pnpm in AGENTS.md:1",
      "r/CLAUDE.md:1 contradiction package manager: yarn here, pnpm in AGENTS.md:1",
    ],
  );
});

Deno.test("chains over the limit of Codex, long files and long rules are reported", async () => {
  const [half, other] = ["a", "b"].map((letter) => `${letter.repeat(20_000)}\n`) as [string, string];
  const findings = await lint({
    "w/AGENTS.md": half,
    "w/p/AGENTS.md": other,
    "w/p/AGENTS.override.md": other + "c",
    "w/q/AGENTS.md": "small",
    "w/r/AGENTS.md": "line\n".repeat(201) + "end",
    "w/.windsurf/rules/x.md": "---\ntrigger: always_on\n---\n" + "x".repeat(12_000),
  });
  assert.deepEqual(findings.map(({ rule, path, detail, agents }) => [rule, path, detail, agents]), [
    ["over-budget", ".windsurf/rules/x.md", "12027 of 12000 characters; the rest is cut", ["windsurf"]],
    ["over-budget", "p/AGENTS.override.md", "chain 40003 of 32768 bytes", ["codex"]],
    ["long-file", "r/AGENTS.md", "202 lines; more than 200 are followed less well", undefined],
  ]);
});

Deno.test("a link that was checked out as text is reported", async () => {
  assert.deepEqual(await lines({ "w/AGENTS.md": "a", "w/CLAUDE.md": "AGENTS.md\n" }), [
    "CLAUDE.md link-as-text the whole text is AGENTS.md: a link that was checked out as text",
  ]);
});

Deno.test("entries that the walk-up would not load are reported", async () => {
  assert.deepEqual(
    await lines({
      "x.md": "outside",
      "w/AGENTS.md": new Link("../x.md"),
      "w/p/AGENTS.md": new Link("gone.md"),
      "w/q/AGENTS.md": new Link("README.md"),
      "w/q/README.md": "r",
      "w/r/agents.md": "lower case",
      "w/s/AGENTS.md": new Uint8Array([97, 0, 98]),
    }),
    [
      "AGENTS.md link-skipped the link leaves its directory",
      "p/AGENTS.md link-skipped the link leads nowhere",
      "q/AGENTS.md link-skipped the link leads to a file that is no instruction file",
      "r/agents.md case-variant differs from the name that agents look for by case only",
      "s/AGENTS.md encoding holds NUL bytes and is skipped",
    ],
  );
});

Deno.test("encoding and byte order marks are reported", async () => {
  assert.deepEqual(
    await lines({ "w/AGENTS.md": "\ufeffa", "w/CLAUDE.md": new Uint8Array([0x61, 0xe9]) }),
    [
      "AGENTS.md byte-order-mark starts with a byte order mark",
      "CLAUDE.md encoding not valid UTF-8; damaged characters become U+FFFD",
    ],
  );
});

Deno.test("hidden and reordering characters are reported and made visible", async () => {
  const text = [
    "plain",
    "zero\u200bwidth and a tag \u{e0041}",
    "right to left \u202eevil\u202c",
    "bell \u0007",
    "soft\u00adhyphen",
  ].join("\n");
  assert.deepEqual(await lines({ "w/AGENTS.md": text }), [
    "AGENTS.md:2 hidden-character character without width: U+200B",
    "AGENTS.md:2 hidden-character character without width: U+E0041",
    "AGENTS.md:3 bidirectional-character character that reorders text for display: U+202C",
    "AGENTS.md:3 bidirectional-character character that reorders text for display: U+202E",
    "AGENTS.md:4 hidden-character control character U+0007",
    "AGENTS.md:5 hidden-character character without width: U+00AD",
  ]);
});

Deno.test("emoji, flags and scripts that need joiners are not reported", async () => {
  const text = "👩‍💻 ❤️ 👨🏽‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 می‌خواهم क्‍ष ☎︎";
  assert.deepEqual(await lines({ "w/AGENTS.md": text }), []);
});

Deno.test("framing tags are reported where they stand", async () => {
  assert.deepEqual(await lines({ "w/AGENTS.md": "a < b\n<div>\n  </Context-File >\nList<System>" }), [
    "AGENTS.md:3 framing-tag has the form of a tag of the host: </Context-File >",
    "AGENTS.md:4 framing-tag has the form of a tag of the host: <System>",
  ]);
});

const goodSkill = '---\nname: release\ndescription: Makes a release.\nmetadata:\n  version: "1"\n---\nBody';

Deno.test("a description may begin on the line after its key", async () => {
  const skill = "---\nname: release\ndescription:\n  Makes a release. Use it\n  for releases.\n---\n";
  assert.deepEqual(await lines({ "w/skills/release/SKILL.md": skill }), []);
});

Deno.test("a good skill has no findings", async () => {
  assert.deepEqual(await lines({ "w/.claude/skills/release/SKILL.md": goodSkill }), []);
});

for (
  const [what, head, wanted] of [
    ["no name", "description: d", "skill-name name is required"],
    [
      "capitals",
      "name: Release\ndescription: d",
      "skill-name name takes a-z, 0-9 and single hyphens, none at an end",
    ],
    [
      "a doubled hyphen",
      "name: a--b\ndescription: d",
      "skill-name name takes a-z, 0-9 and single hyphens, none at an end",
    ],
    [
      "another name",
      "name: other\ndescription: d",
      "skill-name name other differs from the directory release",
    ],
    ["a long name", `name: ${"a".repeat(65)}\ndescription: d`, "skill-name name has 65 of 64 characters"],
    ["no description", "name: release", "skill-description description is required"],
    [
      "a long description",
      `name: release\ndescription: ${"d".repeat(1025)}`,
      "skill-description description has 1025 of 1024 characters",
    ],
    [
      "long compatibility",
      `name: release\ndescription: d\ncompatibility: ${"c".repeat(501)}`,
      "skill-compatibility compatibility must be a text of at most 500 characters",
    ],
    [
      "metadata with a number",
      "name: release\ndescription: d\nmetadata:\n  n: 1",
      "skill-metadata metadata must map texts to texts",
    ],
    [
      "metadata that is a list",
      "name: release\ndescription: d\nmetadata: [a]",
      "skill-metadata metadata must map texts to texts",
    ],
  ] as const
) {
  Deno.test(`a skill with ${what} is reported`, async () => {
    const found = await lint({ "w/.claude/skills/release/SKILL.md": `---\n${head}\n---\nBody` });
    assert.deepEqual(found.map(({ rule, detail }) => `${rule} ${detail}`), [wanted]);
  });
}

Deno.test("findings have a text, a Markdown and a SARIF form", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "Read @docs/x.md\n\u202e" });
  const result = await lintInstructions({ workspace: place.workspace() });
  assert.equal(
    await renderText(result, "text"),
    "AGENTS.md:1: error import-missing: @docs/x.md (claude-code, gemini)\n" +
      "AGENTS.md:2: warning bidirectional-character: character that reorders text for display: U+202E\n2 findings.",
  );
  assert.match(
    await renderText(result, "md"),
    /\| AGENTS\.md:1 \| error \| import-missing \| @docs\/x\.md \| claude-code, gemini \|/,
  );
  const log = await sarifLog(result, "1.2.3");
  const [run] = log["runs"] as { results: unknown[]; tool: { driver: { rules: unknown[] } } }[];
  assert.deepEqual(run?.tool.driver.rules, [{ id: "bidirectional-character" }, { id: "import-missing" }]);
  assert.deepEqual(run?.results[0], {
    ruleId: "import-missing",
    ruleIndex: 1,
    level: "error",
    message: { text: "@docs/x.md (claude-code, gemini)" },
    locations: [{
      physicalLocation: {
        artifactLocation: { uri: "AGENTS.md", uriBaseId: "SRCROOT" },
        region: { startLine: 1 },
      },
    }],
  });
});

Deno.test("a walk that had to stop says so", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a" });
  const local = place.workspace();
  const crowded = Object.assign(Object.create(local), {
    cwd: local.cwd,
    async *readDir(path: string) {
      yield* local.readDir(path);
      for (let index = 0; index < 200_000; index++) yield { name: `z${index}`, kind: "file" };
    },
  });
  const { findings } = await lintInstructions({ workspace: crowded });
  assert.deepEqual(findings.map(({ rule }) => rule), ["too-many-files"]);
});

Deno.test("a repository without anything has no findings", async () => {
  await using place = await Place.of({});
  const result = await lintInstructions({ workspace: place.workspace() });
  assert.equal(JSON.stringify(result), '{"schema_version":3,"command":"lint","count":0,"findings":[]}');
  assert.equal(await renderText(result, "text"), "No findings.");
});

Deno.test("hostile texts are linted in time that grows with their length", async () => {
  const started = performance.now();
  await lint({
    "w/a/AGENTS.md": "`".repeat(200_000),
    "w/b/AGENTS.md": "` ``".repeat(100_000),
    "w/c/AGENTS.md": "<!--".repeat(100_000),
    "w/d/AGENTS.md": "@a/".repeat(100_000),
    "w/e/AGENTS.md": "---\n" + "a: [".repeat(100_000),
    "w/f/AGENTS.md": "\u200b".repeat(200_000),
    "w/g/AGENTS.md": "< / ".repeat(100_000),
    "w/.cursor/rules/x.mdc": `---\nglobs: ${"{a,".repeat(5_000)}${"**/".repeat(5_000)}\n---\n`,
  });
  assert.ok(performance.now() - started < 5_000);
});
