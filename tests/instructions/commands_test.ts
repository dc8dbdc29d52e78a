/** The commands on top of this room: flags, config, sessions, exit codes, standard input. */
import assert from "node:assert/strict";
import { Place, type Tree } from "./_tree.ts";
import { type Command, completeValues, type Format, quietContext } from "../../src/commands/mod.ts";
import { hook } from "../../src/commands/hook.ts";
import { instructions } from "../../src/commands/instructions.ts";
import { inventory } from "../../src/commands/inventory.ts";
import { lint } from "../../src/commands/lint.ts";
import { nested } from "../../src/commands/nested.ts";
import { UsageError } from "../../src/model/mod.ts";

interface Ran {
  text: string;
  warnings: string[];
  code: number;
}

/** Runs a command in `w`, as a door would. */
async function run<Values extends object, Result>(
  command: Command<Values, Result>,
  place: Place,
  given: Record<string, unknown>,
  { format = "json", input, env = {} }: { format?: Format; input?: string; env?: Record<string, string> } =
    {},
): Promise<Ran> {
  const warnings: string[] = [];
  const context = {
    ...quietContext({
      cwd: place.path("w"),
      version: "1.2.3",
      env: (name) => env[name],
      warn: (message) => void warnings.push(message),
    }),
    ...(input === undefined ? {} : { readInput: () => Promise.resolve(new TextEncoder().encode(input)) }),
  };
  const values = completeValues(command as Command<Values>, given);
  await command.validate(values, context);
  const result = await command.run(context, values, format);
  return { text: await command.render(result, format), warnings, code: command.exitCode(result) };
}

const tree: Tree = { "AGENTS.md": "above", "w/AGENTS.md": "root", "w/p/AGENTS.md": "nested" };

Deno.test("instructions prints exactly the prefix, and nothing without one", async () => {
  await using place = await Place.of(tree);
  const { text } = await run(instructions, place, { homeDir: ".." }, { format: "text" });
  assert.equal(
    text,
    '<context-file path="../AGENTS.md">\nabove\n</context-file>\n\n<context-file path="AGENTS.md">\nroot\n</context-file>',
  );
  assert.equal((await run(instructions, place, { autoload: false }, { format: "text" })).text, "");
});

Deno.test("instructions counts tokens in JSON and refuses what makes no sense", async () => {
  await using place = await Place.of(tree);
  assert.equal(JSON.parse((await run(instructions, place, { dir: "p" })).text).files[0].tokens, 1);
  for (
    const given of [
      { filename: ["../x"] },
      { home: true, homeDir: ".." },
      { cost: true, for: "x" },
      { agent: ["codex"] },
      { cost: true, agent: ["nobody"] },
      { homeDir: "" },
      { session: "a/b" },
    ]
  ) {
    await assert.rejects(run(instructions, place, given), UsageError, JSON.stringify(given));
  }
});

Deno.test("row 49: with --strict a warning is a failure, and is named", async () => {
  await using place = await Place.of({ "w/agents.md": "lower" });
  const { code, warnings } = await run(instructions, place, { strict: true });
  assert.deepEqual([code, warnings], [1, ["agents.md: case_variant"]]);
  assert.equal((await run(instructions, place, {})).code, 0);
});

Deno.test("the home directory comes from the environment", async () => {
  await using place = await Place.of(tree);
  const { text } = await run(instructions, place, { home: true }, { env: { HOME: place.root } });
  assert.deepEqual(JSON.parse(text).scanned, ["..", "."]);
  await assert.rejects(run(instructions, place, { home: true }), UsageError);
});

Deno.test("the config of a repository applies where flags say nothing, and cannot widen trust", async () => {
  await using place = await Place.of({
    ...tree,
    "w/TEAM.md": "team",
    "w/x.secret.md": "secret",
    "w/repoctx.config.json": JSON.stringify({
      sensitiveFiles: ["TEAM.md"],
      instructions: { filenames: ["TEAM.md", "AGENTS.md"], homeDir: "/", nestedTraversal: true },
    }),
  });
  const configured = JSON.parse((await run(instructions, place, {})).text);
  assert.deepEqual(configured.scanned, ["."]);
  assert.deepEqual(configured.skipped, [{ path: "TEAM.md", reason: "sensitive" }]);
  assert.deepEqual(configured.warnings[0], {
    code: "config_key_ignored",
    path: "repoctx.config.json",
    detail: "instructions.homeDir",
  });
  assert.match(configured.text, /^Instruction files apply/);
  const flagged = JSON.parse((await run(instructions, place, { filename: ["AGENTS.md"] })).text);
  assert.deepEqual(flagged.skipped, []);
});

Deno.test("an update is not swallowed by the text format", async () => {
  await using place = await Place.of(tree);
  const options = { format: "text" as const };
  await run(instructions, place, { session: "s" }, options);
  await place.add({ "w/AGENTS.md": "changed" });
  const text = await run(instructions, place, { session: "s" }, options);
  assert.match(text.text, /root/);
  assert.match(text.warnings.join(), /Use --format json or md/);
  const json = JSON.parse((await run(instructions, place, { session: "s" })).text);
  assert.match(json.update.parts[0].text, /changed/);
});

