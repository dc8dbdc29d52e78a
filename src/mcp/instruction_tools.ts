/** The tools about instruction files. They need no index, and say to a model what is meant for one: text, not JSON. */
import {
  type CommandContext,
  type InstructionTool,
  instructionToolDeclarations,
  type InstructionToolOptions,
  openInstructionTools,
} from "../commands/mod.ts";
import { outputSchema } from "./output_schemas.ts";
import type { ServedTool } from "./served_tool.ts";
import type { ToolCalls } from "./tool_calls.ts";

/** What whoever starts the server says about them. */
export type InstructionServer = InstructionToolOptions;

/** The commands whose JSON the answers are, in the order of the declarations. */
const COMMANDS = ["instructions", "inventory", "nested"];

/** What full names start with in the declarations. */
const PREFIX = "repoctx.";

/**
 * The tools, ready to be called for whatever folder the client works in.
 *
 * @throws {UsageError} for a name that no tool can have.
 */
export async function instructionTools(
  calls: ToolCalls,
  context: CommandContext,
  options: InstructionServer,
): Promise<ServedTool[]> {
  const opened = new Map<string, Promise<InstructionTool[]>>();
  /** A folder is opened once, so that calls that name no session share a memory. */
  const open = (folder: string): Promise<InstructionTool[]> => {
    const known = opened.get(folder);
    if (known !== undefined) return known;
    const tools = openInstructionTools(context, folder, options);
    opened.set(folder, tools);
    // What cannot be opened now may be mended by the next call.
    tools.catch(() => opened.delete(folder));
    return tools;
  };
  const declarations = await instructionToolDeclarations(options);
  return declarations.map(({ name, description, inputSchema }, index): ServedTool => ({
    name: name.slice(PREFIX.length),
    description,
    inputSchema,
    outputSchema: () => outputSchema(COMMANDS[index]!),
    inCallWords: (message) => message,
    call: async (given, [folder], caller) =>
      await calls.inTurn(caller, async () => {
        const { text, result } = await (await open(folder!))[index]!.call(given);
        return { text, data: () => result };
      }),
  }));
}
