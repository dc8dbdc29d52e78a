/**
 * The importable instruction context: `RepoContext`, the local workspace and their types. In come a workspace and
 * options, out come a prefix, notes and an inventory as plain data. It loads nothing but this folder and the error
 * classes: no index, parser, database or tokenizer. It never writes and never opens a network connection.
 *
 * @example
 * ```ts
 * import { LocalWorkspace, RepoContext, renderNote } from "@repoctx/cli/context";
 *
 * const context = new RepoContext({ nestedTraversal: true });
 * const run = await context.forRun({ workspace: new LocalWorkspace(".") });
 * const system = run.instructions; // the prefix of the system prompt, or null
 *
 * // After the agent has read a file: what is to be appended before its next step.
 * const notes = await run.onFileRead({ path: "packages/shop/src/cart.ts" });
 * const messages = notes.flatMap((note) => renderNote(note, { midSystem: "tagged" }));
 *
 * const saved = JSON.stringify(run.conversation); // for the next run of this conversation
 * ```
 *
 * @module
 */
export type { Anchor, AppendedUpdate, ConversationState, SurfacedNote } from "./conversation.ts";
export { RepoContextConfigError, RepoContextWorkspaceError } from "./errors.ts";
export type { AgentContextInventory } from "./inventory.ts";
export { LocalWorkspace } from "./local_workspace.ts";
export type { MessagePart, NestedNote, NestedOutcome, NoteFile, Touch } from "./nested.ts";
export type { CountTokens, RepoContextOptions } from "./options.ts";
export type { Platform } from "./paths.ts";
export { renderNote, type RenderNoteOptions } from "./render_note.ts";
export { RepoContext, type RunRequest } from "./repo_context.ts";
export type {
  AssetRoot,
  IgnoredPath,
  Inject,
  LinkInfo,
  NoteMetadata,
  Part,
  Skipped,
  SkipReason,
  Warning,
} from "./results.ts";
export { NOTE_ORIGIN, UPDATE_ORIGIN } from "./results.ts";
export type { InstructionFile, RepoContextRun, Standing, TouchEvent } from "./run.ts";
export type { KnownFile } from "./update.ts";
export { RepoctxError, UsageError } from "../model/mod.ts";
export type { FileEntry, ReadOptions, Workspace } from "./workspace.ts";
