/**
 * How each host of hooks speaks, as data: where it is told to run them, what its events are called, where a payload
 * names things, how it wants to be answered. Last gone through on the date in the host table.
 */

/** Hosts that run `repoctx hook`. */
export type HookHost = "claude-code" | "codex" | "gemini" | "cursor" | "copilot" | "opencode";

/** The form of a host's answer. */
export type ReplyShape =
  | "hook_specific"
  | "hook_specific_unnamed"
  | "additional_context"
  | "additionalContext";

/** Where a host looks for hooks, and which it is to run. */
export interface HookPlace {
  /** Path in the repository. */
  file: string;
  /** `grouped`: an event lists groups, each with a matcher and hooks. `flat`: it lists hooks, each with its matcher. */
  layout: "grouped" | "flat";
  /** The version that the file must name. */
  version?: number;
  /** The events that are answered. */
  events: readonly { event: string; matcher?: string }[];
  /** Members of a hook beside its command; the last is the time limit in the host's unit. */
  members: Readonly<Record<string, string | number>>;
  /** Options of the command. */
  options?: string;
  /** What a person has to do beside. */
  remark?: string;
}

/** One host. */
export interface HookProfile {
  host: HookHost;
  reply: ReplyShape;
  /** Environment variable that holds the project directory. */
  projectVariable?: string;
  /** Members of the payload that name session and sub-agent. */
  session: string;
  agentId?: string;
  /** Members that hold the tool's name and its arguments. */
  toolName: string;
  toolInput: string;
  /** Arguments that name a touched path. */
  pathKeys: readonly string[];
  /** Tools that touch paths, in lower case. */
  tools: readonly string[];
  /** Absent for a host that loads plugins instead. */
  place?: HookPlace;
}

/** Tools that run a command line, in lower case. */
export const SHELL_TOOLS: readonly string[] = [
  "bash",
  "shell",
  "local_shell",
  "exec_command",
  "run_shell_command",
  "run_terminal_cmd",
  "powershell",
  "execute",
];

/** The hosts. */
export const HOOK_PROFILES: readonly HookProfile[] = [
  {
    host: "claude-code",
    reply: "hook_specific",
    projectVariable: "CLAUDE_PROJECT_DIR",
    session: "session_id",
    agentId: "agent_id",
    toolName: "tool_name",
    toolInput: "tool_input",
    pathKeys: ["file_path", "notebook_path", "path", "filePath"],
    tools: [
      "read",
      "edit",
      "multiedit",
      "write",
      "notebookedit",
      "notebookread",
      "glob",
      "grep",
      "ls",
      "readfile",
      "read_file",
      "editfiles",
      "createfile",
      "create_file",
      "replace_string_in_file",
      "list_dir",
    ],
    place: {
      file: ".claude/settings.json",
      layout: "grouped",
      events: [
        { event: "SessionStart" },
        { event: "PostToolUse", matcher: "Read|Edit|Write|NotebookEdit|Glob|Grep" },
        { event: "InstructionsLoaded" },
      ],
      members: { type: "command", timeout: 5 },
    },
  },
  {
    host: "codex",
    reply: "hook_specific",
    session: "session_id",
    agentId: "agent_id",
    toolName: "tool_name",
    toolInput: "tool_input",
    pathKeys: ["file_path", "dir_path", "path"],
    tools: ["apply_patch", "read_file", "list_dir", "grep_files", "view_image", "edit", "write"],
    place: {
      file: ".codex/hooks.json",
      layout: "grouped",
      events: [
        { event: "SessionStart" },
        { event: "PostToolUse", matcher: "Bash|apply_patch|read_file|list_dir|grep_files" },
        { event: "PostCompact" },
      ],
      members: { type: "command", timeout: 5 },
      // It reads through its shell.
      options: "--shell-paths",
      remark: "Codex runs new and changed hooks only after you have trusted them: '/hooks' in Codex.",
    },
  },
  {
    host: "gemini",
    reply: "hook_specific_unnamed",
    projectVariable: "GEMINI_PROJECT_DIR",
    session: "session_id",
    toolName: "tool_name",
    toolInput: "tool_input",
    pathKeys: ["file_path", "absolute_path", "dir_path", "path", "paths"],
    tools: [
      "read_file",
      "read_many_files",
      "write_file",
      "replace",
      "list_directory",
      "glob",
      "grep_search",
      "search_file_content",
    ],
    place: {
      file: ".gemini/settings.json",
      layout: "grouped",
      events: [
        { event: "SessionStart" },
        {
          event: "AfterTool",
          matcher:
            "read_file|read_many_files|write_file|replace|list_directory|glob|grep_search|search_file_content",
        },
        { event: "PreCompress" },
      ],
      // Milliseconds.
      members: { type: "command", timeout: 5000 },
    },
  },
  {
    host: "cursor",
    reply: "additional_context",
    projectVariable: "CURSOR_PROJECT_DIR",
    session: "conversation_id",
    toolName: "tool_name",
    toolInput: "tool_input",
    pathKeys: ["file_path", "path", "target_file", "target_directory", "notebook_path"],
    tools: [
      "read",
      "write",
      "edit",
      "multiedit",
      "delete",
      "grep",
      "glob",
      "ls",
      "list_dir",
      "read_file",
      "edit_file",
      "notebookedit",
    ],
    place: {
      file: ".cursor/hooks.json",
      layout: "flat",
      version: 1,
      events: [
        { event: "sessionStart" },
        { event: "postToolUse", matcher: "Read|Write|Grep" },
        { event: "preCompact" },
      ],
      members: { timeout: 5 },
    },
  },
  {
    host: "copilot",
    reply: "additionalContext",
    session: "sessionId",
    toolName: "toolName",
    toolInput: "toolArgs",
    pathKeys: ["path", "filePath", "file_path"],
    tools: [
      "view",
      "read",
      "edit",
      "create",
      "write",
      "str_replace_editor",
      "str_replace",
      "grep",
      "glob",
      "ls",
      "list",
      "search",
    ],
    place: {
      file: ".github/hooks/repoctx.json",
      layout: "flat",
      version: 1,
      events: [{ event: "sessionStart" }, { event: "postToolUse" }, { event: "preCompact" }],
      members: { type: "command", timeoutSec: 5 },
    },
  },
  {
    host: "opencode",
    reply: "additionalContext",
    session: "sessionID",
    toolName: "tool",
    toolInput: "args",
    pathKeys: ["filePath", "path"],
    tools: ["read", "edit", "write", "multiedit", "list", "glob", "grep", "patch"],
  },
];

/** The profile of a host. */
export function hookProfile(host: string): HookProfile | undefined {
  return HOOK_PROFILES.find((profile) => profile.host === host);
}
