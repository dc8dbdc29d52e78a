/** The program as the protocol's own client library sees it. */
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { cleanEnvironment, programCommand, Tree } from "../cli/harness.ts";
import { initialize, sampleTree } from "./_sample.ts";

type Era = "legacy" | { pin: "2026-07-28" };

/** Starts the program outside of the tree, so that it depends on the roots of the client, and connects to it. */
async function connect(tree: Tree, era: Era, args: readonly string[]): Promise<Client & AsyncDisposable> {
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: era }, capabilities: { roots: {} } },
  );
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: pathToFileURL(tree.root).href }] }));
  const [command, leading] = programCommand();
  const outside = `${tree.root}/..`;
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...leading, "mcp", ...args],
      cwd: outside,
      env: await cleanEnvironment(outside),
      stderr: "ignore",
    }),
  );
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** Good arguments of every tool, and bad ones. */
const CALLS: readonly [tool: string, good: Record<string, unknown>, bad: Record<string, unknown>][] = [
  ["search", { query: "rope" }, { query: "rope", top: 0 }],
  ["get_context", { task: "where is quayside", detail: "auto", responseBudgetTokens: 2000 }, { task: 5 }],
  ["get_related_files", { file: "src/quay.ts" }, { file: "src/nowhere.ts" }],
  ["get_outline", { file: "src/quay.ts" }, {}],
  ["get_changes", { patch: true }, { patch: "please" }],
  ["memory_add", { text: "Ropes are tied twice.", files: ["src/rope.ts"] }, { text: "" }],
  ["memory_search", { query: "ropes" }, { session: "no such/name" }],
];

for (const era of ["legacy", { pin: "2026-07-28" }] satisfies Era[]) {
  const name = typeof era === "string" ? "2025" : "2026";
  Deno.test(`a client of ${name} gets an answer that fits the schema from every tool, and a failure for bad arguments`, async () => {
    await using tree = await sampleTree();
    await using client = await connect(tree, era, ["--structured"]);
    assert.match(client.getInstructions() ?? "", /get_context/);
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name), CALLS.map(([tool]) => `repoctx_${tool}`));
    for (const [tool, good, bad] of CALLS) {
      // The client checks the structured content against the schema that the tool came with.
      const { content, structuredContent, isError } = await client.callTool({
        name: `repoctx.${tool}`,
        arguments: good,
      });
      assert.ok(!isError, JSON.stringify(content));
      const [block] = content as { type: string; text: string }[];
      assert.equal(block!.type, "text");
      assert.deepEqual(JSON.parse(block!.text), structuredContent);
      const failure = await client.callTool({ name: `repoctx_${tool}`, arguments: bad });
      assert.equal(failure.isError, true, tool);
    }
  });
}

Deno.test("a client hears of progress and can give up while an index is built", async () => {
  await using tree = await Tree.write(
    Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`src/f${n}.ts`, `export const value${n} = ${n};\n`]),
    ),
  );
  await initialize(tree);
  await using client = await connect(tree, "legacy", ["--auto-index"]);
  const stop = new AbortController();
  const call = { name: "repoctx_search", arguments: { query: "value7" } };
  const heard: (string | undefined)[] = [];
  await assert.rejects(client.callTool(call, {
    signal: stop.signal,
    onprogress({ message }) {
      heard.push(message);
      stop.abort();
    },
  }));
  assert.match(heard[0]!, /^\w+/);
  const { isError } = await client.callTool(call);
  assert.ok(!isError);
});
