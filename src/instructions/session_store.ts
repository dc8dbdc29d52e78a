/**
 * What must be remembered between two calls of the program that belong to one conversation. A file per session and
 * sub-agent, changed under a lock; without a lock or a writable place a note is repeated rather than lost.
 */
import type { SurfacedNote } from "./conversation.ts";
import { sha256 } from "./digest.ts";
import { currentRuntime, type Runtime } from "./file_access.ts";
import type { KnownFile } from "./update.ts";
import { failureKind } from "./workspace.ts";

/** Which conversation: a sub-agent has a context of its own. */
export interface SessionKey {
  /** Name of the session. */
  session: string;
  /** The sub-agent. */
  agentId?: string;
  /** Keeps equal session names in different repositories apart. Absolute path. */
  cwd: string;
}

/** What a session remembers. */
export interface SessionState {
  /** Rises with every compaction. */
  epoch: number;
  /** The prefix the conversation began with, and the file versions it knows; absent before and after compaction. */
  bundle?: { prefix: string | null; files: KnownFile[] };
  /** The notes that stand. */
  surfaced: SurfacedNote[];
  /** Hooks only: working directory of the first event, so that a later `cd` moves no label. */
  root?: string;
  /** Hooks only: files the host said it loaded, relative to the working directory. */
  hostLoaded?: string[];
  /** Hooks only: the last answered start, so that a host that runs two hook files gets one answer. */
  started?: { source: string; atMs: number };
}

/** Where sessions are remembered. */
export interface Sessions {
  /**
   * Gives the state of a session to `change` and keeps what it makes of it. At most one caller at a time works on a
   * session.
   */
  update<T>(key: SessionKey, change: (state: SessionState) => Promise<T>): Promise<T>;
}

/** Sessions that end with the process. */
export class MemorySessions implements Sessions {
  readonly #states = new Map<string, { state: SessionState; last: Promise<unknown> }>();

  /** See {@link Sessions.update}; a change that fails is kept as far as it went. */
  async update<T>(key: SessionKey, change: (state: SessionState) => Promise<T>): Promise<T> {
    const name = JSON.stringify([key.cwd, key.session, key.agentId ?? null]);
    const known = this.#states.get(name) ?? { state: { epoch: 0, surfaced: [] }, last: Promise.resolve() };
    const result = known.last.then(() => change(known.state));
    this.#states.set(name, { state: known.state, last: result.catch(() => {}) });
    return await result;
  }
}

/** Where sessions are kept, and with which clock. */
export interface SessionStoreOptions {
  /** Root of the repository; sessions lie in `.repoctx/sessions` below it. Absolute path. */
  root: string;
  /** Milliseconds since the epoch. @default Date.now */
  now?: () => number;
  /** Folder for the case that the root is not writable. @default a private folder below the system's */
  temporaryFolder?: string;
}

const FORMAT = "repoctx.instructions.session.v1";
const DAY_MS = 24 * 60 * 60 * 1000;
const KEEP_DAYS = 14;
/** A lock older than this was left by a process that died. */
const STALE_LOCK_MS = 10_000;
const LOCK_WAIT_MS = 200;
const LOCK_RETRY_MS = 10;
/** Larger files are not ours. */
const MAX_STATE_BYTES = 64 * 1024 * 1024;
const NAME = /^[0-9a-f]{64}\.json$/;

/** The sessions of one repository. */
export class SessionStore implements Sessions {
  readonly #options: Required<Pick<SessionStoreOptions, "root" | "now">> & SessionStoreOptions;

  constructor(options: SessionStoreOptions) {
    this.#options = { now: Date.now, ...options };
  }

  /** See {@link Sessions.update}; a caller that does not get its turn in 200 ms works on a copy that is thrown away. */
  async update<T>(key: SessionKey, change: (state: SessionState) => Promise<T>): Promise<T> {
    const runtime = await currentRuntime();
    const name = await sha256(JSON.stringify([key.cwd, key.session, key.agentId ?? null]));
    for (const place of [this.#stateFolder, this.#temporaryFolder]) {
      const folder = await place.call(this, runtime);
      const path = `${folder}/${name}.json`;
      const lock = await this.#lock(runtime, folder, `${path}.lock`);
      if (lock === "unwritable") continue;
      try {
        const { state, found } = await load(runtime, path);
        const result = await change(state);
        if (lock === "held") {
          await save(runtime, path, state);
          if (!found) await this.#prune(runtime, folder, `${name}.json`);
        }
        return result;
      } finally {
        if (lock === "held") await runtime.files.remove(`${path}.lock`).catch(() => {});
      }
    }
    return await change({ epoch: 0, surfaced: [] });
  }

  #stateFolder(): Promise<string> {
    return Promise.resolve(`${this.#options.root}/.repoctx/sessions`);
  }

