/** The options of the instruction commands: flags first, then what the repository's config may say. */
import type {
  CountTokens,
  RepoContextOptions,
  ResolvedOptions,
  SessionAccess,
  Warning,
} from "../instructions/mod.ts";
import { UsageError } from "../model/mod.ts";
import { sessionName } from "./_possession.ts";
import type { CommandContext } from "./command_context.ts";

/** Flags that several instruction commands share. */
export interface InstructionFlags {
  /** Shallowest directory of the walk-up, inclusive. */
  homeDir?: string | undefined;
  /** Names of instruction files; empty for the default. */
  filename?: readonly string[];
  /** The walk-up. */
  autoload?: boolean;
  /** Directories that external links may point into. */
  symlinkRoot?: readonly string[];
  /** The static hint about assets. */
  inventoryHint?: boolean;
  /** Name of the inventory tool in that hint. */
  inventoryToolName?: string | undefined;
  /** The precedence statement. */
  nested?: boolean;
  /** Shape of a note. */
  inject?: "pointer" | "contents" | undefined;
  /** What the inventory scans; empty for the default. */
  assetRoot?: readonly string[];
  /** Larger files are skipped. */
  maxFileBytes?: number | undefined;
}

const SPELLING: Readonly<Record<string, string>> = {
  homeDir: "--home-dir",
  filenames: "--filename",
  autoloadSymlinkRoots: "--symlink-root",
  inventoryToolName: "--inventory-tool-name",
  assetRoots: "--asset-root",
  maxFileBytes: "--max-file-bytes",
  nestedInject: "--inject",
};

/** How an option of the instruction context is written on the command line. */
export function spellFlag(option: string): string {
  return SPELLING[option] ?? option;
}

/** The directory a command works in and what holds there. */
export interface InstructionSetting {
  /** Absolute working directory. */
  cwd: string;
  /** Root of the repository around it, or the working directory itself. */
  root: string;
  options: ResolvedOptions;
  /** From reading the config. */
  warnings: Warning[];
}

/**
 * Puts flags and config together.
 *
 * @param directory what the command was given; relative to the caller's working directory.
 * @throws {UsageError} for a flag that makes no sense.
 * @throws {RepoctxError} when the config file cannot be used.
 */
export async function instructionSetting(
  context: CommandContext,
  directory: string,
  flags: InstructionFlags,
  countTokens?: CountTokens,
): Promise<InstructionSetting> {
  const { resolveOptions } = await import("../instructions/mod.ts");
  const { resolve } = await import("node:path");
  const cwd = resolve(context.cwd, directory);
  const { root, options: fromConfig, warnings } = await readInstructionConfig(cwd);
  const list = (values: readonly string[] | undefined) =>
    values === undefined || values.length === 0 ? undefined : values;
  const given = dropUndefined({
    homeDir: flags.homeDir,
    filenames: list(flags.filename),
    autoloadInstructions: flags.autoload === false ? false : undefined,
    autoloadSymlinkRoots: list(flags.symlinkRoot),
    exposeInventoryTool: flags.inventoryHint === true ? true : undefined,
    inventoryToolName: flags.inventoryToolName,
    nestedTraversal: flags.nested === true ? true : undefined,
    nestedInject: flags.inject,
    assetRoots: list(flags.assetRoot),
    maxFileBytes: flags.maxFileBytes,
    countTokens,
  });
  const options = resolveOptions({ ...fromConfig, ...given }, spellFlag);
  return { cwd, root, options, warnings };
}

/** What the config of the repository around a directory says about instruction files. */
async function readInstructionConfig(
  cwd: string,
): Promise<{ root: string; options: RepoContextOptions; warnings: Warning[] }> {
  const { CONFIG_FILE, findRoot, readConfig } = await import("../repository/mod.ts");
  const { optionsFromConfig } = await import("../instructions/mod.ts");
  const root = findRoot(cwd);
  if (root === undefined) return { root: cwd, options: {}, warnings: [] };
  const { sensitiveFiles } = readConfig(root);
  const text = Deno.readTextFileSync(`${root}/${CONFIG_FILE}`);
  const value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const { options, warnings } = optionsFromConfig(value?.instructions, CONFIG_FILE);
  return { root, options: { ...options, sensitiveFiles }, warnings };
}

function dropUndefined(values: Record<string, unknown>): RepoContextOptions {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The session of a call and where it is kept; undefined without one. */
export async function sessionAccess(
  context: CommandContext,
  option: string | undefined,
  root: string,
): Promise<SessionAccess | undefined> {
  const session = await sessionName(option, context);
  if (session === undefined) return undefined;
  const { SessionStore } = await import("../instructions/mod.ts");
  return { store: new SessionStore({ root: slashed(root) }), session };
}

/** Counts o200k tokens, with the table of the repository where it has one. */
export async function tokenCounter(cwd: string): Promise<CountTokens> {
  const { findRoot, statePaths } = await import("../repository/mod.ts");
  const { loadTokenizer } = await import("../tokens/mod.ts");
  const root = findRoot(cwd);
  const tokenizer = await loadTokenizer(root === undefined ? {} : { cacheFile: statePaths(root).tokenTable });
  return (text) => tokenizer.count(text);
}

/** Instruction paths are written with `/` on every platform. */
export function slashed(path: string): string {
  return Deno.build.os === "windows" ? path.replaceAll("\\", "/") : path;
}

/** Tells the user of every warning of a result. */
export function tellWarnings(context: CommandContext, warnings: readonly Warning[]): void {
  for (const { code, path, detail } of warnings) {
    context.warn(`${path}: ${code}${detail === undefined ? "" : ` (${detail})`}`);
  }
}

/**
 * The home directory of the user.
 *
 * @throws {UsageError} when the environment names none.
 */
export function userHome(context: CommandContext): string {
  const home = context.env("HOME") ?? context.env("USERPROFILE");
  if (home === undefined) throw new UsageError("--home needs the variable HOME or USERPROFILE.");
  return home;
}
