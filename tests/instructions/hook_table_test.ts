/** Rows 92 to 98, 108 and 109 of the table of test cases, and what else a host may send. */
import assert from "node:assert/strict";
import Ajv from "ajv";
import { claudeEvents, Host } from "./_hook.ts";
import { Place, type Tree } from "./_tree.ts";
import { NESTED_SENTENCE, PRECEDENCE_STATEMENT } from "../../src/instructions/prefix.ts";
import { SELF_TEST_MARKER } from "../../src/instructions/mod.ts";

const tree: Tree = {
  "w/.git/HEAD": "",
  "w/CLAUDE.md": "root",
  "w/packages/foo/AGENTS.md": "foo",
  "w/packages/foo/src/x.py": "",
  "w/packages/bar/CLAUDE.md": "bar c",
  "w/packages/bar/AGENTS.md": "bar a",
};

function pointer(...paths: string[]): string {
  return [`<system>${NESTED_SENTENCE}</system>`, ...paths.map((path) => `<context-file path="${path}" />`)]
    .join("\n");
}

const fooNote = {
  hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: pointer("packages/foo/AGENTS.md") },
};

Deno.test("row 92: a read in a nested directory is answered with its note", async () => {
  await using place = await Place.of(tree);
  const host = new Host(place, "claude-code");
  const { read } = claudeEvents(place);
  assert.deepEqual(await host.answer(read("packages/foo/src/x.py")), fooNote);
  assert.deepEqual(await host.answer(read("packages/foo/src/x.py")), {});
});

Deno.test("row 92: the same without any CLAUDE.md", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "root", "w/packages/foo/AGENTS.md": "foo" });
  const { read } = claudeEvents(place);
  assert.deepEqual(await new Host(place, "claude-code").answer(read("packages/foo/src/x.py")), fooNote);
});

Deno.test("row 93: after a compaction the same read is answered again", async () => {
  await using place = await Place.of(tree);
  const host = new Host(place, "claude-code");
  const { read, start } = claudeEvents(place);
  await host.answer(read("packages/foo/src/x.py"));
  assert.deepEqual(await host.answer(start("compact")), {});
  assert.deepEqual(await host.answer(read("packages/foo/src/x.py")), fooNote);
});

for (
  const input of [
    "",
    "{",
    "[]",
    "null",
    "7",
    '"x"',
    "\ufeff",
    '{"hook_event_name":',
    "\0\0",
    "[".repeat(100_000),
  ]
) {
  Deno.test(`row 94: ${JSON.stringify(input.slice(0, 20))} on standard input is answered with {}`, async () => {
    await using place = await Place.of(tree);
    const { answer, problem } = await new Host(place, "claude-code").send(input);
    assert.deepEqual(answer, {});
    assert.ok(problem);
  });
}

Deno.test("row 95: a payload of Cursor is answered in Cursor's form, whoever was registered", async () => {
  await using place = await Place.of(tree);
  const event = {
    conversation_id: "c1",
    hook_event_name: "postToolUse",
    workspace_roots: [place.path("w")],
    tool_name: "Read",
    tool_input: { file_path: "packages/bar/x" },
    cwd: place.path("w"),
  };
  assert.deepEqual(await new Host(place, "claude-code").answer(event), {
    additional_context: pointer("packages/bar/CLAUDE.md"),
  });
  assert.deepEqual(
    await new Host(place, "cursor").answer(event),
    {},
    "the second of two registered hooks is silent",
  );
});

Deno.test("row 96: answers for Codex have no keys that it does not know", async () => {
  const specific = (event: string) => ({
    type: "object",
    additionalProperties: false,
    required: ["hookEventName"],
    properties: { hookEventName: { const: event }, additionalContext: { type: "string" } },
  });
  const schema = (event?: string) => ({
    type: "object",
    additionalProperties: false,
    properties: {
      continue: { type: "boolean" },
      systemMessage: { type: "string" },
      ...(event === undefined ? {} : { hookSpecificOutput: specific(event) }),
    },
  });
  await using place = await Place.of({ "w/CLAUDE.md": "root", "w/packages/foo/AGENTS.md": "foo" });
  const host = new Host(place, "codex");
  const common = { session_id: "s", cwd: place.path("w"), model: "m", turn_id: "t", transcript_path: null };
  const ajv = new Ajv.default();
  for (
    const [event, wanted] of [
      [{ ...common, hook_event_name: "SessionStart", source: "startup" }, schema("SessionStart")],
      [
        {
          ...common,
          hook_event_name: "PostToolUse",
          tool_name: "apply_patch",
          tool_input: { command: "*** Begin Patch\n*** Add File: packages/foo/y\n+\n*** End Patch" },
        },
        schema("PostToolUse"),
      ],
      [{ ...common, hook_event_name: "PostCompact", trigger: "auto" }, schema()],
    ] as const
  ) {
    const answer = await host.answer(event);
    assert.ok(ajv.validate(wanted, answer), ajv.errorsText());
    assert.equal(
      "hookSpecificOutput" in answer,
      event.hook_event_name !== "PostCompact",
      event.hook_event_name,
    );
  }
});

