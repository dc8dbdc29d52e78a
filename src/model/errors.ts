/** The few kinds of failure a user can meet. The class decides the exit code; the message says what to do next. */

/** Exit codes of the program, the same for every command. */
export const ExitCode = {
  success: 0,
  runtime: 1,
  noIndex: 2,
  usage: 3,
  drift: 4,
} as const;

/** A failure with a message meant for people. Anything else that is thrown is a defect of the program. */
export class RepoctxError extends Error {
  /** The process exit code that stands for this failure. */
  readonly exitCode: number;

  /**
   * A failure that ends the program with `exitCode`.
   *
   * @param message one or more lines without a trailing newline.
   * @param exitCode one of {@link ExitCode}.
   */
  constructor(message: string, exitCode: number = ExitCode.runtime) {
    super(message);
    this.name = new.target.name;
    this.exitCode = exitCode;
  }
}

/** Wrong arguments or options (exit 3). */
export class UsageError extends RepoctxError {
  /**
   * A failure that the caller can mend by other arguments.
   *
   * @param message what is wrong and what would be right.
   */
  constructor(message: string) {
    super(message, ExitCode.usage);
  }
}

/** There is no index, or none that this program may use (exit 2). */
export class NoIndexError extends RepoctxError {
  /**
   * A failure that indexing mends.
   *
   * @param message which command builds a usable one.
   */
  constructor(message: string) {
    super(message, ExitCode.noIndex);
  }
}
