import { delimiter, isAbsolute, join, relative, sep } from "node:path";
import { locateRepository } from "./_repository_folders.ts";

/** How a git process is started. */
export interface GitOptions {
  /** Written to its standard input. */
  input?: string;
  /** Ends the process when it is aborted. */
  signal?: AbortSignal;
  /** Set on top of the fixed environment; a variable without a value is taken out of it. */
  environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * Settings that stand above everything a repository configures. Together with the environment and the switches of
 * each command they leave git no program to run and no address to ask.
 */
const SETTINGS = [
  // Empty, not `false`: older versions take any word for the name of a program.
  "core.fsmonitor=",
  "core.hooksPath=/dev/null",
  "core.attributesFile=/dev/null",
  "diff.external=",
  "protocol.allow=never",
  "log.showSignature=false",
  "log.mailmap=false",
  "log.follow=false",
  "log.showRoot=true",
  // Larger files count as binary: no index holds them, and one of them can weigh as much as all others.
  "core.bigFileThreshold=512k",
].flatMap((setting) => ["-c", setting]);

/** The whole environment of git besides the search path. Nothing is inherited, above all no `GIT_DIR`. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  LC_ALL: "C",
  TZ: "UTC",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  // Replacements and grafts are local opinions about the past.
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null",
};

/**
 * Runs git in a folder and hands each chunk of its output to `onChunk`, which may throw to end it.
 *
 * @returns whether git ran to its end without an error; false when there is no git or the folder is not usable.
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  onChunk: (chunk: Uint8Array) => void,
  options: GitOptions = {},
): Promise<boolean> {
  const { input, signal } = options;
  const searchPath = searchPathOutside(folder);
  const program = findGit(searchPath);
  if (program === undefined || signal?.aborted) return false;
  let process: Deno.ChildProcess;
  try {
    process = new Deno.Command(program, {
      args: ["--no-pager", "--no-replace-objects", ...SETTINGS, ...args],
      cwd: folder,
      clearEnv: true,
      env: withValues({
        ...ENVIRONMENT,
        ...windowsEnvironment(),
        PATH: searchPath.join(delimiter),
        ...options.environment,
      }),
      stdin: input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "null",
      ...(signal && { signal }),
    }).spawn();
  } catch {
    return false;
  }
  const written = input === undefined ? undefined : write(process.stdin, input);
  let isComplete = false;
  try {
    for await (const chunk of process.stdout) onChunk(chunk);
    isComplete = true;
  } finally {
    if (!isComplete) end(process);
    await written;
    isComplete &&= (await process.status).success;
  }
  return isComplete;
}

/** The text git prints, without white space around it, or undefined when it fails. For short outputs. */
export async function askGit(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  const take = (chunk: Uint8Array) => text += decoder.decode(chunk, { stream: true });
  const succeeded = await runGit(folder, args, take, options);
  return succeeded ? text.trim() : undefined;
}

/**
 * Folders of the search path that a repository does not control: those that are relative (they start at the current
 * folder) or lie inside of it (package scripts put `node_modules/.bin` there) are left out.
 */
function searchPathOutside(folder: string): string[] {
  const top = realPath(locateRepository(folder)?.top ?? folder);
  return (Deno.env.get("PATH") ?? "").split(delimiter).filter((entry) => {
    if (!isAbsolute(entry)) return false;
    const way = relative(top, realPath(entry));
    return isAbsolute(way) || way.split(sep)[0] === "..";
  });
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

function findGit(searchPath: readonly string[]): string | undefined {
  const name = Deno.build.os === "windows" ? "git.exe" : "git";
  return searchPath.map((folder) => join(folder, name)).find(isFile);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Programs do not start on Windows without these. */
function windowsEnvironment(): Record<string, string> {
  const root = Deno.build.os === "windows" ? Deno.env.get("SystemRoot") : undefined;
  return root === undefined ? {} : { SystemRoot: root };
}

function withValues(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => value ? [[name, value]] : []),
  );
}

async function write(stream: WritableStream<Uint8Array>, text: string): Promise<void> {
  try {
    await new Blob([text]).stream().pipeTo(stream);
  } catch {
    // git ended without reading all of it; its exit status says why.
  }
}

function end(process: Deno.ChildProcess): void {
  try {
    process.kill();
  } catch {
    // It had ended already.
  }
}
