/**
 * The instruction files and assets of coding agents. In come a workspace, options and, for hooks, the JSON of a
 * host's event; out come bundles, nested notes, inventories, lint findings and hook answers as plain data, and their
 * text. It never writes outside of `.repoctx/sessions` and a private temporary folder, and it loads no index, parser
 * or tokenizer: tokens are counted by a function that the caller passes.
 */
export { bundleInstructions, type BundleRequest, type SessionAccess } from "./bundle_command.ts";
export * from "./context.ts";
export { answerHook, type HookOutcome, type HookRequest, SELF_TEST_MARKER } from "./hooks/hook.ts";
export { isHookHost } from "./hooks/hook_event.ts";
export type { HookHost } from "./hooks/hook_table.ts";
export { inventoryResult, readInventory } from "./inventory.ts";
export * from "./later.ts";
export { nestedInstructions, type NestedRequest } from "./nested_command.ts";
export {
  DEFAULT_MAX_FILE_BYTES,
  INSTRUCTION_NAMES,
  optionsFromConfig,
  type ResolvedOptions,
  resolveOptions,
  type SpellOption,
} from "./options.ts";
export { noteText } from "./render_note.ts";
export type {
  AgentView,
  AppliedFile,
  AppliesResult,
  AssetEntry,
  AssetKind,
  BundleFile,
  CostResult,
  Finding,
  InstructionsResult,
  InventoryResult,
  LintResult,
  NestedResult,
  NoteFileResult,
  NoteResult,
  Severity,
  UnappliedFile,
} from "./results.ts";
export { MemorySessions, type Sessions, SessionStore, type SessionStoreOptions } from "./session_store.ts";
export { resolveWorkingDirectory } from "./walk_up.ts";
