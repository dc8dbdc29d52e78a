/** The whole program as hosts and pipes run it: events and paths on standard input. */
import assert from "node:assert/strict";
import { type Run, spawnProgram, Tree } from "../cli/harness.ts";
import { assertValid } from "../schemas.ts";
import { SELF_TEST_MARKER } from "../../src/instructions/mod.ts";
import { NESTED_SENTENCE, PRECEDENCE_STATEMENT } from "../../src/instructions/prefix.ts";

const FILES = { "TEAM.md": "team", "p/TEAM.md": "nested", "p/x.py": "" };

const NOTE = `<system>${NESTED_SENTENCE}</system>\n<context-file path="p/TEAM.md" />`;
const PREFIX = `${PRECEDENCE_STATEMENT}\n\n<context-file path="TEAM.md">\nteam\n</context-file>`;

/** How a host speaks: its three events, and the form of an answer. */
interface Speech {
  start(root: string): object;
  touch(root: string): object;
  compacted(root: string): object;
  answer(text: string, event: "start" | "touch"): object;
}

const specific = (start: string, touch: string, named: boolean): Speech["answer"] => (text, event) => ({
  hookSpecificOutput: {
    ...(named ? { hookEventName: event === "start" ? start : touch } : {}),
    additionalContext: text,
  },
});

const HOSTS: Readonly<Record<string, Speech>> = {
  "claude-code": {
    start: (cwd) => ({ session_id: "s", cwd, hook_event_name: "SessionStart", source: "startup" }),
    touch: (cwd) => ({
      session_id: "s",
      cwd,
      hook_event_name: "PostToolUse",
      tool_name: "Read",
      tool_input: { file_path: `${cwd}/p/x.py` },
      tool_response: { content: "x".repeat(100_000) },
    }),
    compacted: (cwd) => ({ session_id: "s", cwd, hook_event_name: "SessionStart", source: "compact" }),
    answer: specific("SessionStart", "PostToolUse", true),
  },
  codex: {
    start: (cwd) => ({
      session_id: "s",
      turn_id: "t",
      cwd,
      hook_event_name: "SessionStart",
      source: "startup",
    }),
    touch: (cwd) => ({
      session_id: "s",
      turn_id: "t",
      cwd,
      hook_event_name: "PostToolUse",
      tool_name: "apply_patch",
      tool_input: { command: "*** Begin Patch\n*** Update File: p/x.py\n@@\n-a\n+b\n*** End Patch" },
    }),
    compacted: (cwd) => ({ session_id: "s", turn_id: "t", cwd, hook_event_name: "PostCompact" }),
    answer: specific("SessionStart", "PostToolUse", true),
  },
  gemini: {
    start: (cwd) => ({ session_id: "s", cwd, hook_event_name: "SessionStart", source: "startup" }),
    touch: (cwd) => ({
      session_id: "s",
      cwd,
      hook_event_name: "AfterTool",
      tool_name: "read_file",
      tool_input: { file_path: "p/x.py" },
    }),
    compacted: (cwd) => ({ session_id: "s", cwd, hook_event_name: "PreCompress", trigger: "auto" }),
    answer: specific("SessionStart", "AfterTool", false),
  },
  cursor: {
    start: (cwd) => ({ conversation_id: "c", hook_event_name: "sessionStart", workspace_roots: [cwd] }),
    touch: (cwd) => ({
      conversation_id: "c",
      hook_event_name: "postToolUse",
      workspace_roots: [cwd],
      tool_name: "Read",
      tool_input: { file_path: `${cwd}/p/x.py` },
    }),
    compacted: (cwd) => ({ conversation_id: "c", hook_event_name: "preCompact", workspace_roots: [cwd] }),
    answer: (text) => ({ additional_context: text }),
  },
  copilot: {
    start: (cwd) => ({ sessionId: "s", timestamp: 1, cwd, source: "new" }),
    touch: (cwd) => ({
      sessionId: "s",
      timestamp: 2,
      cwd,
      toolName: "view",
      toolArgs: JSON.stringify({ path: "p/x.py" }),
    }),
    compacted: (cwd) => ({ sessionId: "s", timestamp: 3, cwd, trigger: "auto" }),
    answer: (text) => ({ additionalContext: text }),
  },
};

