/**
 * What a repository is: where its root lies, what its configuration says, where its state folder is, and how a
 * path a user typed becomes a path below the root. In come a working directory and bytes from disk; out come plain
 * values with every default applied. It never follows a link out of the root and never writes outside of it.
 */
export * from "./atomic_write.ts";
export * from "./canonical_hash.ts";
export * from "./config.ts";
export * from "./config_hash.ts";
export * from "./confined_paths.ts";
export * from "./file_lock.ts";
export * from "./root.ts";
export * from "./state_folder.ts";
