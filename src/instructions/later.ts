/**
 * The parts of this room that a hook has no use for, each behind a function that loads it when it is called: a hook
 * runs after every tool call of an agent, so every module counts.
 */
import type { AppliesRequest } from "./applies.ts";
import type { CostRequest } from "./cost.ts";
import type { HostProfile } from "./hosts.ts";
import type { HookHost, HookPlace } from "./hooks/hook_table.ts";
import type { LintRequest } from "./lint/lint.ts";
import type { InstructionTool, ToolDeclaration, ToolServer } from "./mcp_tools.ts";
import type { CountTokens, ResolvedOptions } from "./options.ts";
import type {
  AppliesResult,
  AssetEntry,
  CostResult,
  InstructionsResult,
  InventoryResult,
  LintResult,
  NestedResult,
} from "./results.ts";
import type { Workspace } from "./workspace.ts";

export type { AppliesRequest } from "./applies.ts";
export type { CostRequest } from "./cost.ts";
export type { HookPlace } from "./hooks/hook_table.ts";
export type { HostProfile, NameGroup, RuleFolder } from "./hosts.ts";
export type { LintRequest } from "./lint/lint.ts";
export type { InstructionTool, ToolAnswer, ToolDeclaration, ToolServer } from "./mcp_tools.ts";

/**
 * Runs `instructions --for`.
 *
 * @throws {RepoContextConfigError} for an unknown agent, or a path outside of the working directory.
 */
export async function instructionsFor(request: AppliesRequest): Promise<AppliesResult> {
  return await (await import("./applies.ts")).instructionsFor(request);
}

/**
 * Runs `instructions --cost`. Agents that start with nothing are left out.
 *
 * @throws {RepoContextConfigError} for an unknown agent.
 */
export async function instructionsCost(request: CostRequest): Promise<CostResult> {
  return await (await import("./cost.ts")).instructionsCost(request);
}

/** Inspects everything below the working directory. */
export async function lintInstructions(request: LintRequest): Promise<LintResult> {
  return await (await import("./lint/lint.ts")).lintInstructions(request);
}

/** Lists the assets in the working directory (resolved), sorted by path, kind, agent and name. */
export async function extendedInventory(
  workspace: Workspace,
  cwd: string,
  countTokens?: CountTokens,
): Promise<AssetEntry[]> {
  return await (await import("./extended_inventory.ts")).extendedInventory(workspace, cwd, countTokens);
}

/** What each agent loads by itself, and when that was last gone through (`YYYY-MM-DD`). */
export async function hostTable(): Promise<{ verified: string; hosts: readonly HostProfile[] }> {
  const { HOSTS, HOSTS_VERIFIED } = await import("./hosts.ts");
  return { verified: HOSTS_VERIFIED, hosts: HOSTS };
}

/** Where each host of hooks is told to run them, for those that can be told so in a file of the repository. */
export async function hookPlaces(): Promise<
  (HookPlace & { host: HookHost; projectVariable?: string })[]
> {
  const { HOOK_PROFILES } = await import("./hooks/hook_table.ts");
  return HOOK_PROFILES.flatMap(({ host, place, projectVariable }) =>
    place === undefined
      ? []
      : [{ host, ...place, ...(projectVariable === undefined ? {} : { projectVariable }) }]
  );
}

/** What the tools of an MCP server are called, and what they take. */
export async function toolDeclarations(options: ResolvedOptions): Promise<ToolDeclaration[]> {
  return (await import("./mcp_tools.ts")).toolDeclarations(options);
}

/** The tools of an MCP server. */
export async function instructionTools(server: ToolServer): Promise<InstructionTool[]> {
  return (await import("./mcp_tools.ts")).instructionTools(server);
}

/** The JSON Schema of `inventory` and `inventory --extended`. */
export async function inventorySchema(): Promise<Readonly<Record<string, unknown>>> {
  return (await import("./inventory_schema.ts")).INVENTORY_SCHEMA;
}

/** The forms of a text: for a terminal or a prompt, or with headings. */
export type TextFormat = "text" | "md";

/** Any result of this room. */
export type AnyResult =
  | InstructionsResult
  | AppliesResult
  | CostResult
  | InventoryResult
  | NestedResult
  | LintResult;

/** The text of a result, without a final newline; empty when it has nothing to say. */
export async function renderText(result: AnyResult, format: TextFormat): Promise<string> {
  const markdown = format === "md";
  if (result.command === "inventory") {
    const { inventoryMarkdown, inventoryText } = await import("./render_inventory.ts");
    return markdown ? inventoryMarkdown(result) : inventoryText(result);
  }
  if (result.command === "nested") {
    const { nestedMarkdown, nestedText } = await import("./render_nested.ts");
    return markdown ? nestedMarkdown(result) : nestedText(result);
  }
  if (result.command === "lint") {
    const { lintMarkdown, lintText } = await import("./render_lint.ts");
    return markdown ? lintMarkdown(result) : lintText(result);
  }
  const { appliesMarkdown, appliesText, costMarkdown, costText, instructionsMarkdown, instructionsText } =
    await import("./render_instructions.ts");
  if ("cost" in result) return markdown ? costMarkdown(result) : costText(result);
  if ("agents" in result) return markdown ? appliesMarkdown(result) : appliesText(result);
  return markdown ? instructionsMarkdown(result) : instructionsText(result);
}

/** Lint findings as a SARIF 2.1.0 log. */
export async function sarifLog(result: LintResult, version: string): Promise<Record<string, unknown>> {
  return (await import("./lint/sarif.ts")).sarifLog(result, version);
}
