/** The outputs that the documentation shows, byte for byte, and the texts and Markdown made from them. */
import assert from "node:assert/strict";
import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";
import { bundle, Link, nested, Place, type Tree } from "./_tree.ts";
import {
  bundleInstructions,
  inventoryResult,
  readInventory,
  renderNote,
  renderText,
  RepoContext,
  RepoContextConfigError,
  resolveOptions,
} from "../../src/instructions/mod.ts";
import { NESTED_SENTENCE } from "../../src/instructions/prefix.ts";

const countTokens = (text: string) => count(text);

const house: Tree = {
  "w/AGENTS.md": "# House rules\n- Never force-push.\n",
  "w/app/AGENTS.md": "# App\n- Run `deno task test` before you finish.\n",
  "w/app/CLAUDE.md": new Link("AGENTS.md"),
};

const text = '<context-file path="../AGENTS.md">\n# House rules\n- Never force-push.\n</context-file>\n\n' +
  '<context-file path="AGENTS.md">\n# App\n- Run `deno task test` before you finish.\n</context-file>';

Deno.test("the bundle of the documentation", async () => {
  await using place = await Place.of(house);
  const result = await bundle(place.workspace("w/app"), { homeDir: "..", countTokens });
  assert.equal(
    JSON.stringify(result),
    JSON.stringify({
      schema_version: 3,
      command: "instructions",
      trust: "instructions",
      scanned: ["..", "."],
      count: 2,
      files: [
        { label: "../AGENTS.md", directory: "..", bytes: 34, tokens: 10, hash: "520dee330f93c0ea" },
        {
          label: "AGENTS.md",
          directory: ".",
          bytes: 48,
          tokens: 15,
          hash: "31c32fbb511536ce",
          link: { entry: "CLAUDE.md", kind: "same_directory" },
        },
      ],
      skipped: [{ path: "AGENTS.md", reason: "same_file", of: "AGENTS.md" }],
      warnings: [],
      text,
      text_hash: "f843c6a0ac1636a3",
      tokens: 49,
    }),
  );
  assert.equal(await renderText(result, "text"), text);
  assert.equal(
    await renderText(result, "md"),
    `# Instructions\n\n${text}\n\n## Skipped\n\n- AGENTS.md: same_file as AGENTS.md`,
  );
});

Deno.test("the inventory of the documentation", async () => {
  await using place = await Place.of({
    "w/.claude/skills/release/SKILL.md": "",
    "w/.claude/agents/reviewer.md": "",
    "w/.claude/settings.json": "{}",
    "w/.codex/config.toml": "",
  });
  const roots = [".claude", ".agents", ".codex", ".grok"];
  const result = inventoryResult(await readInventory(place.workspace(), place.path("w"), roots));
  assert.equal(
    JSON.stringify(result),
    JSON.stringify({
      schema_version: 3,
      command: "inventory",
      roots: [
        {
          root: ".claude",
          exists: true,
          skills: [".claude/skills/release/SKILL.md"],
          agents: [".claude/agents/reviewer.md"],
          settings: ".claude/settings.json",
        },
        { root: ".agents", exists: false, skills: [], agents: [] },
        {
          root: ".codex",
          exists: true,
          skills: [],
          agents: [],
          notes: "Codex keeps its own settings in config.toml and hooks.json; those are not listed here.",
        },
        { root: ".grok", exists: false, skills: [], agents: [] },
      ],
    }),
  );
  assert.equal(
    await renderText(result, "text"),
    [
      ".claude",
      "  skills",
      "    .claude/skills/release/SKILL.md",
      "  agents",
      "    .claude/agents/reviewer.md",
      "  settings",
      "    .claude/settings.json",
      ".agents (absent)",
      ".codex",
      "  Codex keeps its own settings in config.toml and hooks.json; those are not listed here.",
      ".grok (absent)",
    ].join("\n"),
  );
  assert.match(
    await renderText(result, "md"),
    /^# Inventory\n\n## \.claude\n\n- skills\n {2}- \.claude\/skills\/release\/SKILL\.md\n/,
  );
});

