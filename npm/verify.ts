/**
 * `deno task verify:npm [MANAGER …]`: publishes all packages to a registry of its own on this machine, installs them into
 * clean projects with each package manager, each with a home of its own, and uses them as people do. Says what was
 * downloaded and how long it took to the first answer.
 *
 * Needs `build/repoctx` (`deno task compile --smoke`). The programs of other systems, which nothing here starts, are
 * stand-ins of a few bytes.
 */
import { dirname, join } from "node:path";
import { ROOT, stageProgram } from "../tools/program.ts";
import { hostTarget, TARGETS } from "../tools/targets.ts";
import { packageLayouts, writePackages } from "./assemble.ts";
import { publishPackages } from "./publish.ts";

const PORT = 4873;
const REGISTRY = `http://localhost:${PORT}/`;
/** The registry itself; between it and the package managers stands a counter. */
const SERVER = `http://localhost:${PORT + 1}`;

/** The registry server and the package managers besides npm. Newer registry servers want a newer Node. */
const TOOLS = {
  private: true,
  dependencies: {
    "@yarnpkg/cli-dist": "4.18.1",
    bun: "1.4.5",
    pnpm: "10.34.5",
    verdaccio: "6.8.0",
    "yarn-classic": "npm:yarn@1.22.22",
  },
  overrides: { "node-fetch": "2.7.0" },
};
const TOOLS_FOLDER = join(ROOT, "build/registry");

function tool(name: string): string {
  return join(TOOLS_FOLDER, "node_modules/.bin", name);
}

const REGISTRY_CONFIG = `
storage: ./storage
auth: { htpasswd: { file: ./htpasswd } }
uplinks: {}
max_body_size: 200mb
packages: { "**": { access: $all, publish: $all } }
log: { type: stdout, level: error }
`;

/** How a package manager adds the package to a project, and how it runs its command. */
interface PackageManager {
  /** Absent where the package is run without being installed. */
  readonly add?: readonly string[];
  readonly run: readonly string[];
  /** Files the manager wants in the project. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether there is no folder with packages. */
  readonly usesArchives?: true;
}

const YARN = ["node", join(TOOLS_FOLDER, "node_modules/@yarnpkg/cli-dist/bin/yarn.js")];
const YARN_CLASSIC = ["node", join(TOOLS_FOLDER, "node_modules/yarn-classic/bin/yarn.js")];

/** @param linker how packages are laid out. */
function yarnWith(linker: "node-modules" | "pnp"): PackageManager {
  const settings = [
    `npmRegistryServer: "${REGISTRY}"`,
    "unsafeHttpWhitelist: [localhost]",
    `nodeLinker: ${linker}`,
    "enableImmutableInstalls: false",
    "npmMinimalAgeGate: 0",
    "",
  ];
  return {
    add: [...YARN, "add", "--dev", "@repoctx/cli"],
    run: [...YARN, "run", "repoctx"],
    files: { ".yarnrc.yml": settings.join("\n"), "yarn.lock": "" },
    ...(linker === "pnp" ? { usesArchives: true } : {}),
  };
}

const MANAGERS: Readonly<Record<string, PackageManager>> = {
  npx: {
    run: ["npx", "--yes", "@repoctx/cli"],
  },
  npm: {
    add: ["npm", "install", "--save-dev", "--no-audit", "--no-fund", "@repoctx/cli"],
    run: ["npx", "--no-install", "repoctx"],
  },
  pnpm: {
    add: [tool("pnpm"), "add", "--save-dev", "@repoctx/cli"],
    run: [tool("pnpm"), "exec", "repoctx"],
  },
  yarn: yarnWith("node-modules"),
  "yarn-pnp": yarnWith("pnp"),
  "yarn-classic": {
    add: [...YARN_CLASSIC, "add", "--dev", "@repoctx/cli"],
    run: [...YARN_CLASSIC, "--silent", "run", "repoctx"],
    files: { ".yarnrc": `registry "${REGISTRY}"\n` },
  },
  bun: {
    add: [tool("bun"), "add", "--dev", "@repoctx/cli"],
    run: [tool("bun"), "run", "repoctx"],
    files: { "bunfig.toml": `[install]\nregistry = "${REGISTRY}"\n` },
  },
};

