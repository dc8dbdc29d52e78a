/** Processes and standard streams of Deno, made from those of Node. */
import { type ChildProcess as NodeChild, spawn, type StdioOptions } from "node:child_process";
import fs from "node:fs";
import process from "node:process";
import { Readable, Writable } from "node:stream";
import tty from "node:tty";
import { translated } from "./errors.ts";

type Stdio = "piped" | "null" | "inherit";

/** As `Deno.CommandOptions`, as far as the program uses them. */
interface CommandOptions {
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly clearEnv?: boolean;
  readonly stdin?: Stdio;
  readonly stdout?: Stdio;
  readonly stderr?: Stdio;
  readonly signal?: AbortSignal;
}

/** As `Deno.CommandStatus`. */
interface CommandStatus {
  readonly success: boolean;
  readonly code: number;
  readonly signal: string | null;
}

/** What a shell reports when a program was ended by a signal. */
const SIGNAL_BASE = 128;

class ChildProcess {
  readonly status: Promise<CommandStatus>;
  readonly #child: NodeChild;

  constructor(child: NodeChild) {
    this.#child = child;
    this.status = new Promise((resolve, reject) => {
      child.once("error", (error) => reject(translated(error)));
      child.once("exit", (code, signal) => {
        resolve({ success: code === 0, code: code ?? SIGNAL_BASE, signal });
      });
    });
    // Whoever does not wait for the end is not told of a failed start either.
    this.status.catch(() => {});
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get stdin(): WritableStream<Uint8Array> {
    return Writable.toWeb(this.#child.stdin!) as WritableStream<Uint8Array>;
  }

  get stdout(): ReadableStream<Uint8Array> {
    return Readable.toWeb(this.#child.stdout!) as unknown as ReadableStream<Uint8Array>;
  }

  get stderr(): ReadableStream<Uint8Array> {
    return Readable.toWeb(this.#child.stderr!) as unknown as ReadableStream<Uint8Array>;
  }

  kill(signal: NodeJS.Signals = "SIGTERM"): void {
    this.#child.kill(signal);
  }

  unref(): void {
    this.#child.unref();
  }
}

/** As `Deno.Command`. */
export class Command {
  readonly #program: string;
  readonly #options: CommandOptions;

  constructor(program: string, options: CommandOptions = {}) {
    this.#program = program;
    this.#options = options;
  }

  spawn(): ChildProcess {
    const { args = [], cwd, env, clearEnv, stdin, stdout, stderr, signal } = this.#options;
    const stdio = [stdin, stdout, stderr].map((kind = "inherit") =>
      kind === "piped" ? "pipe" : kind === "null" ? "ignore" : "inherit"
    ) as StdioOptions;
    const child = spawn(this.#program, args, {
      stdio,
      windowsHide: true,
      env: clearEnv ? { ...env } : { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
      ...(signal === undefined ? {} : { signal }),
    });
    return new ChildProcess(child);
  }
}

/** Milliseconds to wait for a stream that cannot take bytes at the moment. */
const PAUSE = 5;

function outputStream(descriptor: number) {
  return {
    async write(bytes: Uint8Array): Promise<number> {
      while (true) {
        try {
          return await new Promise((resolve, reject) => {
            fs.write(
              descriptor,
              bytes,
              0,
              bytes.length,
              null,
              (error, count) => error ? reject(error) : resolve(count),
            );
          });
        } catch (error) {
          if ((error as { code?: string }).code !== "EAGAIN") throw translated(error);
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
        }
      }
    },
    writeSync: (bytes: Uint8Array): number => fs.writeSync(descriptor, bytes),
    isTerminal: (): boolean => tty.isatty(descriptor),
  };
}

/** As `Deno.stdout`. */
export const stdout = outputStream(1);
/** As `Deno.stderr`. */
export const stderr = outputStream(2);

async function readInput(buffer: Uint8Array): Promise<number | null> {
  while (true) {
    try {
      const count: number = await new Promise((resolve, reject) => {
        fs.read(0, buffer, 0, buffer.length, null, (error, count) => error ? reject(error) : resolve(count));
      });
      return count === 0 ? null : count;
    } catch (error) {
      const { code } = error as { code?: string };
      // The end of a pipe on Windows.
      if (code === "EOF") return null;
      if (code !== "EAGAIN") throw translated(error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

const BLOCK = 1 << 16;

/** As `Deno.stdin`. */
export const stdin = {
  read: readInput,
  isTerminal: (): boolean => tty.isatty(0),
  get readable(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const buffer = new Uint8Array(BLOCK);
        const count = await readInput(buffer);
        if (count === null) controller.close();
        else controller.enqueue(buffer.subarray(0, count));
      },
    });
  },
};
