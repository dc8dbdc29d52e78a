import assert from "node:assert/strict";
import { cleanEnvironment, programCommand } from "../cli/harness.ts";
import { assertValid } from "../schemas.ts";
import { shop } from "./_shop.ts";

interface Run {
  code: number;
  stdout: string;
  stderr: string;
  /** What is left in the folder for temporary files. */
  left: string[];
}

/** Runs the program in a folder, with a folder for temporary files of its own. */
async function run(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  watch: (process: Deno.ChildProcess, temporary: string) => Promise<void> = async () => {},
): Promise<Run> {
  const temporary = await Deno.makeTempDir({ prefix: "repoctx-test-" });
  try {
    const [program, leading] = programCommand();
    const process = new Deno.Command(program, {
      args: [...leading, ...args],
      cwd,
      clearEnv: true,
      env: {
        ...await cleanEnvironment(temporary),
        TMPDIR: temporary,
        TMP: temporary,
        TEMP: temporary,
        ...env,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const watching = watch(process, temporary);
    const { code, stdout, stderr } = await process.output();
    await watching;
    const decoder = new TextDecoder();
    const left = [...Deno.readDirSync(temporary)].map(({ name }) => name);
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr), left };
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
}

/** Every file below a folder with its bytes and times. */
function snapshot(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    const { mtime, size } = Deno.lstatSync(path);
    return [`${path} ${isDirectory ? "" : size} ${mtime?.getTime()}`, ...isDirectory ? snapshot(path) : []];
  }).sort();
}

Deno.test("a run leaves the repository, its state folder and the system as they were", async () => {
  await using repository = await shop();
  await repository.write(".repoctx/index.db", "as it is");
  const before = snapshot(repository.root);
  const { code, stdout, stderr, left } = await run(repository.root, ["eval", "--format", "json"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assertValid("eval", JSON.parse(stdout));
  assert.deepEqual(left, []);
  assert.deepEqual(snapshot(repository.root), before);
});

Deno.test(
  "a run that is interrupted leaves nothing behind",
  { ignore: Deno.build.os === "windows" },
  async () => {
    await using repository = await shop();
    const { code, stdout, left } = await run(repository.root, ["eval"], {}, async (process, temporary) => {
      const isAtWork = () =>
        [...Deno.readDirSync(temporary)].some(({ name }) => name.startsWith("repoctx-eval-"));
      while (!isAtWork()) await new Promise((resolve) => setTimeout(resolve, 5));
      process.kill("SIGINT");
    });
    assert.equal(code, 130);
    assert.equal(stdout, "");
    assert.deepEqual(left, []);
  },
);

Deno.test("without git the message says so", async () => {
  await using repository = await shop();
  const { code, stderr, left } = await run(repository.root, ["eval"], { PATH: "" });
  assert.equal(code, 1);
  assert.match(stderr, /^git was not found on the search path/);
  assert.deepEqual(left, []);
});

Deno.test("values out of bounds are refused before anything is done", async () => {
  await using repository = await shop();
  for (const args of [["--commits", "0"], ["--top", "4"], ["--budget", "0"], ["--format", "html"]]) {
    const { code, stdout } = await run(repository.root, ["eval", ...args]);
    assert.deepEqual([code, stdout], [3, ""], args.join(" "));
  }
});
