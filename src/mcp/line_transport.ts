/** The protocol library's way to the client: one JSON-RPC message per line, in both directions. */
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import { type Line, readLines } from "./message_lines.ts";

/** Where lines come from and go to. */
export interface ByteStreams {
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes a part of the bytes and says how many. Throws when nobody reads any more. */
  write(bytes: Uint8Array): Promise<number>;
}

/** Most bytes of a message; clients have no reason to send more. */
export const LONGEST_MESSAGE = 4 * 1024 * 1024;

/** Milliseconds that requests in flight get to be answered after the client has closed its end. */
const LAST_ANSWERS = 5000;

/** Codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/**
 * Where the library's own transport closes the connection at a message that is too long, drops unreadable ones without
 * a word and leaves what is in flight at the end of the input unanswered, this one goes on, says so, and answers.
 */
export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #streams: ByteStreams;
  readonly #check: (value: unknown) => JSONRPCMessage;
  readonly #unanswered = new Set<RequestId>();
  readonly #closed = Promise.withResolvers<void>();
  #isClosed = false;
  #allAnswered: (() => void) | undefined;
  #written: Promise<void> = Promise.resolve();

  /** @param check throws for what is not a JSON-RPC message. */
  constructor(streams: ByteStreams, check: (value: unknown) => JSONRPCMessage) {
    this.#streams = streams;
    this.#check = check;
  }

  /** Settles when the connection is over. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  start(): Promise<void> {
    void this.#read();
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    await this.#write(message);
    if (!("method" in message) && message.id !== undefined) this.#settle(message.id);
  }

  close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#closed.resolve();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  async #read(): Promise<void> {
    try {
      for await (const line of readLines(this.#streams.input, LONGEST_MESSAGE)) {
        if (this.#isClosed) return;
        this.#receive(line);
      }
    } catch (error) {
      // An input that cannot be read has ended.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    await this.#lastAnswers();
    await this.close();
  }

  #receive(line: Line): void {
    if ("tooLong" in line) {
      return this.#refuse(null, INVALID_REQUEST, `A message has at most ${LONGEST_MESSAGE} bytes.`);
    }
    if (line.text.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line.text);
    } catch {
      return this.#refuse(null, PARSE_ERROR, "A message must be one line of JSON.");
    }
    let message: JSONRPCMessage;
    try {
      message = this.#check(value);
    } catch {
      return this.#refuse(requestIdOf(value), INVALID_REQUEST, "This is not a JSON-RPC 2.0 message.");
    }
    if ("method" in message) {
      if ("id" in message) this.#unanswered.add(message.id);
      else if (message.method === "notifications/cancelled") this.#settle(message.params?.["requestId"]);
    }
    this.onmessage?.(message);
  }

  /** Answers what never was a request. `null` stands for an id that is not known. */
  #refuse(id: RequestId | null, code: number, message: string): void {
    void this.#write({ jsonrpc: "2.0", id, error: { code, message } });
  }

  #settle(id: unknown): void {
    this.#unanswered.delete(id as RequestId);
    if (this.#unanswered.size === 0) this.#allAnswered?.();
  }

  async #lastAnswers(): Promise<void> {
    if (this.#unanswered.size === 0 || this.#isClosed) return;
    const answered = new Promise<void>((resolve) => this.#allAnswered = resolve);
    let patience: ReturnType<typeof setTimeout> | undefined;
    const outOfPatience = new Promise<void>((resolve) => patience = setTimeout(resolve, LAST_ANSWERS));
    await Promise.race([answered, outOfPatience, this.closed]);
    clearTimeout(patience);
  }

  /** Writes one message after all earlier ones. Never throws: who does not read is gone. */
  #write(message: object): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(message) + "\n");
    this.#written = this.#written.then(async () => {
      for (let at = 0; at < bytes.length && !this.#isClosed;) {
        at += await this.#streams.write(bytes.subarray(at));
      }
    }).catch(() => this.close());
    return this.#written;
  }
}

/** The id that a malformed request names, so that its sender does not wait for ever. */
function requestIdOf(value: unknown): RequestId | null {
  if (typeof value !== "object" || value === null || !("id" in value && "method" in value)) return null;
  const { id } = value;
  return typeof id === "string" || Number.isSafeInteger(id) ? id as RequestId : null;
}
