/** What a conversation knows of its instruction files, as plain JSON that a host keeps between runs. */
import { RepoContextConfigError } from "./errors.ts";
import type { MessagePart } from "./nested.ts";
import type { KnownFile } from "./update.ts";

/** A note that stands in the conversation. */
export interface SurfacedNote {
  /** Label of the directory. */
  directory: string;
  /** The directory, resolved, relative to the working directory; absent when only its label is known. */
  real?: string;
  /** The delivered parts, for adapters that put them in again; absent when only the label is known. */
  parts?: MessagePart[];
  /** Where an adapter put the parts; absent before that. */
  after?: Anchor;
}

/** Where an adapter put something: after so many messages of the host, the last of which has this digest. */
export interface Anchor {
  /** Messages of the host before it. */
  count: number;
  /** Fingerprint of the last of them; empty when there is none. */
  digest: string;
}

/** An update that was appended to the conversation. */
export interface AppendedUpdate {
  /** What was appended. */
  parts: MessagePart[];
  /** Where an adapter put it; absent before that. */
  after?: Anchor;
}

/** State of one conversation. Give it to the next run; treat it as opaque. */
export interface ConversationState {
  /** Version of this form. */
  version: 1;
  /** The prefix the conversation began with. */
  prefix: string | null;
  /** The file versions it knows of. */
  files: KnownFile[];
  /** The notes that stand in the conversation, oldest first. */
  surfaced: SurfacedNote[];
  /** The updates since the conversation began, oldest first. */
  updates: AppendedUpdate[];
  /** Set after a compaction: the next run makes a new prefix. */
  compacted?: true;
}

/** The state of a conversation that has not begun. */
export function newConversation(prefix: string | null, files: readonly KnownFile[]): ConversationState {
  return {
    version: 1,
    prefix,
    files: files.map(({ label, text }) => ({ label, text })),
    surfaced: [],
    updates: [],
  };
}

/**
 * A deep copy of a state that was stored somewhere, with its shape checked.
 *
 * @throws {RepoContextConfigError} when it is none.
 */
export function readConversation(value: unknown): ConversationState {
  const state = value as ConversationState;
  const sound = isRecord(value) && state.version === 1 &&
    (state.prefix === null || typeof state.prefix === "string") &&
    Array.isArray(state.files) &&
    state.files.every((file) =>
      isRecord(file) && typeof file["label"] === "string" && typeof file["text"] === "string"
    ) &&
    Array.isArray(state.surfaced) &&
    state.surfaced.every((note) => isRecord(note) && typeof note["directory"] === "string") &&
    Array.isArray(state.updates) &&
    state.updates.every((update) => isRecord(update) && Array.isArray(update["parts"]));
  if (!sound) {
    throw new RepoContextConfigError(
      "conversation is not a state that RepoContextRun.conversation returned.",
    );
  }
  return structuredClone(state);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
