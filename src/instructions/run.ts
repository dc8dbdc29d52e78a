/** One run of an agent: a fixed prefix, the update of a later run, and notes as directories are touched. */
import { type Anchor, type ConversationState, newConversation, readConversation } from "./conversation.ts";
import type { LoadedFile } from "./directory_files.ts";
import { type AgentContextInventory, readInventory, rootsInside } from "./inventory.ts";
import { resolveLinks } from "./links.ts";
import { type MessagePart, type NestedNote, type NestedOutcome, surface, type Touch } from "./nested.ts";
import type { ResolvedOptions } from "./options.ts";
import { labelIn, relativePath } from "./paths.ts";
import { composePrefix } from "./prefix.ts";
import type { RunRequest } from "./repo_context.ts";
import {
  type Inject,
  type LinkInfo,
  NOTE_ORIGIN,
  type Skipped,
  UPDATE_ORIGIN,
  type Warning,
} from "./results.ts";
import { updateParts } from "./update.ts";
import { loadBundle } from "./walk_up.ts";
import { platformOf, type Workspace } from "./workspace.ts";

/** A file of the prefix. */
export interface InstructionFile {
  /** Path relative to the working directory. */
  label: string;
  /** Label of the scanned directory. */
  directory: string;
  /** Decoded text, not escaped. */
  text: string;
  /** SHA-256 of the text, 64 hex digits. */
  hash: string;
  /** Size on disk. */
  bytes: number;
  /** How it was reached, when through a link. */
  link?: LinkInfo;
}

/** A path that a tool of the host read or listed. */
export interface TouchEvent {
  /** What `path` is relative to; the working directory when absent. */
  rootDir?: string;
  /** The path as the tool got it. */
  path: string;
}

/** A note or an update of the conversation. */
export interface Standing {
  /** What marks its messages as ours: the metadata of a note, or one like it. */
  metadata: { origin: string; directory: string };
  /** Empty when only the history knows them. */
  parts: readonly MessagePart[];
  /** Where it was put; absent before that. */
  after: Anchor | undefined;
  /** Remembers where it was put. */
  place(after: Anchor): void;
}

/** One run, isolated from every other. */
export interface RepoContextRun {
  /** The prefix for the system prompt; the same bytes for the whole run. Null when there is nothing to say. */
  readonly instructions: string | null;
  /** What to append because files changed since the conversation began; empty on a first run. */
  readonly update: MessagePart[];
  /** The files of the current bundle, broadest first. */
  readonly files: InstructionFile[];
  /** What was found and does not load. */
  readonly skipped: Skipped[];
  /** What a user may want to mend. */
  readonly warnings: Warning[];
  /** Label of every scanned directory, broadest first. */
  readonly scanned: string[];
  /** `unavailable` when the workspace cannot resolve links. */
  readonly linkChecks: "checked" | "unavailable";
  /** The notes for a file that was read or written. They are also queued for `takeQueued`. */
  onFileRead(event: TouchEvent): Promise<NestedNote[]>;
  /** The notes for a directory that was listed. They are also queued for `takeQueued`. */
  onDirectoryListed(event: TouchEvent): Promise<NestedNote[]>;
  /** Several touched paths at once, with everything that came of them. Works with nested files off, too. */
  touch(touches: readonly Touch[]): Promise<NestedOutcome>;
  /** Notes that no request carries yet, oldest first; each is returned once. */
  takeQueued(): NestedNote[];
  /** Says which notes the history still holds; all others may come again. */
  syncHistory(present: Iterable<{ directory: string }>): void;
  /** What stands in the conversation beside the host's own messages, oldest first: for adapters. */
  standing(): Standing[];
  /** Says that the history was compacted: all notes are forgotten, and the next run makes a new prefix. */
  compacted(): void;
  /** Where the assets lie. Reads the directories anew. */
  inventory(): Promise<AgentContextInventory>;
  /** Name of the inventory tool. */
  readonly inventoryToolName: string;
  /** Shape of the notes. */
  readonly nestedInject: Inject;
  /** Whether a step should offer the inventory tool. */
  inventoryToolVisible(step: { hasReadFileTool: boolean }): boolean;
  /** State for the next run of this conversation: plain JSON, a copy. */
  readonly conversation: ConversationState;
}

/** Reads the files and starts a run. */
export async function startRun(options: ResolvedOptions, request: RunRequest): Promise<RepoContextRun> {
  const { workspace } = request;
  const bundle = await loadBundle(workspace, options);
  const earlier = request.conversation === undefined ? undefined : readConversation(request.conversation);
  const fresh = earlier === undefined || earlier.compacted === true || request.compacted === true;
  let conversation: ConversationState;
  let update: MessagePart[] = [];
  if (fresh) {
    conversation = newConversation(composePrefix(workspace, options, bundle.files), bundle.files);
    // Compaction may have spared some notes; without word of it none is taken to stand.
  } else {
    update = updateParts(earlier.files, bundle.files, options.escape);
    const updates = update.length === 0 ? earlier.updates : [...earlier.updates, { parts: update }];
    conversation = { ...newConversation(earlier.prefix, bundle.files), surfaced: earlier.surfaced, updates };
  }
  const rootsAreInside = options.exposeInventoryTool && await rootsInside(workspace, bundle.cwd, options);
  return new Run(workspace, options, bundle, conversation, update, rootsAreInside);
}

type LoadedBundle = Awaited<ReturnType<typeof loadBundle>>;

