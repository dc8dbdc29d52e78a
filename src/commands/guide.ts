/** `guide`: the whole protocol for an agent. */
import { type Command, defineCommand } from "./command.ts";

/** Prints a constant. */
export const guide: Command<object, string> = defineCommand<object, string>({
  name: "guide",
  group: "Agents",
  summary: "Print the full usage protocol for coding agents",
  description: "The same text everywhere and at all times, so that it can stand behind a cache breakpoint.",
  parameters: {},
  examples: [{ line: "guide", explanation: "Read this once before the first question" }],
  formats: ["text"],
  needs: "nothing",
  run: async () => (await import("../integrate/mod.ts")).PLAYBOOK,
  render: (playbook) => Promise.resolve(playbook),
});
