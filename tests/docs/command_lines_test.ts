/** Every command line in the documentation runs, in a repository that has what it names. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../../deno.json" with { type: "json" };
import { ExitCode } from "../../src/model/mod.ts";
import { COMMAND_FOLDER } from "../../tools/docs/command_pages.ts";
import { writeDemoRepository } from "../../tools/docs/demo_repository.ts";
import { handbookPages, readProjectFile } from "../../tools/docs/files.ts";
import { type ProgramRun, runProgram } from "../../tools/docs/program_run.ts";
import { readCommandLine } from "../../tools/docs/shell_line.ts";
import { cleanEnvironment, programCommand } from "../cli/harness.ts";
import { type DocumentedLine, documentedLines } from "./_documented_lines.ts";

/** Pages that are not part of the handbook, but show command lines too. */
const OTHER_PAGES = ["CONTRIBUTING.md", "SECURITY.md", "AGENTS.md", "CHANGELOG.md"];

/** What has to be there before the examples of a command page. */
const PREPARATION: Readonly<Record<string, readonly string[]>> = {
  [`${COMMAND_FOLDER}/memory-rm.md`]: [
    "memory",
    "add",
    "Retries are capped at three.",
    "--file",
    "src/one.ts",
  ],
};

/** Nothing is counted and no browser starts. */
const ENVIRONMENT = { REPOCTX_NO_STATS: "1", REPOCTX_NO_LAUNCH: "1" };

/** Folders with the demo repository as it was cloned and with its index, to be copied. */
const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "repoctx-docs-lines-" }));
const ORIGINALS = { new: join(folder, "new"), indexed: join(folder, "indexed") };

Deno.test.beforeAll(async () => {
  await writeDemoRepository(ORIGINALS.new);
  await copyFolder(ORIGINALS.new, ORIGINALS.indexed);
  for (const args of [["init", "--no-agents"], ["index"]]) {
    const { code, stderr } = await runProgram(args, { cwd: ORIGINALS.indexed, env: ENVIRONMENT });
    assert.equal(code, 0, stderr);
  }
});

Deno.test.afterAll(() => Deno.remove(folder, { recursive: true }));

for (const path of [...handbookPages(), ...OTHER_PAGES]) {
  const lines = documentedLines(await readProjectFile(path));
  if (lines.length === 0) continue;
  Deno.test(`every command line of ${path} runs`, async () => {
    await using repository = new Copies();
    // The examples of a command are alternatives, the blocks of any other page are a story.
    const isStory = !path.startsWith(`${COMMAND_FOLDER}/`);
    const prepared = PREPARATION[path];
    for (const line of lines.filter(({ mode }) => mode !== "skipped")) {
      const isNew = line.mode === "new" || path === `${COMMAND_FOLDER}/init.md`;
      const root = await repository.at(isNew ? "new" : "indexed", isStory);
      if (prepared !== undefined) assert.equal((await runProgram(prepared, { cwd: root })).code, 0);
      const { code, stderr } = await run(line, root);
      // A check tells by its code that something is to be done; it has run all the same.
      const isCheck = / --check\b/.test(line.line) && code === ExitCode.drift;
      assert.ok(
        code === 0 || isCheck,
        `line ${line.at}: ${line.line}\nends with ${code}: ${stderr}\n` +
          "What an example names has to be in tools/docs/demo_repository.ts.",
      );
    }
  });
}

Deno.test("the programs on the page about the library run", async () => {
  await using repository = new Copies();
  const cwd = await repository.at("indexed", true);
  const page = await readProjectFile("docs/library.md");
  const programs = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, text]) => text!);
  assert.ok(programs.length > 0);
  for (const program of programs) {
    const file = join(folder, "program.ts");
    await Deno.writeTextFile(
      file,
      program.replaceAll(/"@repoctx\/cli(\/[\w/-]+)"/g, (_, entry: string) => {
        const path = manifest.exports[`.${entry}` as keyof typeof manifest.exports];
        return JSON.stringify(new URL(`../../${path}`, import.meta.url).href);
      }),
    );
    const { code, stderr, stdout } = await runModule(file, cwd);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /\w/);
  }
});

/** Copies of the demo repository, gone at the end of the scope. */
class Copies implements AsyncDisposable {
  readonly #folders: string[] = [];
  readonly #last = new Map<string, string>();

  /** The root of a copy: the last one of its kind, or a new one. */
  async at(kind: "new" | "indexed", reuse: boolean): Promise<string> {
    const known = this.#last.get(kind);
    if (reuse && known !== undefined) return known;
    const folder = await Deno.makeTempDir({ prefix: "repoctx-docs-copy-" });
    this.#folders.push(folder);
    // Some examples serve the repository from beside it.
    await Deno.mkdir(join(folder, "shop"));
    const root = join(folder, "shop");
    await copyFolder(ORIGINALS[kind], root);
    this.#last.set(kind, root);
    return root;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const folder of this.#folders) await Deno.remove(folder, { recursive: true });
  }
}

async function run(
  { line, mode }: DocumentedLine,
  cwd: string,
): Promise<Pick<ProgramRun, "code" | "stderr">> {
  const task = /^(?:npx -y deno@2\.9\.6|deno) task ([\w:-]+)/.exec(line)?.[1];
  if (task !== undefined) assert.ok(Object.hasOwn(manifest.tasks, task), `there is no task ${task}`);
  // Tasks other than the program are the gate that runs this test.
  if (task !== undefined && task !== "start") return { code: 0, stderr: "" };
  const { args, env, input } = readCommandLine(line);
  if (mode === "process") {
    return await runProcess(line.split(" ").slice(1, line.split(" ").indexOf("main.ts")), args, cwd);
  }
  if (args[0] === "mcp") return await runProcess(programCommand()[1].slice(0, -1), args, cwd);
  return await runProgram(args, {
    cwd,
    env: { ...ENVIRONMENT, ...env },
    ...(input === undefined ? {} : { input }),
  });
}

/** Runs a module with the configuration of the project. */
async function runModule(file: string, cwd: string): Promise<ProgramRun> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      "--config",
      fileURLToPath(new URL("../../deno.json", import.meta.url)),
      file,
    ],
    cwd,
    clearEnv: true,
    env: await cleanEnvironment(folder),
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Runs the sources with these arguments of the runtime, and nothing on standard input. */
async function runProcess(
  runtime: readonly string[],
  args: readonly string[],
  cwd: string,
): Promise<Pick<ProgramRun, "code" | "stderr">> {
  const main = programCommand()[1].at(-1)!;
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...runtime, main, ...args],
    cwd,
    clearEnv: true,
    env: { ...await cleanEnvironment(folder), ...ENVIRONMENT },
    stdin: "null",
  }).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) await copyFolder(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}
