/** What each agent sees of a repository, what it costs, and what else it keeps there. */
import assert from "node:assert/strict";
import Ajv2020 from "ajv/dist/2020.js";
import { Link, Place, type Tree } from "./_tree.ts";
import {
  type AgentView,
  extendedInventory,
  hostTable,
  instructionsCost,
  instructionsFor,
  inventoryResult,
  inventorySchema,
  readInventory,
  renderText,
  RepoContextConfigError,
} from "../../src/instructions/mod.ts";

const countTokens = (text: string) => text.length;

async function view(tree: Tree, agent: string, path: string, cwd = "w"): Promise<AgentView> {
  await using place = await Place.of({ "w/.git/HEAD": "", ...tree });
  const result = await instructionsFor({
    workspace: place.workspace(cwd),
    path,
    agents: [agent],
    countTokens,
  });
  return result.agents[0] as AgentView;
}

Deno.test("Claude Code reads CLAUDE.md, rules by path and imports, and not AGENTS.md beside them", async () => {
  const seen = await view(
    {
      "w/CLAUDE.md": "@docs/more.md",
      "w/docs/more.md": "more",
      "w/AGENTS.md": "agents",
      "w/.claude/rules/all.md": "all",
      "w/.claude/rules/api.md": "---\npaths: src/api/**\n---\napi",
      "w/.claude/rules/web.md": "---\npaths:\n  - src/web/**\n---\nweb",
      "w/src/CLAUDE.md": "src",
    },
    "claude-code",
    "src/api/user.ts",
  );
  assert.deepEqual(seen.files.map(({ path, when, why }) => [path, when, why]), [
    ["CLAUDE.md", "start", undefined],
    ["docs/more.md", "start", "import:CLAUDE.md"],
    [".claude/rules/all.md", "start", undefined],
    ["src/CLAUDE.md", "on_touch", "nested"],
    [".claude/rules/api.md", "on_touch", "paths:src/api/**"],
  ]);
  assert.deepEqual(seen.not_loaded, [
    { path: "AGENTS.md", why: "shadowed_by:CLAUDE.md" },
    { path: ".claude/rules/web.md", why: "no_match:src/web/**" },
  ]);
  assert.equal(seen.tokens, seen.files.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0));
});

Deno.test("what a nested file imports comes with it, and another name of a loaded file is no loss", async () => {
  const seen = await view(
    {
      "w/AGENTS.md": "agents",
      "w/CLAUDE.md": new Link("AGENTS.md"),
      "w/p/CLAUDE.md": "@AGENTS.md",
      "w/p/AGENTS.md": "nested",
    },
    "claude-code",
    "p/x",
  );
  assert.deepEqual(seen.files.map(({ path, when, why }) => [path, when, why]), [
    ["CLAUDE.md", "start", undefined],
    ["p/CLAUDE.md", "on_touch", "nested"],
    ["p/AGENTS.md", "on_touch", "import:p/CLAUDE.md"],
  ]);
  assert.deepEqual(seen.not_loaded, [{ path: "AGENTS.md", why: "same_file:CLAUDE.md" }]);
});

Deno.test("Claude Code falls back to AGENTS.md where there is no CLAUDE.md", async () => {
  const seen = await view({ "w/AGENTS.md": "agents" }, "claude-code", "x");
  assert.deepEqual(seen.files.map(({ path, why }) => [path, why]), [["AGENTS.md", "fallback"]]);
});

Deno.test("Codex cuts its chain, fills it from the root and reads nothing deeper", async () => {
  const seen = await view(
    {
      "w/AGENTS.md": "r".repeat(20_000),
      "w/p/AGENTS.md": "p".repeat(20_000),
      "w/p/q/AGENTS.md": "q",
      "w/p/q/r/AGENTS.md": "deeper",
    },
    "codex",
    "r/x.ts",
    "w/p/q",
  );
  assert.deepEqual(seen.files.map(({ path, truncated_at_byte }) => [path, truncated_at_byte]), [
    ["../../AGENTS.md", undefined],
    ["../AGENTS.md", 12_768],
  ]);
  assert.deepEqual(seen.not_loaded, [
    { path: "AGENTS.md", why: "over_limit:32768" },
    { path: "r/AGENTS.md", why: "not_read" },
  ]);
});

