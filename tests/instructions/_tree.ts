/** A directory tree that exists for one test. */
import { LocalWorkspace, resolveOptions } from "../../src/instructions/mod.ts";
import type {
  InstructionsResult,
  NestedResult,
  RepoContextOptions,
  SessionAccess,
  Workspace,
} from "../../src/instructions/mod.ts";
import { bundleInstructions, nestedInstructions, SessionStore } from "../../src/instructions/mod.ts";

/** A symbolic link as a value in a tree. */
export class Link {
  constructor(readonly target: string) {}
}

/** Paths below the root with text, bytes, a link, or null for an empty directory. */
export type Tree = Record<string, string | Uint8Array | Link | null>;

/** A temporary directory with the working directory `w` in it. */
export class Place implements AsyncDisposable {
  private constructor(readonly root: string) {}

  static async of(tree: Tree): Promise<Place> {
    const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "instructions" }));
    const place = new Place(root);
    await Deno.mkdir(`${root}/w`);
    await place.add(tree);
    return place;
  }

  async add(tree: Tree): Promise<void> {
    for (const [path, value] of Object.entries(tree)) {
      const full = this.path(path);
      if (value === null) {
        await Deno.mkdir(full, { recursive: true });
        continue;
      }
      await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
      if (value instanceof Link) await Deno.symlink(value.target, full);
      else if (typeof value === "string") await Deno.writeTextFile(full, value);
      else await Deno.writeFile(full, value);
    }
  }

  path(path: string): string {
    return path === "" ? this.root : `${this.root}/${path}`;
  }

  workspace(cwd = "w"): LocalWorkspace {
    return new LocalWorkspace(this.path(cwd));
  }

  sessions(): SessionStore {
    return new SessionStore({ root: this.path("w"), temporaryFolder: this.path("tmp") });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.root, { recursive: true });
  }
}

/** Runs `instructions` in a workspace. */
export async function bundle(
  workspace: Workspace,
  options: RepoContextOptions = {},
  session?: SessionAccess,
): Promise<InstructionsResult> {
  return await bundleInstructions({
    workspace,
    options: resolveOptions(options),
    ...(session === undefined ? {} : { session }),
  });
}

/** Labels of a bundle. */
export async function labels(workspace: Workspace, options: RepoContextOptions = {}): Promise<string[]> {
  return (await bundle(workspace, options)).files.map(({ label }) => label);
}

/** `path: reason` of everything a bundle skipped. */
export async function skips(workspace: Workspace, options: RepoContextOptions = {}): Promise<string[]> {
  return (await bundle(workspace, options)).skipped.map(({ path, reason }) => `${path}: ${reason}`);
}

/** Runs `nested` on paths. */
export async function nested(
  workspace: Workspace,
  paths: readonly string[],
  options: RepoContextOptions & { session?: SessionAccess; base?: string; compacted?: boolean } = {},
): Promise<NestedResult> {
  const { session, base, compacted, ...rest } = options;
  return await nestedInstructions({
    workspace,
    options: resolveOptions(rest),
    touches: paths.map((path) => ({ path, kind: "either", ...(base === undefined ? {} : { base }) })),
    ...(session === undefined ? {} : { session }),
    ...(compacted === undefined ? {} : { compacted }),
  });
}

/** Directories of the notes. */
export function directories(result: NestedResult): string[] {
  return result.notes.map(({ directory }) => directory);
}