/** Runs a command to its end and returns what it printed. */
async function run(
  command: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const [program, ...args] = command;
  const { code, stdout, stderr } = await new Deno.Command(program!, {
    args,
    cwd,
    env: { CI: "", ...env },
    stdin: "null",
  })
    .output();
  const decoder = new TextDecoder();
  const text = decoder.decode(stdout);
  if (code !== 0) throw new Error(`${command.join(" ")} failed (${code}):\n${text}${decoder.decode(stderr)}`);
  return text;
}

async function startRegistry(folder: string): Promise<Deno.ChildProcess> {
  await Deno.mkdir(TOOLS_FOLDER, { recursive: true });
  await Deno.writeTextFile(join(TOOLS_FOLDER, "package.json"), JSON.stringify(TOOLS));
  await run(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], TOOLS_FOLDER);
  await Deno.writeTextFile(join(folder, "config.yaml"), REGISTRY_CONFIG);
  const server = new Deno.Command("node", {
    args: [
      join(TOOLS_FOLDER, "node_modules/verdaccio/bin/verdaccio"),
      "--config",
      join(folder, "config.yaml"),
      "--listen",
      String(PORT + 1),
    ],
    env: { VERDACCIO_PUBLIC_URL: REGISTRY },
    stdout: "null",
    stdin: "null",
  }).spawn();
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(`${SERVER}/-/ping`).then((response) => response.ok, () => false)) return server;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  server.kill();
  throw new Error("The registry did not start.");
}

/** Bytes of answers since the last reset. */
const downloaded = { bytes: 0 };

/** Hands every request on to the registry and counts what comes back. */
function startCounter(): Deno.HttpServer {
  return Deno.serve({ port: PORT, onListen: () => {} }, async ({ method, url, headers, body }) => {
    const { pathname, search } = new URL(url);
    const answer = await fetch(`${SERVER}${pathname}${search}`, {
      method,
      headers,
      ...(body === null ? {} : { body }),
    });
    const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        downloaded.bytes += chunk.length;
        controller.enqueue(chunk);
      },
    });
    const kept = new Headers(answer.headers);
    for (const name of ["content-encoding", "content-length", "transfer-encoding"]) kept.delete(name);
    return new Response(answer.body?.pipeThrough(count) ?? null, { status: answer.status, headers: kept });
  });
}

async function publishAll(folder: string): Promise<void> {
  const binaries = join(folder, "bin");
  for (const target of TARGETS) {
    const path = join(binaries, target.name, target.executable);
    await Deno.mkdir(dirname(path), { recursive: true });
    if (target === hostTarget()) await Deno.copyFile(join(ROOT, "build", target.executable), path);
    else await Deno.writeTextFile(path, target.name);
  }
  const program = join(ROOT, "build/node-program");
  await stageProgram(program, "npm/node/main.ts");
  const layouts = packageLayouts({ binaries, program }, {});
  await writePackages(layouts, join(folder, "npm"));
  Deno.env.set("NPM_TOKEN", "local");
  await publishPackages(join(folder, "npm"), { npm_config_registry: REGISTRY });
  // A second run finds everything there.
  await publishPackages(join(folder, "npm"), { npm_config_registry: REGISTRY });
}

