/** `integrate`: wires the program into the coding agents of a repository. */
import { ExitCode, type IntegrateResult, UsageError, type WiredFile } from "../model/mod.ts";
import { renderResult } from "./_render.ts";
import { type Command, defineCommand } from "./command.ts";
import type { CommandContext } from "./command_context.ts";
import { listWords } from "./values.ts";

/** What `integrate` is told. */
export interface IntegrateOptions {
  /** Ids of clients; the detected ones when empty. */
  client: readonly string[];
  /** Write nothing, and fail when something would be written. */
  check: boolean;
  /** Take out what was put in. */
  remove: boolean;
  /** Put the whole playbook into files that are part of every prompt. */
  inlinePlaybook: boolean;
  /** Show the catalogue only. */
  list: boolean;
}

/** Writes, compares or takes back the files through which agents learn of this program. */
export const integrate: Command<IntegrateOptions, IntegrateResult> = defineCommand<
  IntegrateOptions,
  IntegrateResult
>({
  name: "integrate",
  group: "Agents",
  summary: "Wire repoctx into the coding agents of this repository",
  description:
    "Maintains a marked block in instruction files and leaves every byte around it alone; writes a registration of " +
    "the MCP server only where there is none. Without --client it serves the agents that show themselves here.",
  parameters: {
    client: { type: "list", label: "id", help: "Wire this client instead of the detected ones; see --list" },
    check: { type: "boolean", default: false, help: "Write nothing; exit with 4 when a file is out of date" },
    remove: { type: "boolean", default: false, help: "Take out what was put in" },
    inlinePlaybook: {
      type: "boolean",
      default: false,
      help: "Put the full protocol into files that are part of every prompt, too",
    },
    list: {
      type: "boolean",
      default: false,
      help: "List the clients, their files and how to register by hand",
    },
  },
  examples: [
    { line: "integrate", explanation: "Wire the agents that this repository uses" },
    { line: "integrate --client claude-code --client cursor", explanation: "Wire these two" },
    { line: "integrate --check", explanation: "In a pipeline: fail when the files are out of date" },
  ],
  formats: ["text"],
  needs: "nothing",
  async validate({ check, remove, client }) {
    if (check && remove) throw new UsageError("--check and --remove cannot be used together.");
    const { CLIENTS } = await import("../integrate/mod.ts");
    const known = CLIENTS.map(({ id }) => id);
    const unknown = client.find((id) => !known.includes(id.toLowerCase()));
    if (unknown === undefined) return;
    throw new UsageError(`Unknown --client ${JSON.stringify(unknown)}. Use ${listWords(known)}.`);
  },
  run: wire,
  render: renderResult,
  exitCode(result) {
    if (result.mode === "list") return ExitCode.success;
    if (result.mode === "check" && result.files.some(isDrift)) return ExitCode.drift;
    return result.files.some(({ change }) => change === "untouched") ? ExitCode.runtime : ExitCode.success;
  },
});

async function wire(context: CommandContext, options: IntegrateOptions): Promise<IntegrateResult> {
  const { CLIENTS, detectClients, launchFor, wireClients } = await import("../integrate/mod.ts");
  const { findRoot } = await import("../repository/mod.ts");
  const found = findRoot(context.cwd);
  const root = found ?? context.cwd;
  const detected = detectClients(root);
  const launch = launchFor(root);
  if (options.list) {
    const clients = CLIENTS.map((client) => ({
      id: client.id,
      title: client.title,
      detected: detected.includes(client),
      files: client.files.map(({ path }) => path),
      registration: client.registration(launch),
    }));
    return { command: "integrate", mode: "list", clients };
  }
  const named = options.client.map((id) => id.toLowerCase());
  const fallback = CLIENTS.filter(({ id }) => id === "agents");
  const clients = named.length > 0
    ? CLIENTS.filter(({ id }) => named.includes(id))
    : detected.length > 0
    ? detected
    : fallback;
  const mode = options.check ? "check" : options.remove ? "remove" : "write";
  const alwaysLoaded = options.inlinePlaybook ? "playbook" : "pointer";
  const files = wireClients(root, clients, { mode, launch, alwaysLoaded });
  warnOf(files, mode, context);
  const note = "There is no repoctx.config.json here yet. Run 'repoctx init' and 'repoctx index'.";
  return {
    command: "integrate",
    mode,
    root,
    files,
    ...(mode === "write" && found === undefined ? { note } : {}),
  };
}

function isDrift({ change }: WiredFile): boolean {
  return change === "created" || change === "updated";
}

/** Says on standard error why the exit code is not zero. */
function warnOf(
  files: readonly WiredFile[],
  mode: "write" | "check" | "remove",
  context: CommandContext,
): void {
  const paths = (wanted: (file: WiredFile) => boolean) =>
    [...new Set(files.filter(wanted).map(({ path }) => path))].join(", ");
  const drift = mode === "check" ? paths(isDrift) : "";
  if (drift !== "") context.warn(`Out of date: ${drift}. Run 'repoctx integrate' to write what is missing.`);
  const untouched = paths(({ change }) => change === "untouched");
  if (untouched !== "") context.warn(`Not touched: ${untouched}. The list of files says why.`);
}
