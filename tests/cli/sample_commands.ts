/** A few commands that have one parameter of every type, for tests of the parser and of help. */
import { type Command, defineCommand } from "../../src/commands/mod.ts";

/** All types a parameter can have. */
export interface FindOptions {
  query: string;
  top: number;
  ratio?: number;
  detail: "auto" | "paths";
  seen: readonly string[];
  includeMemory: boolean;
  symbols: boolean;
  session?: string;
}

/** A command with everything. */
export const find: Command<FindOptions, FindOptions> = defineCommand<FindOptions, FindOptions>({
  name: "find",
  group: "Ask",
  summary: "Find things",
  description: "Finds things that are somewhere, and says where they are and why it thinks so.",
  parameters: {
    query: { type: "string", positional: true, required: true, help: "What to find" },
    top: { type: "integer", default: 10, above: 0, help: "How many at most" },
    ratio: { type: "number", above: 1, help: "A fraction" },
    detail: { type: "string", choices: ["auto", "paths"], default: "paths", help: "How much of each" },
    seen: { type: "list", alias: "s", label: "receipt", help: "What is known already" },
    includeMemory: { type: "boolean", default: true, flag: "no-memory", help: "Leave memories out" },
    symbols: { type: "boolean", default: false, help: "Names only" },
    session: { type: "string", help: "Name of the session" },
  },
  examples: [{ line: 'find "a thing"', explanation: "Find a thing" }],
  formats: ["text", "json", "md"],
  needs: "nothing",
  run: (_context, values) => Promise.resolve(values),
  render: (values, format) => Promise.resolve(`${format}: ${JSON.stringify(values)}`),
});

/** A command below a first word. */
export const noteAdd: Command<{ text: string }, string> = defineCommand<{ text: string }, string>({
  name: "note add",
  group: "Remember",
  summary: "Add a note",
  parameters: { text: { type: "string", positional: true, required: true, help: "The note" } },
  examples: [],
  formats: ["text", "json"],
  needs: "repository",
  run: (_context, { text }) => Promise.resolve(text),
  render: (text) => Promise.resolve(text),
});

/** Its sibling, with an argument that may be missing. */
export const noteList: Command<{ word?: string }, string> = defineCommand<{ word?: string }, string>({
  name: "note list",
  group: "Remember",
  summary: "List notes",
  parameters: { word: { type: "string", positional: true, help: "A word in them" } },
  examples: [],
  formats: ["text"],
  needs: "repository",
  run: (_context, { word }) => Promise.resolve(word ?? "all"),
  render: (text) => Promise.resolve(text),
});

/** A command that takes files. */
export const read: Command<{ paths: readonly string[] }, string> = defineCommand<
  { paths: readonly string[] },
  string
>({
  name: "read",
  group: "Ask",
  summary: "Read files",
  parameters: {
    paths: { type: "list", positional: true, required: true, file: true, label: "path", help: "Files" },
  },
  examples: [],
  formats: ["md", "json"],
  needs: "nothing",
  run: (_context, { paths }) => Promise.resolve(paths.join()),
  render: (text) => Promise.resolve(text),
});

/** The table of the sample commands. */
export const sampleCommands: readonly Command[] = [find, noteAdd, noteList, read];
