/** The list of commands. There is no other. Each is loaded when it is asked for: a run needs one of them. */
import type { Command } from "./command.ts";

/** A command that can be loaded. */
export interface CommandEntry {
  /** The name of the command: one or two words. */
  readonly name: string;
  /** Loads its declaration. */
  load(): Promise<Command>;
}

/** All commands, in the order in which help shows them. */
export const commandTable: readonly CommandEntry[] = [
  { name: "init", load: async () => (await import("./init.ts")).init },
  { name: "index", load: async () => (await import("./index.ts")).index },
  { name: "context", load: async () => (await import("./context.ts")).context },
  { name: "search", load: async () => (await import("./search.ts")).search },
  { name: "outline", load: async () => (await import("./outline.ts")).outline },
  { name: "related", load: async () => (await import("./related.ts")).related },
  { name: "changed", load: async () => (await import("./changed.ts")).changed },
  { name: "prime", load: async () => (await import("./prime.ts")).prime },
  { name: "architecture", load: async () => (await import("./architecture.ts")).architecture },
  { name: "stats", load: async () => (await import("./stats.ts")).stats },
  { name: "eval", load: async () => (await import("./eval.ts")).evaluation },
  { name: "memory add", load: async () => (await import("./memory.ts")).memoryAdd },
  { name: "memory search", load: async () => (await import("./memory.ts")).memorySearch },
  { name: "memory rm", load: async () => (await import("./memory.ts")).memoryRemove },
  { name: "instructions", load: async () => (await import("./instructions.ts")).instructions },
  { name: "nested", load: async () => (await import("./nested.ts")).nested },
  { name: "inventory", load: async () => (await import("./inventory.ts")).inventory },
  { name: "lint", load: async () => (await import("./lint.ts")).lint },
  { name: "hook", load: async () => (await import("./hook.ts")).hook },
  { name: "guide", load: async () => (await import("./guide.ts")).guide },
  { name: "integrate", load: async () => (await import("./integrate.ts")).integrate },
  { name: "doctor", load: async () => (await import("./doctor.ts")).doctor },
];

/** Loads the commands of a table, in its order. */
export async function loadCommands(
  table: readonly CommandEntry[] = commandTable,
): Promise<readonly Command[]> {
  return await Promise.all(table.map((entry) => entry.load()));
}

/** The entry whose name the words start with: the longest name wins. */
export function entryFor(
  words: readonly string[],
  table: readonly CommandEntry[] = commandTable,
): CommandEntry | undefined {
  const two = words.slice(0, 2).join(" ");
  return table.find(({ name }) => name === two) ?? table.find(({ name }) => name === words[0]);
}
