/** A process that exists in memory: what it prints is kept, what it reads is given. */
import type { Interruption, OutputStream, System } from "../../src/cli/system.ts";

/** Settings of a fake process. */
export interface FakeOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Which streams are terminals. */
  readonly terminals?: readonly ("stdin" | "stdout" | "stderr")[];
  readonly columns?: number;
  /** What a person types. */
  readonly input?: string;
  /** Bytes a single write takes at most. */
  readonly writeLimit?: number;
  /** Thrown by every write to standard output. */
  readonly stdoutError?: Error;
}

/** A system whose output can be looked at. */
export interface FakeSystem extends System {
  output(): string;
  errors(): string;
  /** Presses Ctrl+C. */
  interrupt(interruption?: Interruption): void;
  isListening(): boolean;
}

/** Makes one. */
export function fakeSystem(options: FakeOptions = {}): FakeSystem {
  const isTerminal = (name: "stdin" | "stdout" | "stderr") => options.terminals?.includes(name) ?? false;
  const sink = (name: "stdout" | "stderr"): OutputStream & { text(): string } => {
    const bytes: number[] = [];
    return {
      write(chunk) {
        if (name === "stdout" && options.stdoutError) return Promise.reject(options.stdoutError);
        const taken = chunk.subarray(0, options.writeLimit ?? chunk.length);
        for (const byte of taken) bytes.push(byte);
        return Promise.resolve(taken.length);
      },
      isTerminal: () => isTerminal(name),
      columns: () => isTerminal(name) ? options.columns : undefined,
      text: () => new TextDecoder().decode(new Uint8Array(bytes)),
    };
  };
  const stdout = sink("stdout");
  const stderr = sink("stderr");
  let input = new TextEncoder().encode(options.input ?? "");
  let listener: ((interruption: Interruption) => void) | undefined;
  return {
    cwd: () => options.cwd ?? "/repo",
    env: (name) => options.env?.[name] || undefined,
    stdin: {
      read(buffer) {
        if (input.length === 0) return Promise.resolve(null);
        const taken = input.subarray(0, buffer.length);
        buffer.set(taken);
        input = input.subarray(taken.length);
        return Promise.resolve(taken.length);
      },
      isTerminal: () => isTerminal("stdin"),
    },
    stdout,
    stderr,
    onInterrupt(callback) {
      listener = callback;
      return () => listener = undefined;
    },
    output: stdout.text,
    errors: stderr.text,
    interrupt: (interruption = { exitCode: 130 }) => listener?.(interruption),
    isListening: () => listener !== undefined,
  };
}
