/** Where the time of one run goes, from samples of the CPU profiler. */

/** What of a profile is read: Chrome's format. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  /** The node that was running, once per sample. */
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** Rooms that only pass on to others: their own time is "commands". */
const PASSING_ON = new Set(["cli", "commands", "mcp", "main.ts"]);
/** What else the profiler tells. */
const OUTSIDE: Readonly<Record<string, string | undefined>> = {
  "(garbage collector)": "garbage collector",
  "(idle)": undefined,
};

/**
 * Milliseconds per phase. A phase is the first room of `src/` that a sample passes on its way down: what the ranker asks
 * of the store is ranking. Runtime is what has no frame of the program: loading modules above all.
 */
export function phasesOf({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const phaseOf = new Map<number, string | undefined>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const pending: [id: number, above: string][] = nodes.slice(0, 1).map(({ id }) => [id, "runtime"]);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [id, above] = next;
    const node = byId.get(id);
    if (node === undefined) continue;
    const { functionName, url } = node.callFrame;
    const room = /\/src\/([^/]+)\/[^/]+/.exec(url)?.[1] ?? (url.endsWith("/main.ts") ? "main.ts" : undefined);
    const isDecided = above !== "runtime" && above !== "commands";
    const phase = isDecided || room === undefined ? above : PASSING_ON.has(room) ? "commands" : room;
    phaseOf.set(id, Object.hasOwn(OUTSIDE, functionName) ? OUTSIDE[functionName] : phase);
    for (const child of node.children ?? []) pending.push([child, phase]);
  }
  const phases = new Map<string, number>();
  for (const [position, id] of samples.entries()) {
    const phase = phaseOf.get(id);
    if (phase === undefined) continue;
    phases.set(phase, (phases.get(phase) ?? 0) + (timeDeltas[position] ?? 0) / 1000);
  }
  return phases;
}

/** Profiles a run of the program; output is thrown away. */
export async function profileRun(
  folder: string,
  main: string,
  args: readonly string[],
): Promise<Map<string, number>> {
  const scratch = await Deno.makeTempDir();
  try {
    const profiler = ["--cpu-prof", `--cpu-prof-dir=${scratch}`, "--cpu-prof-interval=100"];
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", ...profiler, main, ...args],
      cwd: folder,
      env: { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
      stdout: "null",
      stderr: "null",
    }).output();
    if (!success) throw new Error(`${args.join(" ")} failed`);
    const [profile] = Deno.readDirSync(scratch);
    if (profile === undefined) throw new Error("there is no profile");
    return phasesOf(JSON.parse(await Deno.readTextFile(`${scratch}/${profile.name}`)));
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}