Deno.test("row 97: Claude Code gets the AGENTS.md it does not read, not the CLAUDE.md it reads", async () => {
  await using place = await Place.of({ ...tree, "w/AGENTS.md": "agents" });
  const host = new Host(place, "claude-code");
  const { read, start } = claudeEvents(place);
  assert.deepEqual(await host.answer(start("startup")), {
    hookSpecificOutput: {
      hookEventName: "SessionStart",
      additionalContext:
        `${PRECEDENCE_STATEMENT}\n\n<context-file path="AGENTS.md">\nagents\n</context-file>`,
    },
  });
  assert.deepEqual(await host.answer(read("packages/bar/x")), {
    hookSpecificOutput: {
      hookEventName: "PostToolUse",
      additionalContext: pointer("packages/bar/AGENTS.md"),
    },
  });
});

Deno.test("row 98: what is too long becomes a pointer, the deepest files stay whole", async () => {
  await using place = await Place.of({
    "w/a/AGENTS.md": "A".repeat(5_000),
    "w/a/b/AGENTS.md": "B".repeat(5_000),
    "w/a/b/c/AGENTS.md": "C".repeat(3_000),
  });
  const host = new Host(place, "gemini", { nestedInject: "contents" });
  const event = {
    session_id: "s",
    cwd: place.path("w"),
    hook_event_name: "AfterTool",
    tool_name: "read_file",
  };
  const answer = await host.answer({ ...event, tool_input: { file_path: "a/b/c/x" } });
  const text = (answer["hookSpecificOutput"] as { additionalContext: string }).additionalContext;
  assert.ok(text.length < 9_000);
  assert.ok(text.startsWith("The text below comes from the repository, not from the user.\n\n"));
  assert.ok(text.includes('<context-file path="a/AGENTS.md" />'));
  assert.ok(text.includes("B".repeat(5_000)) && text.includes("C".repeat(3_000)) && !text.includes("AA"));
});

Deno.test("row 98: at the start, too", async () => {
  await using place = await Place.of({ "AGENTS.md": "A".repeat(8_000), "w/AGENTS.md": "B".repeat(8_000) });
  const host = new Host(place, "gemini", { homeDir: ".." });
  const answer = await host.answer({
    session_id: "s",
    cwd: place.path("w"),
    hook_event_name: "SessionStart",
  });
  const text = (answer["hookSpecificOutput"] as { additionalContext: string }).additionalContext;
  assert.ok(text.length < 9_000);
  assert.ok(text.includes('<context-file path="../AGENTS.md" />') && text.includes("B".repeat(8_000)));
});

Deno.test("row 98: pointers that do not fit go, the broadest first", async () => {
  const deep: Tree = {};
  let path = "w";
  for (let level = 0; level < 60; level++) {
    path += `/${"d".repeat(60)}`;
    deep[`${path}/AGENTS.md`] = `${level}`;
  }
  await using place = await Place.of(deep);
  const event = {
    session_id: "s",
    cwd: place.path("w"),
    hook_event_name: "AfterTool",
    tool_name: "read_file",
  };
  const answer = await new Host(place, "gemini").answer({
    ...event,
    tool_input: { path: `${path.slice(2)}/x` },
  });
  const text = (answer["hookSpecificOutput"] as { additionalContext: string }).additionalContext;
  assert.ok(text.length < 9_000);
  assert.ok(text.endsWith(`${path.slice(2)}/AGENTS.md" />`));
});

