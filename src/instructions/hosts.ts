/**
 * Which instruction files each coding agent loads by itself, as data. Agents change: every row says what it rests
 * on, and the whole table when it was last gone through. Only files of a repository are listed; what an agent reads
 * from a home directory or a managed place is the same for every repository.
 */

/** When the table was last gone through. */
export const HOSTS_VERIFIED = "2026-11-29";

/** Names of which the first that exists in a directory is read. */
export interface NameGroup {
  firstOf: readonly string[];
  /** The first is meant to silence the others; otherwise they are merely not read. */
  silences?: true;
}

/** A folder of rule files, relative to the directory that holds it. */
export interface RuleFolder {
  /** Path of the folder. */
  folder: string;
  /** Only files that end with this are rules. */
  extension: string;
  /** Frontmatter keys that hold globs. */
  scopeKeys: readonly string[];
  /** A key and the values of it that say when a rule applies; wins over the rest. */
  mode?: { key: string; always?: string; glob?: string; model?: string };
  /** A rule with neither scope nor mode. */
  unscoped: "always" | "manual";
  /** How a glob without `/` is read. */
  bare: "root" | "anywhere";
}

/** One coding agent. */
export interface HostProfile {
  /** What it is called in results and options. */
  id: string;
  /** What people call it. */
  title: string;
  /** What the row rests on. */
  basis: "documentation" | "source" | "secondary";
  /** What is read at the start. */
  start: {
    /** The outermost directory; all from there down to the working directory are searched. */
    from: "repository_root" | "working_directory";
    groups: readonly NameGroup[];
    /** Read only when no group found anything in any directory. */
    fallback?: readonly string[];
    /** The first name of a group that exists in any directory decides; only files of that name are read. */
    firstNameOnly?: true;
  };
  /** What is read of a deeper directory when a file there is touched. */
  touch?: readonly NameGroup[];
  /** Where it looks for rule files. */
  rules?: readonly RuleFolder[];
  /** Hops of `@path` imports that are followed. */
  importDepth?: number;
  /** What it cuts or skips. */
  limits?: {
    /** Bytes for all files read at the start together, filled from the outermost directory. */
    chainBytes?: number;
    /** Larger files are skipped. */
    fileBytes?: number;
    /** Longer rule files are cut. */
    ruleCharacters?: number;
  };
}

const one = (...firstOf: string[]): NameGroup => ({ firstOf });

