/** What was piped into the program, for the few commands that take it. */
import type { CommandContext } from "./command_context.ts";

/**
 * Standard input as text; empty where there is none. Bytes that are not UTF-8 become U+FFFD.
 *
 * @throws {RepoctxError} when it cannot be read.
 */
export async function readStandardInput(context: CommandContext): Promise<string> {
  return new TextDecoder().decode(await context.readInput?.());
}
