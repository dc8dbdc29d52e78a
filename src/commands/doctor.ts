/** `doctor`: what a bug report needs, and what is wrong here. */
import {
  type ClientHealth,
  type Config,
  type DoctorResult,
  type IndexHealth,
  RepoctxError,
  SCHEMA_VERSION,
} from "../model/mod.ts";
import { ownBuild, ownStart } from "./_distribution.ts";
import { homeAbbreviation } from "./_home.ts";
import { languagesOf } from "./_overview.ts";
import { renderResult } from "./_render.ts";
import { unknownCommand } from "./_search_path.ts";
import { type Command, defineCommand } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** Every variable that the program reads. */
const VARIABLES = ["REPOCTX_SESSION", "REPOCTX_NO_STATS", "REPOCTX_NO_LAUNCH", "REPOCTX_DEBUG"];

/** Looks at everything and changes nothing. */
export const doctor: Command<object, DoctorResult> = defineCommand<object, DoctorResult>({
  name: "doctor",
  group: "Set up",
  summary: "Show versions, config, index and agent wiring, and what is wrong with them",
  description:
    "Made to be pasted into a bug report: it holds no content of any file and no secret, and writes the " +
    "home directory as ~. It works without a config and without an index, and names the commit of a build and " +
    "how it is being run.",
  parameters: {},
  examples: [
    { line: "doctor", explanation: "What is wrong here" },
    { line: "doctor --format md", explanation: "For a bug report" },
  ],
  formats: ["text", "json", "md"],
  needs: "nothing",
  run: examine,
  render: renderResult,
});

/** What could be found out about the index. */
interface Examined {
  readonly index: IndexHealth;
  readonly rest: Pick<DoctorResult, "skipped" | "languages" | "working_tree">;
}

/** What is known of the content of an index that cannot be read. */
const NOTHING: Examined["rest"] = { skipped: {}, languages: [] };

async function examine(context: CommandContext): Promise<DoctorResult> {
  const { findRoot } = await import("../repository/mod.ts");
  const { gitVersion } = await import("../history/mod.ts");
  const abbreviate = homeAbbreviation(context);
  const root = findRoot(context.cwd);
  const { config, value } = await examineConfig(root, abbreviate);
  const { index, rest } = root === undefined
    ? { index: { state: "missing" as const }, rest: NOTHING }
    : await examineIndex(root, value, abbreviate);
  const { clients, problem } = await examineClients(root ?? context.cwd, context);
  const git = await gitVersion(context.cwd);
  const build = await ownBuild();
  const sqlite = (await import("node:process")).versions["sqlite"];
  const examined: Omit<DoctorResult, "findings"> = {
    schema_version: SCHEMA_VERSION,
    command: "doctor",
    version: context.version,
    ...(build === undefined ? {} : { build }),
    runtime: {
      deno: Deno.version.deno,
      v8: Deno.version.v8,
      compiled: Deno.build.standalone,
      started_as: ownStart(),
    },
    platform: { os: Deno.build.os, arch: Deno.build.arch, release: Deno.osRelease() },
    ...(git === undefined ? {} : { git }),
    ...(sqlite === undefined ? {} : { sqlite }),
    variables: VARIABLES.filter((name) => context.env(name) !== undefined),
    directory: abbreviate(context.cwd),
    ...(root === undefined ? {} : { root: abbreviate(root) }),
    config,
    index,
    ...rest,
    clients,
  };
  return { ...examined, findings: [...findings(examined), ...(problem === undefined ? [] : [problem])] };
}

async function examineConfig(
  root: string | undefined,
  abbreviate: (text: string) => string,
): Promise<{ config: DoctorResult["config"]; value?: Config }> {
  if (root === undefined) return { config: { state: "missing" } };
  const { readConfig } = await import("../repository/mod.ts");
  try {
    return { config: { state: "ok" }, value: readConfig(root) };
  } catch (error) {
    return { config: { state: "broken", problem: abbreviate(withoutContent(messageOf(error))) } };
  }
}

/** Messages about a config quote what is wrong in it; a report keeps the place only. */
function withoutContent(message: string): string {
  const place = /\(line \d+ column \d+\)/.exec(message)?.[0];
  return message
    .replace(/(is not valid JSON):[^]*/, place === undefined ? "$1." : `$1 ${place}.`)
    .replace(/, not [^]*$/, ".");
}

