import assert from "node:assert/strict";
import { runCommandLine } from "../../src/cli/mod.ts";
import type { DoctorResult } from "../../src/model/mod.ts";
import { fakeSystem } from "../cli/fake_system.ts";
import { Tree } from "../cli/harness.ts";
import { assertValid } from "../schemas.ts";

/** Runs a command line in this process. */
async function run(
  tree: Tree,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; errors: string }> {
  const system = fakeSystem({ cwd: tree.root, env });
  const code = await runCommandLine(args, { version: "9.8.7", system });
  return { code, out: system.output(), errors: system.errors() };
}

/** What `doctor` finds, checked against its schema. */
async function doctor(tree: Tree, env: Record<string, string> = {}): Promise<DoctorResult> {
  const { code, out, errors } = await run(tree, ["doctor", "--format", "json"], env);
  assert.deepEqual([code, errors], [0, ""]);
  const result = JSON.parse(out) as DoctorResult;
  assertValid("doctor", result);
  return result;
}

async function indexed(files: Record<string, string>): Promise<Tree> {
  const tree = await Tree.write(files);
  for (const args of [["init", "--no-agents"], ["index"]]) assert.equal((await run(tree, args)).code, 0);
  return tree;
}

Deno.test("without config and index it says where it runs and what to do", async () => {
  await using tree = await Tree.write();
  const result = await doctor(tree, { REPOCTX_SESSION: "secret-name", REPOCTX_NO_STATS: "1" });
  assert.equal(result.version, "9.8.7");
  assert.equal(result.runtime.deno, Deno.version.deno);
  assert.deepEqual([result.runtime.started_as, result.build], ["clone", undefined]);
  assert.equal(result.platform.os, Deno.build.os);
  assert.match(result.sqlite!, /^3\.\d+/);
  assert.deepEqual(result.variables, ["REPOCTX_SESSION", "REPOCTX_NO_STATS"]);
  assert.equal(result.root, undefined);
  assert.deepEqual([result.config, result.index], [{ state: "missing" }, { state: "missing" }]);
  assert.deepEqual(result.clients, []);
  assert.match(result.findings[0]!, /Run 'repoctx init'/);
  assert.doesNotMatch(JSON.stringify(result), /secret-name/);
  assert.deepEqual(tree.list(), []);
});

Deno.test("an index is described, and that it is behind the working tree", async () => {
  await using tree = await indexed({ "a.ts": "export const a = 1;\n", "b.md": "# B\n", "c.png": "\0" });
  const fresh = await doctor(tree);
  assert.equal(fresh.index.state, "ok");
  assert.equal(fresh.index.tool_version, "9.8.7");
  assert.ok(fresh.index.size_bytes! > 10_000);
  assert.ok(fresh.index.age_seconds! < 60);
  assert.equal(fresh.index.files, fresh.languages.reduce((sum, { files }) => sum + files, 0));
  assert.deepEqual(fresh.working_tree, { added: 0, modified: 0, deleted: 0, verified: true });
  assert.equal(fresh.skipped["binary"], 1);
  assert.ok(fresh.languages.some(({ language, files }) => language === "typescript" && files === 1));
  assert.deepEqual(fresh.findings.filter((finding) => !finding.startsWith("git ")), []);

  await tree.put("a.ts", "export const other = 2;\n");
  await tree.put("d.ts", "export const d = 1;\n");
  await Deno.remove(`${tree.root}/b.md`);
  const behind = await doctor(tree);
  assert.deepEqual(behind.working_tree, { added: 1, modified: 1, deleted: 1, verified: true });
  assert.match(behind.findings[0]!, /behind by 3 file\(s\)\. Run 'repoctx index'/);
});

Deno.test("an index that questions refuse is no riddle", async () => {
  await using tree = await indexed({ "a.ts": "export const a = 1;\n" });
  await tree.put("repoctx.config.json", '{"include":["src"]}');
  const other = await doctor(tree);
  assert.equal(other.index.state, "unusable");
  assert.match(other.index.problem!, /settings have changed/);
  assert.deepEqual(other.findings[0], other.index.problem);
  await tree.put("repoctx.config.json", "{}");
  await tree.put(".repoctx/index.db", "no database at all");
  const damaged = await doctor(tree);
  assert.equal(damaged.index.state, "unusable");
  assert.match(damaged.index.problem!, /repoctx index/);
});