Deno.test("the settings of a repository name more files for Codex and Gemini CLI", async () => {
  const tree = {
    "w/.codex/config.toml":
      'project_doc_fallback_filenames = [\n  "TEAM.md", "../no.md"\n]\nproject_doc_max_bytes = 3\n',
    "w/.gemini/settings.json": '{"context":{"fileName":["AGENTS.md","X.md"]}}',
    "w/TEAM.md": "team",
    "w/X.md": "x",
    "w/AGENTS.md": "agents",
    "w/p/X.md": "nested x",
  };
  const codex = await view(tree, "codex", "p/f");
  assert.deepEqual(codex.files.map(({ path, truncated_at_byte }) => [path, truncated_at_byte]), [[
    "AGENTS.md",
    3,
  ]]);
  assert.deepEqual(codex.not_loaded, [{ path: "TEAM.md", why: "shadowed_by:AGENTS.md" }]);
  const gemini = await view(tree, "gemini", "p/f");
  assert.deepEqual(gemini.files.map(({ path, when }) => [path, when]), [
    ["AGENTS.md", "start"],
    ["X.md", "start"],
    ["p/X.md", "on_touch"],
  ]);
});

Deno.test("Cursor's rules apply always, by glob, by the model's choice or by hand", async () => {
  const seen = await view(
    {
      "w/AGENTS.md": "agents",
      "w/.cursor/rules/always.mdc": "---\nalwaysApply: true\n---\n",
      "w/.cursor/rules/glob.mdc": "---\nglobs: *.ts, *.tsx\nalwaysApply: false\n---\n",
      "w/.cursor/rules/manual.mdc": "no head",
      "w/.cursor/rules/model.mdc": "---\ndescription: When testing.\nalwaysApply: false\n---\n",
      "w/CLAUDE.md": "c",
    },
    "cursor",
    "src/a.ts",
  );
  assert.deepEqual(seen.files.map(({ path, when, why }) => [path, when, why]), [
    ["AGENTS.md", "start", undefined],
    [".cursor/rules/always.mdc", "start", undefined],
    [".cursor/rules/glob.mdc", "on_touch", "globs:*.ts"],
  ]);
  assert.deepEqual(seen.not_loaded, [
    { path: "CLAUDE.md", why: "not_read" },
    { path: ".cursor/rules/manual.mdc", why: "manual" },
    { path: ".cursor/rules/model.mdc", why: "model_decision" },
  ]);
});

Deno.test("OpenCode reads the first name only, Zed one file only", async () => {
  const tree = { "w/AGENTS.md": "a", "w/CLAUDE.md": "c", "w/p/CLAUDE.md": "pc", "w/GEMINI.md": "g" };
  assert.deepEqual((await view(tree, "opencode", "x", "w/p")).files.map(({ path }) => path), [
    "../AGENTS.md",
  ]);
  const zed = await view(tree, "zed", "x");
  assert.deepEqual(zed.files.map(({ path }) => path), ["AGENTS.md"]);
  assert.deepEqual(zed.not_loaded.map(({ path, why }) => [path, why]), [
    ["CLAUDE.md", "shadowed_by:AGENTS.md"],
    ["GEMINI.md", "shadowed_by:AGENTS.md"],
  ]);
});

Deno.test("every agent of the table answers, and the table has a date", async () => {
  await using place = await Place.of({ "w/.git/HEAD": "", "w/AGENTS.md": "a", "w/p/AGENTS.md": "p" });
  const result = await instructionsFor({ workspace: place.workspace(), path: "p/x" });
  const { hosts, verified } = await hostTable();
  assert.deepEqual(result.agents.map(({ agent }) => agent), hosts.map(({ id }) => id));
  assert.match(verified, /^\d{4}-\d{2}-\d{2}$/);
  assert.match(
    await renderText(result, "text"),
    /^Instructions for p\/x\n\nclaude-code\n {2}AGENTS\.md {2}start, fallback\n/,
  );
});

Deno.test("an unknown agent and a path outside are refused", async () => {
  await using place = await Place.of({});
  const workspace = place.workspace();
  await assert.rejects(
    instructionsFor({ workspace, path: "x", agents: ["nobody"] }),
    /Unknown agent "nobody"\. Known: claude-code/,
  );
  await assert.rejects(instructionsFor({ workspace, path: "../x" }), RepoContextConfigError);
});

