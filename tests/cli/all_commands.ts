/** The commands of the program as the command line knows them. */
import { completionsCommand } from "../../src/cli/completions.ts";
import { type Command, loadCommands } from "../../src/commands/mod.ts";

/** The table, with the command that only the command line has. */
const commands = await loadCommands();
export const allCommands: readonly Command[] = [...commands, completionsCommand(commands)];
