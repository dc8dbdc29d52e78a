/** action.yml and the workflows, as far as they can be checked without running them. */
import assert from "node:assert/strict";
import { load } from "npm:js-yaml@5.5.0";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => Deno.readTextFile(new URL(path, ROOT));

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const action = load(await read("action.yml")) as Action;
const workflows = await Promise.all(
  [...Deno.readDirSync(new URL(".github/workflows/", ROOT))]
    .map(async ({ name }) => [name, load(await read(`.github/workflows/${name}`)) as Workflow] as const),
);

Deno.test("every input of the action is handed to a step, and no step asks for another one", async () => {
  const text = await read("action.yml");
  const used = new Set([...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name!));
  assert.deepEqual([...used].sort(), Object.keys(action.inputs).sort());
  const asked = (await Promise.all(["install", "report"].map((name) => read(`action/${name}.mjs`)))).join("")
    .matchAll(/\b(?:input|flag)\("([\w-]+)"\)/g);
  const handed = action.runs.steps.flatMap(({ env }) => Object.keys(env ?? {}));
  for (const [, name] of asked) {
    assert.ok(handed.includes(`INPUT_${name!.toUpperCase().replaceAll("-", "_")}`), name);
  }
});

Deno.test("every output of the action is set by a step", async () => {
  for (const [name, { value }] of Object.entries(action.outputs)) {
    const [, step, output] = /^\$\{\{ steps\.(\w+)\.outputs\.([\w-]+) \}\}$/.exec(value)!;
    assert.equal(output, name);
    assert.ok((await read(`action/${step}.mjs`)).includes(`setOutput("${name}"`), name);
  }
});

Deno.test("no command line of the action or a workflow holds an expression", () => {
  const steps = [
    ...action.runs.steps,
    ...workflows.flatMap(([, { jobs }]) => Object.values(jobs).flatMap((job) => job.steps)),
  ];
  // What an expression stands for would be read as shell.
  for (const { run } of steps) assert.ok(!run?.includes("${{"), run);
});

Deno.test("every action that is used is pinned to a commit, with its version beside it", async () => {
  for (const path of ["action.yml", ...workflows.map(([name]) => `.github/workflows/${name}`)]) {
    for (const [line] of (await read(path)).matchAll(/^.*\buses:.*$/gm)) {
      assert.match(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  }
});

Deno.test("workflows ask for the least, and end", () => {
  for (const [name, { permissions, jobs }] of workflows) {
    assert.ok(permissions, name);
    assert.ok(
      Object.values(permissions).every((right) => right === "read"),
      `${name}: rights of the whole workflow`,
    );
    for (const [id, job] of Object.entries(jobs)) assert.ok(job["timeout-minutes"], `${name}: ${id}`);
  }
});
