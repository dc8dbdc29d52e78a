/**
 * Wiring the program into coding agents: the texts they are given, the marked blocks of instruction files that hold
 * them, and the registration of the MCP server and of hooks. In comes a root, out comes what became of each file. It
 * never changes a byte outside of its markers and entries, leaves the root, or reads the config or the index.
 */
export { type ClientFile, type ClientProfile, CLIENTS, detectClients } from "./clients.ts";
export type { HookRegistration } from "./hook_file.ts";
export { type Launch, launchFor, spelled, type SpelledLaunch, type Word } from "./launch.ts";
export { type NewContent, putBlock, removeBlock, type Untouchable } from "./managed_block.ts";
export { type Effect, type FileChange, rewriteRootFile } from "./root_file.ts";
export { PLAYBOOK, PLAYBOOK_DESCRIPTION, POINTER } from "./texts.ts";
export { wireHooks } from "./wire_hooks.ts";
export { putPointer, wireClients, type WireMode, type WireOptions } from "./wire.ts";
