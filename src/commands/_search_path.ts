/** Whether agents find the program that a registration names. */
import { delimiter, isAbsolute, join } from "node:path";
import type { Launch } from "../integrate/mod.ts";
import type { CommandContext } from "./command_context.ts";

/** Endings of programs that start without a shell; what npm puts on the search path of Windows does not. */
const ENDINGS = Deno.build.os === "windows" ? [".exe", ".com"] : [""];

/**
 * What is wrong where a registration names a program that is not on the search path; undefined where nothing is, or where
 * that is not known.
 *
 * @param launch how the registration starts it.
 */
export function unknownCommand(launch: Launch, context: Pick<CommandContext, "env">): string | undefined {
  const { command } = launch;
  const searchPath = context.env("PATH");
  if (typeof command !== "string" || searchPath === undefined) return undefined;
  const isThere = searchPath.split(delimiter).filter(isAbsolute).some((folder) =>
    ENDINGS.some((ending) => isFile(join(folder, `${command}${ending}`)))
  );
  if (isThere) return undefined;
  return `The MCP server is registered as '${command}', which is not on the search path. Put the program there.`;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
