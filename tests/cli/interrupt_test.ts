import assert from "node:assert/strict";
import { cleanEnvironment, programCommand, Tree } from "./harness.ts";

const FILES = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [
  `src/f${index}.ts`,
  `/** Ties knot ${index}. */\nexport function knot${index}(): number {\n  return ${index};\n}\n`.repeat(5),
]));

/** Runs `index` and sends a signal after some milliseconds, which may be too late. */
async function interrupted(
  tree: Tree,
  signal: Deno.Signal,
  milliseconds: number,
): Promise<{ code: number; errors: string }> {
  const [program, args] = programCommand();
  const child = new Deno.Command(program, {
    args: [...args, "index"],
    cwd: tree.root,
    env: await cleanEnvironment(tree.root),
    clearEnv: true,
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => child.kill(signal), milliseconds);
  const { code, stderr } = await child.output();
  clearTimeout(timer);
  return { code, errors: new TextDecoder().decode(stderr) };
}

Deno.test({
  name:
    "an index run that is stopped at any moment leaves the old index, nothing beside it, and a line about it",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using tree = await Tree.write(FILES);
    await tree.run(["init", "--no-agents"]);
    await tree.run(["index"]);
    const answer = async (): Promise<unknown[]> => {
      const { results } = JSON.parse((await tree.run(["search", "knot7", "--format", "json"])).stdout);
      return results.map(({ path, score }: { path: string; score: number }) => [path, score]);
    };
    let before = await answer();
    for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGKILL", 137]] as const) {
      for (const milliseconds of [60, 300]) {
        for (let index = 0; index < 150; index += 2) {
          await tree.put(`src/f${index}.ts`, `${FILES[`src/f${index}.ts`]}// ${signal} ${milliseconds}\n`);
        }
        const run = await interrupted(tree, signal, milliseconds);
        const place = `${signal} after ${milliseconds} ms: ${JSON.stringify(run)}`;
        assert.ok(run.code === 0 || run.code === code, place);
        assert.ok(["", "Interrupted. Nothing is left half done.\n"].includes(run.errors), place);
        const after = await answer();
        if (run.code !== 0) assert.deepEqual(after, before, place);
        before = after;
        assert.deepEqual(tree.list(".repoctx").filter((name) => /\.tmp$|-journal$/.test(name)), [], place);
      }
    }
    assert.equal((await tree.run(["index"])).code, 0);
  },
});
