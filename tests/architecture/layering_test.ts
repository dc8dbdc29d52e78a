import assert from "node:assert/strict";
import { filesBelow, type Import, projectFolder, readImports, staticClosure } from "./module_graph.ts";

/** The rooms, top floor first. A room may import from the floors below its own. */
const FLOORS: readonly (readonly string[])[] = [
  ["cli", "mcp"],
  ["commands"],
  ["indexer", "ranker", "packer", "memory", "usage", "evaluation", "instructions", "integrate"],
  ["scanner", "parser", "graph", "history", "store", "tokens"],
  ["repository"],
  ["text"],
  ["model"],
];

/** Rooms whose reach is other than their floor says. */
const REACH: Readonly<Record<string, readonly string[]>> = {
  // Doors are thin: they call commands and know no room behind them.
  cli: ["commands", "model", "text"],
  mcp: ["commands", "model", "text"],
  // Results to bytes, and nothing else.
  renderers: ["model", "text"],
  // The importable context library: no parser, database or tokenizer.
  instructions: ["repository", "model", "text"],
  integrate: ["repository", "model", "text"],
};

/** Who may import the renderers: who shows results, and who must measure them. */
const RENDERING = ["commands", "packer"];

const MODULES = filesBelow("src", ".ts");
const ROOMS = [...Deno.readDirSync(new URL("src", projectFolder))].filter((entry) => entry.isDirectory)
  .map(({ name }) => name).sort();

let graph: Promise<Import[]> | undefined;

/** Read once: all tests of this file look at the same graph. */
function imports(): Promise<Import[]> {
  graph ??= readImports(["main.ts", ...MODULES]);
  return graph;
}

function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

function mayImport(from: string, to: string): boolean {
  if (to === "renderers") return RENDERING.includes(from);
  const reach = REACH[from];
  if (reach) return reach.includes(to);
  const floor = FLOORS.findIndex((rooms) => rooms.includes(from));
  return FLOORS.slice(floor + 1).some((rooms) => rooms.includes(to));
}

/** Imports between two rooms of the house. */
async function arrows(): Promise<(Import & { fromRoom: string; toRoom: string })[]> {
  return (await imports()).flatMap((one) => {
    const [fromRoom, toRoom] = [roomOf(one.from), roomOf(one.to)];
    return fromRoom && toRoom && fromRoom !== toRoom ? [{ ...one, fromRoom, toRoom }] : [];
  });
}

/** Source text without comments, so that a word in a comment is no violation. */
function codeOf(path: string): string {
  return Deno.readTextFileSync(new URL(path, projectFolder)).replaceAll(
    /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm,
    "",
  );
}

function modulesOutside(...rooms: string[]): string[] {
  return MODULES.filter((path) => !rooms.includes(roomOf(path) ?? ""));
}

Deno.test("every folder of the house has a floor", () => {
  const known = [...FLOORS.flat(), "renderers"];
  assert.deepEqual(ROOMS.filter((room) => !known.includes(room)), []);
});

Deno.test("no import goes up, and rooms on one floor do not know each other", async () => {
  const wrong = (await arrows()).filter(({ fromRoom, toRoom }) => !mayImport(fromRoom, toRoom));
  assert.deepEqual(wrong.map(({ from, to }) => `${from} -> ${to}`), []);
});

Deno.test("other rooms are entered through their door", async () => {
  const wrong = (await arrows()).filter(({ to, toRoom }) => to !== `src/${toRoom}/mod.ts`);
  assert.deepEqual(wrong.map(({ from, to }) => `${from} -> ${to}`), []);
});

Deno.test("the private files of a folder are imported from that folder only", async () => {
  const wrong = (await imports()).filter(({ from, to }) => {
    const cut = to.lastIndexOf("/");
    return to.startsWith("src/") && to.slice(cut + 1).startsWith("_") &&
      !from.startsWith(to.slice(0, cut + 1));
  });
  assert.deepEqual(wrong.map(({ from, to }) => `${from} -> ${to}`), []);
});

Deno.test("every room that has a file has a door, and the door says what comes in and what goes out", () => {
  for (const room of ROOMS) {
    if (!MODULES.some((path) => roomOf(path) === room)) continue;
    const path = `src/${room}/mod.ts`;
    assert.ok(MODULES.includes(path), `${path} is missing`);
    const text = Deno.readTextFileSync(new URL(path, projectFolder));
    const comment = /^\/\*\*\n((?: \*.*\n)+?) \*\/\n/.exec(text);
    const lines = comment?.[1]?.trimEnd().split("\n").filter((line) => !/^ \*(?: @.*)?$/.test(line)).length ??
      0;
    assert.ok(lines >= 2 && lines <= 5, `${path} starts with a comment of 2 to 5 lines, not ${lines}`);
  }
});

Deno.test("only the store knows SQL", async () => {
  const sql =
    /\b(?:SELECT\s[\s\S]{1,200}?\sFROM\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|DELETE\s+FROM\s|UPDATE\s+\w+\s+SET\s|CREATE\s+(?:VIRTUAL\s+)?(?:TABLE|INDEX)\s|PRAGMA\s+\w)/;
  assert.deepEqual(modulesOutside("store").filter((path) => sql.test(codeOf(path))), []);
  const wrong = (await imports()).filter(({ from, to }) => to === "node:sqlite" && roomOf(from) !== "store");
  assert.deepEqual(wrong.map(({ from }) => from), []);
});

Deno.test("only the doors touch arguments, streams, the console and exit codes", () => {
  const process =
    /\bDeno\.(?:args|exit|exitCode|stdin|stdout|stderr|consoleSize)\b|\bconsole\.|\bprocess\.(?:argv|exit|exitCode)\b/;
  assert.deepEqual(modulesOutside("cli", "mcp").filter((path) => process.test(codeOf(path))), []);
});

Deno.test("source files fit on a few screens", () => {
  const long = MODULES.filter((path) =>
    Deno.readTextFileSync(new URL(path, projectFolder)).split("\n").length > 420
  );
  assert.deepEqual(long, []);
});

Deno.test("starting the program loads nothing heavy", async () => {
  const heavy =
    /^(?:node:(?:fs|crypto|module|sqlite|child_process|http|net|worker_threads)\b|npm:|https?:|jsr:)|\/node_modules\//;
  const loaded = staticClosure(await imports(), "main.ts");
  assert.ok(loaded.has("src/commands/registry.ts"), "the graph was read");
  assert.deepEqual([...loaded].filter((module) => heavy.test(module)), []);
  const rooms = new Set([...loaded].map(roomOf).filter((room) => room !== undefined));
  assert.deepEqual(
    [...rooms].sort().filter((room) => !["cli", "commands", "mcp", "model", "text"].includes(room)),
    [],
  );
});

Deno.test("a command is loaded when it is asked for, and not before", async () => {
  const all = await imports();
  const commands = all.filter(({ from, isDynamic }) => from === "src/commands/registry.ts" && isDynamic)
    .map(({ to }) => to);
  assert.ok(commands.includes("src/commands/search.ts"), "the table was read");
  const loaded = staticClosure(all, "main.ts");
  assert.deepEqual(commands.filter((module) => loaded.has(module)), []);
});

Deno.test("an index run loads what links files when links may have changed, and not before", async () => {
  const all = await imports();
  const loaded = staticClosure(all, "src/indexer/run_index.ts");
  assert.ok(loaded.has("src/scanner/scan.ts"), "the graph was read");
  assert.deepEqual([...loaded].filter((module) => /^npm:|^src\/graph\//.test(module)), []);
});
