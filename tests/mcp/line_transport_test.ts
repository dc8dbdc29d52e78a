import assert from "node:assert/strict";
import { type JSONRPCMessage, parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { LineTransport } from "../../src/mcp/line_transport.ts";

/** A transport over bytes that the test gives and takes. */
function transport(write: (bytes: Uint8Array) => Promise<number>): {
  transport: LineTransport;
  received: JSONRPCMessage[];
  say(text: string): void;
  end(): void;
} {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const input = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const made = new LineTransport({ input, write }, parseJSONRPCMessage);
  const received: JSONRPCMessage[] = [];
  made.onmessage = (message) => void received.push(message);
  return {
    transport: made,
    received,
    say: (text) => controller.enqueue(new TextEncoder().encode(text)),
    end: () => controller.close(),
  };
}

const REQUEST = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

Deno.test("messages are written whole and in order, however little a write takes", async () => {
  let written = "";
  const { transport: line, end } = transport(async (bytes) => {
    await turn();
    const part = bytes.subarray(0, 7);
    written += new TextDecoder().decode(part);
    return part.length;
  });
  await line.start();
  await Promise.all([1, 2].map((id) => line.send({ jsonrpc: "2.0", id, result: { id } })));
  assert.equal(
    written,
    '{"jsonrpc":"2.0","id":1,"result":{"id":1}}\n{"jsonrpc":"2.0","id":2,"result":{"id":2}}\n',
  );
  end();
  await line.closed;
});

Deno.test("the end of the input waits for answers, but not for cancelled requests", async () => {
  let isClosed = false;
  const { transport: line, say, end, received } = transport((bytes) => Promise.resolve(bytes.length));
  line.onclose = () => isClosed = true;
  await line.start();
  say(REQUEST);
  say('{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
  say('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\n');
  end();
  await turn();
  assert.equal(received.length, 3);
  assert.equal(isClosed, false);
  await line.send({ jsonrpc: "2.0", id: 1, result: {} });
  await line.closed;
  assert.equal(isClosed, true);
});

Deno.test("a reader that is gone ends the connection, and nobody hears of an error", async () => {
  const { transport: line, say } = transport(() => Promise.reject(new Deno.errors.BrokenPipe()));
  await line.start();
  say("no message\n");
  await line.closed;
  await line.send({ jsonrpc: "2.0", id: 1, result: {} });
});
