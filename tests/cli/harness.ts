/** Runs the whole program on small trees in disposable folders. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What a run of the program did. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run the program. */
export interface RunOptions {
  /** Folder below the tree to run in. */
  readonly cwd?: string;
  /** Added to the clean environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What is piped into standard input; nothing, when it stays out. */
  readonly input?: string | Uint8Array;
}

/** Variables a program needs to start at all; everything else would make a test depend on its machine. */
const KEPT_VARIABLES = ["PATH", "DENO_DIR", "TMPDIR", "TEMP", "TMP", "SystemRoot", "SystemDrive", "PATHEXT"];

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));

/** The program and its leading arguments: the sources, or the binary named by `REPOCTX_TEST_BINARY`, from the root. */
export function programCommand(): [string, string[]] {
  const binary = Deno.env.get("REPOCTX_TEST_BINARY");
  const root = fileURLToPath(new URL("../../", import.meta.url));
  return binary ? [resolve(root, binary), []] : [Deno.execPath(), ["run", "-A", "--quiet", MAIN]];
}

let denoFolder: Promise<string> | undefined;

/** Where Deno keeps its modules, so that a run with another home folder finds them. */
function findDenoFolder(): Promise<string> {
  denoFolder ??= new Deno.Command(Deno.execPath(), { args: ["info", "--json"], stderr: "null" }).output()
    .then(({ stdout }) => JSON.parse(new TextDecoder().decode(stdout)).denoDir as string);
  return denoFolder;
}

/** The environment of a run: nothing of this machine but what starts the program. */
export async function cleanEnvironment(home: string): Promise<Record<string, string>> {
  const env: Record<string, string> = { HOME: home, USERPROFILE: home, DENO_NO_UPDATE_CHECK: "1" };
  for (const name of KEPT_VARIABLES) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  env["DENO_DIR"] ??= await findDenoFolder();
  return env;
}

/** Starts the program in a folder, with all its streams piped and a clean environment. */
export async function spawnProgram(args: readonly string[], cwd: string): Promise<Deno.ChildProcess> {
  const [program, leading] = programCommand();
  return new Deno.Command(program, {
    args: [...leading, ...args],
    cwd,
    clearEnv: true,
    env: await cleanEnvironment(cwd),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Pipes something into a program, and ends its input. A program may end without having read it. */
async function feed(child: Deno.ChildProcess, input: string | Uint8Array | undefined): Promise<void> {
  if (input === undefined) return;
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  await new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeTo(child.stdin).catch((error) => {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  });
}

/** A tree of files in a folder of its own, gone at the end of the scope. */
export class Tree implements AsyncDisposable {
  readonly #folder: string;
  /** Absolute path of the tree, links resolved. */
  readonly root: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.root = `${folder}/repo`;
  }

  /** Writes files by path; folders are made as needed. */
  static async write(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Tree> {
    const tree = new Tree(await Deno.realPath(await Deno.makeTempDir({ prefix: "repoctx-test-" })));
    await Deno.mkdir(`${tree.#folder}/home`);
    await Deno.mkdir(tree.root);
    for (const [path, content] of Object.entries(files)) await tree.put(path, content);
    return tree;
  }

  /** Writes one file. */
  async put(path: string, content: string | Uint8Array): Promise<void> {
    const full = `${this.root}/${path}`;
    await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(full, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }

  /** The text of a file, undefined when there is none. */
  async read(path: string): Promise<string | undefined> {
    try {
      return await Deno.readTextFile(`${this.root}/${path}`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }

  /** Names in a folder of the tree, sorted. */
  list(path: string = "."): string[] {
    return [...Deno.readDirSync(`${this.root}/${path}`)].map(({ name }) => name).sort();
  }

  /** Runs the program in the tree. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const [program, leading] = programCommand();
    const child = new Deno.Command(program, {
      args: [...leading, ...args],
      cwd: `${this.root}/${options.cwd ?? ""}`,
      clearEnv: true,
      env: { ...await cleanEnvironment(`${this.#folder}/home`), ...options.env },
      stdin: options.input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const [{ code, stdout, stderr }] = await Promise.all([child.output(), feed(child, options.input)]);
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}