Deno.test("instructions answers for one path and for the cost", async () => {
  await using place = await Place.of(tree);
  const forPath = await run(instructions, place, { for: "p/x", agent: ["codex"] }, { format: "text" });
  assert.match(
    forPath.text,
    /^Instructions for p\/x\n\ncodex {2}1 tokens\n {2}AGENTS\.md {2}start, 1 tokens\n/,
  );
  const cost = await run(instructions, place, { cost: true, agent: ["codex"] }, { format: "md" });
  assert.match(cost.text, /\| codex \| 1 \|$/);
});

Deno.test("nested takes paths from standard input, by newline or NUL", async () => {
  await using place = await Place.of(tree);
  for (const input of ["p/x\r\n\n", "p/x\0", "p/x"]) {
    const { text } = await run(nested, place, { paths: ["-"] }, { input });
    assert.equal(JSON.parse(text).count, 1, JSON.stringify(input));
  }
  assert.equal(JSON.parse((await run(nested, place, { paths: ["-"] })).text).count, 0);
});

Deno.test("nested takes the session from the environment and needs a path or --compacted", async () => {
  await using place = await Place.of(tree);
  const env = { REPOCTX_SESSION: "from-env" };
  assert.equal(JSON.parse((await run(nested, place, { paths: ["p/x"] }, { env })).text).session, "from-env");
  assert.equal(JSON.parse((await run(nested, place, { paths: ["p/x"] }, { env })).text).count, 0);
  const raised = JSON.parse((await run(nested, place, { compacted: true }, { env })).text);
  assert.equal(raised.epoch, 1);
  await assert.rejects(run(nested, place, {}), UsageError);
});

Deno.test("inventory lists, and with --extended lists everything", async () => {
  await using place = await Place.of({
    "w/.claude/agents/a.md": "",
    "w/.mcp.json": '{"mcpServers":{"x":{}}}',
  });
  assert.equal(JSON.parse((await run(inventory, place, {})).text).entries, undefined);
  const { text } = await run(inventory, place, { extended: true });
  assert.deepEqual(JSON.parse(text).entries.map(({ kind }: { kind: string }) => kind), [
    "agent",
    "mcp_server",
  ]);
  assert.match(
    (await run(inventory, place, { assetRoot: ["x"] }, { format: "text" })).text,
    /^x \(absent\)$/,
  );
});

Deno.test("lint fails with --check for warnings and errors, not for notes", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "line\n".repeat(300) });
  assert.equal((await run(lint, place, { check: true })).code, 0);
  await place.add({ "w/AGENTS.md": "@docs/gone.md" });
  assert.equal((await run(lint, place, { check: true })).code, 4);
  assert.equal((await run(lint, place, {})).code, 0);
  const log = JSON.parse((await run(lint, place, { sarif: true }, { format: "text" })).text);
  assert.equal(log.runs[0].tool.driver.version, "1.2.3");
});

Deno.test("lint matches globs with files that no ignore file leaves out", async () => {
  await using place = await Place.of({
    "w/.gitignore": "dist\n",
    "w/dist/x.js": "",
    "w/image.png": "",
    "w/.claude/rules/a.md": "---\npaths: dist/**, *.png\n---\nx",
  });
  const { text } = await run(lint, place, {});
  assert.deepEqual(JSON.parse(text).findings.map(({ detail }: { detail: string }) => detail), ["dist/**"]);
});

const event = (place: Place) =>
  JSON.stringify({
    session_id: "s1",
    cwd: place.path("w"),
    hook_event_name: "PostToolUse",
    tool_name: "Read",
    tool_input: { file_path: place.path("w/p/x") },
  });

Deno.test("hook answers an event, once", async () => {
  await using place = await Place.of(tree);
  const input = event(place);
  assert.match((await run(hook, place, { agent: "claude-code" }, { input })).text, /p\/AGENTS\.md/);
  assert.equal((await run(hook, place, { agent: "claude-code" }, { input })).text, "{}");
});

Deno.test("a repository cannot make its hook deliver text", async () => {
  await using place = await Place.of({
    ...tree,
    "w/repoctx.config.json": '{"instructions":{"nestedInject":"contents"}}',
  });
  const { text } = await run(hook, place, {}, { input: event(place) });
  assert.match(text, /AGENTS\.md\\" \/>/);
  assert.doesNotMatch(text, /nested\\n/);
});

Deno.test("hook keeps its state at the root of the repository, wherever the event comes from", async () => {
  await using place = await Place.of({ ...tree, "w/.git/HEAD": "", "w/p/q/x": "" });
  await run(hook, place, {}, { input: event(place).replace('/w"', '/w/p/q"') });
  assert.ok((await Deno.stat(place.path("w/.repoctx/sessions"))).isDirectory);
});

Deno.test("hook never fails", async () => {
  await using place = await Place.of({ ...tree, "w/repoctx.config.json": "{" });
  for (
    const [given, input] of [
      [{ agent: "claude-code" }, "{"],
      [{ agent: "nobody" }, event(place)],
      [{ agent: "claude-code", filename: ["../x"] }, event(place)],
      [{}, undefined],
    ] as const
  ) {
    const { text, code } = await run(hook, place, given, input === undefined ? {} : { input });
    assert.equal(code, 0);
    assert.equal(typeof JSON.parse(text), "object");
  }
  const broken = await run(hook, place, {}, { input: "{" });
  assert.deepEqual([broken.text, broken.warnings.length], ["{}", 1]);
});
