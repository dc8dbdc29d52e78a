/** Speaking JSON-RPC by hand: to a server in this process, or to the whole program. */
import assert from "node:assert/strict";
import { quietContext } from "../../src/commands/mod.ts";
import { serve, type ServeOptions } from "../../src/mcp/serve.ts";
import { cleanEnvironment, programCommand, type Tree } from "../cli/harness.ts";

/** A message as it came over the wire. */
export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  // deno-lint-ignore no-explicit-any -- tests look into it as deep as they like
  readonly params?: any;
  // deno-lint-ignore no-explicit-any -- likewise
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server and the client's end of the line to it. */
export class Line implements AsyncDisposable {
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #end: () => Promise<void>;
  readonly #arrived: Promise<void>;
  #waiting: (() => void)[] = [];
  #rest = "";
  /** Everything that came, in order. */
  readonly messages: Message[] = [];

  constructor(
    input: WritableStream<Uint8Array>,
    output: ReadableStream<Uint8Array>,
    end: () => Promise<void>,
  ) {
    this.#input = input.getWriter();
    this.#end = end;
    this.#arrived = this.#receive(output);
  }

  async #receive(output: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for await (const chunk of output) {
      const lines = (this.#rest + decoder.decode(chunk, { stream: true })).split("\n");
      this.#rest = lines.pop()!;
      // Anything that is no message fails the test here.
      for (const line of lines) this.messages.push(JSON.parse(line));
      this.#waiting.splice(0).forEach((wake) => wake());
    }
    this.#waiting.splice(0).forEach((wake) => wake());
  }

  /** Sends bytes as they are. */
  async raw(text: string | Uint8Array): Promise<void> {
    await this.#input.write(typeof text === "string" ? new TextEncoder().encode(text) : text);
  }

  /** Sends one message. */
  async send(message: object): Promise<void> {
    await this.raw(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
  }

  /** Waits for the first message that fits, which may have come already. */
  async until(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.messages.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Sends a request and waits for the answer. */
  async ask(id: number | string, method: string, params?: object): Promise<Message> {
    await this.send({ id, method, ...(params === undefined ? {} : { params }) });
    return await this.until((message) => message.id === id && message.method === undefined);
  }

  /** Calls a tool. */
  async call(id: number, name: string, args: object, meta?: object): Promise<Message> {
    const params = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) };
    return await this.ask(id, "tools/call", params);
  }

  /** Shakes hands as a client of 2025. */
  async initialize(capabilities: object = {}, protocolVersion: string = "2025-06-18"): Promise<Message> {
    const answer = await this.ask("hello", "initialize", {
      protocolVersion,
      capabilities,
      clientInfo: { name: "test", version: "1" },
    });
    await this.send({ method: "notifications/initialized" });
    return answer;
  }

  /** Closes the client's end and waits until the server has ended. */
  async close(): Promise<void> {
    await this.#input.close().catch(() => {});
    await this.#end();
    await this.#arrived;
    assert.equal(this.#rest, "", "the last message ends with a newline");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** What tests do not care about. */
const PLAIN: ServeOptions = {
  toolNames: "underscore",
  structured: false,
  autoIndex: false,
  refresh: false,
};

/** A server in this process. */
export function startServer(
  cwd: string,
  options: Partial<ServeOptions> = {},
  variables: Readonly<Record<string, string>> = {},
): Line & { stop: AbortController } {
  const input = new TransformStream<Uint8Array, Uint8Array>();
  const output = new TransformStream<Uint8Array, Uint8Array>();
  const writer = output.writable.getWriter();
  const stop = new AbortController();
  const context = quietContext({
    cwd,
    version: "1.2.3",
    signal: stop.signal,
    env: (name) => variables[name],
  });
  const served = serve(context, { ...PLAIN, ...options }, {
    input: input.readable,
    write: async (bytes) => {
      await writer.write(bytes);
      return bytes.length;
    },
    log: () => {},
  }).finally(() => writer.close().catch(() => {}));
  return Object.assign(new Line(input.writable, output.readable, () => served), { stop });
}

/** The whole program as a server. */
export class Program extends Line {
  readonly child: Deno.ChildProcess;

  private constructor(child: Deno.ChildProcess) {
    super(child.stdin, child.stdout, async () => void await child.status);
    this.child = child;
  }

  static async start(tree: Tree, args: readonly string[] = [], cwd: string = ""): Promise<Program> {
    const [program, leading] = programCommand();
    const child = new Deno.Command(program, {
      args: [...leading, "mcp", ...args],
      cwd: `${tree.root}/${cwd}`,
      clearEnv: true,
      env: await cleanEnvironment(tree.root),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    return new Program(child);
  }
}
