/**
 * `deno task bench [FOLDER…]`: how long the program works, as a whole process, on given repositories (this one by
 * default). Prints CPU seconds and wall time, the minimum of several runs: read them as ratios, machines differ.
 *
 * A second table tells for one answer which part of the program the time goes to; the profiler adds some of its own.
 *
 * Each folder is copied first (tracked files only when it is a git work tree), so that nothing in it changes.
 */
import { fileURLToPath } from "node:url";
import { profileRun } from "./phases.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const RUNS = 5;
const TASK = "fix the error handling when reading the configuration";

interface Timing {
  cpuMs: number;
  wallMs: number;
  output: string;
}

const BINARY = Deno.env.get("REPOCTX_BENCH_BINARY");
const PROGRAM = BINARY ? [BINARY] : [Deno.execPath(), "run", "-A", "--no-check", `${ROOT}main.ts`];
/** What any program costs here: the yardstick for all other figures. */
const EMPTY = [Deno.execPath(), "run", "--no-check", "data:application/javascript,"];

/** Runs a program once. CPU time comes from the shell's own `time`, which counts all child processes. */
async function run(folder: string, args: readonly string[], command = PROGRAM): Promise<Timing> {
  const started = performance.now();
  const child = await new Deno.Command("bash", {
    args: ["-c", 'TIMEFORMAT="cpu %U %S"; time "$@"', "bench", ...command, ...args],
    cwd: folder,
    env: { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1", LC_ALL: "C" },
  }).output();
  const wallMs = performance.now() - started;
  const errors = new TextDecoder().decode(child.stderr);
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(errors) ?? [];
  if (!child.success) throw new Error(`${args.join(" ")}: ${errors}`);
  return {
    cpuMs: (Number(user) + Number(system)) * 1000,
    wallMs,
    output: new TextDecoder().decode(child.stdout),
  };
}

async function best(folder: string, args: readonly string[], command = PROGRAM): Promise<Timing> {
  let result = await run(folder, args, command);
  for (let i = 1; i < RUNS; i++) {
    const next = await run(folder, args, command);
    result = {
      cpuMs: Math.min(result.cpuMs, next.cpuMs),
      wallMs: Math.min(result.wallMs, next.wallMs),
      output: next.output,
    };
  }
  return result;
}

async function copyOf(folder: string): Promise<string> {
  const copy = await Deno.makeTempDir();
  const clone = await new Deno.Command("git", { args: ["clone", "-q", "--no-hardlinks", folder, copy] })
    .output();
  if (!clone.success) await new Deno.Command("cp", { args: ["-R", `${folder}/.`, copy] }).output();
  await Deno.remove(`${copy}/.repoctx`, { recursive: true }).catch(() => {});
  return copy;
}

/** The shortest time of each part of an answer, longest first, as rows that begin with `cells`. */
async function split(cells: readonly (string | number)[], folder: string): Promise<string[]> {
  const best = new Map<string, number>();
  for (let i = 0; i < RUNS; i++) {
    for (const [phase, ms] of await profileRun(folder, `${ROOT}main.ts`, answer("json"))) {
      best.set(phase, Math.min(best.get(phase) ?? Infinity, ms));
    }
  }
  return [...best].sort(([, a], [, b]) => b - a).map(([phase, ms]) => row([...cells, phase, ms]));
}

function answer(format: string): string[] {
  return [
    "context",
    TASK,
    "--detail",
    "slices",
    "--response-budget-tokens",
    "2000",
    "--format",
    format,
  ];
}

/** A file of the index: the one that a search finds first. */
async function someSource(folder: string): Promise<string> {
  const { output } = await run(folder, ["search", TASK, "--format", "json"]);
  const path: unknown = JSON.parse(output).results[0]?.path;
  if (typeof path !== "string") throw new Error(`nothing was found in ${folder}`);
  return path;
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => typeof cell === "number" ? Math.round(cell) : cell).join(" | ")} |`;
}

const folders = Deno.args.length > 0 ? Deno.args : [ROOT];
const lines = [
  row(["repository", "files", "operation", "CPU ms", "wall ms"]),
  row(["---", "---:", "---", "---:", "---:"]),
];
const phases: string[] = [];
for (const folder of folders) {
  const copy = await copyOf(folder);
  try {
    const name = folder.replace(/\/+$/, "").split("/").pop() ?? folder;
    await run(copy, ["init", "--force", "--no-agents"]);
    const cold = await run(copy, ["index", "--full"]);
    const files = /files: (\d+)/.exec(cold.output)?.[1] ?? "?";
    const add = (operation: string, timing: Timing): void =>
      void lines.push(row([name, files, operation, timing.cpuMs, timing.wallMs]));
    add("empty program", await best(copy, [], EMPTY));
    add("index, cold", cold);
    add("index, nothing changed", await best(copy, ["index"]));
    add("search", await best(copy, ["search", TASK]));
    add("context, paths", await best(copy, ["context", TASK]));
    for (const format of ["json", "md"]) {
      add(`context, 2,000 tokens, ${format}`, await best(copy, answer(format)));
    }
    add("outline", await best(copy, ["outline", await someSource(copy)]));
    add("guide (start-up)", await best(copy, ["guide"]));
    if (!BINARY) phases.push(...await split([name, files], copy));
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}
// deno-lint-ignore no-console
console.log(lines.join("\n"));
if (phases.length > 0) {
  const heading = [
    row(["repository", "files", "part of an answer", "ms"]),
    row(["---", "---:", "---", "---:"]),
  ];
  // deno-lint-ignore no-console
  console.log(["", ...heading, ...phases].join("\n"));
}
