/** What is piped into the program. */
import { RepoctxError } from "../model/mod.ts";
import type { InputStream } from "./system.ts";

/** Most bytes that are taken; nothing that a command reads from a pipe is meant to be larger. */
export const LARGEST_INPUT = 16 * 1024 * 1024;

/** Milliseconds for taking what nobody wants to know. */
const LAST_TAKE = 200;

/** Bytes taken at once; as many as a pipe holds on most systems. */
const CHUNK = 64 * 1024;

/** Standard input as a whole. */
export interface Input {
  /**
   * Everything that is piped in; empty on a terminal and where there is no input at all.
   *
   * @throws {RepoctxError} when it cannot be read or is larger than {@link LARGEST_INPUT}.
   */
  readAll(): Promise<Uint8Array>;
  /** Takes for a moment what is still coming, so that whoever writes it does not find the pipe broken. */
  drain(): Promise<void>;
}

/** The input that comes from a stream. */
export function standardInput(stream: InputStream): Input {
  let isAtEnd = false;
  let latest: Promise<unknown> = Promise.resolve();

  async function read(): Promise<Uint8Array | undefined> {
    if (isAtEnd) return undefined;
    const buffer = new Uint8Array(CHUNK);
    const count = await stream.read(buffer).catch((error) => {
      // A closed standard input is an empty one.
      if (error instanceof Deno.errors.BadResource) return null;
      throw new RepoctxError(`Standard input cannot be read: ${error.message}`);
    });
    if (count !== null) return buffer.subarray(0, count);
    isAtEnd = true;
    return undefined;
  }

  /** The next bytes. A stream has room for one reader at a time. */
  function next(): Promise<Uint8Array | undefined> {
    const reading = latest.then(read, read);
    latest = reading.catch(() => isAtEnd = true);
    return reading;
  }

  return {
    async readAll() {
      if (stream.isTerminal()) return new Uint8Array();
      const chunks: Uint8Array[] = [];
      let length = 0;
      for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
        length += chunk.length;
        if (length > LARGEST_INPUT) {
          throw new RepoctxError(`Standard input has more than ${LARGEST_INPUT} bytes.`);
        }
        chunks.push(chunk);
      }
      return concatenate(chunks, length);
    },

    async drain() {
      if (stream.isTerminal()) return;
      // The first `setTimeout` of a process costs milliseconds; this one does not.
      const over = AbortSignal.timeout(LAST_TAKE);
      const rest = async (): Promise<void> => {
        while (!over.aborted && await next() !== undefined);
      };
      const patience = new Promise<void>((resolve) => over.addEventListener("abort", () => resolve()));
      await Promise.race([rest().catch(() => {}), patience]);
    },
  };
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
