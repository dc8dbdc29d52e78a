/** From the JSON a host writes to what happened. The payload's own shape decides, whatever host was expected. */
import { HOOK_PROFILES, type HookHost, type HookProfile, hookProfile, SHELL_TOOLS } from "./hook_table.ts";

/** What happened. */
export interface HookEvent {
  profile: HookProfile;
  kind: "start" | "touch" | "compacted" | "loaded" | "other";
  /** The event's name as the host wrote it; empty when it wrote none. */
  name: string;
  /** For a start: `startup`, `resume`, `clear`, `compact`, … */
  source: string;
  session?: string;
  agentId?: string;
  cwd?: string;
  /** The host's project directory, when the payload names it. */
  workspaceRoot?: string;
  /** Touched paths as written; relative ones start at `cwd`. */
  paths: string[];
  /** The command line of a shell tool. */
  command?: string;
}

type Json = Record<string, unknown>;

const KINDS: Readonly<Record<string, HookEvent["kind"]>> = {
  sessionstart: "start",
  posttooluse: "touch",
  aftertool: "touch",
  toolexecuteafter: "touch",
  postcompact: "compacted",
  precompact: "compacted",
  precompress: "compacted",
  instructionsloaded: "loaded",
};

/** Reads a payload; undefined when it is no JSON object. */
export function readHookEvent(payload: unknown, expected: HookHost): HookEvent | undefined {
  if (!isObject(payload)) return undefined;
  const profile = hookProfile(detectHost(payload, expected)) as HookProfile;
  const name = text(payload["hook_event_name"]) ?? text(payload["hookEventName"]) ??
    text(payload["hook_event"]) ??
    text(payload["event"]) ?? inferredName(payload, profile);
  const kind = KINDS[name.toLowerCase().replaceAll(/[^a-z]/g, "")] ?? "other";
  const toolName = (text(payload[profile.toolName]) ?? text(payload["tool_name"]) ?? "").toLowerCase();
  const input = argumentsOf(payload[profile.toolInput] ?? payload["tool_input"]);
  const session = text(payload[profile.session]) ?? text(payload["session_id"]) ?? text(payload["sessionId"]);
  const agentId = profile.agentId === undefined ? undefined : text(payload[profile.agentId]);
  const cwd = text(payload["cwd"]);
  const roots = payload["workspace_roots"];
  const workspaceRoot = Array.isArray(roots) ? text(roots[0]) : undefined;
  const command = kind === "touch" && SHELL_TOOLS.includes(toolName) ? commandOf(input) : undefined;
  return {
    profile,
    kind,
    name,
    source: text(payload["source"]) ?? (kind === "start" ? text(payload["trigger"]) : undefined) ?? "startup",
    ...(session === undefined ? {} : { session }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(workspaceRoot === undefined ? {} : { workspaceRoot }),
    paths: kind === "touch"
      ? touchedPaths(profile, toolName, input)
      : kind === "loaded"
      ? loadedPaths(payload)
      : [],
    ...(command === undefined ? {} : { command }),
  };
}

/** Cursor and Copilot run hook files of Claude Code, but send payloads of their own. */
function detectHost(payload: Json, expected: HookHost): HookHost {
  const has = (key: string) => payload[key] !== undefined;
  // A self-test by hand says nothing about its host.
  if (Object.keys(payload).length === 0) return expected;
  if (has("conversation_id") || has("cursor_version") || has("workspace_roots")) return "cursor";
  if (has("sessionID")) return "opencode";
  if (
    has("toolArgs") || has("toolName") ||
    (has("sessionId") && !has("hook_event_name") && !has("hookEventName"))
  ) {
    return "copilot";
  }
  const name = text(payload["hook_event_name"]);
  if (name === "AfterTool" || name === "PreCompress") return "gemini";
  if (has("turn_id")) return "codex";
  // Session starts look alike in three hosts: only the one that was registered can tell them apart.
  return ["codex", "gemini"].includes(expected) ? expected : "claude-code";
}

/** Some payloads do not say what happened; their members do. */
function inferredName(payload: Json, profile: HookProfile): string {
  if (payload[profile.toolName] !== undefined) return "postToolUse";
  if (payload["source"] !== undefined || payload["initialPrompt"] !== undefined) return "sessionStart";
  return payload["trigger"] !== undefined ? "preCompact" : "";
}

/** Arguments may be an object, a JSON text of one, or bare text. */
function argumentsOf(value: unknown): Json {
  if (isObject(value)) return value;
  if (typeof value !== "string") return {};
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : { input: value };
  } catch {
    return { input: value };
  }
}

function touchedPaths(profile: HookProfile, toolName: string, input: Json): string[] {
  const patch = patchText(toolName, input);
  if (patch !== undefined) return patchedFiles(patch);
  if (!profile.tools.includes(toolName)) return [];
  const paths: string[] = [];
  for (const key of profile.pathKeys) {
    const value = input[key];
    for (const path of Array.isArray(value) ? value : [value]) {
      if (typeof path === "string" && path !== "" && !paths.includes(path)) paths.push(path);
    }
  }
  return paths;
}

/** A patch is given as a text, as an argument, or as the last word of a command. */
function patchText(toolName: string, input: Json): string | undefined {
  if (toolName !== "apply_patch" && toolName !== "patch") return undefined;
  for (const key of ["input", "patch", "command", "patchText"]) {
    const value = input[key];
    const candidate = Array.isArray(value) ? value.at(-1) : value;
    if (typeof candidate === "string" && candidate.includes("*** ")) return candidate;
  }
  return undefined;
}

function patchedFiles(patch: string): string[] {
  const headers = patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm);
  return [...new Set(Array.from(headers, (match) => (match[1] as string).trim()))];
}

function commandOf(input: Json): string | undefined {
  const value = input["command"] ?? input["cmd"] ?? input["input"];
  if (Array.isArray(value)) return value.filter((word) => typeof word === "string").join(" ");
  return text(value);
}

function loadedPaths(payload: Json): string[] {
  const path = text(payload["file_path"]);
  return path === undefined ? [] : [path];
}

/** The words of a command line that could be paths, without quotes; no shell is imitated. */
export function shellWords(command: string): string[] {
  const words = command.slice(0, 20_000).match(/"[^"]*"|'[^']*'|[^\s"'|&;<>()$`]+/g) ?? [];
  return [
    ...new Set(
      words.map((word) => word.replaceAll(/^["']|["']$/g, "")).filter((word) => !/^-|^$/.test(word)),
    ),
  ];
}

/** Whether a name is one of the hosts. */
export function isHookHost(name: string): name is HookHost {
  return HOOK_PROFILES.some(({ host }) => host === name);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
