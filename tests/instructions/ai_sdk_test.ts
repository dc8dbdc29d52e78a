/** The adapter for the Vercel AI SDK, with the real package and a model that follows a script. */
import assert from "node:assert/strict";
import { jsonSchema, type ModelMessage, stepCountIs, tool, ToolLoopAgent } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { Place } from "./_tree.ts";
import { inventoryTool, weave } from "../../src/instructions/adapters/ai_sdk.ts";
import { type ConversationState, RepoContext, type RepoContextRun } from "../../src/instructions/mod.ts";
import { NESTED_SENTENCE, UPDATE_SENTENCE } from "../../src/instructions/prefix.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** A model that reads the given paths, one per step, and then says that it is done. */
function scripted(paths: readonly string[]): MockLanguageModelV4 {
  const results = [
    ...paths.map((path, index) => ({
      content: [{
        type: "tool-call" as const,
        toolCallId: `call-${index}`,
        toolName: "read_file",
        input: JSON.stringify({ path }),
      }],
      finishReason: { unified: "tool-calls" as const, raw: undefined },
      usage,
      warnings: [],
    })),
    {
      content: [{ type: "text" as const, text: "done" }],
      finishReason: { unified: "stop" as const, raw: undefined },
      usage,
      warnings: [],
    },
  ];
  return new MockLanguageModelV4({ doGenerate: results });
}

interface Session {
  run: RepoContextRun;
  prompts: unknown[][];
  history: ModelMessage[];
}

/** One run of an agent that reads files. `compact` stands for a host that shortens its history. */
async function runAgent(
  place: Place,
  paths: readonly string[],
  given: {
    conversation?: ConversationState;
    history?: ModelMessage[];
    midSystem?: "native" | "tagged";
    compact?: (messages: ModelMessage[], step: number) => ModelMessage[];
  } = {},
): Promise<Session> {
  const { conversation, history = [], midSystem = "tagged", compact = (messages) => messages } = given;
  const run = await new RepoContext({ nestedTraversal: true }).forRun({
    workspace: place.workspace(),
    ...(conversation === undefined ? {} : { conversation }),
  });
  const model = scripted(paths);
  const agent = new ToolLoopAgent({
    model,
    instructions: run.instructions ?? "",
    allowSystemInMessages: true,
    stopWhen: stepCountIs(30),
    tools: {
      read_file: tool({
        inputSchema: jsonSchema<{ path: string }>({
          type: "object",
          properties: { path: { type: "string" } },
        }),
        execute: async ({ path }) => {
          const text = await Deno.readTextFile(place.path(`w/${path}`));
          await run.onFileRead({ path });
          return text;
        },
      }),
    },
    prepareStep: ({ messages, stepNumber }) => ({
      messages: weave(run, compact(messages, stepNumber), { midSystem }),
    }),
  });
  const asked: ModelMessage[] = [...history, { role: "user", content: "go" }];
  const result = await agent.generate({ messages: asked });
  const prompts = model.doGenerateCalls.map(({ prompt }) => prompt as unknown[]);
  return { run, prompts, history: [...asked, ...result.responseMessages as ModelMessage[]] };
}

const tree = {
  "w/AGENTS.md": "root rules",
  "w/a/AGENTS.md": "rules of a",
  "w/a/x.ts": "x",
  "w/b/AGENTS.md": "rules of b",
  "w/b/y.ts": "y",
  "w/z.ts": "z",
};

/** How often a text stands in a prompt. */
function count(prompt: unknown, text: string): number {
  return JSON.stringify(prompt).split(JSON.stringify(text).slice(1, -1)).length - 1;
}

function assertGrowing(prompts: readonly unknown[][]): void {
  for (const [index, prompt] of prompts.slice(1).entries()) {
    const before = prompts[index] as unknown[];
    assert.deepEqual(
      prompt.slice(0, before.length),
      before,
      `step ${index + 2} begins as step ${index + 1} ended`,
    );
  }
}

Deno.test("over ten steps every prompt begins with the one before, byte for byte", async () => {
  await using place = await Place.of(tree);
  const paths = ["z.ts", "a/x.ts", "z.ts", "a/x.ts", "b/y.ts", "z.ts", "b/y.ts", "a/x.ts", "z.ts", "z.ts"];
  const { prompts, run } = await runAgent(place, paths);
  assert.equal(prompts.length, 11);
  assertGrowing(prompts);
  const [system] = prompts[0] as [{ role: string; content: string }];
  assert.deepEqual([system.role, system.content], ["system", run.instructions]);
});

