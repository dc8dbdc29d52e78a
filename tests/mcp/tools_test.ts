import assert from "node:assert/strict";
import { encode } from "gpt-tokenizer";
import { UsageError } from "../../src/model/mod.ts";
import { inputSchema, loadTools, type PlainSchema, type Tool, valuesOf } from "../../src/mcp/tools.ts";
import { findTool, toolName } from "../../src/mcp/tool_names.ts";
import { outputSchema } from "../../src/mcp/output_schemas.ts";
import { sampleTree } from "./_sample.ts";
import { startServer } from "./_messages.ts";

const TOOLS = await loadTools();

/** Section 18 of the specification. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  search: ["query", "top", "symbols"],
  get_context: [
    "task",
    "top",
    "budgetTokens",
    "responseBudgetTokens",
    "projectedReadBudgetTokens",
    "detail",
    "known",
    "seen",
    "session",
    "stripComments",
    "includeMemory",
  ],
  get_related_files: ["file"],
  get_outline: ["file"],
  get_changes: ["patch"],
  memory_add: ["text", "kind", "files", "tags", "session"],
  memory_search: ["query", "top", "kind", "file", "session", "stale"],
};

function tool(name: string): Tool {
  return TOOLS.find((one) => one.name === name)!;
}

/** Every schema below a schema, itself included. */
function* schemas(schema: PlainSchema): Generator<PlainSchema> {
  yield schema;
  for (const member of Object.values(schema.properties ?? {})) yield* schemas(member);
  if (schema.items) yield* schemas(schema.items);
  if (schema.additionalProperties) yield* schemas(schema.additionalProperties);
}

/** Tools whose answers can be preceded by an index run. */
const REFRESHING = ["search", "get_context", "get_related_files", "get_outline"];

Deno.test("the seven tools take the arguments of the specification, in any order, and some can refresh", () => {
  const found = Object.fromEntries(
    TOOLS.map((one) => [one.name, Object.keys(inputSchema(one).properties!).sort()]),
  );
  const wanted = Object.entries(ARGUMENTS).map(([name, list]) => [
    name,
    [...list, ...(REFRESHING.includes(name) ? ["refresh"] : [])].sort(),
  ]);
  assert.deepEqual(found, Object.fromEntries(wanted));
});

Deno.test("defaults, bounds and choices come from the table of commands", () => {
  const { properties, required } = inputSchema(tool("get_context"));
  assert.deepEqual(required, ["task"]);
  const { description, ...top } = properties!["top"]!;
  assert.deepEqual(top, { type: "integer", minimum: 1, default: 8 });
  assert.match(description!, /\w/);
  assert.deepEqual(properties!["detail"]!.enum, ["auto", "paths", "outline", "slices"]);
  assert.equal(properties!["includeMemory"]!.default, true);
  assert.deepEqual(properties!["seen"]!.items, { type: "string" });
  assert.equal(inputSchema(tool("memory_search")).required, undefined);
});

Deno.test("schemas have nothing that a client could stumble over", async () => {
  const known = ["type", "description", "enum", "default", "minimum", "items", "properties", "required"];
  for (const one of TOOLS) {
    const output = await outputSchema(one.command.name);
    assert.deepEqual([inputSchema(one).type, output.type], ["object", "object"], one.name);
    for (const schema of schemas(inputSchema(one))) {
      assert.deepEqual(Object.keys(schema).filter((key) => !known.includes(key)), [], one.name);
    }
    for (const schema of schemas(output)) {
      assert.deepEqual(
        Object.keys(schema).filter((key) => ![...known, "additionalProperties"].includes(key)),
        [],
      );
      assert.ok(schema.type, JSON.stringify(schema));
    }
  }
});

Deno.test("a tool is found under either name and under no other", () => {
  for (const one of TOOLS) {
    assert.equal(findTool(TOOLS, toolName(one, "underscore")), one);
    assert.equal(findTool(TOOLS, toolName(one, "dotted")), one);
    assert.match(toolName(one, "underscore"), /^[a-z_]{1,64}$/);
  }
  for (const name of ["search", "repoctx-search", "repoctx_Search", "repoctx.memory_rm", "constructor", ""]) {
    assert.equal(findTool(TOOLS, name), undefined, name);
  }
});

Deno.test("values are completed for what a client may not set", () => {
  assert.deepEqual(valuesOf(tool("get_context"), { task: "x", top: 3 }), {
    task: "x",
    top: 3,
    snippets: false,
    seen: [],
    known: [],
    stripComments: false,
    includeMemory: true,
    sessionReset: false,
    refresh: false,
    includeHistory: true,
    includeInstructions: true,
    explain: false,
  });
});

Deno.test("arguments that make no sense are named", () => {
  const cases: [args: unknown, message: RegExp][] = [
    [{}, /Missing argument query/],
    [{ query: 3 }, /query must be a text/],
    [{ query: "x", top: 0 }, /top must be greater than zero/],
    [{ query: "x", top: 1.5 }, /top must be a whole number/],
    [{ query: "x", top: "5" }, /top must be a number/],
    [{ query: "x", symbols: "yes" }, /symbols must be true or false/],
    [{ query: "x", format: "md" }, /Unknown argument "format".*query, top, symbols or refresh/],
    [JSON.parse('{"query":"x","__proto__":{}}'), /Unknown argument "__proto__"/],
    [["x"], /must be an object/],
    [null, /must be an object/],
  ];
  for (const [args, message] of cases) {
    assert.throws(() => valuesOf(tool("search"), args), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, message);
      return true;
    });
  }
});

Deno.test("instructions and list of tools cost at most 1,500 tokens as they go over the wire", async () => {
  await using tree = await sampleTree("initialized");
  await using line = startServer(tree.root);
  const { instructions } = (await line.initialize()).result;
  const { tools } = (await line.ask(1, "tools/list")).result;
  assert.equal(tools.length, 7);
  const cost = encode(JSON.stringify(tools)).length + encode(instructions).length;
  assert.ok(cost <= 1500, `${cost} tokens`);
});
