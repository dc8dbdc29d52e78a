/** The coding agents that can be wired, as data: how each shows itself, which files it reads, how it is registered. */
import { type Launch, spelled, type SpelledLaunch } from "./launch.ts";
import { jsonConfig, oneLine, tomlConfig } from "./mcp_config.ts";
import { PLAYBOOK_DESCRIPTION } from "./texts.ts";

/** A file that is maintained for a client. */
export type ClientFile =
  /** A file in every prompt: it gets the short pointer. */
  | { readonly kind: "pointer"; readonly path: string }
  /** A file that is loaded when its description fits: it gets the whole playbook. */
  | { readonly kind: "playbook"; readonly path: string; readonly frontMatter: string }
  /** The registration of the MCP server. */
  | { readonly kind: "mcp"; readonly path: string; content(launch: Launch): string };

/** One coding agent. */
export interface ClientProfile {
  readonly id: string;
  /** As its makers call it. */
  readonly title: string;
  /** Names below the root of which any shows that it is used. */
  readonly detectedBy: readonly string[];
  /** In the order in which they are written. */
  readonly files: readonly ClientFile[];
  /** One line that registers the server: a command to run, or what to put where. */
  registration(launch: Launch): string;
}

const AGENTS_FILE: ClientFile = { kind: "pointer", path: "AGENTS.md" };

/** A double-quoted JSON text is one in YAML too. */
const DESCRIPTION = JSON.stringify(PLAYBOOK_DESCRIPTION);

/** For a shell: a script in quotes, everything else as it is. */
const words = (launch: Launch): string => {
  const { command, args } = spelled(launch);
  return [command, ...args.map((word) => /[\s()']/.test(word) ? `"${word}"` : word)].join(" ");
};

/** All clients, in the order in which results list them. */
export const CLIENTS: readonly ClientProfile[] = [
  {
    id: "agents",
    title: "Any agent that reads AGENTS.md",
    detectedBy: ["AGENTS.md"],
    files: [AGENTS_FILE],
    registration: (launch) => `start "${words(launch)}" as an MCP server over stdio`,
  },
  {
    id: "claude-code",
    title: "Claude Code",
    detectedBy: [".claude", "CLAUDE.md"],
    files: [
      { kind: "pointer", path: "CLAUDE.md" },
      {
        kind: "playbook",
        path: ".claude/skills/repocontext/SKILL.md",
        frontMatter: `---\nname: repocontext\ndescription: ${DESCRIPTION}\n---\n`,
      },
      { kind: "mcp", path: ".mcp.json", content: (launch) => jsonConfig("mcpServers", spelled(launch)) },
    ],
    registration: (launch) => `claude mcp add repoctx -- ${words(launch)}`,
  },
  {
    id: "copilot",
    title: "GitHub Copilot in VS Code",
    detectedBy: [".github/copilot-instructions.md", ".vscode"],
    files: [
      { kind: "pointer", path: ".github/copilot-instructions.md" },
      {
        kind: "mcp",
        path: ".vscode/mcp.json",
        content: (launch) => jsonConfig("servers", inWorkspace(launch), { type: "stdio" }),
      },
    ],
    registration: (launch) => `code --add-mcp '${oneLine({ name: "repoctx", ...inWorkspace(launch) })}'`,
  },
  {
    id: "cursor",
    title: "Cursor",
    detectedBy: [".cursor", ".cursorrules"],
    files: [
      {
        kind: "playbook",
        path: ".cursor/rules/repocontext.mdc",
        frontMatter: `---\ndescription: ${DESCRIPTION}\nalwaysApply: false\n---\n`,
      },
      {
        kind: "mcp",
        path: ".cursor/mcp.json",
        content: (launch) => jsonConfig("mcpServers", spelled(launch)),
      },
    ],
    registration: (launch) => `in .cursor/mcp.json: ${oneLine({ mcpServers: { repoctx: spelled(launch) } })}`,
  },
  {
    id: "windsurf",
    title: "Windsurf",
    detectedBy: [".windsurf"],
    files: [
      {
        kind: "playbook",
        path: ".windsurf/rules/repocontext.md",
        frontMatter: `---\ntrigger: model_decision\ndescription: ${DESCRIPTION}\n---\n`,
      },
    ],
    registration: (launch) =>
      `in ~/.codeium/windsurf/mcp_config.json: ${oneLine({ mcpServers: { repoctx: spelled(launch) } })}`,
  },
  {
    id: "codex",
    title: "Codex",
    detectedBy: [".codex"],
    files: [AGENTS_FILE, {
      kind: "mcp",
      path: ".codex/config.toml",
      content: (launch) => tomlConfig(spelled(launch)),
    }],
    registration: (launch) => `codex mcp add repoctx -- ${words(launch)}`,
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    detectedBy: [".gemini", "GEMINI.md"],
    files: [
      { kind: "pointer", path: "GEMINI.md" },
      {
        kind: "mcp",
        path: ".gemini/settings.json",
        content: (launch) => jsonConfig("mcpServers", spelled(launch)),
      },
    ],
    registration: (launch) => `gemini mcp add repoctx ${words(launch)}`,
  },
];

/** VS Code starts servers anywhere. */
function inWorkspace(launch: Launch): SpelledLaunch {
  return spelled(launch, (path) => `\${workspaceFolder}/${path.replace(/^\.\//, "")}`);
}

/**
 * The clients that show themselves in a repository.
 *
 * @param root absolute.
 */
export function detectClients(root: string): ClientProfile[] {
  return CLIENTS.filter(({ detectedBy }) => detectedBy.some((name) => isThere(`${root}/${name}`)));
}

/** Whether anything has this name, a dangling link included. */
function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