async function useWith(manager: PackageManager, folder: string, userConfig: string): Promise<void> {
  const project = join(folder, "a project");
  const home = join(folder, "home");
  await Deno.mkdir(join(project, "src"), { recursive: true });
  await Deno.mkdir(home);
  const files = {
    "package.json": JSON.stringify({
      name: "sample",
      version: "1.0.0",
      private: true,
      ...(manager.add === undefined
        ? {}
        : { scripts: { prepare: `node -e "require('@repoctx/cli/prepare')"` } }),
    }),
    "src/retry.ts":
      "/** Waits between attempts. */\nexport function retryDelay(attempt: number): number {\n" +
      "  return 100 * 2 ** attempt;\n}\n",
    "AGENTS.md": "# Rules\n",
    "CLAUDE.md": "# Rules\n",
    ...manager.files,
  };
  for (const [path, text] of Object.entries(files)) await Deno.writeTextFile(join(project, path), text);
  const env = {
    HOME: home,
    XDG_CACHE_HOME: join(home, ".cache"),
    npm_config_cache: join(home, ".npm"),
    npm_config_userconfig: userConfig,
    npm_config_minimum_release_age: "0",
  };
  const repoctx = (...args: string[]) => run([...manager.run, ...args], project, env);
  downloaded.bytes = 0;
  const started = performance.now();
  if (manager.add !== undefined) await run(manager.add, project, env);
  if (await Deno.stat(join(project, ".repoctx/index.db")).then(() => false, () => true)) {
    await repoctx("init", "--force", "--no-agents");
    await repoctx("index");
  }
  const answer = await repoctx("context", "fix the retry delay", "--detail", "auto", "--format", "json");
  const seconds = (performance.now() - started) / 1000;
  const { results } = JSON.parse(answer);
  if (results[0].path !== "src/retry.ts") throw new Error(`Unexpected answer: ${answer}`);
  say(`  first answer after ${seconds.toFixed(1)} s, ${(downloaded.bytes / 1e6).toFixed(1)} MB downloaded`);
  const { runtime } = JSON.parse(await repoctx("doctor", "--format", "json"));
  if (runtime.started_as !== "npm") throw new Error(`Unexpected start: ${runtime.started_as}`);
  await repoctx("integrate");
  const registered = JSON.parse(await Deno.readTextFile(join(project, ".mcp.json"))).mcpServers.repoctx;
  const expected = manager.usesArchives
    ? /^node -r \.\/\.pnp\.cjs -e /
    : manager.add === undefined
    ? /^repoctx mcp$/
    : /^node node_modules\/@repoctx\/cli\/bin\/repoctx\.js mcp$/;
  const written = [registered.command, ...registered.args].join(" ");
  if (!expected.test(written)) throw new Error(`Unexpected registration: ${written}`);
  if (manager.add !== undefined) await initialise(project, registered);
}

function say(line: string): void {
  // deno-lint-ignore no-console
  console.log(line);
}

/** The registered command must start a server that answers. */
async function initialise(
  cwd: string,
  { command, args }: { command: string; args: string[] },
): Promise<void> {
  const child = new Deno.Command(command, { args, cwd, stdin: "piped", stdout: "piped", stderr: "null" })
    .spawn();
  const writer = child.stdin.getWriter();
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "verify", version: "1" } },
  };
  await writer.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  if (JSON.parse(value!).result.serverInfo.name !== "repoctx") throw new Error(`Unexpected answer: ${value}`);
  await writer.close();
  await reader.cancel();
  await child.status;
}

async function main(chosen: readonly string[]): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "repoctx-npm-" });
  const server = await startRegistry(folder);
  const counter = startCounter();
  try {
    const userConfig = join(folder, "npmrc");
    await Deno.writeTextFile(userConfig, `registry=${REGISTRY}\n`);
    await publishAll(folder);
    for (const name of chosen.length > 0 ? chosen : Object.keys(MANAGERS)) {
      say(`${name}:`);
      await useWith(MANAGERS[name]!, join(folder, name), userConfig);
      say(`  asked, integrated${MANAGERS[name]!.add === undefined ? "" : ", served"}`);
    }
  } finally {
    await counter.shutdown();
    server.kill();
    await server.status;
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await main(Deno.args);
