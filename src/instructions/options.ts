/** The options of the instruction context: what a caller may say, what it means, and what a repository may not say. */
import { RepoContextConfigError } from "./errors.ts";
import { compileGlob, type Glob } from "./glob.ts";
import { type Escape, escaper } from "./framing.ts";
import { contains, resolvePath } from "./paths.ts";
import type { Inject, Warning } from "./results.ts";

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** Options of `RepoContext`. Paths are paths in the workspace; relative ones start at its working directory. */
export interface RepoContextOptions {
  /** Shallowest directory of the walk-up, inclusive. Without it only the working directory is scanned. */
  homeDir?: string;
  /** Names of instruction files, in order within a directory. @default ["CLAUDE.md", "AGENTS.md"] */
  filenames?: readonly string[];
  /** The walk-up. @default true */
  autoloadInstructions?: boolean;
  /** Directories that links out of a scanned directory may point into; walk-up only. @default [] */
  autoloadSymlinkRoots?: readonly string[];
  /** The inventory tool and its static hint. @default false */
  exposeInventoryTool?: boolean;
  /** Name of that tool. @default "inventory_agent_context" */
  inventoryToolName?: string;
  /** Nested files and the static precedence statement. @default false */
  nestedTraversal?: boolean;
  /** Shape of a nested note. @default "pointer" */
  nestedInject?: Inject;
  /** What the inventory scans. @default [".claude", ".agents", ".codex", ".grok"] */
  assetRoots?: readonly string[];
  /** Larger files are skipped whole. @default 1048576 */
  maxFileBytes?: number;
  /** Name patterns of files that never load. @default [".env*", "*.secret.*", "appsettings.Production.json"] */
  sensitiveFiles?: readonly string[];
  /** Tags that mean something to the host and are escaped in file text, without brackets. @default [] */
  framingTags?: readonly string[];
  /** Counts tokens; without it results have no `tokens`. */
  countTokens?: CountTokens;
}

/** Options with every default applied, checked and compiled. */
export interface ResolvedOptions {
  homeDir: string | undefined;
  filenames: string[];
  autoloadInstructions: boolean;
  autoloadSymlinkRoots: string[];
  exposeInventoryTool: boolean;
  inventoryToolName: string;
  nestedTraversal: boolean;
  nestedInject: Inject;
  assetRoots: string[];
  maxFileBytes: number;
  isSensitive: (name: string) => boolean;
  escape: Escape;
  countTokens: CountTokens | undefined;
}

/** Names that count as instruction files whatever `filenames` says. */
export const INSTRUCTION_NAMES: readonly string[] = ["CLAUDE.md", "AGENTS.md"];

/** 1 MiB. */
export const DEFAULT_MAX_FILE_BYTES: number = 1024 * 1024;

const DEFAULT_SENSITIVE = [".env*", "*.secret.*", "appsettings.Production.json"];
const DEFAULT_ASSET_ROOTS = [".claude", ".agents", ".codex", ".grok"];

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string" && value !== "" && !value.includes("\0");
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isStrings: Check = (value) => Array.isArray(value) && value.every((item) => typeof item === "string");
const isSwitch: Check = (value) => typeof value === "boolean";

const CHECKS: Readonly<Record<keyof RepoContextOptions, readonly [Check, string]>> = {
  homeDir: [isText, "a path"],
  filenames: [isStrings, "a list of file names"],
  autoloadInstructions: [isSwitch, "true or false"],
  autoloadSymlinkRoots: [isTexts, "a list of paths"],
  exposeInventoryTool: [isSwitch, "true or false"],
  inventoryToolName: [(value) => isText(value) && /^[\w.-]{1,128}$/.test(value as string), "a tool name"],
  nestedTraversal: [isSwitch, "true or false"],
  nestedInject: [(value) => value === "pointer" || value === "contents", '"pointer" or "contents"'],
  assetRoots: [isTexts, "a list of paths"],
  maxFileBytes: [(value) => Number.isSafeInteger(value) && (value as number) > 0, "a positive whole number"],
  sensitiveFiles: [isTexts, "a list of name patterns"],
  framingTags: [
    (value) => isTexts(value) && (value as string[]).every((tag) => !/[\s<>/]/.test(tag)),
    "a list of tag names",
  ],
  countTokens: [(value) => typeof value === "function", "a function"],
};

/** Spells an option in a message; the command line writes flags. */
export type SpellOption = (option: keyof RepoContextOptions) => string;

