/**
 * RepoContext in a server of the MCP SDK: declarations for `registerTool`, and results in the form it returns. It
 * loads nothing of the SDK.
 *
 * @example
 * ```ts
 * import { LocalWorkspace, RepoContext } from "@repoctx/cli/context";
 * import { nested, NESTED_TOOL_NAME, nestedTool, toCallToolResult } from "@repoctx/cli/context/mcp";
 *
 * const run = await new RepoContext().forRun({ workspace: new LocalWorkspace(".") });
 * server.registerTool(NESTED_TOOL_NAME, nestedTool, async ({ paths, base }) =>
 *   toCallToolResult(await nested(run, paths, base)));
 * ```
 *
 * @module
 */
import {
  checkArguments,
  GET_NESTED_INSTRUCTIONS,
  inventoryDeclaration,
  type ToolDeclaration,
} from "../mcp_tools.ts";
import { nestedResult } from "../nested_command.ts";
import { inventoryResult } from "../inventory.ts";
import { INVENTORY_SCHEMA } from "../inventory_schema.ts";
import { inventoryText } from "../render_inventory.ts";
import { nestedText } from "../render_nested.ts";
import type { InventoryResult, NestedResult } from "../results.ts";
import type { RepoContextRun } from "../run.ts";
import { type StandardSchema, standardSchema } from "../standard_schema.ts";

export type * from "../context.ts";
export type { AssetEntry, AssetKind, NoteFileResult, NoteResult } from "../results.ts";
export type { InventoryResult, NestedResult, StandardSchema };

/** What `registerTool` takes beside the name. */
export interface ToolConfig<Input, Output> {
  /** What a model reads of it. */
  description: string;
  /** Its arguments. */
  inputSchema: StandardSchema<Input>;
  /** Its structured result. */
  outputSchema: StandardSchema<Output>;
}

/** Arguments of the nested tool. */
export interface NestedArguments {
  /** Files read or directories listed. */
  paths: string[];
  /** What the paths are relative to; the working directory when absent. */
  base?: string;
}

/** Name of the nested tool. */
export const NESTED_TOOL_NAME: string = GET_NESTED_INSTRUCTIONS.name;

/** The nested tool. A run has one conversation and one shape of note, so these are no arguments. */
export const nestedTool: ToolConfig<NestedArguments, NestedResult> = toolConfig(
  pick(GET_NESTED_INSTRUCTIONS, ["paths", "base"]),
  {
    type: "object",
    required: ["schema_version", "command", "trust", "inject", "count", "notes"],
    properties: {
      schema_version: { type: "integer" },
      command: { const: "nested" },
      trust: { const: "untrusted" },
      inject: { enum: ["pointer", "contents"] },
      count: { type: "integer" },
      notes: { type: "array", items: { type: "object" } },
    },
  },
);

/** The inventory tool. */
export const inventoryTool: ToolConfig<Record<string, never>, InventoryResult> = toolConfig(
  inventoryDeclaration("inventory_agent_context"),
  INVENTORY_SCHEMA,
);

function pick(declaration: ToolDeclaration, names: readonly string[]): ToolDeclaration {
  const properties = Object.fromEntries(
    Object.entries(declaration.inputSchema.properties).filter(([name]) => names.includes(name)),
  );
  return { ...declaration, inputSchema: { ...declaration.inputSchema, properties } };
}

function toolConfig<Input, Output>(
  declaration: ToolDeclaration,
  output: Readonly<Record<string, unknown>>,
): ToolConfig<Input, Output> {
  return {
    description: declaration.description,
    inputSchema: standardSchema(
      { ...declaration.inputSchema },
      (value) => checkArguments(declaration, value) as Input,
    ),
    outputSchema: standardSchema(output, (value) => value as Output),
  };
}

/**
 * The notes for some paths, as a result. Works whether or not the run has nested files on.
 *
 * @param base what the paths are relative to; the working directory when absent.
 */
export async function nested(
  run: RepoContextRun,
  paths: readonly string[],
  base?: string,
): Promise<NestedResult> {
  const touches = paths.map((path) => ({
    path,
    kind: "either" as const,
    ...(base === undefined ? {} : { base }),
  }));
  return nestedResult(await run.touch(touches), { nestedInject: run.nestedInject, countTokens: undefined });
}

/** The assets, as a result. */
export async function inventory(run: RepoContextRun): Promise<InventoryResult> {
  return inventoryResult(await run.inventory());
}

/** A result in the form that a tool handler returns: a text for the model, and the data. */
export function toCallToolResult(result: NestedResult | InventoryResult): {
  content: [{ type: "text"; text: string }];
  structuredContent: Record<string, unknown>;
} {
  const text = result.command === "nested" ? nestedText(result) || "No new notes." : inventoryText(result);
  return { content: [{ type: "text", text }], structuredContent: { ...result } };
}