Deno.test("the note stands right after the step that touched the directory, and once", async () => {
  await using place = await Place.of(tree);
  const { prompts } = await runAgent(place, ["z.ts", "a/x.ts", "a/x.ts", "b/y.ts"]);
  const pointer = '<context-file path="a/AGENTS.md" />';
  assert.deepEqual(prompts.map((prompt) => count(prompt, pointer)), [0, 0, 1, 1, 1]);
  const last = prompts[2]?.at(-1) as { role: string; content: { text: string }[] };
  assert.equal(last.role, "user");
  assert.deepEqual(last.content.map(({ text }) => text), [`<system>${NESTED_SENTENCE}</system>`, pointer]);
});

Deno.test("a model that takes system messages in mid-conversation gets our sentence as one", async () => {
  await using place = await Place.of(tree);
  const { prompts } = await runAgent(place, ["a/x.ts"], { midSystem: "native" });
  const [system, user] = prompts[1]?.slice(-2) as [{ role: string; content: unknown }, { role: string }];
  assert.deepEqual([system.role, system.content, user.role], ["system", NESTED_SENTENCE, "user"]);
});

Deno.test("after a compaction the next touch brings the note back", async () => {
  await using place = await Place.of(tree);
  const pointer = '<context-file path="a/AGENTS.md" />';
  const { prompts } = await runAgent(place, ["a/x.ts", "z.ts", "a/x.ts", "z.ts"], {
    compact: (messages, step) =>
      step === 2 ? [{ role: "user", content: "summary" }, messages.at(-2)!, messages.at(-1)!] : messages,
  });
  assert.deepEqual(prompts.map((prompt) => count(prompt, pointer)), [0, 1, 0, 1, 1]);
});

Deno.test("a later run keeps the note where it stood when the host saved its own messages only", async () => {
  await using place = await Place.of(tree);
  const first = await runAgent(place, ["a/x.ts", "z.ts"]);
  const own = first.history.filter((message) => message.providerOptions?.["repoctx"] === undefined);
  const conversation = JSON.parse(JSON.stringify(first.run.conversation));
  const second = await runAgent(place, ["a/x.ts"], { conversation, history: own });
  const lastOfFirst = first.prompts.at(-1) as unknown[];
  assert.deepEqual(second.prompts[0]?.slice(0, lastOfFirst.length), lastOfFirst);
  assert.equal(count(second.prompts.at(-1), '<context-file path="a/AGENTS.md" />'), 1);
});

Deno.test("a file that changed between runs is appended, the prefix stays", async () => {
  await using place = await Place.of(tree);
  const first = await runAgent(place, ["z.ts"]);
  await place.add({ "w/AGENTS.md": "new rules" });
  const second = await runAgent(place, ["z.ts", "z.ts"], {
    conversation: JSON.parse(JSON.stringify(first.run.conversation)),
    history: first.history,
  });
  assert.equal(second.run.instructions, first.run.instructions);
  assertGrowing(second.prompts);
  assert.deepEqual(second.prompts.map((prompt) => count(prompt, UPDATE_SENTENCE)), [1, 1, 1]);
  assert.equal(count(second.prompts[0], "<system>" + UPDATE_SENTENCE), 1);
  const third = await runAgent(place, [], {
    conversation: JSON.parse(JSON.stringify(second.run.conversation)),
    history: second.history,
  });
  assert.equal(count(third.prompts[0], UPDATE_SENTENCE), 1);
});

Deno.test("weaving the same messages again gives the same result", async () => {
  await using place = await Place.of(tree);
  const run = await new RepoContext({ nestedTraversal: true }).forRun({ workspace: place.workspace() });
  const messages: ModelMessage[] = [{ role: "user", content: "go" }];
  await run.onFileRead({ path: "a/x.ts" });
  const once = weave(run, messages);
  assert.deepEqual(weave(run, messages), once);
  assert.deepEqual(weave(run, once), once);
  assert.equal(once.length, 2);
});

Deno.test("the inventory tool runs in the SDK, and is absent when it is not exposed", async () => {
  await using place = await Place.of({ "w/.claude/skills/s/SKILL.md": "" });
  const hidden = await new RepoContext().forRun({ workspace: place.workspace() });
  assert.deepEqual(inventoryTool(hidden), {});
  const run = await new RepoContext({ exposeInventoryTool: true }).forRun({ workspace: place.workspace() });
  const model = new MockLanguageModelV4({
    doGenerate: [
      {
        content: [{ type: "tool-call", toolCallId: "1", toolName: "inventory_agent_context", input: "{}" }],
        finishReason: { unified: "tool-calls", raw: undefined },
        usage,
        warnings: [],
      },
      {
        content: [{ type: "text", text: "done" }],
        finishReason: { unified: "stop", raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });
  const agent = new ToolLoopAgent({ model, tools: inventoryTool(run) });
  await agent.generate({ prompt: "go" });
  assert.equal(count(model.doGenerateCalls[1]?.prompt, ".claude/skills/s/SKILL.md"), 1);
  assert.equal(model.doGenerateCalls[0]?.tools?.[0]?.name, "inventory_agent_context");
});
