/** A runner that exists only for a test: its files and variables, and a release to install from. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../../deno.json" with { type: "json" };
import { checksumLine, tar } from "../../tools/archive.ts";
import { gzip } from "../../tools/program.ts";
import { hostTarget } from "../../tools/targets.ts";
import { cleanEnvironment, programCommand } from "../cli/harness.ts";

const ACTION = fileURLToPath(new URL("../../action/", import.meta.url));

/** What a step did. */
export interface StepOutcome {
  readonly code: number;
  /** Standard output, where annotations go, and standard error. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly path: string;
}

/** A runner with an empty workspace, gone at the end of the scope. */
export class Runner implements AsyncDisposable {
  private constructor(readonly folder: string, readonly workspace: string) {}

  static async make(files: Readonly<Record<string, string>> = {}): Promise<Runner> {
    const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "repoctx runner " }));
    const workspace = join(folder, "workspace");
    await Deno.mkdir(workspace);
    const runner = new Runner(folder, workspace);
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(join(workspace, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(workspace, path), text);
    }
    // A program on the path of a runner: the one under test.
    const [program, leading] = programCommand();
    await Deno.writeTextFile(
      runner.program,
      `#!/bin/sh\nexec ${[program, ...leading].map((word) => `'${word}'`).join(" ")} "$@"\n`,
      { mode: 0o755 },
    );
    return runner;
  }

  /** The program under test, as one file. */
  get program(): string {
    return join(this.folder, "repoctx");
  }

  /** Runs a step of the action. */
  async step(name: "install" | "report", variables: Readonly<Record<string, string>>): Promise<StepOutcome> {
    const files = { GITHUB_OUTPUT: "output", GITHUB_PATH: "path", GITHUB_STEP_SUMMARY: "summary" };
    const given: Record<string, string> = {};
    for (const [variable, file] of Object.entries(files)) {
      given[variable] = join(this.folder, file);
      await Deno.writeTextFile(given[variable], "");
    }
    const { code, stdout, stderr } = await new Deno.Command("node", {
      args: [join(ACTION, `${name}.mjs`)],
      cwd: this.workspace,
      clearEnv: true,
      env: {
        ...await cleanEnvironment(this.folder),
        RUNNER_TEMP: join(this.folder, "temp"),
        REPOCTX: this.program,
        ...given,
        ...variables,
      },
    }).output();
    const decoder = new TextDecoder();
    return {
      code,
      log: decoder.decode(stdout) + decoder.decode(stderr),
      outputs: parseOutputs(await Deno.readTextFile(given["GITHUB_OUTPUT"]!)),
      summary: await Deno.readTextFile(given["GITHUB_STEP_SUMMARY"]!),
      path: await Deno.readTextFile(given["GITHUB_PATH"]!),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** Reads the entries `name<<end … end`. */
function parseOutputs(text: string): Record<string, string> {
  const entries = text.matchAll(/^([\w-]+)<<(\S+)\n([^]*?)\n\2$/gm);
  return Object.fromEntries([...entries].map(([, name, , value]) => [name!, value!]));
}

/** A release with one archive, on this machine. */
export async function serveRelease(
  options: { readonly damaged?: true } = {},
): Promise<{ address: string; requests: string[] } & AsyncDisposable> {
  const name = `repoctx-${hostTarget()!.name}.tar.gz`;
  const content = new TextEncoder().encode("#!/bin/sh\necho installed\n");
  const archive = await gzip(tar([{ name: hostTarget()!.executable, content, executable: true }]));
  const sums = await checksumLine(name, options.damaged ? archive.slice(1) : archive);
  const requests: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    requests.push(pathname);
    if (pathname === `/v${manifest.version}/${name}`) return new Response(archive);
    if (pathname === `/v${manifest.version}/SHA256SUMS`) return new Response(sums);
    return new Response("", { status: 404 });
  });
  return {
    address: `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
