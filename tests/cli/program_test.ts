import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { runCommandLine } from "../../src/cli/mod.ts";
import { PLAYBOOK } from "../../src/integrate/mod.ts";
import { allCommands } from "./all_commands.ts";
import { fakeSystem } from "./fake_system.ts";
import { cleanEnvironment, programCommand, Tree } from "./harness.ts";

Deno.test("the program prints its version, and nothing else", async () => {
  await using tree = await Tree.write();
  assert.deepEqual(await tree.run(["--version"]), { code: 0, stdout: `${manifest.version}\n`, stderr: "" });
});

Deno.test("the guide is the same constant in an empty folder and in a repository, whatever the environment", async () => {
  await using tree = await Tree.write({ "repoctx.config.json": "not even JSON" });
  const expected = { code: 0, stdout: `${PLAYBOOK}\n`, stderr: "" };
  assert.deepEqual(await tree.run(["guide"]), expected);
  assert.deepEqual(await tree.run(["guide"], { env: { FORCE_COLOR: "1", LANG: "tr_TR.UTF-8" } }), expected);
});

Deno.test("help comes uncoloured into a pipe, and coloured where it is forced", async () => {
  await using tree = await Tree.write();
  const plain = await tree.run(["--help"]);
  assert.equal(plain.code, 0);
  assert.ok(!plain.stdout.includes("\x1b"));
  for (const { summary } of allCommands) {
    assert.ok(plain.stdout.replaceAll(/\s+/g, " ").includes(summary), summary);
  }
  const forced = await tree.run(["help", "init"], { env: { FORCE_COLOR: "1" } });
  assert.ok(forced.stdout.includes("\x1b[1mUsage:\x1b[0m"));
});

Deno.test("a mistyped command fails with what it may have been, on standard error only", async () => {
  await using tree = await Tree.write();
  assert.deepEqual(await tree.run(["serch", "x"]), {
    code: 3,
    stdout: "",
    stderr: "Unknown command \"serch\".\nDid you mean search?\nSee 'repoctx help' for all commands.\n",
  });
});

Deno.test("arguments are checked first, then whether there is an index", async () => {
  await using tree = await Tree.write({ "a.ts": "export const a = 1;\n" });
  const badFormat = await tree.run(["search", "a", "--format", "xml", "--top", "0"]);
  assert.equal(badFormat.code, 3);
  assert.match(badFormat.stderr, /^Invalid --format "xml"/);
  const badNumber = await tree.run(["search", "a", "--top", "0"]);
  assert.equal(badNumber.code, 3);
  assert.match(badNumber.stderr, /^--top must be greater than zero\./);
  const badQuery = await tree.run(["search", "?!"]);
  assert.deepEqual([badQuery.code, badQuery.stderr], [3, "Query has no searchable terms.\n"]);
  const noIndex = await tree.run(["search", "a"]);
  assert.equal(noIndex.code, 2);
  assert.match(noIndex.stderr, /^No index found\./);
  assert.equal(noIndex.stdout, "");
  const noRepository = await tree.run(["index"]);
  assert.deepEqual([noRepository.code, noRepository.stderr], [
    2,
    "Not initialized. Run 'repoctx init' first.\n",
  ]);
});

Deno.test("a reader that closes early ends the program quietly", async () => {
  await using tree = await Tree.write();
  const [program, leading] = programCommand();
  const child = new Deno.Command(program, {
    args: [...leading, "guide"],
    cwd: tree.root,
    clearEnv: true,
    env: await cleanEnvironment(tree.root),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await child.stdout.cancel();
  assert.equal(await new Response(child.stderr).text(), "");
  assert.equal((await child.status).code, 0);
});

Deno.test("every command that needs a repository or an index says so with exit code 2", async () => {
  await using tree = await Tree.write({ "a.ts": "export const a = 1;\n" });
  for (const command of allCommands.filter(({ needs }) => needs !== "nothing")) {
    const positions = command.parameters.filter((parameter) => parameter.positional);
    const args = [...command.name.split(" "), ...positions.map(() => "a.ts")];
    const system = fakeSystem({ cwd: tree.root });
    assert.equal(await runCommandLine(args, { version: "1", system }), 2, args.join(" "));
    assert.match(system.errors(), /'repoctx init'|'repoctx index'/);
    assert.equal(system.output(), "");
  }
  assert.deepEqual(tree.list(), ["a.ts"], "nothing was written");
});
