/**
 * `deno task compile`: builds a self-contained binary for this machine into `build/`.
 *
 * With the pinned Deno and its official runtime where that can be downloaded; with `--smoke` by the older pair that the
 * npm registry alone can provide (see denort.ts). Exit code 75 says that no runtime can be had here.
 */
import { fileURLToPath } from "node:url";
import { writeTokenTable } from "../src/tokens/mod.ts";
import { findDenort, FITTING_DENO } from "./denort.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BUILD = `${ROOT}build`;
/** No network: the binary asks for nothing else either. */
const PERMISSIONS = [
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-run",
  "--allow-sys",
  "--no-prompt",
];
/** Packages that only tests and tools use, and the tokenizer, whose table is embedded instead. */
const NOT_EMBEDDED = ["ajv", "fast-check", "gpt-tokenizer"];
const NO_RUNTIME = 75;

/** A copy of deno.json that maps only what the program loads: every mapped npm package would be embedded whole. */
async function writeCompileConfig(): Promise<string> {
  const config = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const imports = Object.entries(config.imports as Record<string, string>).filter(([name]) =>
    !NOT_EMBEDDED.includes(name)
  );
  const path = `${ROOT}deno.compile.json`;
  const { compilerOptions } = config;
  await Deno.writeTextFile(
    path,
    JSON.stringify({ imports: Object.fromEntries(imports), compilerOptions, nodeModulesDir: "none" }),
  );
  return path;
}

async function main(smoke: boolean): Promise<number> {
  await Deno.mkdir(BUILD, { recursive: true });
  await writeTokenTable(`${BUILD}/o200k.bin`);
  const output = `${BUILD}/repoctx${Deno.build.os === "windows" ? ".exe" : ""}`;
  const environment: Record<string, string> = { DENO_NO_UPDATE_CHECK: "1" };
  let program = Deno.execPath();
  let prefix: string[] = [];
  if (smoke) {
    const runtime = await findDenort(`${BUILD}/runtime`);
    if (runtime === undefined) {
      // deno-lint-ignore no-console
      console.log("no denort for this machine can be had from the npm registry");
      return NO_RUNTIME;
    }
    environment.DENORT_BIN = runtime;
    // The older Deno knows only its own list of certificate authorities unless told otherwise.
    environment.DENO_TLS_CA_STORE = "system";
    program = "npx";
    prefix = ["-y", `deno@${FITTING_DENO}`];
  }
  const config = await writeCompileConfig();
  try {
    const { code } = await new Deno.Command(program, {
      args: [
        ...prefix,
        "compile",
        "--quiet",
        "--no-check",
        "--no-lock",
        "--config",
        config,
        ...PERMISSIONS,
        "--include",
        `${BUILD}/o200k.bin`,
        "--output",
        output,
        `${ROOT}main.ts`,
      ],
      cwd: ROOT,
      env: environment,
      stdout: "inherit",
      stderr: "inherit",
    }).output();
    // deno-lint-ignore no-console
    if (code === 0) console.log(`${output}: ${(Deno.statSync(output).size / 1e6).toFixed(1)} MB`);
    return code;
  } finally {
    await Deno.remove(config);
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args.includes("--smoke")));
