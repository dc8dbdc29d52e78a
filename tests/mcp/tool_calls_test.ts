import assert from "node:assert/strict";
import { SCHEMA_VERSION } from "../../src/model/mod.ts";
import { assertValid } from "../schemas.ts";
import { type Message, startServer } from "./_messages.ts";
import { sampleTree } from "./_sample.ts";

/** The single text of a result that is no failure. */
function textOf({ result }: Message): string {
  assert.ok(!result.isError, JSON.stringify(result));
  assert.deepEqual(Object.keys(result.content[0]), ["type", "text"]);
  assert.equal(result.content.length, 1);
  return result.content[0].text;
}

/** The text of a failure. */
function failureOf({ result }: Message): string {
  assert.equal(result.isError, true, JSON.stringify(result));
  assert.equal(result.content.length, 1);
  return result.content[0].text;
}

/** A good call of each tool, and the command line that means the same. */
const CALLS: readonly [tool: string, args: object, commandLine: string[]][] = [
  ["search", { query: "rope", top: 2 }, ["search", "rope", "--top", "2"]],
  ["search", { query: "tie", symbols: true }, ["search", "tie", "--symbols"]],
  ["get_related_files", { file: "src/quay.ts" }, ["related", "src/quay.ts"]],
  ["get_outline", { file: "src/quay.ts" }, ["outline", "src/quay.ts"]],
  ["get_changes", {}, ["changed"]],
  ["get_changes", { patch: true }, ["changed", "--patch"]],
  ["memory_search", { kind: "note" }, ["memory", "search", "--kind", "note"]],
];

Deno.test("an answer is the JSON of the command line without its newline, under either name", async () => {
  await using tree = await sampleTree();
  await using line = startServer(tree.root);
  await line.initialize();
  let id = 0;
  for (const [tool, args, commandLine] of CALLS) {
    const { stdout, stderr } = await tree.run([...commandLine, "--format", "json"]);
    assert.equal(stderr, "");
    for (const name of [`repoctx_${tool}`, `repoctx.${tool}`]) {
      const text = textOf(await line.call(++id, name, args));
      assert.equal(`${text}\n`, stdout, tool);
      assertValid(commandLine[0]!, JSON.parse(text));
    }
  }
});

Deno.test("context says the same as the command line but for its own representation", async () => {
  await using tree = await sampleTree();
  await using line = startServer(tree.root);
  await line.initialize();
  const args = { task: "fix quayside", detail: "slices", responseBudgetTokens: 600, top: 2 };
  const ours = JSON.parse(textOf(await line.call(1, "repoctx_get_context", args)));
  const { stdout } = await tree.run([
    ..."context --detail slices --response-budget-tokens 600 --top 2 --format json".split(" "),
    "fix quayside",
  ]);
  const theirs = JSON.parse(stdout);
  assert.notEqual(ours.representation_id, theirs.representation_id);
  assert.deepEqual({ ...ours, representation_id: "" }, { ...theirs, representation_id: "" });
  assertValid("context", ours);
});

Deno.test("a session remembers what was delivered, as an argument and from the environment", async () => {
  await using tree = await sampleTree();
  await using line = startServer(tree.root, {}, { REPOCTX_SESSION: "ambient" });
  await line.initialize();
  const ask = async (id: number, more: object) =>
    JSON.parse(
      textOf(await line.call(id, "repoctx_get_context", { task: "quayside", detail: "slices", ...more })),
    );
  assert.equal((await ask(1, { session: "own" })).reused_count, 0);
  assert.ok((await ask(2, { session: "own" })).reused_count > 0);
  assert.equal((await ask(3, {})).reused_count, 0);
  assert.ok((await ask(4, {})).reused_count > 0);
  assert.deepEqual(tree.list(".repoctx/sessions").filter((name) => name.endsWith(".json")), [
    "ambient.json",
    "own.json",
  ]);
});

Deno.test("a memory that was added is found", async () => {
  await using tree = await sampleTree();
  await using line = startServer(tree.root);
  await line.initialize();
  const args = { text: "Ropes are tied twice.", kind: "decision", files: ["src/rope.ts"], tags: ["knots"] };
  const added = JSON.parse(textOf(await line.call(1, "repoctx_memory_add", args)));
  assertValid("memory", added);
  const found = JSON.parse(textOf(await line.call(2, "repoctx_memory_search", { query: "ropes" })));
  assertValid("memory", found);
  assert.equal(found.results[0].id, added.entry.id);
  assert.deepEqual(found.results[0].tags, ["knots"]);
});

