import assert from "node:assert/strict";
import { delimiter } from "node:path";
import { runCommandLine } from "../../src/cli/mod.ts";
import { POINTER } from "../../src/integrate/mod.ts";
import { fakeSystem } from "../cli/fake_system.ts";
import { Tree } from "../cli/harness.ts";

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** Runs `integrate` in this process. */
async function integrate(
  tree: Tree,
  args: string[] = [],
  cwd = "",
  env: Record<string, string> = {},
): Promise<Outcome> {
  const system = fakeSystem({ cwd: cwd === "" ? tree.root : `${tree.root}/${cwd}`, env });
  const code = await runCommandLine(["integrate", ...args], { version: "1", system });
  return { code, out: system.output(), errors: system.errors() };
}

Deno.test("detected clients are wired, and a note says what else is needed", async () => {
  await using tree = await Tree.write({ "CLAUDE.md": "# Mine\n", ".windsurf/x": "" });
  assert.deepEqual(await integrate(tree), {
    code: 0,
    errors: "",
    out: `Integrated RepoContext in ${tree.root}
  [claude-code] updated CLAUDE.md
  [claude-code] created .claude/skills/repocontext/SKILL.md
  [claude-code] created .mcp.json
  [windsurf] created .windsurf/rules/repocontext.md
Note: There is no repoctx.config.json here yet. Run 'repoctx init' and 'repoctx index'.
`,
  });
});

Deno.test("where nothing is detected AGENTS.md is made", async () => {
  await using tree = await Tree.write({ "repoctx.config.json": "not even JSON" });
  const { code, out } = await integrate(tree);
  assert.equal(code, 0);
  assert.equal(out, `Integrated RepoContext in ${tree.root}\n  [agents] created AGENTS.md\n`);
  assert.ok((await tree.read("AGENTS.md"))!.includes(POINTER));
  assert.equal(await tree.read("repoctx.config.json"), "not even JSON");
});

