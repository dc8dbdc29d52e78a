/** `integrate`: wires the program into the coding agents of a repository. */
import { ExitCode, type IntegrateResult, UsageError, type WiredFile } from "../model/mod.ts";
import type { ClientProfile } from "../integrate/mod.ts";
import { renderResult } from "./_render.ts";
import { unknownCommand } from "./_search_path.ts";
import { type Command, defineCommand } from "./command.ts";
import type { CommandContext } from "./command_context.ts";
import { listWords } from "./values.ts";

type HookPlaces = Awaited<ReturnType<typeof import("../instructions/mod.ts")["hookPlaces"]>>;

/** What `integrate` is told. */
export interface IntegrateOptions {
  /** Ids of clients; the detected ones when empty. */
  client: readonly string[];
  /** Write nothing, and fail when something would be written. */
  check: boolean;
  /** Take out what was put in. */
  remove: boolean;
  /** Hooks that deliver instruction files, instead of the files about this program. */
  hooks: boolean;
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
    "the MCP server only where there is none. With --hooks it maintains its own entries in the files where agents " +
    "look for hooks, and no others. Without --client it serves the agents that show themselves here.",
  parameters: {
    client: { type: "list", label: "id", help: "Wire this client instead of the detected ones; see --list" },
    check: { type: "boolean", default: false, help: "Write nothing; exit with 4 when a file is out of date" },
    remove: { type: "boolean", default: false, help: "Take out what was put in" },
    hooks: {
      type: "boolean",
      default: false,
      help: "Only register the hooks by which agents are given instruction files ('repoctx hook')",
    },
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
    {
      line: "integrate --hooks",
      explanation: "Let these agents be given the instruction files they would miss",
    },
    { line: "integrate --check", explanation: "In a pipeline: fail when the files are out of date" },
  ],
  formats: ["text"],
  needs: "nothing",
  async validate({ check, remove, client, hooks, inlinePlaybook }) {
    if (check && remove) throw new UsageError("--check and --remove cannot be used together.");
    if (hooks && inlinePlaybook) {
      throw new UsageError("--hooks and --inline-playbook cannot be used together.");
    }
    const { CLIENTS } = await import("../integrate/mod.ts");
    const known = CLIENTS.map(({ id }) => id);
    const unknown = client.find((id) => !known.includes(id.toLowerCase()));
    if (unknown !== undefined) {
      throw new UsageError(`Unknown --client ${JSON.stringify(unknown)}. Use ${listWords(known)}.`);
    }
    if (!hooks) return;
    const hosts: string[] = (await hookPlaces()).map(({ host }) => host);
    const deaf = client.find((id) => !hosts.includes(id.toLowerCase()));
    if (deaf === undefined) return;
    throw new UsageError(`--client ${deaf} runs no hooks that can be registered. Use ${listWords(hosts)}.`);
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
  const { CLIENTS, detectClients, launchFor, wireClients, wireHooks } = await import("../integrate/mod.ts");
  const { findRoot } = await import("../repository/mod.ts");
  const found = findRoot(context.cwd);
  const root = found ?? context.cwd;
  const detected = detectClients(root);
  const launch = launchFor(root);
  const places = await hookPlaces();
  if (options.list) {
    const clients = CLIENTS.map((client) => {
      const hooks = places.find(({ host }) => host === client.id)?.file;
      return {
        id: client.id,
        title: client.title,
        detected: detected.includes(client),
        files: client.files.map(({ path }) => path),
        ...(hooks === undefined ? {} : { hooks }),
        registration: client.registration(launch),
      };
    });
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
  const ofClients = places.filter(({ host }) => clients.some(({ id }) => id === host));
  if (options.hooks) {
    const files = await wireHooks(root, ofClients, { mode, launch });
    warnOf(files, mode, context, "integrate --hooks");
    const note = mode === "write" ? hookNote(ofClients, files) : undefined;
    return { command: "integrate", mode, root, files, ...(note === undefined ? {} : { note }) };
  }
  // What was put in with --hooks is taken out as well; that nothing was is not worth a line.
  const hooks = mode === "remove" ? await wireHooks(root, ofClients, { mode, launch }) : [];
  const alwaysLoaded = options.inlinePlaybook ? "playbook" : "pointer";
  const files = [
    ...hooks.filter(({ change }) => change !== "absent"),
    ...wireClients(root, clients, { mode, launch, alwaysLoaded }),
  ];
  warnOf(files, mode, context, "integrate");
  const missing = mode === "write" && registers(clients, files) ? unknownCommand(launch, context) : undefined;
  if (missing !== undefined) context.warn(missing);
  const note = "There is no repoctx.config.json here yet. Run 'repoctx init' and 'repoctx index'.";
  return {
    command: "integrate",
    mode,
    root,
    files,
    ...(mode === "write" && found === undefined ? { note } : {}),
  };
}

/** Whether a registration of the MCP server was written. */
function registers(clients: readonly ClientProfile[], files: readonly WiredFile[]): boolean {
  const registrations = clients.flatMap(({ files }) => files).filter(({ kind }) => kind === "mcp");
  return files.some(({ change, path }) =>
    change === "created" && registrations.some((file) => file.path === path)
  );
}

/** Where the clients look for hooks. */
async function hookPlaces(): Promise<HookPlaces> {
  return await (await import("../instructions/mod.ts")).hookPlaces();
}

/** What a person should know of hooks that were registered. */
function hookNote(places: HookPlaces, files: readonly WiredFile[]): string | undefined {
  if (places.length === 0) {
    return "No agent that runs hooks shows itself here. Name one with --client; --list shows them.";
  }
  const remarks = places.flatMap(({ host, remark }) =>
    remark !== undefined && files.some((file) => file.client === host && isDrift(file)) ? [remark] : []
  );
  return remarks.length === 0 ? undefined : remarks.join(" ");
}

function isDrift({ change }: WiredFile): boolean {
  return change === "created" || change === "updated";
}

/** Says on standard error why the exit code is not zero. */
function warnOf(
  files: readonly WiredFile[],
  mode: "write" | "check" | "remove",
  context: CommandContext,
  command: string,
): void {
  const paths = (wanted: (file: WiredFile) => boolean) =>
    [...new Set(files.filter(wanted).map(({ path }) => path))].join(", ");
  const drift = mode === "check" ? paths(isDrift) : "";
  if (drift !== "") context.warn(`Out of date: ${drift}. Run 'repoctx ${command}' to write what is missing.`);
  const untouched = paths(({ change }) => change === "untouched");
  if (untouched !== "") context.warn(`Not touched: ${untouched}. The list of files says why.`);
}
