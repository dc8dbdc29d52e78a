import assert from "node:assert/strict";
import { LONGEST_MESSAGE } from "../../src/mcp/line_transport.ts";
import { startServer } from "./_messages.ts";
import { sampleTree } from "./_sample.ts";

Deno.test("a client of any revision is answered in its own, or in the newest that both may know", async () => {
  await using tree = await sampleTree("initialized");
  for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
    await using line = startServer(tree.root);
    const { result } = await line.initialize({}, version);
    assert.equal(result.protocolVersion, version);
    assert.deepEqual(result.serverInfo, { name: "repoctx", version: "1.2.3" });
    assert.deepEqual(result.capabilities, { tools: {} });
    assert.match(result.instructions, /get_context/);
  }
  await using line = startServer(tree.root);
  assert.equal((await line.initialize({}, "1999-01-01")).result.protocolVersion, "2025-11-25");
});

Deno.test("a client of the revision of 2026 discovers the server and asks without a handshake", async () => {
  await using tree = await sampleTree();
  await using line = startServer(tree.root);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const { result } = await line.ask(1, "server/discover", { _meta });
  assert.deepEqual(result.supportedVersions, ["2026-07-28"]);
  assert.match(result.instructions, /get_context/);
  const answer = await line.call(2, "repoctx_get_outline", { file: "src/rope.ts" }, _meta);
  assert.equal(JSON.parse(answer.result.content[0].text).symbols[0].name, "tie");
});

Deno.test("what is no message is refused, and the next message is answered", async () => {
  await using tree = await sampleTree("initialized");
  await using line = startServer(tree.root);
  await line.initialize();
  const cases: [sent: string, id: number | string | null, code: number][] = [
    ["{ this is not JSON", null, -32700],
    ['{"jsonrpc":"2.0","id":7,"meth', null, -32700],
    ["\u0000\u0001\u0002", null, -32700],
    ["[]", null, -32600],
    ["42", null, -32600],
    ["null", null, -32600],
    ['[{"jsonrpc":"2.0","id":8,"method":"ping"}]', null, -32600],
    ['{"id":9,"method":"ping"}', 9, -32600],
    ['{"jsonrpc":"1.0","id":"ten","method":"ping"}', "ten", -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
    ['{"jsonrpc":"2.0","id":11,"method":5}', 11, -32600],
    // Answering this with its id could be taken for the answer to a request of the client.
    ['{"jsonrpc":"2.0","id":12,"result":"no object"}', null, -32600],
    ["[".repeat(200_000), null, -32700],
    ["[".repeat(200_000) + "]".repeat(200_000), null, -32600],
    ["x".repeat(LONGEST_MESSAGE + 1), null, -32600],
  ];
  for (const [sent, id, code] of cases) {
    const before = line.messages.length;
    await line.raw(sent + "\n");
    const refusal = await line.until((message) => line.messages.indexOf(message) >= before);
    const shown = sent.slice(0, 60);
    assert.deepEqual([refusal.id, refusal.error?.code], [id, code], shown);
    assert.match(refusal.error!.message, /^[A-Z].*\.$/, shown);
    assert.deepEqual((await line.ask(`after ${before}`, "ping")).result, {}, shown);
  }
});

Deno.test("empty lines, carriage returns and messages in pieces are read as they are meant", async () => {
  await using tree = await sampleTree("initialized");
  await using line = startServer(tree.root);
  await line.initialize();
  const count = line.messages.length;
  await line.raw("\n\r\n   \n");
  const bytes = new TextEncoder().encode('{"jsonrpc":"2.0","id":"ä€","method":"ping"}\r\n');
  for (const byte of bytes) await line.raw(new Uint8Array([byte]));
  assert.deepEqual((await line.until(({ id }) => id === "ä€")).result, {});
  assert.equal(line.messages.length, count + 1);
});

Deno.test("a message that the client did not finish is dropped, a last one without a newline is answered", async () => {
  await using tree = await sampleTree("initialized");
  for (
    const [rest, answers] of [['{"jsonrpc":"2.0","id":2,"met', 0], [
      '{"jsonrpc":"2.0","id":2,"method":"ping"}',
      1,
    ]]
  ) {
    const line = startServer(tree.root);
    await line.initialize();
    await line.raw(rest as string);
    await line.close();
    assert.equal(line.messages.filter(({ id, result }) => id === 2 && result).length, answers);
  }
});

Deno.test("what was asked before the input ended is still answered", async () => {
  await using tree = await sampleTree();
  const line = startServer(tree.root);
  await line.initialize();
  for (let id = 1; id <= 3; id++) {
    const params = { name: "repoctx_search", arguments: { query: "rope" } };
    await line.send({ id, method: "tools/call", params });
  }
  await line.close();
  for (let id = 1; id <= 3; id++) {
    assert.ok(
      line.messages.find((message) => message.id === id)!.result.content[0].text.includes("src/rope.ts"),
    );
  }
});

Deno.test("unknown methods and tools are errors that name a way out", async () => {
  await using tree = await sampleTree("initialized");
  await using line = startServer(tree.root, { toolNames: "dotted" });
  await line.initialize();
  assert.equal((await line.ask(1, "resources/list")).error?.code, -32601);
  assert.equal((await line.ask(2, "no/such/method")).error?.code, -32601);
  const unknown = await line.call(3, "repoctx_memory_rm", { id: "0" });
  assert.equal(unknown.error?.code, -32602);
  assert.match(unknown.error!.message, /"repoctx_memory_rm".*repoctx\.search/);
  assert.equal((await line.ask(4, "tools/call", { arguments: {} })).error?.code, -32602);
  assert.equal(
    (await line.ask(5, "tools/call", { name: "repoctx_search", arguments: [] })).error?.code,
    -32602,
  );
});

Deno.test("an interrupted server ends, and answers nothing any more", async () => {
  await using tree = await sampleTree("initialized");
  const line = startServer(tree.root);
  await line.initialize();
  line.stop.abort();
  await line.close();
});
