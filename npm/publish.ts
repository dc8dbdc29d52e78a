/**
 * `deno run -A npm/publish.ts [FOLDER]`: publishes the packages that assemble.ts laid out.
 *
 * With the variable NPM_TOKEN that token is used; without it npm exchanges the identity of the workflow for a credential
 * of its own (trusted publishing, npm 11.5.1 or later). A version that is already there is left alone, so a run that broke
 * can be repeated.
 */
import { join } from "node:path";
import { ROOT } from "../tools/program.ts";
import { packageLayouts } from "./assemble.ts";

/** What npm did. */
interface Outcome {
  readonly success: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** How npm is to be run. */
interface Settings {
  readonly variables: Record<string, string>;
  /** A file to remove afterwards. */
  readonly file?: string;
}

async function npm(args: readonly string[], cwd: string, env: Record<string, string>): Promise<Outcome> {
  const program = Deno.build.os === "windows" ? "npm.cmd" : "npm";
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd, env }).output();
  const decoder = new TextDecoder();
  return { success, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/**
 * Publishes all packages, the command last: whoever can install it can install what it needs.
 *
 * @param folder with one folder for each package.
 * @param env added to the environment of npm.
 * @throws Error with npm's words when a package is refused.
 */
export async function publishPackages(folder: string, env: Record<string, string> = {}): Promise<void> {
  const token = Deno.env.get("NPM_TOKEN");
  const settings: Settings = token ? await tokenSettings(token, folder, env) : { variables: env };
  try {
    for (const { manifest } of packageLayouts({ binaries: "", program: "" }, {})) {
      const { name, version } = manifest;
      const home = join(folder, name);
      const known = await npm(["view", `${name}@${version}`, "version"], home, settings.variables);
      if (known.success && known.stdout.trim() === version) {
        say(`${name}@${version} is already published`);
        continue;
      }
      const { success, stderr } = await npm(["publish", "--ignore-scripts"], home, settings.variables);
      if (!success) throw new Error(`${name}@${version} was not published:\n${stderr}`);
      say(`${name}@${version} published`);
    }
  } finally {
    if (settings.file !== undefined) await Deno.remove(settings.file);
  }
}

/** A file of settings with the token, beside nothing that is published. */
async function tokenSettings(
  token: string,
  folder: string,
  env: Record<string, string>,
): Promise<Settings> {
  const { stdout } = await npm(["config", "get", "registry"], folder, env);
  const registry = stdout.trim();
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(
    file,
    `registry=${registry}\n${registry.replace(/^https?:/, "")}:_authToken=${token}\n`,
  );
  // Provenance also with a token, wherever the identity of a workflow is at hand.
  const provenance = Deno.env.get("ACTIONS_ID_TOKEN_REQUEST_URL") ? { npm_config_provenance: "true" } : {};
  return { variables: { ...env, ...provenance, npm_config_userconfig: file }, file };
}

function say(line: string): void {
  // deno-lint-ignore no-console
  console.log(line);
}

if (import.meta.main) await publishPackages(Deno.args[0] ?? join(ROOT, "build/npm"));