Deno.test("the cost lists files with the agents that start with them", async () => {
  await using place = await Place.of({
    "w/.git/HEAD": "",
    "w/AGENTS.md": "1234567890",
    "w/.cursor/rules/a.mdc": "---\nalwaysApply: true\n---\nx",
  });
  const agents = ["codex", "cursor", "kiro"];
  const result = await instructionsCost({ workspace: place.workspace(), agents, countTokens });
  assert.equal(
    JSON.stringify(result),
    '{"schema_version":3,"command":"instructions","cost":[{"path":".cursor/rules/a.mdc","tokens":27,' +
      '"agents":["cursor"]},{"path":"AGENTS.md","tokens":10,"agents":["codex","cursor"]}],' +
      '"start_up":{"codex":10,"cursor":37}}',
  );
  const bytes = await instructionsCost({ workspace: place.workspace(), agents });
  assert.deepEqual([bytes.unit, bytes.cost[1]?.bytes, bytes.start_up["codex"]], ["bytes", 10, 10]);
  assert.equal((await renderText(result, "text")).split("\n")[1], "  27  .cursor/rules/a.mdc  cursor");
});

const assets: Tree = {
  "w/.mcp.json": '{"mcpServers":{"files":{},"web":{}}}',
  "w/.claude-plugin/plugin.json": "{}",
  "w/.claude/commands/release.md": "---\ndescription: d\n---\nx",
  "w/.claude/rules/a.md": "---\npaths: src/**\n---\nx",
  "w/.claude/agents/team/reviewer.md": "---\nname: reviewer\n---\nx",
  "w/.claude/settings.local.json": '{"hooks":{"PostToolUse":[]}}',
  "w/.codex/config.toml": '[mcp_servers.db]\ncommand = "x"\n[mcp_servers."a b"]\n',
  "w/.codex/hooks.json": '{"hooks":{"SessionStart":[]}}',
  "w/.cursor/rules/api.mdc": "---\nglobs: app/api/**\n---\nx",
  "w/.github/prompts/p.prompt.md": "x",
  "w/.github/hooks/h.json": '{"version":1,"hooks":{"postToolUse":[]}}',
  "w/.vscode/mcp.json": '// servers\n{"servers":{"v":{},},}',
  "w/.opencode/agent/o.md": "x",
  "w/.kiro/steering/k.md": "x",
  "w/.gemini/commands/c.toml": "x",
};

Deno.test("the extended inventory finds the assets of every agent", async () => {
  await using place = await Place.of(assets);
  const entries = await extendedInventory(place.workspace(), place.path("w"), countTokens);
  assert.deepEqual(
    entries.map(({ kind, agent, path, name, activation, globs }) =>
      [path, kind, agent, name, activation, globs?.join()].filter((part) => part !== undefined).join(" ")
    ),
    [
      ".claude-plugin/plugin.json plugin claude-code",
      ".claude/agents/team/reviewer.md agent claude-code reviewer",
      ".claude/commands/release.md command claude-code",
      ".claude/rules/a.md rule claude-code glob src/**",
      ".claude/settings.local.json hook claude-code PostToolUse",
      ".claude/settings.local.json setting claude-code",
      ".codex/config.toml mcp_server codex a b",
      ".codex/config.toml mcp_server codex db",
      ".codex/config.toml setting codex",
      ".codex/hooks.json hook codex SessionStart",
      ".cursor/rules/api.mdc rule cursor glob app/api/**",
      ".gemini/commands/c.toml command gemini",
      ".github/hooks/h.json hook copilot postToolUse",
      ".github/prompts/p.prompt.md prompt copilot",
      ".kiro/steering/k.md rule kiro always",
      ".mcp.json mcp_server claude-code files",
      ".mcp.json mcp_server claude-code web",
      ".opencode/agent/o.md agent opencode",
      ".vscode/mcp.json mcp_server copilot v",
    ],
  );
  const inventory = await readInventory(place.workspace(), place.path("w"), [".claude"]);
  const ajv = new Ajv2020.default();
  assert.ok(
    ajv.validate(await inventorySchema(), { ...inventoryResult(inventory), entries }),
    ajv.errorsText(),
  );
});

Deno.test("broken and hostile settings have no entries and do no harm", async () => {
  await using place = await Place.of({
    "w/.mcp.json": "[".repeat(200_000),
    "w/.claude/settings.json": '{"hooks":[1]}',
    "w/.codex/hooks.json": "null",
    "w/.gemini/settings.json": "\0",
  });
  const entries = await extendedInventory(place.workspace(), place.path("w"));
  assert.deepEqual(entries.map(({ kind, path }) => [kind, path]), [["setting", ".claude/settings.json"]]);
});