  /** Asked for only when it is needed: finding it costs more than a session does. */
  async #temporaryFolder(runtime: Runtime): Promise<string> {
    const { temporaryFolder } = this.#options;
    const folder = temporaryFolder ??
      `${(await import("node:os")).tmpdir()}/repoctx-${runtime.uid ?? "sessions"}`;
    return `${folder}/sessions`;
  }

  async #lock(runtime: Runtime, folder: string, path: string): Promise<"held" | "busy" | "unwritable"> {
    if (!await prepareFolder(runtime, folder)) return "unwritable";
    const deadline = performance.now() + LOCK_WAIT_MS;
    while (true) {
      try {
        await runtime.files.createFile(path, "");
        return "held";
      } catch (error) {
        if ((error as { code?: unknown }).code !== "EEXIST") return "unwritable";
      }
      try {
        const { mtimeMs } = await runtime.files.lstat(path);
        if (Math.abs(this.#options.now() - mtimeMs) > STALE_LOCK_MS) await runtime.files.remove(path);
      } catch {
        // Its holder has just removed it.
      }
      if (performance.now() > deadline) return "busy";
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
    }
  }

  /** Removes sessions that nobody has used for long. Only files of our own form and name. */
  async #prune(runtime: Runtime, folder: string, keep: string): Promise<void> {
    const oldest = this.#options.now() - KEEP_DAYS * DAY_MS;
    try {
      for await (const { name } of runtime.files.readDir(folder)) {
        if (!NAME.test(name) || name === keep) continue;
        const path = `${folder}/${name}`;
        const { kind, mtimeMs } = await runtime.files.lstat(path);
        if (kind === "file" && mtimeMs < oldest && (await load(runtime, path)).found) {
          await runtime.files.remove(path);
        }
      }
    } catch {
      // Another process prunes as well, or the folder is not ours to tidy.
    }
  }
}

/**
 * Creates a session folder with everything above it that is missing. A link on the way is refused: a repository
 * must not choose where we write. A state folder that we had to create hides itself from git.
 */
async function prepareFolder(runtime: Runtime, folder: string): Promise<boolean> {
  const { files, uid, windows } = runtime;
  const parent = folder.slice(0, folder.lastIndexOf("/"));
  let created = false;
  try {
    for (const path of [parent, folder]) {
      let entry = await files.lstat(path).catch((error) => {
        if (failureKind(error) !== "missing") throw error;
      });
      if (entry === undefined) {
        await files.makeDirectory(path);
        created ||= path === parent;
        entry = await files.lstat(path);
      }
      if (entry.kind !== "directory") return false;
      // In a shared temporary folder another user may have been there first.
      if (!windows && !parent.endsWith("/.repoctx") && entry.uid !== uid) return false;
    }
    if (created && parent.endsWith("/.repoctx")) {
      // Another process may have made it in the same moment.
      await files.createFile(`${parent}/.gitignore`, "*\n").catch(() => {});
    }
    return true;
  } catch {
    return false;
  }
}

/** A missing, foreign or broken file is a session that has not begun. */
async function load(runtime: Runtime, path: string): Promise<{ state: SessionState; found: boolean }> {
  try {
    const { kind, size = 0, id } = await runtime.files.lstat(path);
    if (kind === "file" && size <= MAX_STATE_BYTES) {
      const bytes = await runtime.files.readFile(path, {
        maxBytes: MAX_STATE_BYTES,
        ...(id === undefined ? {} : { id }),
      });
      const value = JSON.parse(new TextDecoder().decode(bytes));
      if (value?.format === FORMAT) return { state: readState(value), found: true };
    }
  } catch {
    // Said above.
  }
  return { state: { epoch: 0, surfaced: [] }, found: false };
}

type Json = Record<string, unknown>;

/** Takes over what has the right shape and leaves out the rest. */
function readState(value: Json): SessionState {
  const { epoch, bundle, surfaced, root, hostLoaded, started } = value as Record<keyof SessionState, unknown>;
  const state: SessionState = {
    epoch: Number.isSafeInteger(epoch) ? Math.max(0, epoch as number) : 0,
    surfaced: [],
  };
  for (const note of records(surfaced)) {
    if (typeof note["directory"] !== "string" || typeof note["real"] !== "string") continue;
    state.surfaced.push({ directory: note["directory"], real: note["real"] });
  }
  const { prefix, files } = (bundle ?? {}) as Json;
  if (prefix === null || typeof prefix === "string") {
    const known = records(files).filter(({ label, text }) =>
      typeof label === "string" && typeof text === "string"
    );
    state.bundle = { prefix, files: known as unknown as KnownFile[] };
  }
  if (typeof root === "string") state.root = root;
  if (Array.isArray(hostLoaded)) state.hostLoaded = hostLoaded.filter((path) => typeof path === "string");
  const { source, atMs } = (started ?? {}) as Json;
  if (typeof source === "string" && typeof atMs === "number") state.started = { source, atMs };
  return state;
}

function records(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}

async function save(runtime: Runtime, path: string, state: SessionState): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    await runtime.files.createFile(temporary, JSON.stringify({ format: FORMAT, ...state }));
    await runtime.files.rename(temporary, path);
  } catch {
    // Nothing is lost but the memory of this call.
    await runtime.files.remove(temporary).catch(() => {});
  }
}

/** After a compaction the notes are gone from the history, and the next bundle is a new prefix. */
export function raiseEpoch(state: SessionState): void {
  state.epoch++;
  state.surfaced = [];
  delete state.bundle;
}

/** Forgets everything: the conversation begins anew. */
export function resetSession(state: SessionState): void {
  state.epoch = 0;
  state.surfaced = [];
  delete state.bundle;
  delete state.hostLoaded;
}
