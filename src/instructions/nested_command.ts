/** Nested notes as the result of a command, with a session's memory. */
import { type SessionAccess, sessionKey } from "./bundle_command.ts";
import { shortHash } from "./digest.ts";
import { type NestedOutcome, type NestedScope, surface, type Touch } from "./nested.ts";
import type { CountTokens, ResolvedOptions } from "./options.ts";
import { relativePath } from "./paths.ts";
import { type NestedResult, type NoteFileResult, SCHEMA_VERSION } from "./results.ts";
import { raiseEpoch, type SessionState } from "./session_store.ts";
import { assertLinksCheckable, loadBundle, resolveWorkingDirectory } from "./walk_up.ts";
import { platformOf, type Workspace } from "./workspace.ts";

/** What notes are asked for with. */
export interface NestedRequest {
  /** The files, and the working directory. */
  workspace: Workspace;
  /** With autoload on, the working directory's own files count as loaded. */
  options: ResolvedOptions;
  /** What was touched, in order. */
  touches: readonly Touch[];
  /** Remembers which notes stand. */
  session?: SessionAccess;
  /** The history was compacted before these touches. */
  compacted?: boolean;
}

/** Runs `nested`. */
export async function nestedInstructions(request: NestedRequest): Promise<NestedResult> {
  const { workspace, session } = request;
  if (session === undefined) {
    const outcome = await surfaceInSession(request, { epoch: 0, surfaced: [] });
    return nestedResult(outcome, request.options);
  }
  return await session.store.update(await sessionKey(workspace, session), async (state) => {
    if (request.compacted) raiseEpoch(state);
    const outcome = await surfaceInSession(request, state);
    return nestedResult(outcome, request.options, { session: session.session, epoch: state.epoch });
  });
}

/** The notes for some touches; a session's state remembers them. */
export async function surfaceInSession(
  { workspace, options, touches }: Pick<NestedRequest, "workspace" | "options" | "touches">,
  state: SessionState,
): Promise<NestedOutcome> {
  if (touches.length === 0) return { notes: [], alreadySurfaced: [], ignored: [], skipped: [] };
  assertLinksCheckable(workspace, options);
  const cwd = await resolveWorkingDirectory(workspace);
  let hashes: Promise<ReadonlySet<string>> | undefined;
  const scope: NestedScope = {
    workspace,
    options,
    cwd,
    loadedHashes: () => hashes ??= loadHashes(workspace, options),
    inject: options.nestedInject,
  };
  const relative = (path: string) => relativePath(cwd, path, platformOf(workspace)) ?? path;
  return await surface(scope, touches, {
    has: (real) => state.surfaced.some((note) => note.real === relative(real)),
    add: (real, { directory }) => void state.surfaced.push({ directory, real: relative(real) }),
  });
}

/** What the walk-up would load: its files are taken to be in the conversation. */
async function loadHashes(workspace: Workspace, options: ResolvedOptions): Promise<ReadonlySet<string>> {
  const { files } = await loadBundle(workspace, options);
  return new Set(files.map(({ hash }) => hash));
}

/** An outcome as the command prints it. */
export function nestedResult(
  outcome: NestedOutcome,
  { nestedInject, countTokens }: Pick<ResolvedOptions, "nestedInject" | "countTokens">,
  session?: { session: string; epoch: number },
): NestedResult {
  const { notes, alreadySurfaced, ignored, skipped } = outcome;
  return {
    schema_version: SCHEMA_VERSION,
    command: "nested",
    trust: "untrusted",
    ...session,
    inject: nestedInject,
    count: notes.length,
    notes: notes.map(({ directory, metadata, files, parts }) => ({
      directory,
      metadata,
      files: files.map((file) => describeNoteFile(file, countTokens)),
      parts: parts.map(({ role, text }) => ({ role, text })),
    })),
    ...(alreadySurfaced.length === 0 ? {} : { already_surfaced: alreadySurfaced }),
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(skipped.length === 0 ? {} : { skipped }),
  };
}

function describeNoteFile(
  { label, bytes, text, hash }: NestedOutcome["notes"][number]["files"][number],
  countTokens: CountTokens | undefined,
): NoteFileResult {
  return {
    label,
    bytes,
    ...(countTokens === undefined || text === undefined ? {} : { tokens: countTokens(text) }),
    ...(hash === undefined ? {} : { hash: shortHash(hash) }),
  };
}
