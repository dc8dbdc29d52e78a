/** What the user is told when something fails, and the exit code that goes with it. */
import { type Command, listWords } from "../commands/mod.ts";
import { ExitCode, NoIndexError, RepoctxError, SCHEMA_VERSION, UsageError } from "../model/mod.ts";
import { CommandLineError } from "./invocation.ts";
import { suggest } from "./suggest.ts";

/** A failure in words. */
export interface Failure {
  readonly exitCode: number;
  /** What programs tell failures apart by. */
  readonly code: string;
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
    const { intent, unknown } = error;
    const meant = unknown ? await suggest(unknown) : [];
    return {
      exitCode: error.exitCode,
      code: codeOf(error),
      message: error.message,
      advice: [
        ...(meant.length > 0 ? [`Did you mean ${listWords(meant)}?`] : []),
        intent ? `See 'repoctx help ${intent.command.name}'.` : "See 'repoctx help' for all commands.",
      ],
    };
  }
  if (error instanceof RepoctxError) {
    return { exitCode: error.exitCode, code: codeOf(error), message: error.message, advice: [] };
  }
  if (error instanceof Error && isEnvironmental(error)) {
    return { exitCode: ExitCode.runtime, code: "system_error", message: error.message, advice: [] };
  }
  const stack = error instanceof Error ? error.stack : undefined;
  return {
    exitCode: ExitCode.runtime,
    code: "internal_error",
    message: `This is a bug in repoctx: ${error instanceof Error ? error.message : String(error)}`,
    advice: [isDebugging && stack ? stack : "Run it again with REPOCTX_DEBUG=1 to see where it happened."],
  };
}

/** The code that an error brings along, else one for its class. */
function codeOf(error: RepoctxError): string {
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error instanceof UsageError) return "invalid_arguments";
  return error instanceof NoIndexError ? "no_index" : "failed";
}

/** A failure as one line of JSON. */
export function failureLine({ name }: Command, { code, message, advice }: Failure): string {
  const error = { code, message: [message, ...advice].join("\n") };
  return JSON.stringify({ schema_version: SCHEMA_VERSION, command: name, error });
}