Deno.test("a broken config is named without what it holds", async () => {
  const cases: [text: string, problem: RegExp][] = [
    ['{"tokens": sk-verysecret}', /^repoctx\.config\.json is not valid JSON(?: \(line 1 column \d+\))?\.$/],
    ["verysecret", /^repoctx\.config\.json is not valid JSON/],
    ['{"exclude":"verysecret"}', /^repoctx\.config\.json: "exclude" must be a list of strings\.$/],
    ['["verysecret"]', /must hold a JSON object\.$/],
  ];
  for (const [text, problem] of cases) {
    await using tree = await Tree.write({ "repoctx.config.json": text });
    const result = await doctor(tree);
    assert.equal(result.config.state, "broken");
    assert.match(result.config.problem!, problem);
    assert.equal(result.findings[0], result.config.problem);
    assert.doesNotMatch(JSON.stringify(result), /secret/);
  }
  await using tree = await indexed({ "a.ts": "export const a = 1;\n" });
  await tree.put("repoctx.config.json", "{");
  const { config, index } = await doctor(tree);
  assert.deepEqual([config.state, index.state], ["broken", "unusable"]);
});

Deno.test("agents are listed with what is wired and what is not", async () => {
  await using tree = await Tree.write({
    "CLAUDE.md": "# Mine\n",
    ".mcp.json": '{"mcpServers":{"verysecret":{}}}',
    "GEMINI.md": "<!-- BEGIN RepoContext (managed by `repoctx init`) -->\n",
    ".gemini/settings.json": '{"mcpServers":{"repoctx":{"command":"verysecret"}}}',
    ".windsurf/x": "",
  });
  await run(tree, ["integrate", "--client", "windsurf"]);
  const result = await doctor(tree);
  const states = result.clients.flatMap(({ id, files }) =>
    files.map(({ path, state }) => `${id} ${path} ${state}`)
  );
  assert.deepEqual(states, [
    "claude-code CLAUDE.md outdated",
    "claude-code .claude/skills/repocontext/SKILL.md missing",
    "claude-code .mcp.json unregistered",
    "windsurf .windsurf/rules/repocontext.md wired",
    "gemini GEMINI.md blocked",
    "gemini .gemini/settings.json own",
  ]);
  const findings = result.findings.join("\n");
  assert.match(
    findings,
    /claude-code is not fully wired: CLAUDE\.md, .*Run 'repoctx integrate --client claude-code'/,
  );
  assert.match(findings, /^\.mcp\.json does not register repoctx/m);
  assert.match(findings, /^GEMINI\.md cannot be maintained: its RepoContext markers/m);
  assert.doesNotMatch(JSON.stringify(result), /verysecret/);
  assert.equal(await tree.read("CLAUDE.md"), "# Mine\n");
});

Deno.test("the home directory is written ~ in every format", async () => {
  await using tree = await Tree.write({ "repoctx.config.json/x": "" });
  const home = tree.root.slice(0, tree.root.lastIndexOf("/"));
  const json = await doctor(tree, { HOME: home });
  assert.equal(json.directory, "~/repo");
  for (const format of ["text", "md", "json"]) {
    const { out } = await run(tree, ["doctor", "--format", format], { HOME: `${home}/` });
    assert.ok(!out.includes(home), format);
    assert.ok(out.includes("~/repo"), format);
  }
  const beside = await doctor(tree, { HOME: tree.root.slice(0, -1) });
  assert.equal(beside.directory, tree.root, "a folder whose name only starts like the home is not in it");
});

Deno.test("text and Markdown show every section", async () => {
  await using tree = await indexed({ "a.ts": "export const a = 1;\n", "AGENTS.md": "# Mine\n" });
  const text = await run(tree, ["doctor"]);
  assert.deepEqual(text.out.match(/^\S.*$/gm), ["Program", "Repository", "Index", "Agents", "Findings"]);
  assert.match(text.out, /^ {2}repoctx 9\.8\.7$/m);
  assert.match(text.out, /^ {2}run as: sources on this machine, run by Deno$/m);
  assert.match(text.out, /^ {2}state: ok$/m);
  assert.match(text.out, /^ {2}built: .*Z \(\d+ seconds? ago\) by 9\.8\.7$/m);
  assert.match(text.out, /^ {2}working tree: as indexed$/m);
  assert.match(text.out, /^ {2}\[agents\] AGENTS\.md: outdated$/m);
  const markdown = await run(tree, ["doctor", "--format", "md"]);
  assert.ok(markdown.out.startsWith("# repoctx doctor\n\n## Program\n\n- repoctx 9.8.7\n"));
  assert.equal(markdown.out.match(/^## /gm)!.length, 5);
});