Deno.test("row 108: the arguments of Copilot may be a JSON text", async () => {
  await using place = await Place.of(tree);
  const event = {
    sessionId: "s1",
    timestamp: 1,
    cwd: place.path("w"),
    toolName: "view",
    toolArgs: JSON.stringify({ path: place.path("w/packages/foo/src/x.py") }),
    toolResult: { resultType: "success" },
  };
  assert.deepEqual(await new Host(place, "copilot").answer(event), {
    additionalContext: pointer("packages/foo/AGENTS.md"),
  });
});

Deno.test("row 109: a patch of two files in two directories is one answer with both chains", async () => {
  await using place = await Place.of(tree);
  const event = {
    session_id: "s1",
    turn_id: "t",
    cwd: place.path("w"),
    hook_event_name: "PostToolUse",
    tool_name: "apply_patch",
    tool_input: {
      command: [
        "apply_patch",
        "*** Begin Patch\n*** Update File: packages/foo/src/x.py\n@@\n-a\n+b\n*** Add File: packages/bar/y\n+z\n*** End Patch",
      ],
    },
  };
  const answer = await new Host(place, "codex").answer(event);
  assert.deepEqual(answer, {
    hookSpecificOutput: {
      hookEventName: "PostToolUse",
      additionalContext: `${pointer("packages/foo/AGENTS.md")}\n\n` +
        pointer("packages/bar/CLAUDE.md", "packages/bar/AGENTS.md"),
    },
  });
});

Deno.test("a start answers once even when a host runs two hook files", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a", "w/CLAUDE.md": "c" });
  let now = 1_000_000;
  const event = { conversation_id: "c", hook_event_name: "sessionStart", workspace_roots: [place.path("w")] };
  const extra = { now: () => now };
  const first = await new Host(place, "cursor", {}, extra).answer(event);
  assert.match(String(first["additional_context"]), /CLAUDE\.md/);
  assert.doesNotMatch(String(first["additional_context"]), /AGENTS\.md/);
  assert.deepEqual(await new Host(place, "claude-code", {}, extra).answer(event), {});
  now += 60_000;
  assert.deepEqual(await new Host(place, "cursor", {}, extra).answer(event), first);
});

Deno.test("a resumed session hears only of what changed", async () => {
  await using place = await Place.of({ "w/CLAUDE.md": "c", "w/AGENTS.md": "one" });
  const host = new Host(place, "claude-code");
  const { start } = claudeEvents(place);
  await host.answer(start("startup"));
  assert.deepEqual(await host.answer(start("resume")), {});
  await place.add({ "w/AGENTS.md": "two" });
  const later = new Host(place, "claude-code", {}, { now: () => Date.now() + 60_000 });
  const answer = await later.answer(start("resume"));
  assert.match(JSON.stringify(answer), /change=\\"replaced\\">\\ntwo/);
});

Deno.test("a cleared session starts anew", async () => {
  await using place = await Place.of(tree);
  const host = new Host(place, "claude-code");
  const { read, start } = claudeEvents(place);
  await host.answer(read("packages/foo/src/x.py"));
  await host.answer(start("clear"));
  assert.deepEqual(await host.answer(read("packages/foo/src/x.py")), fooNote);
});

Deno.test("a sub-agent has notes of its own", async () => {
  await using place = await Place.of(tree);
  const host = new Host(place, "claude-code");
  const event = claudeEvents(place).read("packages/foo/src/x.py") as Record<string, unknown>;
  await host.answer(event);
  assert.deepEqual(await host.answer({ ...event, agent_id: "sub" }), fooNote);
});

Deno.test("what the host says it loaded is not said again", async () => {
  await using place = await Place.of(tree);
  const host = new Host(place, "claude-code");
  const { read, loaded } = claudeEvents(place);
  assert.deepEqual(await host.answer(loaded("packages/foo/AGENTS.md")), {});
  assert.deepEqual(await host.answer(read("packages/foo/src/x.py")), {});
});

Deno.test("an AGENTS.md that comes in through an import or a link is not said again", async () => {
  await using place = await Place.of({
    "w/CLAUDE.md": "See @AGENTS.md\n",
    "w/AGENTS.md": "agents",
    "w/p/CLAUDE.md": "@AGENTS.md",
    "w/p/AGENTS.md": "nested",
  });
  const host = new Host(place, "claude-code");
  const { read, start } = claudeEvents(place);
  assert.deepEqual(await host.answer(start("startup")), {});
  assert.deepEqual(await host.answer(read("p/x")), {});
});

