/** Where coding agents keep what they can be given besides instruction files, as data. Rules are in the host table. */
import type { AssetKind } from "./results.ts";

/** Files of one kind below a folder. */
export interface AssetFolder {
  agent: string;
  kind: AssetKind;
  folder: string;
  /** The file's name ends with this. */
  ending: string;
}

/** A file that holds entries of some kind, or is one. */
export interface AssetFile {
  agent: string;
  path: string;
  /** What the file itself is. */
  kind?: Extract<AssetKind, "setting" | "plugin">;
  /** Key of the object whose keys name MCP servers; `toml` for `[mcp_servers.NAME]` tables. */
  servers?: "mcpServers" | "servers" | "mcp" | "toml";
  /** The key `hooks` holds an object whose keys name events. */
  hooks?: true;
}

/** Folders that are searched. */
export const ASSET_FOLDERS: readonly AssetFolder[] = [
  { agent: "claude-code", kind: "agent", folder: ".claude/agents", ending: ".md" },
  { agent: "claude-code", kind: "command", folder: ".claude/commands", ending: ".md" },
  { agent: "claude-code", kind: "output_style", folder: ".claude/output-styles", ending: ".md" },
  { agent: "claude-code", kind: "skill", folder: ".claude/skills", ending: "/SKILL.md" },
  { agent: "codex", kind: "skill", folder: ".agents/skills", ending: "/SKILL.md" },
  { agent: "codex", kind: "skill", folder: ".codex/skills", ending: "/SKILL.md" },
  { agent: "codex", kind: "agent", folder: ".codex/agents", ending: ".toml" },
  { agent: "gemini", kind: "agent", folder: ".gemini/agents", ending: ".md" },
  { agent: "gemini", kind: "command", folder: ".gemini/commands", ending: ".toml" },
  { agent: "gemini", kind: "plugin", folder: ".gemini/extensions", ending: "/gemini-extension.json" },
  { agent: "gemini", kind: "skill", folder: ".gemini/skills", ending: "/SKILL.md" },
  { agent: "cursor", kind: "agent", folder: ".cursor/agents", ending: ".md" },
  { agent: "cursor", kind: "command", folder: ".cursor/commands", ending: ".md" },
  { agent: "cursor", kind: "skill", folder: ".cursor/skills", ending: "/SKILL.md" },
  { agent: "copilot", kind: "agent", folder: ".github/agents", ending: ".md" },
  { agent: "copilot", kind: "prompt", folder: ".github/prompts", ending: ".prompt.md" },
  { agent: "copilot", kind: "skill", folder: ".github/skills", ending: "/SKILL.md" },
  { agent: "opencode", kind: "agent", folder: ".opencode/agent", ending: ".md" },
  { agent: "opencode", kind: "agent", folder: ".opencode/agents", ending: ".md" },
  { agent: "opencode", kind: "command", folder: ".opencode/command", ending: ".md" },
  { agent: "opencode", kind: "command", folder: ".opencode/commands", ending: ".md" },
  { agent: "opencode", kind: "plugin", folder: ".opencode/plugin", ending: ".ts" },
  { agent: "opencode", kind: "plugin", folder: ".opencode/plugins", ending: ".ts" },
  { agent: "opencode", kind: "skill", folder: ".opencode/skill", ending: "/SKILL.md" },
  { agent: "opencode", kind: "skill", folder: ".opencode/skills", ending: "/SKILL.md" },
  { agent: "windsurf", kind: "command", folder: ".windsurf/workflows", ending: ".md" },
  { agent: "roo", kind: "command", folder: ".roo/commands", ending: ".md" },
  { agent: "grok", kind: "agent", folder: ".grok/agents", ending: ".md" },
  { agent: "grok", kind: "skill", folder: ".grok/skills", ending: "/SKILL.md" },
  { agent: "kiro", kind: "agent", folder: ".kiro/agents", ending: ".md" },
  { agent: "kiro", kind: "hook", folder: ".kiro/hooks", ending: ".kiro.hook" },
  { agent: "continue", kind: "prompt", folder: ".continue/prompts", ending: ".md" },
];

/** Files that are looked into. */
export const ASSET_FILES: readonly AssetFile[] = [
  { agent: "claude-code", path: ".claude-plugin/plugin.json", kind: "plugin" },
  { agent: "claude-code", path: ".claude/settings.json", kind: "setting", hooks: true },
  { agent: "claude-code", path: ".claude/settings.local.json", kind: "setting", hooks: true },
  { agent: "claude-code", path: ".mcp.json", servers: "mcpServers" },
  { agent: "codex", path: ".codex/config.toml", kind: "setting", servers: "toml" },
  { agent: "codex", path: ".codex/hooks.json", hooks: true },
  { agent: "gemini", path: ".gemini/settings.json", kind: "setting", servers: "mcpServers", hooks: true },
  { agent: "cursor", path: ".cursor/hooks.json", hooks: true },
  { agent: "cursor", path: ".cursor/mcp.json", servers: "mcpServers" },
  { agent: "copilot", path: ".vscode/mcp.json", servers: "servers" },
  { agent: "opencode", path: "opencode.json", kind: "setting", servers: "mcp" },
  { agent: "opencode", path: "opencode.jsonc", kind: "setting", servers: "mcp" },
  { agent: "roo", path: ".roo/mcp.json", servers: "mcpServers" },
  { agent: "kiro", path: ".kiro/settings/mcp.json", servers: "mcpServers" },
];

/** Folders of JSON files with a `hooks` object. */
export const HOOK_FOLDERS: readonly { agent: string; folder: string }[] = [
  { agent: "copilot", folder: ".github/hooks" },
];