/** @param config undefined when it is broken. */
async function examineIndex(
  root: string,
  config: Config | undefined,
  abbreviate: (text: string) => string,
): Promise<Examined> {
  const { indexConfigHash, statePaths } = await import("../repository/mod.ts");
  const { producerVersion, worktreeDifference } = await import("../indexer/mod.ts");
  const { openReader } = await import("../store/mod.ts");
  const { headOf } = await import("../history/mod.ts");
  const path = statePaths(root).index;
  const size = sizeOf(path);
  if (size === undefined) return { index: { state: "missing" }, rest: NOTHING };
  const size_bytes = size + (sizeOf(`${path}-wal`) ?? 0);
  const unusable = (problem: string): Examined => ({
    index: { state: "unusable", problem: abbreviate(problem), size_bytes },
    rest: NOTHING,
  });
  if (config === undefined) return unusable("It cannot be read without a usable config.");
  try {
    const expected = { producer: producerVersion(), indexConfigHash: await indexConfigHash(config) };
    using reader = await openReader(path, expected);
    const { meta } = reader;
    const head = await headOf(root);
    const { added, modified, deleted, isVerified } = await worktreeDifference({ root, config }, reader);
    return {
      index: {
        state: "ok",
        size_bytes,
        indexed_at: meta.indexedAt,
        // A clock that was set back must not make a negative age.
        age_seconds: Math.max(0, Math.round((Date.now() - Date.parse(meta.indexedAt)) / 1000)),
        tool_version: meta.toolVersion,
        ...(meta.indexedCommit === undefined ? {} : { commit: meta.indexedCommit }),
        ...(head === undefined ? {} : { head }),
        files: meta.counts.files,
        chunks: meta.counts.chunks,
        symbols: meta.counts.symbols,
        edges: meta.counts.edges,
      },
      rest: {
        working_tree: {
          added: added.length,
          modified: modified.length,
          deleted: deleted.length,
          verified: isVerified,
        },
        skipped: meta.skipped,
        languages: languagesOf(reader.allFiles())
          .map(({ language, files }) => ({ language, files }))
          .sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1)),
      },
    };
  } catch (error) {
    return unusable(messageOf(error));
  }
}

/** The file states that `integrate --check` would report, in words that fit a diagnosis. */
const STATES = {
  created: "missing",
  updated: "outdated",
  unchanged: "wired",
  kept: "own",
  foreign: "unregistered",
  untouched: "blocked",
} as const;

/** The wiring of each client, and what keeps a registration that was written here from working. */
async function examineClients(
  root: string,
  context: CommandContext,
): Promise<{ clients: ClientHealth[]; problem?: string }> {
  const { detectClients, launchFor, wireClients } = await import("../integrate/mod.ts");
  const launch = launchFor(root);
  const detected = detectClients(root);
  const clients = detected.map((client) => ({
    id: client.id,
    files: wireClients(root, [client], { mode: "check", launch }).map(({ path, change, detail }) => ({
      path,
      // The other two belong to a removal.
      state: STATES[change as keyof typeof STATES],
      ...(detail === undefined ? {} : { detail }),
    })),
  }));
  const registrations = detected.flatMap(({ files }) => files).filter(({ kind }) => kind === "mcp");
  const isRegistered = clients.flatMap(({ files }) => files).some(({ path, state }) =>
    state === "wired" && registrations.some((file) => file.path === path)
  );
  const problem = isRegistered ? unknownCommand(launch, context) : undefined;
  return { clients, ...(problem === undefined ? {} : { problem }) };
}

/** What is wrong, the most basic first. */
function findings({ config, index, working_tree, git, clients }: Omit<DoctorResult, "findings">): string[] {
  const found: string[] = [];
  if (config.state === "missing") {
    found.push(
      "There is no repoctx.config.json here or above. Run 'repoctx init' in the root of the repository.",
    );
  } else if (config.state === "broken") {
    found.push(config.problem!);
  } else if (index.state === "missing") {
    found.push("There is no index. Run 'repoctx index'.");
  } else if (index.state === "unusable") {
    found.push(index.problem!);
  }
  const changes = working_tree === undefined
    ? 0
    : working_tree.added + working_tree.modified + working_tree.deleted;
  if (changes > 0) found.push(`The index is behind by ${changes} file(s). Run 'repoctx index'.`);
  if (git === undefined) found.push("git was not found on the search path: rankings do without history.");
  for (const { id, files } of clients) {
    const open = files.filter(({ state }) => state === "missing" || state === "outdated");
    if (open.length > 0) {
      const paths = open.map(({ path }) => path).join(", ");
      found.push(`${id} is not fully wired: ${paths}. Run 'repoctx integrate --client ${id}'.`);
    }
    for (const { path, state, detail } of files) {
      if (state === "blocked") found.push(`${path} cannot be maintained: ${detail}.`);
      if (state !== "unregistered") continue;
      found.push(`${path} does not register repoctx; 'repoctx integrate --list' shows what to add.`);
    }
  }
  return [...new Set(found)];
}

function sizeOf(path: string): number | undefined {
  try {
    return Deno.statSync(path).size;
  } catch {
    return undefined;
  }
}

/** A failure in words; one that is no failure of ours is only named, as its message may hold anything. */
function messageOf(error: unknown): string {
  if (error instanceof RepoctxError) return error.message;
  return error instanceof Error ? `${error.name} while looking at it.` : "It cannot be looked at.";
}