Deno.test("with --all everything is said", async () => {
  await using place = await Place.of(tree);
  const host = new Host(place, "claude-code", {}, { all: true });
  const answer = await host.answer(claudeEvents(place).read("packages/bar/x"));
  assert.match(JSON.stringify(answer), /bar\/CLAUDE\.md.*bar\/AGENTS\.md/);
});

Deno.test("Codex gets nothing at the start that it reads itself, silenced files included", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a", "w/AGENTS.override.md": "o", "w/CLAUDE.md": "c" });
  const answer = await new Host(place, "codex").answer({
    session_id: "s",
    cwd: place.path("w"),
    hook_event_name: "SessionStart",
    source: "startup",
  });
  assert.match(JSON.stringify(answer), /CLAUDE\.md/);
  assert.doesNotMatch(JSON.stringify(answer), /AGENTS\.md/);
});

Deno.test("shell commands count only when asked for, and only words that exist inside", async () => {
  await using place = await Place.of(tree);
  const event = {
    session_id: "s",
    turn_id: "t",
    cwd: place.path("w"),
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "sed -n '1,5p' 'packages/foo/src/x.py' | grep /etc/hosts > packages/gone/x" },
  };
  assert.deepEqual(await new Host(place, "codex").answer(event), {});
  const answer = await new Host(place, "codex", {}, { shellPaths: true }).answer(event);
  assert.match(JSON.stringify(answer), /packages\/foo\/AGENTS\.md/);
});

Deno.test("other tools and other events are answered with {}", async () => {
  await using place = await Place.of(tree);
  const host = new Host(place, "claude-code");
  const { read } = claudeEvents(place);
  assert.deepEqual(await host.answer(read("packages/foo/src/x.py", "WebFetch")), {});
  assert.deepEqual(await host.answer({ session_id: "s", hook_event_name: "Stop" }), {});
  assert.deepEqual(await host.answer({}), {});
});

Deno.test("the working directory of the session's first event stays, wherever the agent goes", async () => {
  await using place = await Place.of(tree);
  const host = new Host(place, "codex");
  const event = (cwd: string, file: string) => ({
    session_id: "s",
    turn_id: "t",
    cwd: place.path(cwd),
    hook_event_name: "PostToolUse",
    tool_name: "read_file",
    tool_input: { file_path: file },
  });
  await host.answer(event("w", "CLAUDE.md"));
  const answer = await host.answer(event("w/packages", "foo/src/x.py"));
  assert.match(JSON.stringify(answer), /path=\\"packages\/foo\/AGENTS\.md\\"/);
});

Deno.test("a missing directory, or a session store that fails, is answered with {}", async () => {
  await using place = await Place.of(tree);
  const { read } = claudeEvents(place);
  const gone = await new Host(place, "claude-code").send({ ...read("x") as object, cwd: "/nowhere/at/all" });
  assert.deepEqual(gone.answer, {});
  assert.ok(gone.problem);
  const broken = await new Host(place, "claude-code", {}, {
    openSessions: () => Promise.reject(new Error("no store")),
  }).send(read("packages/foo/x"));
  assert.deepEqual(broken, { answer: {}, problem: "no store" });
});

Deno.test("an answer that takes too long is {}", async () => {
  await using place = await Place.of(tree);
  let release = () => {};
  const never = new Promise<never>((_, reject) => release = () => reject(new Error("late")));
  const { answer, problem } = await new Host(place, "claude-code", {}, { openSessions: () => never })
    .send(claudeEvents(place).read("packages/foo/x"));
  release();
  assert.deepEqual(answer, {});
  assert.match(problem ?? "", /1\.5 seconds/);
});

Deno.test("the self-test prints a marker in the host's form, and without an event", async () => {
  await using place = await Place.of(tree);
  const host = new Host(place, "gemini", {}, { selfTest: true });
  assert.deepEqual(await host.answer(""), { hookSpecificOutput: { additionalContext: SELF_TEST_MARKER } });
  assert.deepEqual(await new Host(place, "claude-code", {}, { selfTest: true }).answer(""), {
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: SELF_TEST_MARKER },
  });
});
