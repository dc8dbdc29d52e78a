import assert from "node:assert/strict";
import { runCommandLine } from "../../src/cli/mod.ts";
import { fakeSystem } from "./fake_system.ts";
import { Tree } from "./harness.ts";

const TIP = /^Tip: .*--agents/m;

Deno.test("init sets up a folder and reports what an index would cover", async () => {
  await using tree = await Tree.write({
    "src/a.ts": "export const a = 1;\n",
    "apps/web/package.json": "{}\n",
    "services/api/SampleApi.csproj": "<Project/>\n",
    "node_modules/x/index.js": "x\n",
  });
  const { code, stdout, stderr } = await tree.run(["init", "--no-agents"]);
  assert.equal(stderr, "");
  assert.equal(code, 0);
  assert.equal(
    stdout,
    `Initialized RepoContext in ${tree.root}
  wrote repoctx.config.json
  scope: the whole repository, 5 file(s) selected
  projects: 2 detected
    apps/web (node, package.json)
    services/api (dotnet, SampleApi.csproj)
  updated .gitignore (.repoctx/)
Next: run 'repoctx index'.
`,
  );
  assert.deepEqual(tree.list(), [
    ".gitignore",
    ".repoctx",
    "apps",
    "node_modules",
    "repoctx.config.json",
    "services",
    "src",
  ]);
  assert.equal(await tree.read(".gitignore"), ".repoctx/\n");
  const config = await tree.read("repoctx.config.json");
  assert.ok(config?.startsWith('{\n  "include": [],\n  "exclude": [\n    ".git",\n'));
  assert.ok(config?.endsWith("}\n"));
});

Deno.test("an initialized folder is left alone without --force, and its config is overwritten with it", async () => {
  await using tree = await Tree.write({ "repoctx.config.json": '{"include":["src"]}' });
  const refused = await tree.run(["init", "--agents"]);
  assert.equal(refused.code, 1);
  assert.equal(refused.stdout, "");
  assert.match(refused.stderr, /repoctx\.config\.json.*--force/);
  assert.deepEqual(tree.list(), ["repoctx.config.json"]);

  const forced = await tree.run(["init", "--force"]);
  assert.equal(forced.code, 0);
  assert.match(forced.stdout, /^Reinitialized RepoContext in /);
  assert.match(forced.stdout, TIP);
  assert.match((await tree.read("repoctx.config.json"))!, /"include": \[\]/);
});

Deno.test("init works in the current folder even below another repository", async () => {
  await using tree = await Tree.write({ "repoctx.config.json": "{}", "inner/a.ts": "" });
  const { code, stdout } = await tree.run(["init", "--no-agents"], { cwd: "inner" });
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`^Initialized RepoContext in .*/inner$`, "m"));
  assert.ok(await tree.read("inner/repoctx.config.json"));
});

Deno.test("both agent switches at once are refused before anything is written", async () => {
  await using tree = await Tree.write();
  const { code, stderr } = await tree.run(["init", "--agents", "--no-agents"]);
  assert.equal(code, 3);
  assert.match(stderr, /^--agents and --no-agents cannot/);
  assert.deepEqual(tree.list(), []);
});

Deno.test("--agents maintains the pointer in both files and keeps what is there", async () => {
  await using tree = await Tree.write({ "CLAUDE.md": "# Mine\r\n" });
  const first = await tree.run(["init", "--agents"]);
  assert.match(first.stdout, /^ {2}updated CLAUDE\.md\n {2}created AGENTS\.md\nNext:/m);
  assert.doesNotMatch(first.stdout, TIP);
  const claude = (await tree.read("CLAUDE.md"))!;
  assert.ok(claude.startsWith("# Mine\r\n\r\n<!-- BEGIN RepoContext"));
  assert.doesNotMatch(claude, /(?<!\r)\n/);
  assert.match((await tree.read("AGENTS.md"))!, /repoctx guide/);
  const second = await tree.run(["init", "--force", "--agents"]);
  assert.match(second.stdout, /^ {2}unchanged CLAUDE\.md\n {2}unchanged AGENTS\.md$/m);
});

