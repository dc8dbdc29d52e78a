/**
 * `repoctx hook`: answers one event of a host. It adds context or says nothing; it never blocks, denies or fails.
 */
import type { LoadedFile } from "../directory_files.ts";
import { fitNotes, fitPrefix, type HookAnswer, hookReply } from "./hook_reply.ts";
import { type HookEvent, readHookEvent, shellWords } from "./hook_event.ts";
import type { HookHost } from "./hook_table.ts";
import type { HostFiles } from "./host_copies.ts";
import { type Block, frameBlock, frameTag } from "../framing.ts";
import { surfaceInSession } from "../nested_command.ts";
import type { NestedNote, Touch } from "../nested.ts";
import type { ResolvedOptions } from "../options.ts";
import { contains, relativePath, resolvePath } from "../paths.ts";
import { PRECEDENCE_STATEMENT, UPDATE_SENTENCE } from "../prefix.ts";
import { raiseEpoch, resetSession, type SessionState, type SessionStore } from "../session_store.ts";
import { updateBlocks } from "../update.ts";
import { type Bundle, loadBundle } from "../walk_up.ts";
import { platformOf, type Workspace } from "../workspace.ts";

/** What a hook is run with. */
export interface HookRequest {
  /** The host that was registered. */
  agent: HookHost;
  /** What the host writes to standard input; waiting for it counts against the limit. */
  input: string | Promise<string>;
  /** Which files, and how they are written. */
  options: ResolvedOptions;
  /** Also deliver what the host loads by itself. */
  all?: boolean;
  /** Look for paths in command lines. */
  shellPaths?: boolean;
  /** Answer with a marker only. */
  selfTest?: boolean;
  /** Looks up an environment variable. */
  env(name: string): string | undefined;
  /** Working directory of this process, for payloads that name none. */
  cwd: string;
  /** The directory at a path. */
  openWorkspace(directory: string): Workspace;
  /** Where sessions are kept, for events from below a directory. */
  openSessions(directory: string): Promise<SessionStore>;
  /** Milliseconds since the epoch. @default Date.now */
  now?(): number;
}

/** What is written to standard output, and a line for standard error. */
export interface HookOutcome {
  /** The JSON object for standard output. */
  answer: HookAnswer;
  /** What went wrong, in one line. */
  problem?: string;
}

/** Hosts wait for hooks. */
const LIMIT_MS = 1_500;

/** A host that runs two hook files starts both within this time. */
const SAME_START_MS = 5_000;

/** Words of a command line that are looked up, and paths among them that count. */
const MAX_SHELL_WORDS = 200;
const MAX_SHELL_PATHS = 20;

/** The text by which a user sees that the host delivers what hooks say. */
export const SELF_TEST_MARKER = "repoctx-hook-self-test: this line was delivered by a hook.";