Deno.test("a call that cannot be answered says why, in the words of a call", async () => {
  await using tree = await sampleTree();
  await using line = startServer(tree.root);
  await line.initialize();
  const cases: [tool: string, args: object, message: RegExp][] = [
    ["get_outline", { file: "src/nothing.ts" }, /^File not found in index: src\/nothing\.ts/],
    ["get_outline", { file: "../elsewhere.ts" }, /^Path is outside the repository\.$/],
    ["get_outline", {}, /^Missing argument file\.$/],
    ["get_related_files", { file: "" }, /^The path is empty\. Name a file\.$/],
    ["search", { query: "!!!" }, /no searchable terms/],
    ["search", { query: "x", top: -1 }, /^top must be greater than zero\.$/],
    ["get_context", { task: "x", detail: "everything" }, /^Invalid detail "everything"\. Use auto, /],
    ["get_context", { task: "x", known: ["nonsense"] }, /^Invalid known "nonsense"/],
    ["get_context", { task: "x", seen: ["nonsense"] }, /^Invalid seen "nonsense"/],
    ["get_context", { task: "x", session: "../up" }, /session/],
    ["get_context", { task: "quayside", responseBudgetTokens: 5 }, /retry_budget_tokens=\d+/],
    ["get_changes", { patch: "yes" }, /^patch must be true or false\.$/],
    ["memory_add", { text: " " }, /./],
    ["memory_add", { text: "x", files: ["src/nothing.ts"] }, /src\/nothing\.ts/],
    ["memory_search", { kind: "rumour" }, /^Invalid kind "rumour"/],
  ];
  let id = 0;
  for (const [tool, args, message] of cases) {
    const text = failureOf(await line.call(++id, `repoctx_${tool}`, args));
    assert.match(text, message);
    assert.doesNotMatch(text, /--(?:known|seen|top|detail|kind)\b|\n\s+at /);
  }
  assert.deepEqual((await line.ask("still here", "ping")).result, {});
});

Deno.test("with structured content an answer says the same twice, and its schema fits", async () => {
  await using tree = await sampleTree();
  await using line = startServer(tree.root, { structured: true });
  await line.initialize();
  const { tools } = (await line.ask("list", "tools/list")).result;
  assert.ok(
    tools.every((tool: { outputSchema?: { type?: string } }) => tool.outputSchema?.type === "object"),
  );
  const answer = await line.call(1, "repoctx_search", { query: "rope" });
  assert.deepEqual(answer.result.structuredContent, JSON.parse(textOf(answer)));
  assert.equal(answer.result.structuredContent.schema_version, SCHEMA_VERSION);
  const failure = await line.call(2, "repoctx_search", { query: "" });
  failureOf(failure);
  assert.equal(failure.result.structuredContent, undefined);
});

Deno.test("without structured content neither answers nor tools carry any", async () => {
  await using tree = await sampleTree();
  await using line = startServer(tree.root);
  await line.initialize();
  const { tools } = (await line.ask("list", "tools/list")).result;
  for (const tool of tools) {
    assert.deepEqual(Object.keys(tool), ["name", "description", "inputSchema", "annotations"]);
    assert.deepEqual(Object.values(tool.annotations), [false, false, false, false]);
  }
  assert.equal((await line.call(1, "repoctx_search", { query: "rope" })).result.structuredContent, undefined);
});

Deno.test("many calls at once are all answered, each with its own answer", async () => {
  await using tree = await sampleTree();
  await using line = startServer(tree.root);
  await line.initialize();
  const files = ["src/quay.ts", "src/rope.ts", "src/quay.test.ts"];
  const answers = await Promise.all(
    Array.from(
      { length: 60 },
      (_, id) => line.call(id, "repoctx_get_outline", { file: files[id % files.length] }),
    ),
  );
  assert.deepEqual(
    answers.map((answer) => JSON.parse(textOf(answer)).path),
    answers.map((_, id) => files[id % 3]),
  );
});

Deno.test("calls are recorded as the server's, and not at all where the ledger is off", async () => {
  await using tree = await sampleTree();
  for (const variables of [{}, { REPOCTX_NO_STATS: "1" }]) {
    const line = startServer(tree.root, {}, variables as Record<string, string>);
    await line.initialize();
    await line.call(1, "repoctx_search", { query: "rope" });
    await line.call(2, "repoctx_search", { query: "" });
    await line.close();
    const records = (await tree.read(".repoctx/stats.jsonl"))!.trim().split("\n").map((text) =>
      JSON.parse(text)
    );
    assert.deepEqual(records.map(({ command, source }) => [command, source]), [["search", "mcp"]]);
    assert.ok(records[0].served > 10);
  }
});