/**
 * Checks options and applies the defaults.
 *
 * @throws {RepoContextConfigError} for an unknown option, a wrong type, or a file name that is no plain name.
 */
export function resolveOptions(
  options: RepoContextOptions = {},
  spell: SpellOption = (option) => option,
): ResolvedOptions {
  for (const [key, value] of Object.entries(options)) {
    if (!Object.hasOwn(CHECKS, key)) {
      throw new RepoContextConfigError(`Unknown option ${key}. Known: ${Object.keys(CHECKS).join(", ")}.`);
    }
    const [check, wanted] = CHECKS[key as keyof RepoContextOptions];
    if (value !== undefined && !check(value)) {
      throw new RepoContextConfigError(`${spell(key as keyof RepoContextOptions)} must be ${wanted}.`);
    }
  }
  const filenames = [...new Set(options.filenames ?? INSTRUCTION_NAMES)];
  for (const name of filenames) {
    if (!isPlainName(name)) {
      const message = `${spell("filenames")} takes a plain file name: ${name}`;
      throw new RepoContextConfigError(message, "invalid_filename");
    }
  }
  return {
    homeDir: options.homeDir,
    filenames,
    autoloadInstructions: options.autoloadInstructions ?? true,
    autoloadSymlinkRoots: [...(options.autoloadSymlinkRoots ?? [])],
    exposeInventoryTool: options.exposeInventoryTool ?? false,
    inventoryToolName: options.inventoryToolName ?? "inventory_agent_context",
    nestedTraversal: options.nestedTraversal ?? false,
    nestedInject: options.nestedInject ?? "pointer",
    assetRoots: [...new Set(options.assetRoots ?? DEFAULT_ASSET_ROOTS)],
    maxFileBytes: options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
    isSensitive: sensitiveNames(options.sensitiveFiles ?? DEFAULT_SENSITIVE),
    escape: escaper(options.framingTags),
    countTokens: options.countTokens,
  };
}

function isPlainName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\\\0]/.test(name);
}

/** Only names are compared: of a pattern with directories the last component counts, unless it names everything. */
function sensitiveNames(patterns: readonly string[]): (name: string) => boolean {
  const globs = patterns
    .map((pattern) => pattern.slice(pattern.lastIndexOf("/") + 1))
    .filter((pattern) => !/^\**$/.test(pattern))
    .map((pattern) => compileGlob(pattern, { ignoreCase: true }))
    .filter((glob): glob is Glob => glob !== undefined);
  return (name) => globs.some((glob) => glob(name));
}

/** The keys a repository may set for itself. Those that would widen what it can make us read are not among them. */
const FROM_CONFIG = new Set<string>([
  "filenames",
  "autoloadInstructions",
  "exposeInventoryTool",
  "inventoryToolName",
  "nestedTraversal",
  "nestedInject",
  "assetRoots",
]);

/**
 * The options a repository's own config may set. What it may not set, or sets wrongly, is left out with a warning.
 *
 * @param section the value of `instructions` in `repoctx.config.json`.
 * @param configPath how that file is called in a warning.
 */
export function optionsFromConfig(
  section: unknown,
  configPath = "repoctx.config.json",
): { options: RepoContextOptions; warnings: Warning[] } {
  const options: Record<string, unknown> = {};
  const warnings: Warning[] = [];
  const ignore = (key: string) =>
    warnings.push({ code: "config_key_ignored", path: configPath, detail: `instructions${key}` });
  if (section === undefined) return { options, warnings };
  if (typeof section !== "object" || section === null || Array.isArray(section)) {
    ignore("");
    return { options, warnings };
  }
  for (const [key, value] of Object.entries(section)) {
    const allowed = FROM_CONFIG.has(key) && CHECKS[key as keyof RepoContextOptions][0](value) &&
      withinRepository(key, value);
    if (allowed) options[key] = value;
    else ignore(`.${key}`);
  }
  return { options, warnings };
}

function withinRepository(key: string, value: unknown): boolean {
  if (key === "filenames") {
    return (value as string[]).every((name) => isPlainName(name) && /.\.md$/i.test(name));
  }
  if (key === "assetRoots") {
    // The place does not matter: only whether the path stays below the directory it starts from.
    return (value as string[]).every((root) =>
      !/^[A-Za-z]:|^[\\/]/.test(root) &&
      contains("/w", resolvePath("/w", root.replaceAll("\\", "/"), "posix"), "posix")
    );
  }
  return true;
}
