/** The tools about instruction files, for a door that serves tools. */
import type { CommandContext } from "./command_context.ts";

/** What a tool is called, what it is for and what it takes. */
export interface ToolDeclaration {
  /** Starts with `repoctx.`. */
  readonly name: string;
  /** What a model reads of it. */
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: object;
}

/** A tool that can be called. */
export interface InstructionTool extends ToolDeclaration {
  /**
   * Answers a call with a text for the model, and with the JSON of the command line as data.
   *
   * @throws {RepoctxError} for arguments that make no sense; nothing has been read then.
   */
  call(given: unknown): Promise<{ readonly text: string; readonly result: object }>;
}

/** What only whoever starts a server says about instruction files: no call of a model may widen it. */
export interface InstructionToolOptions {
  /** Shallowest directory of the walk-up. */
  readonly homeDir?: string;
  /** Directories that links of instruction files may point into. */
  readonly symlinkRoot: readonly string[];
  /** Names of instruction files; empty for the default. */
  readonly filename: readonly string[];
  /** What the inventory scans; empty for the default. */
  readonly assetRoot: readonly string[];
  /** Name of the inventory tool. */
  readonly inventoryToolName?: string;
  /** Results hold token counts, as those of the command line do. */
  readonly countsTokens: boolean;
}

/**
 * What the tools are called, with `repoctx.` before it, and what they take.
 *
 * @throws {UsageError} for a name that no tool can have.
 */
export async function instructionToolDeclarations(
  { inventoryToolName }: Pick<InstructionToolOptions, "inventoryToolName">,
): Promise<ToolDeclaration[]> {
  const { resolveOptions, toolDeclarations } = await import("../instructions/mod.ts");
  const { spellFlag } = await import("./_instruction_options.ts");
  const given = inventoryToolName === undefined ? {} : { inventoryToolName };
  return await toolDeclarations(resolveOptions(given, spellFlag));
}

/**
 * The tools for one folder, with a memory of their own for calls that name no session.
 *
 * @param folder absolute.
 * @throws {RepoctxError} when an option or the repository's config cannot be used.
 */
export async function openInstructionTools(
  context: CommandContext,
  folder: string,
  { countsTokens, ...flags }: InstructionToolOptions,
): Promise<InstructionTool[]> {
  const { instructionTools, LocalWorkspace, MemorySessions, resolveOptions, SessionStore } = await import(
    "../instructions/mod.ts"
  );
  const { instructionSetting, sessionAccess, slashed, tellWarnings, tokenCounter } = await import(
    "./_instruction_options.ts"
  );
  const countTokens = countsTokens ? await tokenCounter(folder) : undefined;
  // The tools are listed before it is known which repository they are for, so its config cannot name them.
  const inventoryToolName = flags.inventoryToolName ?? resolveOptions().inventoryToolName;
  const setting = await instructionSetting(context, folder, { ...flags, inventoryToolName }, countTokens);
  tellWarnings(context, setting.warnings);
  return await instructionTools({
    workspace: new LocalWorkspace(setting.cwd),
    options: setting.options,
    sessions: new SessionStore({ root: slashed(setting.root) }),
    connection: await sessionAccess(context, undefined, setting.root) ??
      { store: new MemorySessions(), session: "" },
  });
}