/** Answers an event. Every failure, and an answer that takes too long, is `{}` and a problem. */
export async function answerHook(request: HookRequest): Promise<HookOutcome> {
  const late = new Promise<HookOutcome>((resolve) => {
    // The first `setTimeout` of a process costs milliseconds; this one does not.
    AbortSignal.timeout(LIMIT_MS).addEventListener("abort", () => {
      resolve({ answer: {}, problem: "no answer within 1.5 seconds" });
    });
  });
  try {
    return await Promise.race([answer(request), late]);
  } catch (error) {
    return { answer: {}, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function answer(request: HookRequest): Promise<HookOutcome> {
  const event = readHookEvent(parse(await request.input, request), request.agent);
  if (event === undefined) return { answer: {}, problem: "standard input holds no JSON object" };
  if (request.selfTest) {
    return { answer: hookReply({ ...event, name: event.name || "SessionStart" }, SELF_TEST_MARKER) };
  }
  if (event.kind === "other") return { answer: {} };
  const here = event.workspaceRoot ?? projectDirectory(request, event) ?? event.cwd ?? request.cwd;
  const work = (state: SessionState) => inSession(request, event, here, state);
  const text = event.session === undefined
    ? await work({ epoch: 0, surfaced: [] })
    : await (await request.openSessions(here)).update(
      // One session is one place, whichever directory an event comes from.
      { session: event.session, cwd: "", ...(event.agentId === undefined ? {} : { agentId: event.agentId }) },
      work,
    );
  return { answer: hookReply(event, text) };
}

/** A self-test may be run by hand, with nothing on standard input. */
function parse(input: string, { selfTest }: HookRequest): unknown {
  const body = input.charCodeAt(0) === 0xfeff ? input.slice(1) : input;
  if (selfTest && body.trim() === "") return {};
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function projectDirectory(request: HookRequest, { profile }: HookEvent): string | undefined {
  return profile.projectVariable === undefined ? undefined : request.env(profile.projectVariable);
}

async function inSession(
  request: HookRequest,
  event: HookEvent,
  here: string,
  state: SessionState,
): Promise<string | undefined> {
  const named = event.workspaceRoot ?? projectDirectory(request, event);
  if (named === undefined) state.root ??= here;
  const workspace = request.openWorkspace(named ?? state.root ?? here);
  switch (event.kind) {
    case "start":
      return await startText(request, event, workspace, state);
    case "touch":
      return await touchText(request, event, workspace, state);
    case "compacted":
      raiseEpoch(state);
      return undefined;
    case "loaded":
      recordLoaded(event, workspace, state);
      return undefined;
    default:
      return undefined;
  }
}

async function startText(
  request: HookRequest,
  { profile, source }: HookEvent,
  workspace: Workspace,
  state: SessionState,
): Promise<string | undefined> {
  const now = (request.now ?? Date.now)();
  const { started } = state;
  state.started = { source, atMs: now };
  if (started?.source === source && Math.abs(now - started.atMs) < SAME_START_MS) return undefined;
  if (source === "compact") raiseEpoch(state);
  else if (source !== "resume") resetSession(state);

  const { options } = request;
  const bundle = await loadBundle(workspace, options);
  const copies = request.all ? undefined : await import("./host_copies.ts");
  const native = await copies?.hostStartFiles(workspace, profile.host, bundle, state.hostLoaded ?? []);
  const files = bundle.files.filter((file) => native === undefined || !isNative(native, bundle, file));
  const known = state.bundle;
  const head = options.nestedTraversal ? [PRECEDENCE_STATEMENT] : [];
  state.bundle = { prefix: null, files: files.map(({ label, text }) => ({ label, text })) };
  const blocks = known === undefined
    ? files.map((file) => blockOf(file, options))
    : updateBlocks(known.files, files, options.escape);
  return blocks.length === 0 ? undefined : fitPrefix(known === undefined ? head : [UPDATE_SENTENCE], blocks);
}

function blockOf({ label, text }: LoadedFile, { escape }: ResolvedOptions): Block {
  return { full: frameBlock(label, escape(text)), tag: frameTag(label) };
}

/** Whether the host reads this file itself, under whatever of its names. */
function isNative(native: HostFiles, bundle: Bundle, file: LoadedFile): boolean {
  const copies = bundle.skipped.filter(({ of, reason }) => of === file.label && reason.startsWith("same_"));
  return [file.entryLabel, file.label, ...copies.map(({ path }) => path)].some((label) => native.has(label));
}

async function touchText(
  request: HookRequest,
  event: HookEvent,
  workspace: Workspace,
  state: SessionState,
): Promise<string | undefined> {
  const { options } = request;
  const base = event.cwd === undefined ? {} : { base: event.cwd };
  const paths = [...event.paths, ...await pathsInCommand(request, event, workspace)];
  const touches = paths.map((path): Touch => ({ path, kind: "either", ...base }));
  const { notes } = await surfaceInSession({ workspace, options, touches }, state);
  // Most calls have nothing new to say and need no host table.
  if (notes.length === 0) return undefined;
  const copies = request.all ? undefined : await import("./host_copies.ts");
  const kept: NestedNote[] = [];
  for (const note of notes) {
    const { directory } = note;
    const native = await copies?.hostTouchFiles(
      workspace,
      event.profile.host,
      directory,
      state.hostLoaded ?? [],
    );
    const files = note.files.filter(({ entries }) => !entries.some((entry) => native?.has(entry)));
    if (files.length > 0) kept.push({ ...note, files });
  }
  return kept.length === 0 ? undefined : fitNotes(kept, options.nestedInject, options.escape);
}

/** Words of a command line that name something inside the working directory. */
async function pathsInCommand(
  request: HookRequest,
  event: HookEvent,
  workspace: Workspace,
): Promise<string[]> {
  if (!request.shellPaths || event.command === undefined) return [];
  const platform = platformOf(workspace);
  const base = event.cwd ?? workspace.cwd;
  const paths: string[] = [];
  for (const word of shellWords(event.command).slice(0, MAX_SHELL_WORDS)) {
    const path = resolvePath(base, word, platform);
    if (paths.length === MAX_SHELL_PATHS || !contains(workspace.cwd, path, platform)) continue;
    try {
      await workspace.lstat(path);
      paths.push(path);
    } catch {
      // A word that is no path.
    }
  }
  return paths;
}

/** The host says what it loaded: from now on that is known better than by the table. */
function recordLoaded(event: HookEvent, workspace: Workspace, state: SessionState): void {
  const platform = platformOf(workspace);
  const loaded = new Set(state.hostLoaded);
  for (const path of event.paths) {
    const label = relativePath(
      workspace.cwd,
      resolvePath(event.cwd ?? workspace.cwd, path, platform),
      platform,
    );
    if (label !== undefined) loaded.add(label);
  }
  state.hostLoaded = [...loaded].sort();
}
