/**
 * `deno task compile`: builds self-contained programs.
 *
 * | arguments         | result                                                                                       |
 * | ----------------- | -------------------------------------------------------------------------------------------- |
 * | none              | `build/bin/<target>/repoctx` for all six targets                                             |
 * | `--target NAME` … | only these                                                                                   |
 * | `--host`          | `build/repoctx` for this machine                                                             |
 * | `--smoke`         | the same, by the older pair that the npm registry alone can provide                          |
 * | `--check-targets` | nothing that runs: shows that the pinned Deno embeds the same files for all six targets      |
 *
 * Exit code 75 says that no runtime can be had here.
 */
import { join } from "node:path";
import { findDenort, FITTING_DENO } from "./denort.ts";
import { fetchFromPackage } from "./package_file.ts";
import { ENTRY, type Program, ROOT, stageProgram } from "./program.ts";
import { type Target, targetNamed, TARGETS } from "./targets.ts";

const BUILD = join(ROOT, "build");
const NO_RUNTIME = 75;

/**
 * What the program may do. No network, no native libraries, no code from elsewhere. Programs are not listed by name: git
 * is started by a full path found at run time, and the runtime complains on standard error about a listed program that
 * is not installed.
 */
export const PERMISSIONS = [
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-run",
  "--allow-sys=osRelease,uid",
  "--no-prompt",
];

/** How to run a Deno. */
interface Compiler {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The Deno that runs this file. */
const PINNED: Compiler = { command: [Deno.execPath()], environment: {} };

/**
 * Embeds the program into a runtime.
 *
 * @param target undefined for this machine.
 * @returns what was embedded, as Deno lists it.
 */
async function compile(
  program: Program,
  output: string,
  compiler: Compiler,
  target?: Target,
): Promise<string> {
  await Deno.mkdir(join(output, ".."), { recursive: true });
  const [command, ...leading] = compiler.command;
  const { success, stderr } = await new Deno.Command(command!, {
    args: [
      ...leading,
      "compile",
      // The bundle needs no configuration and holds everything.
      "--no-config",
      "--no-lock",
      "--no-check",
      // The cache would be a file with a guessable name in the shared folder for temporary files; it saves 3 ms.
      "--no-code-cache",
      ...PERMISSIONS,
      ...(target === undefined ? [] : ["--target", target.triple]),
      "--include",
      "build",
      "--include",
      "THIRD_PARTY_LICENSES.txt",
      "--output",
      output,
      ENTRY,
    ],
    cwd: program.folder,
    env: { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1", ...compiler.environment },
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stderr);
  if (!success) throw new Error(`deno compile failed:\n${text}${adviceFor(text)}`);
  return /Embedded Files\s+[^\n]*\n([^]*)$/.exec(text)?.[1]?.trim() ?? "";
}

/** What helps where the runtime cannot be downloaded. */
function adviceFor(text: string): string {
  return /\bdenort\b/.test(text)
    ? "\nThe runtime comes from a server of Deno. Where that cannot be reached, put it in a file and its path into the " +
      "variable DENORT_BIN, or, on Linux x64, build with --smoke.\n"
    : "";
}

async function build(program: Program, targets: readonly Target[]): Promise<void> {
  for (const target of targets) {
    const output = join(BUILD, "bin", target.name, target.executable);
    await compile(program, output, PINNED, target);
    say(`${target.name.padEnd(13)} ${megabytes(Deno.statSync(output).size)}`);
  }
}

/** Where the program for this machine goes, which the tests run. */
const HOST_OUTPUT = join(BUILD, Deno.build.os === "windows" ? "repoctx.exe" : "repoctx");

async function buildHost(program: Program, compiler: Compiler): Promise<number> {
  await compile(program, HOST_OUTPUT, compiler);
  const payload = program.files.reduce((sum, file) => sum + file.size, 0);
  say(
    `${HOST_OUTPUT}: ${megabytes(Deno.statSync(HOST_OUTPUT).size)}, of which ${megabytes(payload)} payload`,
  );
  return 0;
}

async function buildSmoke(program: Program): Promise<number> {
  const runtime = await findDenort(join(BUILD, "runtime"));
  if (runtime === undefined) {
    say("no denort for this machine can be had from the npm registry");
    return NO_RUNTIME;
  }
  return await buildHost(program, {
    command: ["npx", "-y", `deno@${FITTING_DENO}`],
    // The older Deno knows only its own list of certificate authorities unless told otherwise.
    environment: { DENORT_BIN: runtime, DENO_TLS_CA_STORE: "system" },
  });
}

/** Embeds for every target, with that system's Deno in place of its runtime: the result does not run here. */
async function checkTargets(program: Program): Promise<number> {
  const version = Deno.version.deno;
  const scratch = await Deno.makeTempDir();
  try {
    const listings = new Map<string, string[]>();
    for (const target of TARGETS) {
      const file = target.os === "win32" ? "deno.exe" : "deno";
      const runtime = join(BUILD, "runtime", `${target.name}-${version}`, file);
      await fetchFromPackage(`${target.denoPackage}@${version}`, file, runtime);
      const output = join(scratch, target.name, target.executable);
      const embedded = await compile(program, output, {
        command: PINNED.command,
        environment: { DENORT_BIN: runtime },
      }, target);
      listings.set(embedded, [...listings.get(embedded) ?? [], target.name]);
      const grown = Deno.statSync(output).size - Deno.statSync(runtime).size;
      say(`${target.name.padEnd(13)} runtime + ${megabytes(grown)}`);
      await Deno.remove(output);
    }
    for (const [embedded, names] of listings) say(`\n${names.join(", ")}:\n${embedded}`);
    return listings.size === 1 ? 0 : 1;
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function say(line: string): void {
  // deno-lint-ignore no-console
  console.log(line);
}

async function main(args: readonly string[]): Promise<number> {
  const program = await stageProgram(join(BUILD, "program"));
  if (args.includes("--host")) return await buildHost(program, PINNED);
  if (args.includes("--smoke")) return await buildSmoke(program);
  if (args.includes("--check-targets")) return await checkTargets(program);
  const chosen = args.flatMap((arg, index) => args[index - 1] === "--target" ? [targetNamed(arg)] : []);
  await build(program, chosen.length > 0 ? chosen : TARGETS);
  return 0;
}

if (import.meta.main) {
  Deno.exit(
    await main(Deno.args).catch((error) => {
      // deno-lint-ignore no-console
      console.error(error instanceof Error ? error.message : error);
      return 1;
    }),
  );
}
