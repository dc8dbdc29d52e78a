/** Rows 106 and 107 of the table of test cases, and the adapter for the MCP SDK with the real packages. */
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { Link, Place, type Tree } from "./_tree.ts";
import {
  inventory,
  inventoryTool,
  nested,
  NESTED_TOOL_NAME,
  nestedTool,
  toCallToolResult,
} from "../../src/instructions/adapters/mcp_sdk.ts";
import {
  type InstructionTool,
  instructionTools,
  MemorySessions,
  RepoContext,
  RepoContextConfigError,
  type RepoContextOptions,
  resolveOptions,
} from "../../src/instructions/mod.ts";
import { NESTED_SENTENCE } from "../../src/instructions/prefix.ts";

const tree: Tree = {
  "AGENTS.md": "above",
  "w/AGENTS.md": "root",
  "w/packages/foo/AGENTS.md": "foo",
  "w/out": new Link(".."),
};

async function tools(
  place: Place,
  options: RepoContextOptions = {},
): Promise<Record<string, InstructionTool>> {
  const list = await instructionTools({
    workspace: place.workspace(),
    options: resolveOptions(options),
    sessions: place.sessions(),
    connection: { store: new MemorySessions(), session: "" },
  });
  return Object.fromEntries(list.map((tool) => [tool.name, tool]));
}

for (const directory of ["..", "/", "out", "packages/../..", "gone"]) {
  Deno.test(`row 106: the directory ${directory} is refused and nothing is read`, async () => {
    await using place = await Place.of(tree);
    const tool = (await tools(place))["repoctx.get_instructions"] as InstructionTool;
    await assert.rejects(tool.call({ directory }), /is not a directory inside of the working directory/);
  });
}

for (const name of ["homeDir", "autoloadSymlinkRoots", "filenames", "__proto__x"]) {
  Deno.test(`row 107: the argument ${name} is unknown`, async () => {
    await using place = await Place.of(tree);
    for (const tool of Object.values(await tools(place))) {
      await assert.rejects(tool.call({ [name]: "/", paths: [] }), RepoContextConfigError);
    }
  });
}

Deno.test("a directory below may be asked for, within the server's home", async () => {
  await using place = await Place.of(tree);
  const tool = (await tools(place, { homeDir: ".." }))["repoctx.get_instructions"] as InstructionTool;
  const { text, result } = await tool.call({ directory: "packages/foo" });
  assert.equal(
    text,
    '<context-file path="../../../AGENTS.md">\nabove\n</context-file>\n\n' +
      '<context-file path="../../AGENTS.md">\nroot\n</context-file>\n\n' +
      '<context-file path="AGENTS.md">\nfoo\n</context-file>',
  );
  assert.equal(result.command, "instructions");
});

Deno.test("arguments of wrong types and missing ones are refused by name", async () => {
  await using place = await Place.of(tree);
  const tool = (await tools(place))["repoctx.get_nested_instructions"] as InstructionTool;
  await assert.rejects(tool.call({}), /Missing argument paths/);
  await assert.rejects(tool.call({ paths: "x" }), /paths must be a list of texts/);
  await assert.rejects(tool.call({ paths: [], inject: "all" }), /inject must be pointer or contents/);
  await assert.rejects(tool.call([]), /takes an object/);
});

Deno.test("notes are remembered per connection and per named session", async () => {
  await using place = await Place.of(tree);
  const tool = (await tools(place))["repoctx.get_nested_instructions"] as InstructionTool;
  const paths = ["packages/foo/x"];
  const note = `<system>${NESTED_SENTENCE}</system>\n<context-file path="packages/foo/AGENTS.md" />`;
  assert.equal((await tool.call({ paths })).text, note);
  assert.equal((await tool.call({ paths })).text, "No new notes.");
  assert.equal((await tool.call({ paths, session: "other" })).text, note);
  assert.equal((await tool.call({ paths, compacted: true })).text, note);
});

Deno.test("the inventory tool's name follows the option", async () => {
  await using place = await Place.of(tree);
  const tool = (await tools(place, { inventoryToolName: "assets" }))["repoctx.assets"] as InstructionTool;
  assert.match((await tool.call({})).text, /^\.claude \(absent\)/);
});

Deno.test("the declarations and results fit the MCP SDK, there and back", async () => {
  await using place = await Place.of({ ...tree, "w/.claude/agents/a.md": "" });
  const run = await new RepoContext({ nestedTraversal: true }).forRun({ workspace: place.workspace() });
  const server = new McpServer({ name: "test", version: "1" });
  server.registerTool(
    NESTED_TOOL_NAME,
    nestedTool,
    async ({ paths, base }) => toCallToolResult(await nested(run, paths, base)),
  );
  server.registerTool(
    "repoctx.inventory_agent_context",
    inventoryTool,
    async () => toCallToolResult(await inventory(run)),
  );
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  try {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name), [NESTED_TOOL_NAME, "repoctx.inventory_agent_context"]);
    assert.deepEqual(Object.keys(tools[0]?.inputSchema.properties ?? {}), ["paths", "base"]);

    const answer = await client.callTool({
      name: NESTED_TOOL_NAME,
      arguments: { paths: ["x"], base: "packages/foo" },
    });
    assert.deepEqual(answer.content, [{
      type: "text",
      text: `<system>${NESTED_SENTENCE}</system>\n<context-file path="packages/foo/AGENTS.md" />`,
    }]);
    assert.deepEqual((answer.structuredContent as { count: number }).count, 1);

    const assets = await client.callTool({ name: "repoctx.inventory_agent_context", arguments: {} });
    assert.match(JSON.stringify(assets.structuredContent), /\.claude\/agents\/a\.md/);

    const refused = await client.callTool({ name: NESTED_TOOL_NAME, arguments: { paths: [], homeDir: "/" } });
    assert.equal(refused.isError, true);
    assert.match(JSON.stringify(refused.content), /Unknown argument homeDir/);
  } finally {
    await client.close();
    await server.close();
  }
});