Deno.test("named clients are wired instead, in the order of the catalogue, in any case and once", async () => {
  await using tree = await Tree.write({ "CLAUDE.md": "" });
  const { out } = await integrate(tree, ["--client", "GEMINI", "--client", "codex", "--client", "gemini"]);
  assert.deepEqual(out.match(/^ {2}\[.*$/gm), [
    "  [codex] created AGENTS.md",
    "  [codex] created .codex/config.toml",
    "  [gemini] created GEMINI.md",
    "  [gemini] created .gemini/settings.json",
  ]);
  assert.equal(await tree.read("CLAUDE.md"), "");
});

Deno.test("a check writes nothing, says what would be written, and fails with 4 as long as something would", async () => {
  await using tree = await Tree.write({ ".cursorrules": "" });
  const before = await integrate(tree, ["--check"]);
  assert.equal(before.code, 4);
  assert.match(
    before.out,
    /^Checked .*\n {2}\[cursor\] would be created \.cursor\/rules\/repocontext\.mdc$/m,
  );
  assert.match(before.errors, /^Out of date: \.cursor\/rules.*'repoctx integrate'/);
  assert.deepEqual(tree.list(), [".cursorrules"]);
  await integrate(tree);
  const after = await integrate(tree, ["--check"]);
  assert.deepEqual([after.code, after.errors], [0, ""]);
  assert.match(after.out, /\[cursor\] unchanged \.cursor\/mcp\.json/);
  await tree.put(
    ".cursor/rules/repocontext.mdc",
    (await tree.read(".cursor/rules/repocontext.mdc"))!.replace("Ask once", "Ask"),
  );
  const drifted = await integrate(tree, ["--check"]);
  assert.equal(drifted.code, 4);
  assert.match(drifted.out, /would be updated \.cursor\/rules\/repocontext\.mdc/);
});

Deno.test("removing takes back what was put in, and says what was not there", async () => {
  await using tree = await Tree.write({ "CLAUDE.md": "# Mine\r\n" });
  await integrate(tree, ["--client", "claude-code", "--client", "gemini"]);
  const { code, out } = await integrate(tree, ["--remove"]);
  assert.equal(code, 0);
  assert.match(out, /^Removed RepoContext in /);
  assert.match(out, /\[claude-code\] removed CLAUDE\.md/);
  assert.match(out, /\[gemini\] removed \.gemini\/settings\.json/);
  assert.doesNotMatch(out, /Note:/);
  assert.deepEqual(tree.list(), ["CLAUDE.md"]);
  assert.equal(await tree.read("CLAUDE.md"), "# Mine\r\n");
  assert.match((await integrate(tree, ["--remove"])).out, /\[claude-code\] absent CLAUDE\.md/);
});

Deno.test("the root is the repository around, wherever it is run", async () => {
  await using tree = await Tree.write({ "repoctx.config.json": "{}", "src/deep/a.ts": "" });
  const { out } = await integrate(tree, [], "src/deep");
  assert.equal(out, `Integrated RepoContext in ${tree.root}\n  [agents] created AGENTS.md\n`);
  assert.deepEqual(tree.list("src/deep"), ["a.ts"]);
});

Deno.test("the catalogue is shown with a line to register by hand, and nothing is written", async () => {
  await using tree = await Tree.write({ ".vscode/settings.json": "{}" });
  const { code, out } = await integrate(tree, ["--list"]);
  assert.equal(code, 0);
  assert.deepEqual(out.match(/^\S+(?=:)/gm), [
    "agents",
    "claude-code",
    "copilot",
    "cursor",
    "windsurf",
    "codex",
    "gemini",
  ]);
  assert.match(out, /^copilot: .* \(detected here\)$/m);
  assert.match(out, /^ {2}register: claude mcp add repoctx -- repoctx mcp$/m);
  assert.match(out, /^ {2}files: CLAUDE\.md, \.claude\/skills\/repocontext\/SKILL\.md, \.mcp\.json$/m);
  assert.deepEqual(tree.list(), [".vscode"]);
});

Deno.test("the playbook goes into always-loaded files on demand", async () => {
  await using tree = await Tree.write();
  await integrate(tree, ["--inline-playbook"]);
  assert.match((await tree.read("AGENTS.md"))!, /## Never pay twice/);
  assert.match((await integrate(tree, ["--check"])).out, /would be updated AGENTS\.md/);
});

Deno.test("foreign registrations are left alone and that is no failure", async () => {
  await using tree = await Tree.write({ ".claude/x": "", ".mcp.json": "{}" });
  const { code, out, errors } = await integrate(tree);
  assert.deepEqual([code, errors], [0, ""]);
  assert.match(
    out,
    /\[claude-code\] left \.mcp\.json untouched: it exists; 'repoctx integrate --list' shows/,
  );
  assert.equal(await tree.read(".mcp.json"), "{}");
});

Deno.test("a file that cannot be maintained is reported and fails, the others are written", async () => {
  await using tree = await Tree.write({ "AGENTS.md": "<!-- END RepoContext -->\n", "GEMINI.md": "" });
  const { code, out, errors } = await integrate(tree);
  assert.equal(code, 1);
  assert.match(out, /\[agents\] left AGENTS\.md untouched: its RepoContext markers/);
  assert.match(out, /\[gemini\] updated GEMINI\.md/);
  assert.match(errors, /^Not touched: AGENTS\.md\./);
  assert.equal(await tree.read("AGENTS.md"), "<!-- END RepoContext -->\n");
});

Deno.test("senseless requests are refused before anything is written", async () => {
  await using tree = await Tree.write();
  const both = await integrate(tree, ["--check", "--remove"]);
  assert.equal(both.code, 3);
  assert.match(both.errors, /^--check and --remove cannot be used together\./);
  const unknown = await integrate(tree, ["--client", "emacs"]);
  assert.equal(unknown.code, 3);
  assert.match(
    unknown.errors,
    /^Unknown --client "emacs"\. Use agents, claude-code, copilot, cursor, windsurf, codex or gemini\./,
  );
  assert.deepEqual(tree.list(), []);
});

Deno.test("init --agents and integrate maintain the same block", async () => {
  await using tree = await Tree.write();
  const system = fakeSystem({ cwd: tree.root });
  assert.equal(await runCommandLine(["init", "--agents"], { version: "1", system }), 0);
  const { out } = await integrate(tree, ["--client", "agents", "--client", "claude-code", "--check"]);
  assert.match(out, /\[agents\] unchanged AGENTS\.md\n {2}\[claude-code\] unchanged CLAUDE\.md/);
});

Deno.test("a registration that names a program which nobody finds is said to, here and by doctor", async () => {
  await using tree = await Tree.write({
    "CLAUDE.md": "",
    "bin/repoctx": "",
    "bin/repoctx.exe": "",
    "other/repoctx/x": "",
  });
  const doctor = async (PATH: string): Promise<string> => {
    const system = fakeSystem({ cwd: tree.root, env: { PATH } });
    assert.equal(await runCommandLine(["doctor"], { version: "1", system }), 0);
    return system.output();
  };
  const warning = /registered as 'repoctx', which is not on the search path\. Put the program there\./;
  const missing = [`${tree.root}/other`, "bin"].join(delimiter);
  const there = [missing, `${tree.root}/bin`].join(delimiter);
  assert.match((await integrate(tree, [], "", { PATH: missing })).errors, warning);
  assert.equal((await integrate(tree, [], "", { PATH: missing })).errors, "", "nothing was registered");
  assert.match(await doctor(missing), warning);
  assert.doesNotMatch(await doctor(there), warning);
  await Deno.remove(`${tree.root}/.mcp.json`);
  assert.doesNotMatch(await doctor(missing), warning);
  assert.equal((await integrate(tree, [], "", { PATH: there })).errors, "");
});

Deno.test("a registration of what the repository brings along needs no search path", async () => {
  await using tree = await Tree.write({ "CLAUDE.md": "", ".repoctx/bin/repoctx": "" });
  assert.equal((await integrate(tree, [], "", { PATH: "/" })).errors, "");
});
