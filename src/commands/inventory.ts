/** `inventory`: where a repository keeps skills, sub-agents and settings of coding agents. */
import type { InventoryResult } from "../instructions/mod.ts";
import { instructionSetting, tellWarnings, tokenCounter } from "./_instruction_options.ts";
import { type Command, defineCommand, type Format } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `inventory` is asked. */
export interface InventoryOptions {
  /** Working directory. */
  dir: string;
  /** What is scanned. */
  assetRoot: string[];
  /** The assets of all agents as well. */
  extended: boolean;
}

/** Lists the assets of coding agents. */
export const inventory: Command<InventoryOptions, InventoryResult> = defineCommand<
  InventoryOptions,
  InventoryResult
>({
  name: "inventory",
  group: "Agents",
  summary: "List skills, sub-agents and settings of coding agents in this repository",
  description: "Files are located, not opened; with --extended their heads are read for scope and names.",
  parameters: {
    dir: { type: "string", positional: true, default: ".", file: true, help: "The working directory" },
    assetRoot: {
      type: "list",
      label: "dir",
      file: true,
      help: "A directory with assets; replaces the default ones",
    },
    extended: {
      type: "boolean",
      default: false,
      help: "Also rules, commands, prompts, hooks, MCP servers and plugins",
    },
  },
  examples: [
    { line: "inventory", explanation: "Skills, sub-agents and settings, by folder" },
    { line: "inventory --extended --format json", explanation: "Everything any agent keeps here" },
  ],
  formats: ["text", "json", "md"],
  needs: "nothing",
  failsInJson: true,
  run: list,
  render,
});

async function list(
  context: CommandContext,
  values: InventoryOptions,
  format: Format,
): Promise<InventoryResult> {
  const { extendedInventory, inventoryResult, LocalWorkspace, readInventory, resolveWorkingDirectory } =
    await import(
      "../instructions/mod.ts"
    );
  const { cwd, options, warnings } = await instructionSetting(context, values.dir, {
    assetRoot: values.assetRoot,
  });
  tellWarnings(context, warnings);
  const workspace = new LocalWorkspace(cwd);
  const directory = await resolveWorkingDirectory(workspace);
  const result = inventoryResult(await readInventory(workspace, directory, options.assetRoots));
  if (!values.extended) return result;
  const countTokens = format === "json" ? await tokenCounter(cwd) : undefined;
  return { ...result, entries: await extendedInventory(workspace, directory, countTokens) };
}

async function render(result: InventoryResult, format: Format): Promise<string> {
  if (format === "json") return JSON.stringify(result);
  const { renderText } = await import("../instructions/mod.ts");
  return await renderText(result, format === "md" ? "md" : "text");
}