Deno.test("the nested notes of the documentation", async () => {
  await using place = await Place.of({
    "w/packages/AGENTS.md": "packages",
    "w/packages/foo/AGENTS.md": "# Foo\n- Ask before you change the schema.\n",
    "w/packages/foo/src/x.py": "",
  });
  const session = { store: place.sessions(), session: "s1" };
  await nested(place.workspace(), ["packages/"], { session });
  const result = await nested(place.workspace(), ["packages/foo/src/x.py", "../other/y.py"], {
    session,
    countTokens,
  });
  const { bytes, tokens, hash } = result.notes[0]?.files[0] ?? { bytes: 0 };
  assert.equal(
    JSON.stringify(result),
    JSON.stringify({
      schema_version: 3,
      command: "nested",
      trust: "untrusted",
      session: "s1",
      epoch: 0,
      inject: "pointer",
      count: 1,
      notes: [{
        directory: "packages/foo",
        metadata: { origin: "repoctx.nested_note.v1", directory: "packages/foo" },
        files: [{ label: "packages/foo/AGENTS.md", bytes, tokens, hash }],
        parts: [
          { role: "system", text: NESTED_SENTENCE },
          { role: "user", text: '<context-file path="packages/foo/AGENTS.md" />' },
        ],
      }],
      already_surfaced: ["packages"],
      ignored: [{ path: "../other/y.py", reason: "outside_cwd" }],
    }),
  );
  assert.deepEqual([bytes, tokens], [42, 11]);
  assert.match(hash ?? "", /^[0-9a-f]{16}$/);
  assert.equal(
    await renderText(result, "text"),
    `<system>${NESTED_SENTENCE}</system>\n<context-file path="packages/foo/AGENTS.md" />`,
  );
  assert.match(
    await renderText(result, "md"),
    /## packages\/foo\n\n<system>[\s\S]*## Ignored\n\n- \.\.\/other\/y\.py: outside_cwd$/,
  );
});

Deno.test("a note can be written for both kinds of model and keeps its mark", async () => {
  await using place = await Place.of({ "w/p/AGENTS.md": "p" });
  const run = await new RepoContext({ nestedTraversal: true }).forRun({ workspace: place.workspace() });
  const [note] = await run.onDirectoryListed({ rootDir: ".", path: "p" });
  assert.ok(note);
  const metadata = { origin: "repoctx.nested_note.v1", directory: "p" };
  assert.deepEqual(renderNote(note), [
    { role: "system", text: NESTED_SENTENCE, metadata },
    { role: "user", text: '<context-file path="p/AGENTS.md" />', metadata },
  ]);
  assert.deepEqual(renderNote(note, { midSystem: "tagged" })[0], {
    role: "user",
    text: `<system>${NESTED_SENTENCE}</system>`,
    metadata,
  });
});

Deno.test("a budget drops whole files, the broadest first, and lists them", async () => {
  await using place = await Place.of({
    "AGENTS.md": "a".repeat(50),
    "w/CLAUDE.md": "b".repeat(50),
    "w/AGENTS.md": "c",
  });
  const run = (budgetTokens: number) =>
    bundleInstructions({
      workspace: place.workspace(),
      options: resolveOptions({ homeDir: "..", countTokens: (part) => part.length }),
      budgetTokens,
    });
  const whole = await run(1_000);
  assert.equal(whole.dropped, undefined);
  const cut = await run((whole.tokens ?? 0) - 1);
  assert.deepEqual(cut.dropped, ["../AGENTS.md"]);
  assert.deepEqual(cut.files.map(({ label }) => label), ["CLAUDE.md", "AGENTS.md"]);
  const nothing = await run(1);
  assert.deepEqual(nothing.dropped, ["../AGENTS.md", "CLAUDE.md", "AGENTS.md"]);
  assert.equal(nothing.text, undefined);
  await assert.rejects(
    bundleInstructions({ workspace: place.workspace(), options: resolveOptions(), budgetTokens: 5 }),
    RepoContextConfigError,
  );
});

Deno.test("an update that the caller cannot show comes again", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "one" });
  const session = { store: place.sessions(), session: "s" };
  const run = (update: "deliver" | "keep") =>
    bundleInstructions({ workspace: place.workspace(), options: resolveOptions(), session, update });
  await run("keep");
  await place.add({ "w/AGENTS.md": "two" });
  assert.ok((await run("keep")).update);
  assert.ok((await run("deliver")).update);
  assert.equal((await run("deliver")).update, undefined);
});