Deno.test("the ignore entry is appended once, with the line endings of the file", async () => {
  const cases: [before: string, after: string][] = [
    ["dist/\n", "dist/\n\n# Local index and memory of repoctx\n.repoctx/\n"],
    ["dist/", "dist/\n\n# Local index and memory of repoctx\n.repoctx/\n"],
    ["dist/\r\n", "dist/\r\n\r\n# Local index and memory of repoctx\r\n.repoctx/\r\n"],
    ["a\n  .repoctx  \r\nb", "a\n  .repoctx  \r\nb"],
    ["/.repoctx/", "/.repoctx/"],
    ["/.repoctx\n", "/.repoctx\n"],
    ["\ufeff.repoctx/\n", "\ufeff.repoctx/\n"],
    ["!.repoctx/\n", "!.repoctx/\n\n# Local index and memory of repoctx\n.repoctx/\n"],
    ["", ".repoctx/\n"],
  ];
  const { withStateIgnored } = await import("../../src/commands/_gitignore.ts");
  for (const [before, after] of cases) {
    const bytes = withStateIgnored(new TextEncoder().encode(before));
    assert.equal(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), after, JSON.stringify(before));
    assert.deepEqual(withStateIgnored(bytes), bytes, "a second time changes nothing");
  }
  assert.equal(new TextDecoder().decode(withStateIgnored(undefined)), ".repoctx/\n");
});

/** Runs init in this process, as on a terminal. */
async function initOnTerminal(tree: Tree, input: string, args: string[] = []): Promise<string> {
  const system = fakeSystem({ cwd: tree.root, input, terminals: ["stdin", "stdout", "stderr"] });
  assert.equal(await runCommandLine(["init", ...args], { version: "1", system }), 0);
  return system.output();
}

Deno.test("on a terminal init asks, and takes anything but a yes for a no", async () => {
  await using agreed = await Tree.write();
  assert.match(await initOnTerminal(agreed, "y\n"), /\[y\/N\] Initialized[\s\S]*created AGENTS\.md/);
  await using declined = await Tree.write();
  assert.match(await initOnTerminal(declined, "\n"), TIP);
  assert.equal(await declined.read("AGENTS.md"), undefined);
  await using told = await Tree.write();
  assert.doesNotMatch(await initOnTerminal(told, "y\n", ["--no-agents"]), /\[y\/N\]|Tip/);
  assert.equal(await told.read("AGENTS.md"), undefined);
});

Deno.test({
  name: "links that lead out of the repository are never written through",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using outside = await Tree.write({ "victim.md": "untouched\n" });
    await using tree = await Tree.write({ "docs/AGENTS.md": "# Linked\n" });
    await Deno.symlink(`${outside.root}/victim.md`, `${tree.root}/CLAUDE.md`);
    await Deno.symlink("docs/AGENTS.md", `${tree.root}/AGENTS.md`);
    await Deno.symlink(`${outside.root}/made.txt`, `${tree.root}/.gitignore`);
    const { code, stdout } = await tree.run(["init", "--agents"]);
    assert.equal(code, 0);
    assert.match(stdout, /left \.gitignore untouched: .*leads out/);
    assert.match(stdout, /left CLAUDE\.md untouched: .*leads out/);
    assert.match(stdout, /updated AGENTS\.md/);
    assert.equal(await outside.read("victim.md"), "untouched\n");
    assert.deepEqual(outside.list(), ["victim.md"]);
    assert.match((await tree.read("docs/AGENTS.md"))!, /^# Linked\n\n<!-- BEGIN/);
    assert.ok((await Deno.lstat(`${tree.root}/AGENTS.md`)).isSymlink);
  },
});

Deno.test({
  name: "a config or state folder that is a link out of the repository is refused",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using outside = await Tree.write({ "victim.json": "{}\n" });
    await using tree = await Tree.write();
    await Deno.symlink(`${outside.root}/victim.json`, `${tree.root}/repoctx.config.json`);
    const config = await tree.run(["init", "--force"]);
    assert.equal(config.code, 1);
    assert.match(config.stderr, /repoctx\.config\.json.*leads out of the repository/);
    assert.equal(await outside.read("victim.json"), "{}\n");

    await Deno.remove(`${tree.root}/repoctx.config.json`);
    await Deno.remove(`${tree.root}/.repoctx`, { recursive: true });
    await Deno.symlink(outside.root, `${tree.root}/.repoctx`);
    const state = await tree.run(["init"]);
    assert.equal(state.code, 1);
    assert.match(state.stderr, /symbolic link/);
    assert.deepEqual(outside.list(), ["victim.json"]);
  },
});

Deno.test("a folder inside of an initialized one is told what that means", async () => {
  await using tree = await Tree.write({ "inner/a.ts": "export const a = 1;\n" });
  assert.equal((await tree.run(["init", "--no-agents"])).stderr, "");
  const inner = await tree.run(["init", "--no-agents"], { cwd: "inner" });
  assert.deepEqual([inner.code, inner.stderr], [
    0,
    `Warning: ${tree.root} is initialized already and covers this folder, which now stands for itself.\n`,
  ]);
  assert.equal((await tree.run(["init", "--no-agents", "--force"], { cwd: "inner" })).stderr, "");
});
