/** Runs the whole program inside this process: a documented command line costs milliseconds instead of a start. */
import manifest from "../../deno.json" with { type: "json" };
import { type OutputStream, runCommandLine, type System } from "../../src/cli/mod.ts";
import { mcp } from "../../src/mcp/mod.ts";

/** What a run has around it. */
export interface RunOptions {
  /** Working directory, absolute. */
  readonly cwd: string;
  /** The environment; nothing of this process reaches the program. */
  readonly env?: Readonly<Record<string, string>>;
  /** What stands on standard input. */
  readonly input?: string;
}

/** What a run did. */
export interface ProgramRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line. `mcp` serves on the real streams and is not for this. */
export async function runProgram(args: readonly string[], options: RunOptions): Promise<ProgramRun> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  let input = new TextEncoder().encode(options.input ?? "");
  const system: System = {
    cwd: () => options.cwd,
    env: (name) => options.env?.[name] || undefined,
    stdin: {
      read(buffer) {
        if (input.length === 0) return Promise.resolve(null);
        const taken = input.subarray(0, buffer.length);
        buffer.set(taken);
        input = input.subarray(taken.length);
        return Promise.resolve(taken.length);
      },
      isTerminal: () => false,
    },
    stdout,
    stderr,
    onInterrupt: () => () => {},
  };
  const code = await runCommandLine(args, { version: manifest.version, doors: [mcp], system });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** Keeps what is written. */
class Sink implements OutputStream {
  readonly #decoder = new TextDecoder();
  text = "";

  write(bytes: Uint8Array): Promise<number> {
    this.text += this.#decoder.decode(bytes, { stream: true });
    return Promise.resolve(bytes.length);
  }

  isTerminal(): boolean {
    return false;
  }

  columns(): undefined {
    return undefined;
  }
}
