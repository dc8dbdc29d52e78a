/**
 * Examples in hand-written pages: what stands between `<!-- example: … -->` and `<!-- end -->` is the output of a real
 * run in the demo repository.
 */
import { join } from "node:path";
import { writeDemoRepository } from "./demo_repository.ts";
import { fencedBlock } from "./markdown.ts";
import { runProgram } from "./program_run.ts";
import { readCommandLine } from "./shell_line.ts";

/** How the place of the demo repository is shown. */
const SHOWN_ROOT = "/home/ada/shop";

/** The mark of an example: how much of the output is shown, and the command line. */
const EXAMPLE = /<!-- example(?: \(first (\d+) lines\))?: (.+?) -->[\s\S]*?<!-- end -->/g;

/** The demo repository, indexed, in a folder that is gone at the end of the scope. */
export class Demo implements AsyncDisposable {
  readonly #folder: string;
  /** Absolute path of the repository. */
  readonly root: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.root = join(folder, "shop");
  }

  /** Writes and indexes it. */
  static async create(): Promise<Demo> {
    const demo = new Demo(await Deno.realPath(await Deno.makeTempDir({ prefix: "repoctx-docs-" })));
    await writeDemoRepository(demo.root);
    for (const args of [["init", "--no-agents"], ["index"]]) {
      const { code, stderr } = await demo.run(args);
      if (code !== 0) throw new Error(`repoctx ${args.join(" ")} failed:\n${stderr}`);
    }
    return demo;
  }

  /** Runs the program in it and shows its place as one that says nothing of this machine. */
  async run(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): ReturnType<typeof runProgram> {
    const { code, stdout, stderr } = await runProgram(args, {
      cwd: this.root,
      env: { REPOCTX_NO_STATS: "1", ...env },
    });
    const show = (text: string) => text.replaceAll(this.root, SHOWN_ROOT);
    return { code, stdout: show(stdout), stderr: show(stderr) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** A page with its examples run anew, one after the other in one repository. */
export async function withExamples(page: string): Promise<string> {
  if (!page.includes("<!-- example")) return page;
  await using demo = await Demo.create();
  let result = "";
  let end = 0;
  for (const match of page.matchAll(EXAMPLE)) {
    const [whole, first, line] = match;
    const { args, env } = readCommandLine(line!);
    const { stdout, stderr } = await demo.run(args, env);
    const shown = cut(stdout + stderr, first === undefined ? Infinity : Number(first));
    const opening = whole.slice(0, whole.indexOf("-->") + 3);
    result += page.slice(end, match.index) +
      `${opening}\n\n${fencedBlock("console", `$ ${line}\n${shown}`)}\n\n<!-- end -->`;
    end = match.index + whole.length;
  }
  return result + page.slice(end);
}

function cut(output: string, most: number): string {
  const lines = output.trimEnd().split("\n");
  return (lines.length > most ? [...lines.slice(0, most), "…"] : lines).join("\n");
}