/** The agents, in the order in which results list them. */
export const HOSTS: readonly HostProfile[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    basis: "documentation",
    start: {
      from: "repository_root",
      groups: [one("CLAUDE.md"), one(".claude/CLAUDE.md"), one("CLAUDE.local.md")],
      fallback: ["AGENTS.md"],
    },
    touch: [one("CLAUDE.md"), one(".claude/CLAUDE.md"), one("CLAUDE.local.md")],
    rules: [{
      folder: ".claude/rules",
      extension: ".md",
      scopeKeys: ["paths"],
      unscoped: "always",
      bare: "root",
    }],
    importDepth: 4,
    limits: { fileBytes: 4 * 1024 * 1024 },
  },
  {
    id: "codex",
    title: "Codex",
    basis: "source",
    start: {
      from: "repository_root",
      groups: [{ firstOf: ["AGENTS.override.md", "AGENTS.md"], silences: true }],
    },
    limits: { chainBytes: 32 * 1024 },
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    basis: "documentation",
    start: { from: "repository_root", groups: [one("GEMINI.md")] },
    touch: [one("GEMINI.md")],
    importDepth: 5,
  },
  {
    id: "cursor",
    title: "Cursor",
    basis: "documentation",
    start: { from: "working_directory", groups: [one("AGENTS.md"), one(".cursorrules")] },
    touch: [one("AGENTS.md")],
    rules: [{
      folder: ".cursor/rules",
      extension: ".mdc",
      scopeKeys: ["globs"],
      mode: { key: "alwaysApply", always: "true" },
      unscoped: "manual",
      bare: "anywhere",
    }],
  },
  {
    id: "copilot",
    title: "Copilot, VS Code",
    basis: "documentation",
    start: {
      from: "working_directory",
      groups: [one(".github/copilot-instructions.md"), one("AGENTS.md"), one("CLAUDE.md")],
    },
    rules: [{
      folder: ".github/instructions",
      extension: ".instructions.md",
      scopeKeys: ["applyTo"],
      unscoped: "manual",
      bare: "anywhere",
    }],
  },
  {
    id: "windsurf",
    title: "Windsurf, Devin",
    basis: "documentation",
    start: { from: "working_directory", groups: [one("AGENTS.md")] },
    touch: [one("AGENTS.md")],
    rules: [{
      folder: ".windsurf/rules",
      extension: ".md",
      scopeKeys: ["globs"],
      mode: { key: "trigger", always: "always_on", glob: "glob", model: "model_decision" },
      unscoped: "manual",
      bare: "anywhere",
    }],
    limits: { ruleCharacters: 12_000 },
  },
  {
    id: "cline",
    title: "Cline",
    basis: "documentation",
    start: { from: "working_directory", groups: [one("AGENTS.md")] },
    rules: [{
      folder: ".clinerules",
      extension: ".md",
      scopeKeys: ["paths"],
      unscoped: "always",
      bare: "anywhere",
    }],
  },
  {
    id: "roo",
    title: "Roo Code",
    basis: "documentation",
    start: { from: "working_directory", groups: [one("AGENTS.md")] },
    rules: [{ folder: ".roo/rules", extension: ".md", scopeKeys: [], unscoped: "always", bare: "anywhere" }],
  },
  {
    id: "zed",
    title: "Zed",
    basis: "documentation",
    start: {
      from: "working_directory",
      groups: [one(
        ".rules",
        ".cursorrules",
        ".windsurfrules",
        ".clinerules",
        ".github/copilot-instructions.md",
        "AGENT.md",
        "AGENTS.md",
        "CLAUDE.md",
        "GEMINI.md",
      )],
    },
  },
  {
    id: "opencode",
    title: "OpenCode",
    basis: "documentation",
    start: { from: "repository_root", groups: [one("AGENTS.md", "CLAUDE.md")], firstNameOnly: true },
    touch: [one("AGENTS.md", "CLAUDE.md")],
  },
  {
    id: "grok",
    title: "Grok",
    basis: "documentation",
    start: {
      from: "repository_root",
      groups: [one("AGENTS.md"), one("Agents.md"), one("AGENT.md"), one("CLAUDE.md"), one("Claude.md")],
    },
    touch: [one("AGENTS.md"), one("Agents.md"), one("AGENT.md"), one("CLAUDE.md"), one("Claude.md")],
    rules: [{ folder: ".grok/rules", extension: ".md", scopeKeys: [], unscoped: "always", bare: "anywhere" }],
  },
  {
    id: "amp",
    title: "Amp",
    basis: "secondary",
    start: { from: "repository_root", groups: [one("AGENTS.md", "AGENT.md", "CLAUDE.md")] },
    touch: [one("AGENTS.md", "AGENT.md", "CLAUDE.md")],
  },
  {
    id: "kiro",
    title: "Kiro",
    basis: "documentation",
    start: { from: "working_directory", groups: [] },
    rules: [{
      folder: ".kiro/steering",
      extension: ".md",
      scopeKeys: ["fileMatchPattern"],
      mode: { key: "inclusion", always: "always", glob: "fileMatch", model: "auto" },
      unscoped: "always",
      bare: "anywhere",
    }],
  },
  {
    id: "continue",
    title: "Continue",
    basis: "documentation",
    start: { from: "working_directory", groups: [] },
    rules: [{
      folder: ".continue/rules",
      extension: ".md",
      scopeKeys: ["globs"],
      mode: { key: "alwaysApply", always: "true" },
      unscoped: "always",
      bare: "anywhere",
    }],
  },
];

/** The profile of an agent. */
export function hostProfile(id: string): HostProfile | undefined {
  return HOSTS.find((host) => host.id === id);
}
