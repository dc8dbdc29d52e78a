/** What the user is told when something fails, and the exit code that goes with it. */
import { listWords } from "../commands/mod.ts";
import { ExitCode, RepoctxError } from "../model/mod.ts";
import { CommandLineError } from "./invocation.ts";
import { suggest } from "./suggest.ts";

/** A failure in words. */
export interface Failure {
  readonly exitCode: number;
  /** What went wrong; the first line is the gist. */
  readonly message: string;
  /** What can be done about it. */
  readonly advice: string[];
}

/** Failures of the surroundings: no defect of the program, and their message says what they are. */
const ENVIRONMENT_CODES = ["ENOSPC", "EROFS", "EDQUOT", "EMFILE", "ENFILE", "EACCES", "EPERM", "EIO"];

function isEnvironmental(error: Error): boolean {
  const code = "code" in error ? error.code : undefined;
  return error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotFound ||
    (typeof code === "string" && ENVIRONMENT_CODES.includes(code));
}

/**
 * Puts a failure into words. Only a defect of the program mentions how to see its stack.
 *
 * @param isDebugging whether a defect shows its stack.
 */
export async function describeFailure(error: unknown, isDebugging: boolean): Promise<Failure> {
  if (error instanceof CommandLineError) {
    const { command, unknown } = error;
    const meant = unknown ? await suggest(unknown) : [];
    return {
      exitCode: error.exitCode,
      message: error.message,
      advice: [
        ...(meant.length > 0 ? [`Did you mean ${listWords(meant)}?`] : []),
        command ? `See 'repoctx help ${command.name}'.` : "See 'repoctx help' for all commands.",
      ],
    };
  }
  if (error instanceof RepoctxError) return { exitCode: error.exitCode, message: error.message, advice: [] };
  if (error instanceof Error && isEnvironmental(error)) {
    return { exitCode: ExitCode.runtime, message: error.message, advice: [] };
  }
  const stack = error instanceof Error ? error.stack : undefined;
  return {
    exitCode: ExitCode.runtime,
    message: `This is a bug in repoctx: ${error instanceof Error ? error.message : String(error)}`,
    advice: [isDebugging && stack ? stack : "Run it again with REPOCTX_DEBUG=1 to see where it happened."],
  };
}

/** Controls other than tab and newline, which could steer a terminal. */
// deno-lint-ignore no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A message with its control characters written out. File names and arguments of any kind stand in messages. */
export function visibleMessage(message: string): string {
  return message.replace(
    CONTROLS,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