for (const [agent, speech] of Object.entries(HOSTS)) {
  Deno.test(`${agent}: start, touch, the same again, compaction, and the touch once more`, async () => {
    await using tree = await Tree.write(FILES);
    const hook = async (event: object): Promise<unknown> => {
      const args = ["hook", agent, "--filename", "TEAM.md"];
      const { code, stdout, stderr } = await tree.run(args, { input: JSON.stringify(event) });
      assert.deepEqual([code, stderr], [0, ""]);
      assert.match(stdout, /^\{.*\}\n$/);
      return JSON.parse(stdout);
    };
    const { root } = tree;
    assert.deepEqual(await hook(speech.start(root)), speech.answer(PREFIX, "start"));
    assert.deepEqual(await hook(speech.touch(root)), speech.answer(NOTE, "touch"));
    assert.deepEqual(await hook(speech.touch(root)), {});
    // A start with source `compact` is answered with what a start says.
    await hook(speech.compacted(root));
    assert.deepEqual(await hook(speech.touch(root)), speech.answer(NOTE, "touch"));
  });
}

Deno.test("opencode's plugin passes its event on", async () => {
  await using tree = await Tree.write(FILES);
  const event = { sessionID: "s", event: "tool.execute.after", tool: "read", args: { filePath: "p/x.py" } };
  const { stdout } = await tree.run(["hook", "opencode", "--filename", "TEAM.md"], {
    input: JSON.stringify(event),
  });
  assert.deepEqual(JSON.parse(stdout), { additionalContext: NOTE });
});

Deno.test("what Claude Code says it loaded is not said again", async () => {
  await using tree = await Tree.write(FILES);
  const { touch } = HOSTS["claude-code"]!;
  const loaded = {
    session_id: "s",
    hook_event_name: "InstructionsLoaded",
    file_path: `${tree.root}/p/TEAM.md`,
  };
  const args = ["hook", "claude-code", "--filename", "TEAM.md"];
  for (const event of [{ ...loaded, cwd: tree.root }, touch(tree.root)]) {
    const { stdout } = await tree.run(args, { input: JSON.stringify(event) });
    assert.equal(stdout, "{}\n");
  }
});

Deno.test("whatever stands on standard input, the answer is {} and the exit code 0", async () => {
  await using tree = await Tree.write(FILES);
  const inputs: [string, (string | Uint8Array)?][] = [
    ["nothing at all"],
    ["empty", ""],
    ["cut off", '{"session_id":"s","tool_input":{'],
    ["no object", "[1,2]"],
    ["not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x80, 0x22])],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0])],
    ["NUL bytes", new Uint8Array(1000)],
    ["deep nesting", "[".repeat(200_000)],
    ["too large", new Uint8Array(17 * 1024 * 1024).fill(0x20)],
    ["of no use", JSON.stringify({ session_id: 7, cwd: [], tool_input: { file_path: 3 }, tool_name: {} })],
  ];
  for (const [name, input] of inputs) {
    const { code, stdout } = await tree.run(["hook", "claude-code"], input === undefined ? {} : { input });
    assert.deepEqual([code, stdout], [0, "{}\n"], name);
  }
});

Deno.test("a payload with a byte that is no UTF-8 still counts", async () => {
  await using tree = await Tree.write(FILES);
  const event = JSON.stringify({ ...HOSTS["claude-code"]!.touch(tree.root), tool_response: "caf?" });
  const input = new TextEncoder().encode(event);
  input[event.indexOf("caf?") + 3] = 0xe9;
  const { stdout } = await tree.run(["hook", "claude-code", "--filename", "TEAM.md"], { input });
  assert.deepEqual(JSON.parse(stdout), HOSTS["claude-code"]!.answer(NOTE, "touch"));
});

Deno.test("a command line that makes no sense never breaks the host", async () => {
  await using tree = await Tree.write(FILES);
  const input = JSON.stringify(HOSTS["claude-code"]!.touch(tree.root));
  for (
    const [args, problem] of [
      [["hook", "--nope"], /Unknown option --nope/],
      [["--nope", "hook", "codex"], /Unknown option --nope/],
      [["hook", "codex", "gemini"], /Unexpected argument "gemini"/],
      [["hook", "--inject", "all"], /Invalid --inject "all"/],
      [["hook", "--filename", "../x"], /plain file name/],
      [["hook", "--home-dir"], /--home-dir needs a value/],
    ] as const
  ) {
    const { code, stdout, stderr } = await tree.run(args, { input });
    assert.deepEqual([code, stdout], [0, "{}\n"], args.join(" "));
    assert.match(stderr, problem);
  }
  const unknown = await tree.run(["hook", "nobody", "--filename", "TEAM.md"], { input });
  assert.deepEqual(JSON.parse(unknown.stdout), HOSTS["claude-code"]!.answer(NOTE, "touch"));
  assert.match(unknown.stderr, /unknown agent nobody/);
});

Deno.test("a host that never closes the pipe gets its answer all the same", async () => {
  await using tree = await Tree.write(FILES);
  const child = await spawnProgram(["hook", "claude-code"], tree.root);
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode('{"session_id":'));
  assert.equal(await new Response(child.stdout).text(), "{}\n");
  assert.match(await new Response(child.stderr).text(), /no answer within 1\.5 seconds/);
  assert.equal((await child.status).code, 0);
  await writer.close().catch(() => {});
});

