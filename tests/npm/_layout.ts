/** Installations of the launcher as package managers lay them out, with a stand-in for the program. */
import { dirname, join } from "node:path";
import { ROOT } from "../../tools/program.ts";
import { wrapperManifest } from "../../npm/manifests.ts";
import { hostTarget } from "../../tools/targets.ts";

/** How a package manager arranges packages; each value says where wrapper and platform package go. */
export const LAYOUTS = {
  "npm, yarn and bun, side by side": {
    wrapper: "node_modules/@repoctx/cli",
    platform: (name: string) => `node_modules/${name}`,
  },
  "pnpm, in a store with links": {
    wrapper: "node_modules/.pnpm/@repoctx+cli@1.0.0/node_modules/@repoctx/cli",
    platform: (name: string) => `node_modules/.pnpm/@repoctx+cli@1.0.0/node_modules/${name}`,
    link: "node_modules/@repoctx/cli",
  },
  "nested below the wrapper": {
    wrapper: "node_modules/@repoctx/cli",
    platform: (name: string) => `node_modules/@repoctx/cli/node_modules/${name}`,
  },
} as const satisfies Record<string, Layout>;

interface Layout {
  readonly wrapper: string;
  readonly platform: (name: string) => string;
  readonly link?: string;
}

/** The stand-in: a shell script that tells about itself. */
export const STAND_IN = `#!/bin/sh
case "$1" in
  exit) exit "$2" ;;
  echo) shift; for word; do echo "<$word>"; done; cat; echo to-stderr >&2 ;;
  die) kill -"$2" $$ ;;
  wait) trap 'echo got-term; exit 7' TERM; echo ready; while :; do sleep 0.05; done ;;
esac
`;

/** What a run of the launcher did. */
export interface Outcome {
  readonly code: number;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with an installation, gone at the end of the scope. */
export class Installation implements AsyncDisposable {
  private constructor(readonly root: string, readonly launcher: string) {}

  /**
   * @param layout of {@link LAYOUTS}.
   * @param program content of the program's file; undefined to leave its package out.
   */
  static async make(layout: Layout, program: string | undefined): Promise<Installation> {
    const root = join(await Deno.makeTempDir({ prefix: "repoctx npm " }), "a project");
    const wrapper = join(root, layout.wrapper);
    for (const path of ["bin/repoctx.js", "lib/launch.js", "lib/platform.js", "prepare.js"]) {
      await Deno.mkdir(dirname(join(wrapper, path)), { recursive: true });
      await Deno.copyFile(join(ROOT, "npm/cli", path), join(wrapper, path));
    }
    await Deno.writeTextFile(join(wrapper, "package.json"), JSON.stringify(wrapperManifest({})));
    await Deno.mkdir(join(wrapper, "program/src/program"), { recursive: true });
    await Deno.writeTextFile(join(wrapper, "program/package.json"), '{ "type": "module" }');
    await Deno.writeTextFile(
      join(wrapper, "program/src/program/main.js"),
      'console.log("on Node:", ...process.argv.slice(2));\n',
    );
    if (program !== undefined) {
      const name = `@repoctx/cli-${hostTarget()!.name}`;
      const folder = join(root, layout.platform(name));
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(join(folder, "package.json"), JSON.stringify({ name, version: "1.0.0" }));
      await Deno.writeTextFile(join(folder, hostTarget()!.executable), program, { mode: 0o755 });
    }
    if (layout.link !== undefined) {
      await Deno.mkdir(dirname(join(root, layout.link)), { recursive: true });
      await Deno.symlink(wrapper, join(root, layout.link));
    }
    return new Installation(root, join(root, layout.link ?? layout.wrapper, "bin/repoctx.js"));
  }

  /** Starts the launcher. */
  start(args: readonly string[], environment: Record<string, string> = {}): Deno.ChildProcess {
    return new Deno.Command("node", {
      args: [this.launcher, ...args],
      cwd: this.root,
      env: environment,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  /** Runs the launcher to its end. */
  async run(args: readonly string[], input: string = ""): Promise<Outcome> {
    const child = this.start(args);
    const writer = child.stdin.getWriter();
    // A program that does not read its input closes it.
    await writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
    const { code, signal, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, signal, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(dirname(this.root), { recursive: true });
  }
}
