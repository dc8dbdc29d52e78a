/** A tool as a connection lists and calls it, whatever answers. */
import { flagOf } from "../commands/mod.ts";
import type { Waiting } from "./index_runs.ts";
import { outputSchema } from "./output_schemas.ts";
import type { ToolCalls } from "./tool_calls.ts";
import { inputSchema, loadTools, type Tool } from "./tools.ts";

/** What a tool says. */
export interface ToolAnswer {
  /** For the model. */
  readonly text: string;
  /** The JSON of the command line, as data. */
  data(): unknown;
}

/** One tool. */
export interface ServedTool {
  /** Without the prefix: `search`. */
  readonly name: string;
  /** One sentence. */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: object;
  /** JSON Schema of the data of an answer. */
  outputSchema(): Promise<object>;
  /**
   * Answers a call.
   *
   * @param given the arguments as they came.
   * @param folders where the client works: absolute, at least one.
   * @throws {RepoctxError} with a message for the caller.
   */
  call(given: unknown, folders: readonly string[], caller: Waiting): Promise<ToolAnswer>;
  /** A message of the command line in the words of a call. */
  inCallWords(message: string): string;
}

/** The tools that run a command. */
export async function commandTools(calls: ToolCalls): Promise<ServedTool[]> {
  return (await loadTools()).map((tool): ServedTool => ({
    name: tool.name,
    description: `${tool.command.summary}.`,
    inputSchema: inputSchema(tool),
    outputSchema: () => outputSchema(tool.command.name),
    inCallWords: (message) => inCallWords(message, tool),
    async call(given, folders, caller) {
      const text = await calls.answer(tool, given, folders, caller);
      return { text, data: () => JSON.parse(text) };
    },
  }));
}

/** What `--top` names is called `top` in a call. */
function inCallWords(message: string, { parameters }: Tool): string {
  return message.replaceAll(/--([a-z]+(?:-[a-z]+)*)/g, (option, flag) => {
    const named = parameters.find((parameter) => !parameter.positional && flagOf(parameter) === flag);
    return named?.name ?? option;
  });
}
