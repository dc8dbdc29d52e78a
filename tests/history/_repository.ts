import { dirname, join } from "node:path";

/** A git repository in a folder of its own that is gone when the scope ends. */
export class TestRepository implements AsyncDisposable {
  /** The work tree. */
  readonly root: string;
  #seconds = 1_600_000_000;

  private constructor(root: string) {
    this.root = root;
  }

  /** An empty repository on branch `main`. */
  static async create(): Promise<TestRepository> {
    const repository = new TestRepository(await Deno.realPath(await Deno.makeTempDir()));
    await repository.git("init", "--quiet", "--initial-branch=main");
    return repository;
  }

  /** A repository with one commit for each tree of files; `null` deletes. */
  static async of(...trees: Record<string, string | null>[]): Promise<TestRepository> {
    const repository = await TestRepository.create();
    for (const [index, tree] of trees.entries()) await repository.commit(`Commit ${index + 1}`, tree);
    return repository;
  }

  /** Runs git without any configuration of the user's; each call is a minute later than the one before. */
  async git(...args: string[]): Promise<string> {
    return new TextDecoder().decode(await this.gitBytes(args)).trim();
  }

  /** As {@link git}, with an input and more environment. */
  async gitBytes(args: string[], input?: Uint8Array, env: Record<string, string> = {}): Promise<Uint8Array> {
    const date = `${this.#seconds += 60} +0000`;
    const process = new Deno.Command("git", {
      args,
      cwd: this.root,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "Ann",
        GIT_AUTHOR_EMAIL: "ann@example.org",
        GIT_COMMITTER_NAME: "Ann",
        GIT_COMMITTER_EMAIL: "ann@example.org",
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
        ...env,
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = process.stdin.getWriter();
    if (input !== undefined) await writer.write(input);
    await writer.close();
    const { success, stdout, stderr } = await process.output();
    if (!success) throw new Error(`git ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
    return stdout;
  }

  /** Writes files (`null` deletes) and commits everything. */
  async commit(message: string, tree: Record<string, string | Uint8Array | null> = {}): Promise<string> {
    for (const [path, content] of Object.entries(tree)) await this.write(path, content);
    await this.git("add", "--all");
    await this.git("commit", "--quiet", "--allow-empty", "--message", message);
    return await this.git("rev-parse", "HEAD");
  }

  /** Writes or deletes a file of the work tree. */
  async write(path: string, content: string | Uint8Array | null): Promise<void> {
    const target = join(this.root, path);
    if (content === null) return await Deno.remove(target, { recursive: true });
    await Deno.mkdir(dirname(target), { recursive: true });
    await (typeof content === "string"
      ? Deno.writeTextFile(target, content)
      : Deno.writeFile(target, content));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.root, { recursive: true });
  }
}

/** Runs a test with other environment variables. */
export async function withEnvironment(
  variables: Record<string, string>,
  test: () => Promise<void>,
): Promise<void> {
  const before = Object.keys(variables).map((name) => [name, Deno.env.get(name)] as const);
  for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
  try {
    await test();
  } finally {
    for (const [name, value] of before) {
      value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
    }
  }
}
