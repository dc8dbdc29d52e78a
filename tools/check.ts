/**
 * The gate: formatting, lint, types, documentation and the layering of the house. Prints one line per step, and the
 * output of a step only where it failed. Ends with exit code 1 if any step failed.
 */
import manifest from "../deno.json" with { type: "json" };

interface Step {
  readonly name: string;
  /** Arguments of `deno`. */
  readonly args: readonly string[];
}

const ENTRY_POINTS = Object.values(manifest.exports);
const FOLDERS = ["src", "tests", "tools", "bench", "npm", "nuget", "action"].filter(hasModules);

const STEPS: readonly Step[] = [
  { name: "format", args: ["fmt", "--check"] },
  { name: "lint", args: ["lint"] },
  { name: "types", args: ["check", ...ENTRY_POINTS, ...FOLDERS] },
  { name: "docs", args: ["doc", "--lint", ...ENTRY_POINTS] },
  { name: "layers", args: ["test", "-A", "--no-check", "--quiet", "tests/architecture/"] },
];

/** Whether a folder of the project holds a file to check at any depth. */
function hasModules(folder: string): boolean {
  try {
    return [...Deno.readDirSync(folder)].some(({ name, isDirectory }) =>
      isDirectory ? hasModules(`${folder}/${name}`) : /\.m?[jt]s$/.test(name)
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Runs a step with the Deno that runs this file, wherever that came from. */
async function run({ name, args }: Step): Promise<boolean> {
  const started = performance.now();
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    env: { DENO_NO_UPDATE_CHECK: "1" },
    stdin: "null",
  }).output();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  await Deno.stdout.write(new TextEncoder().encode(`${success ? "ok  " : "FAIL"} ${name} (${seconds} s)\n`));
  if (!success) {
    await Deno.stdout.write(stdout);
    await Deno.stdout.write(stderr);
  }
  return success;
}

Deno.chdir(new URL("../", import.meta.url));
const results = await Promise.all(STEPS.map(run));
Deno.exit(results.every((succeeded) => succeeded) ? 0 : 1);