class Run implements RepoContextRun {
  readonly instructions: string | null;
  readonly update: MessagePart[];
  readonly files: InstructionFile[];
  readonly skipped: Skipped[];
  readonly warnings: Warning[];
  readonly scanned: string[];
  readonly linkChecks: "checked" | "unavailable";
  readonly inventoryToolName: string;
  readonly nestedInject: Inject;
  readonly #workspace: Workspace;
  readonly #options: ResolvedOptions;
  readonly #cwd: string;
  readonly #rootsInside: boolean;
  readonly #loadedHashes: ReadonlySet<string>;
  readonly #state: ConversationState;
  #queued: NestedNote[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    workspace: Workspace,
    options: ResolvedOptions,
    bundle: LoadedBundle,
    conversation: ConversationState,
    update: MessagePart[],
    rootsAreInside: boolean,
  ) {
    this.instructions = conversation.prefix;
    this.update = update;
    this.files = bundle.files.map(describeFile);
    this.skipped = bundle.skipped;
    this.warnings = bundle.warnings;
    this.scanned = bundle.scanned;
    this.linkChecks = bundle.linkChecks;
    this.inventoryToolName = options.inventoryToolName;
    this.nestedInject = options.nestedInject;
    this.#workspace = workspace;
    this.#options = options;
    this.#cwd = bundle.cwd;
    this.#rootsInside = rootsAreInside;
    this.#loadedHashes = new Set(bundle.files.map((file) => file.hash));
    this.#state = conversation;
  }

  async onFileRead({ rootDir, path }: TouchEvent): Promise<NestedNote[]> {
    return await this.#notes({ path, kind: "read", ...(rootDir === undefined ? {} : { base: rootDir }) });
  }

  async onDirectoryListed({ rootDir, path }: TouchEvent): Promise<NestedNote[]> {
    return await this.#notes({ path, kind: "list", ...(rootDir === undefined ? {} : { base: rootDir }) });
  }

  async #notes(touch: Touch): Promise<NestedNote[]> {
    if (!this.#options.nestedTraversal) return [];
    const { notes } = await this.touch([touch]);
    this.#queued.push(...notes);
    return notes;
  }

  /** One after the other, so that events at the same time yield one note for a directory. */
  async touch(touches: readonly Touch[]): Promise<NestedOutcome> {
    const turn = this.#last.then(() => this.#surface(touches));
    this.#last = turn.catch(() => {});
    return await turn;
  }

  async #surface(touches: readonly Touch[]): Promise<NestedOutcome> {
    await this.#resolveLabels();
    const platform = platformOf(this.#workspace);
    const relative = (real: string) => relativePath(this.#cwd, real, platform) ?? real;
    const scope = {
      workspace: this.#workspace,
      options: this.#options,
      cwd: this.#cwd,
      loadedHashes: () => Promise.resolve(this.#loadedHashes),
      inject: this.#options.nestedInject,
    };
    return await surface(scope, touches, {
      has: (real) => this.#state.surfaced.some((note) => note.real === relative(real)),
      add: (real, { directory, parts }) =>
        void this.#state.surfaced.push({ directory, real: relative(real), parts }),
    });
  }

  /** Notes that only the history knew have a label; a link may lead to the same directory under another one. */
  async #resolveLabels(): Promise<void> {
    for (const note of this.#state.surfaced) {
      if (note.real !== undefined) continue;
      const resolution = await resolveLinks(this.#workspace, labelIn(this.#cwd, note.directory));
      const real = "path" in resolution ? resolution.path : labelIn(this.#cwd, note.directory);
      note.real = relativePath(this.#cwd, real, platformOf(this.#workspace)) ?? note.directory;
    }
  }

  takeQueued(): NestedNote[] {
    const queued = this.#queued;
    this.#queued = [];
    return queued;
  }

  syncHistory(present: Iterable<{ directory: string }>): void {
    const labels = new Set(Array.from(present, ({ directory }) => directory));
    const queued = new Set(this.#queued.map(({ directory }) => directory));
    const known = this.#state.surfaced.filter(({ directory }) =>
      labels.has(directory) || queued.has(directory)
    );
    const unknown = [...labels].filter((label) => !known.some(({ directory }) => directory === label));
    this.#state.surfaced = [...known, ...unknown.map((directory) => ({ directory }))];
  }

  standing(): Standing[] {
    const { updates, surfaced } = this.#state;
    const one = (
      entry: { parts?: MessagePart[]; after?: Anchor },
      origin: string,
      directory: string,
    ): Standing => ({
      metadata: { origin, directory },
      parts: entry.parts ?? [],
      after: entry.after,
      place: (after) => void (entry.after = after),
    });
    return [
      // Updates concern no directory; their number tells them apart.
      ...updates.map((update, index) => one(update, UPDATE_ORIGIN, String(index))),
      ...surfaced.map((note) => one(note, NOTE_ORIGIN, note.directory)),
    ];
  }

  compacted(): void {
    this.#state.surfaced = [];
    this.#queued = [];
    this.#state.compacted = true;
  }

  async inventory(): Promise<AgentContextInventory> {
    return await readInventory(this.#workspace, this.#cwd, this.#options.assetRoots);
  }

  inventoryToolVisible({ hasReadFileTool }: { hasReadFileTool: boolean }): boolean {
    return this.#options.exposeInventoryTool && !(hasReadFileTool && this.#rootsInside);
  }

  get conversation(): ConversationState {
    return structuredClone(this.#state);
  }
}

function describeFile({ label, directory, text, hash, bytes, link }: LoadedFile): InstructionFile {
  return { label, directory, text, hash, bytes, ...(link === undefined ? {} : { link }) };
}
