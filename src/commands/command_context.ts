/** What a command may know of the world outside of the repository. Both doors and the library make one. */

/** Where the text of a result goes; part of the identity of a `context` answer. */
export type Surface = "core" | "cli" | "mcp-text";

/** How far a long run is. */
export interface Progress {
  /** What is being done, as a participle: `parsing`. */
  readonly stage: string;
  /** How many steps are done. */
  readonly done?: number;
  /** How many there are. */
  readonly total?: number;
}

/** Index runs that several calls share. */
export interface Refreshing {
  /** Before every answer, as if each call had asked for it. */
  readonly isAlways: boolean;
  /** Brings the index of the repository around the working directory up to date. */
  run(): Promise<void>;
}

/** The surroundings of one run. */
export interface CommandContext {
  /** Absolute working directory; file arguments start from it. */
  readonly cwd: string;
  /** Version of the program. */
  readonly version: string;
  /** Where the answer goes. */
  readonly surface: Surface;
  /** Aborted when the user gives up. */
  readonly signal: AbortSignal;
  /** Looks up an environment variable; empty ones count as absent. */
  env(name: string): string | undefined;
  /** Takes note of how far the work is. */
  progress(progress: Progress): void;
  /** Tells the user something that does not change the result. */
  warn(message: string): void;
  /** How the index of this call is brought up to date; absent where each command does it by itself when told to. */
  readonly refreshing?: Refreshing;
  /** Asks a question with the default answer no. Absent when nobody is there to answer. */
  confirm?(question: string): Promise<boolean>;
  /**
   * Everything on standard input; empty when nothing is piped in. Absent where standard input is not the caller's.
   *
   * @throws {RepoctxError} when it cannot be read, or is larger than anything that is meant for a command.
   */
  readInput?(): Promise<Uint8Array>;
}

/** A context in which nobody watches and nobody answers. */
export function quietContext(
  given: Pick<CommandContext, "cwd" | "version"> & Partial<CommandContext>,
): CommandContext {
  return {
    surface: "core",
    signal: new AbortController().signal,
    env: () => undefined,
    progress: () => {},
    warn: () => {},
    ...given,
  };
}
