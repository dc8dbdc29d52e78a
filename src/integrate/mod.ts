/**
 * Wiring the program into coding agents: the texts they are given and the marked blocks of instruction files that
 * hold them. In come the bytes of a file, out come its new bytes. It never changes a byte outside of its markers
 * and never reads the config or the index.
 */
export * from "./managed_block.ts";
export * from "./root_file.ts";
export * from "./texts.ts";
