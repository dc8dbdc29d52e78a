/** The process as the command line sees it. Tests put another one in its place. */

/** Where bytes go. */
export interface OutputStream {
  /** Writes a part of the bytes and says how many. */
  write(bytes: Uint8Array): Promise<number>;
  /** Whether a person may be looking. */
  isTerminal(): boolean;
  /** Width of the terminal in cells, when there is one. */
  columns(): number | undefined;
}

/** Where bytes come from. */
export interface InputStream {
  /** Reads up to the length of the buffer; null at the end. */
  read(buffer: Uint8Array): Promise<number | null>;
  /** Whether a person may be typing. */
  isTerminal(): boolean;
}

/** A request from outside to stop, and the exit code that stands for it. */
export type Interruption = { readonly exitCode: 130 | 143 };

/** Everything outside of the program that the command line touches. */
export interface System {
  /**
   * The working directory, absolute.
   *
   * @throws when it has been removed.
   */
  cwd(): string;
  /** An environment variable; an empty one counts as absent. */
  env(name: string): string | undefined;
  /** Answers to questions. */
  readonly stdin: InputStream;
  /** Results and help. */
  readonly stdout: OutputStream;
  /** Diagnostics and progress. */
  readonly stderr: OutputStream;
  /** Calls back when the user presses Ctrl+C or the process is asked to end. Returns how to stop listening. */
  onInterrupt(callback: (interruption: Interruption) => void): () => void;
}

function outputStream(stream: typeof Deno.stdout): OutputStream {
  return {
    write: (bytes) => stream.write(bytes),
    isTerminal: () => stream.isTerminal(),
    columns() {
      try {
        return Deno.consoleSize().columns || undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** The real process. */
export function processSystem(): System {
  return {
    cwd: () => Deno.cwd(),
    env: (name) => Deno.env.get(name) || undefined,
    stdin: Deno.stdin,
    stdout: outputStream(Deno.stdout),
    stderr: outputStream(Deno.stderr),
    onInterrupt(callback) {
      const signals: [Deno.Signal, Interruption][] = [["SIGINT", { exitCode: 130 }]];
      // Windows knows no SIGTERM.
      if (Deno.build.os !== "windows") signals.push(["SIGTERM", { exitCode: 143 }]);
      const listeners = signals.map(([signal, interruption]) => {
        const listener = () => callback(interruption);
        Deno.addSignalListener(signal, listener);
        return () => Deno.removeSignalListener(signal, listener);
      });
      return () => listeners.forEach((remove) => remove());
    },
  };
}