Deno.test("the self-test may be run by hand", async () => {
  await using tree = await Tree.write();
  const { code, stdout } = await tree.run(["hook", "cursor", "--self-test"]);
  assert.deepEqual([code, JSON.parse(stdout)], [0, { additional_context: SELF_TEST_MARKER }]);
});

Deno.test("nested takes paths from standard input, by line or by NUL", async () => {
  await using tree = await Tree.write({ "p/AGENTS.md": "p", "q r/AGENTS.md": "q" });
  const run = (input: string): Promise<Run> => tree.run(["nested", "-", "--format", "json"], { input });
  for (const input of ["p/x\nq r/y\n", "p/x\r\nq r/y", "p/x\0q r/y\0", "\n\np/x\n\nq r/y"]) {
    const { code, stdout, stderr } = await run(input);
    assert.deepEqual([code, stderr], [0, ""]);
    const result = JSON.parse(stdout);
    assertValid("nested", result);
    assert.deepEqual(result.notes.map((note: { directory: string }) => note.directory), ["p", "q r"]);
  }
  assert.equal((await tree.run(["nested", "-"], { input: "" })).stdout, "");
  assert.equal((await tree.run(["nested", "-"])).stdout, "");
  assert.equal(
    (await tree.run(["nested", "q r/z", "-"], { input: "p/x" })).stdout.match(/path=/g)?.length,
    2,
  );
});

Deno.test("nested survives paths that are no text, and refuses more than it can take", async () => {
  await using tree = await Tree.write({ "p/AGENTS.md": "p" });
  const bytes = new Uint8Array([0x70, 0x2f, 0xff, 0xfe, 0x0a]);
  assert.match((await tree.run(["nested", "-"], { input: bytes })).stdout, /p\/AGENTS\.md/);
  const { code, stdout, stderr } = await tree.run(["nested", "-", "--format", "json"], {
    input: new Uint8Array(17 * 1024 * 1024).fill(0x61),
  });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.deepEqual(JSON.parse(stderr), {
    schema_version: 3,
    command: "nested",
    error: { code: "failed", message: "Standard input has more than 16777216 bytes." },
  });
});

Deno.test("with --format json a failure is the line of the specification", async () => {
  await using tree = await Tree.write();
  const { code, stdout, stderr } = await tree.run(["instructions", "--filename", "../x", "--format", "json"]);
  assert.deepEqual([code, stdout, stderr], [
    3,
    "",
    '{"schema_version":3,"command":"instructions","error":{"code":"invalid_filename",' +
    '"message":"--filename takes a plain file name: ../x"}}\n',
  ]);
  const text = await tree.run(["instructions", "--filename", "../x"]);
  assert.deepEqual([text.code, text.stderr], [3, "--filename takes a plain file name: ../x\n"]);
});
