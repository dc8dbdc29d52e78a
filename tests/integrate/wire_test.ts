import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import {
  CLIENTS,
  detectClients,
  launchFor,
  PLAYBOOK,
  POINTER,
  spelled,
  wireClients,
  type WireOptions,
} from "../../src/integrate/mod.ts";
import { Tree } from "../cli/harness.ts";

const ON_PATH = { command: "repoctx", args: ["mcp"] };
const FROM_PACKAGE = { command: "node", args: ["node_modules/@repoctx/cli/bin/repoctx.js", "mcp"] };

/** Every path of a tree with its bytes, empty folders as `null`. */
function snapshot(tree: Tree): Record<string, string | null> {
  const found: Record<string, string | null> = {};
  const walk = (folder: string) => {
    const entries = [...Deno.readDirSync(`${tree.root}/${folder}`)];
    if (entries.length === 0 && folder !== "") found[folder] = null;
    for (const { name, isDirectory } of entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isDirectory) walk(path);
      else {found[path] = [...Deno.readFileSync(`${tree.root}/${path}`)].map((byte) =>
          String.fromCharCode(byte)
        ).join("");}
    }
  };
  walk("");
  return Object.fromEntries(Object.entries(found).sort());
}

function wire(
  tree: Tree,
  mode: WireOptions["mode"],
  more: Partial<WireOptions> = {},
  ids?: string[],
): string[] {
  const clients = ids === undefined ? CLIENTS : CLIENTS.filter(({ id }) => ids.includes(id));
  return wireClients(tree.root, clients, { mode, launch: launchFor(tree.root), ...more })
    .map(({ client, path, change, detail }) => [client, change, path, ...(detail ? [detail] : [])].join(" "));
}

Deno.test("every file of every client is made, then left as it is, then taken back", async () => {
  await using tree = await Tree.write({ "src/a.ts": "" });
  const before = snapshot(tree);
  const files = [
    "agents created AGENTS.md",
    "claude-code created CLAUDE.md",
    "claude-code created .claude/skills/repocontext/SKILL.md",
    "claude-code created .mcp.json",
    "copilot created .github/copilot-instructions.md",
    "copilot created .vscode/mcp.json",
    "cursor created .cursor/rules/repocontext.mdc",
    "cursor created .cursor/mcp.json",
    "windsurf created .windsurf/rules/repocontext.md",
    "codex unchanged AGENTS.md",
    "codex created .codex/config.toml",
    "gemini created GEMINI.md",
    "gemini created .gemini/settings.json",
  ];
  const foretold = wire(tree, "check");
  assert.deepEqual(foretold.map((row) => row.split(" ")[2]), files.map((row) => row.split(" ")[2]));
  assert.deepEqual(snapshot(tree), before);
  assert.deepEqual(wire(tree, "write"), files);
  const wired = snapshot(tree);
  assert.ok(wire(tree, "write").every((row) => row.includes(" unchanged ")));
  assert.ok(wire(tree, "check").every((row) => row.includes(" unchanged ")));
  assert.deepEqual(snapshot(tree), wired);
  assert.ok(wire(tree, "remove").every((row) => / (?:removed|absent) /.test(row)));
  assert.deepEqual(snapshot(tree), before);
  assert.ok(wire(tree, "remove").every((row) => row.includes(" absent ")));
});

Deno.test("a repository that has all these files gets back every byte of them", async () => {
  await using tree = await Tree.write({
    "AGENTS.md": "# Agents\n\nBe kind.\n",
    "CLAUDE.md": "# Claude\r\n\r\nBe quick.\r\n",
    ".claude/skills/repocontext/SKILL.md": "---\nname: other\n---\n\nMine.\n",
    ".mcp.json": '{"mcpServers":{"other":{"command":"other"}}}',
    ".github/copilot-instructions.md": "no newline at the end",
    ".vscode/mcp.json": '{\n  // mine\n  "servers": {"repoctx": {"command": "elsewhere"}}\n}\n',
    ".cursor/rules/repocontext.mdc": "---\nalwaysApply: true\n---\nAlways.\n\n\n",
    ".cursor/mcp.json": "",
    ".windsurf/rules/repocontext.md": new Uint8Array([0xe9, 0x0a, 0xff, 0x0a]),
    ".codex/config.toml": "model = 'x'\n",
    "GEMINI.md": "\ufeff# Gemini\n",
    ".gemini/settings.json": "{}\r\n",
  });
  const before = snapshot(tree);
  const rows = wire(tree, "write");
  assert.equal(rows.filter((row) => row.includes(" updated ")).length, 7);
  assert.deepEqual(rows.filter((row) => / (?:kept|foreign) /.test(row)), [
    "claude-code foreign .mcp.json",
    "copilot kept .vscode/mcp.json",
    "cursor foreign .cursor/mcp.json",
    "codex foreign .codex/config.toml",
    "gemini foreign .gemini/settings.json",
  ]);
  const wired = snapshot(tree);
  for (
    const path of [
      ".mcp.json",
      ".vscode/mcp.json",
      ".cursor/mcp.json",
      ".codex/config.toml",
      ".gemini/settings.json",
    ]
  ) {
    assert.equal(wired[path], before[path]);
  }
  assert.doesNotMatch(wired["CLAUDE.md"]!, /(?<!\r)\n/);
  wire(tree, "remove");
  assert.deepEqual(snapshot(tree), before);
});

Deno.test("always-loaded files get the pointer, the others the playbook, and all of them on demand", async () => {
  await using tree = await Tree.write();
  wire(tree, "write");
  for (const path of ["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"]) {
    const text = (await tree.read(path))!;
    assert.ok(text.includes(POINTER) && !text.includes(PLAYBOOK), path);
  }
  const onDemand = [
    ".claude/skills/repocontext/SKILL.md",
    ".cursor/rules/repocontext.mdc",
    ".windsurf/rules/repocontext.md",
  ];
  for (const path of onDemand) {
    const text = (await tree.read(path))!;
    assert.match(text, /^---\n(?:[a-zA-Z]+: .+\n)+---\n<!-- BEGIN RepoContext/);
    // A colon inside of a plain YAML text would end the key.
    assert.match(text, /^description: "[^"]+"$/m);
    assert.ok(text.includes(PLAYBOOK), path);
    assert.ok(text.length < 12_000, "Windsurf cuts longer rules");
  }
  assert.match((await tree.read(onDemand[0]!))!, /^---\nname: repocontext\n/);
  assert.match((await tree.read(onDemand[1]!))!, /^alwaysApply: false$/m);
  assert.match((await tree.read(onDemand[2]!))!, /^trigger: model_decision$/m);
  const rows = wire(tree, "write", { alwaysLoaded: "playbook" }, ["agents", "windsurf"]);
  assert.deepEqual(rows, ["agents updated AGENTS.md", "windsurf unchanged .windsurf/rules/repocontext.md"]);
  assert.ok((await tree.read("AGENTS.md"))!.includes(PLAYBOOK));
});

Deno.test("registrations have the form that each client reads, and name no session", async () => {
  await using tree = await Tree.write();
  wire(tree, "write");
  const read = async (path: string) => parse((await tree.read(path))!);
  assert.deepEqual(await read(".mcp.json"), { mcpServers: { repoctx: ON_PATH } });
  assert.deepEqual(await read(".cursor/mcp.json"), { mcpServers: { repoctx: ON_PATH } });
  assert.deepEqual(await read(".gemini/settings.json"), { mcpServers: { repoctx: ON_PATH } });
  assert.deepEqual(await read(".vscode/mcp.json"), { servers: { repoctx: { type: "stdio", ...ON_PATH } } });
  assert.equal(
    await tree.read(".codex/config.toml"),
    '[mcp_servers.repoctx]\ncommand = "repoctx"\nargs = ["mcp"]\n',
  );
  assert.doesNotMatch(Object.values(snapshot(tree)).join(), /"env"|REPOCTX_SESSION"/);
});

const FROM_BUILD = { command: ".repoctx/bin/repoctx", args: ["mcp"] };

Deno.test("a repository that brings the program along starts that", async () => {
  const cases: [files: Record<string, string>, launch: object][] = [
    [{}, ON_PATH],
    [{ "package.json": '{"dependencies":{"@repoctx/cli":"1"}}' }, FROM_PACKAGE],
    [{ "package.json": '\ufeff{"devDependencies":{"@repoctx/cli":"1"}}' }, FROM_PACKAGE],
    [{ "package.json": '{"optionalDependencies":{"@repoctx/cli":"*"}}' }, FROM_PACKAGE],
    [{ "node_modules/@repoctx/cli/bin/repoctx.js": "", ".repoctx/bin/repoctx": "" }, FROM_PACKAGE],
    [{ ".repoctx/bin/repoctx": "" }, FROM_BUILD],
    [{ ".repoctx/bin/repoctx.exe": "" }, FROM_BUILD],
    [{ ".repoctx/bin/repoctx/x": "", ".pnp.cjs": "" }, ON_PATH],
    [{ "package.json": '{"peerDependencies":{"@repoctx/cli":"1"},"name":"@repoctx/cli"}' }, ON_PATH],
    [{ "package.json": '{"dependencies":{"@repoctx/client":"1"}}' }, ON_PATH],
    [{ "package.json": '{"dependencies":null}' }, ON_PATH],
    [{ "package.json": "not JSON" }, ON_PATH],
    [{ "package.json": "[]" }, ON_PATH],
    [{ "package.json": "null" }, ON_PATH],
    [{ "package.json/x": "" }, ON_PATH],
    [{ "sub/package.json": '{"dependencies":{"@repoctx/cli":"1"}}' }, ON_PATH],
  ];
  for (const [files, launch] of cases) {
    await using tree = await Tree.write(files);
    assert.deepEqual(spelled(launchFor(tree.root)), launch, JSON.stringify(files));
  }
  await using tree = await Tree.write(cases[1]![0]);
  wire(tree, "write");
  assert.deepEqual(JSON.parse((await tree.read(".mcp.json"))!), { mcpServers: { repoctx: FROM_PACKAGE } });
  const script = "${workspaceFolder}/node_modules/@repoctx/cli/bin/repoctx.js";
  assert.deepEqual(JSON.parse((await tree.read(".vscode/mcp.json"))!).servers.repoctx.args, [script, "mcp"]);
  await tree.put("package.json", "{}");
  assert.ok(
    wire(tree, "check").includes("claude-code kept .mcp.json"),
    "written for another launch, and left alone",
  );
  wire(tree, "remove");
  assert.deepEqual(tree.list(), ["package.json"]);
});

Deno.test("what a build brings along is registered by one path for every system, and taken back", async () => {
  await using tree = await Tree.write({ ".repoctx/bin/repoctx": "" });
  wire(tree, "write");
  assert.deepEqual(JSON.parse((await tree.read(".mcp.json"))!), { mcpServers: { repoctx: FROM_BUILD } });
  assert.equal(
    await tree.read(".vscode/mcp.json"),
    await Deno.readTextFile(new URL("../../nuget/mcp.json", import.meta.url)),
    "the build writes the same file",
  );
  await Deno.remove(`${tree.root}/.repoctx`, { recursive: true });
  wire(tree, "remove");
  assert.deepEqual(tree.list(), []);
});

Deno.test("where Yarn keeps packages in archives, Node finds the script through Yarn's own table", async () => {
  await using tree = await Tree.write({
    "package.json": '{"devDependencies":{"@repoctx/cli":"1"}}',
    ".pnp.cjs": "",
  });
  wire(tree, "write");
  const { command, args } = JSON.parse((await tree.read(".mcp.json"))!).mcpServers.repoctx;
  assert.deepEqual([command, args.slice(0, 3), args.at(-1)], ["node", ["-r", "./.pnp.cjs", "-e"], "mcp"]);
  const inCode = JSON.parse((await tree.read(".vscode/mcp.json"))!).servers.repoctx;
  assert.equal(inCode.args[1], "${workspaceFolder}/.pnp.cjs");
  const toml = await tree.read(".codex/config.toml");
  assert.ok(toml!.includes(`"-e", ${JSON.stringify(args[3])}, "mcp"]`));
});

Deno.test("each client has one line that registers it by hand", () => {
  const lines = CLIENTS.map(({ id, registration }) => [id, registration(ON_PATH)]);
  assert.ok(lines.every(([, line]) => !line!.includes("\n") && line!.includes("repoctx")));
  const byId = Object.fromEntries(lines);
  assert.equal(byId["claude-code"], "claude mcp add repoctx -- repoctx mcp");
  assert.equal(byId["codex"], "codex mcp add repoctx -- repoctx mcp");
  assert.equal(byId["gemini"], "gemini mcp add repoctx repoctx mcp");
  assert.deepEqual(JSON.parse(/'(.*)'/.exec(byId["copilot"]!)![1]!), { name: "repoctx", ...ON_PATH });
});

Deno.test("clients show themselves by their files", async () => {
  const cases: [files: Record<string, string>, ids: string[]][] = [
    [{}, []],
    [{ "AGENTS.md": "" }, ["agents"]],
    [{ "CLAUDE.md": "" }, ["claude-code"]],
    [{ ".claude/x": "" }, ["claude-code"]],
    [{ ".github/copilot-instructions.md": "" }, ["copilot"]],
    [{ ".github/workflows/x.yml": "" }, []],
    [{ ".vscode/settings.json": "{}" }, ["copilot"]],
    [{ ".cursorrules": "" }, ["cursor"]],
    [{ ".cursor/x": "", ".windsurf/x": "" }, ["cursor", "windsurf"]],
    [{ "GEMINI.md": "", ".codex/x": "" }, ["codex", "gemini"]],
    [{ "docs/CLAUDE.md": "" }, []],
  ];
  for (const [files, ids] of cases) {
    await using tree = await Tree.write(files);
    assert.deepEqual(detectClients(tree.root).map(({ id }) => id), ids, JSON.stringify(files));
  }
});

Deno.test("a file that cannot be maintained does not keep the others from it", async () => {
  const broken = "<!-- BEGIN RepoContext (managed by `repoctx init`) -->\nhalf\n";
  await using tree = await Tree.write({ "CLAUDE.md": broken, ".claude/skills/repocontext/SKILL.md/x": "" });
  const rows = wire(tree, "write", {}, ["claude-code"]);
  assert.match(rows[0]!, /^claude-code untouched CLAUDE\.md its RepoContext markers/);
  assert.match(rows[1]!, /^claude-code untouched .*SKILL\.md it is not a file$/);
  assert.equal(rows[2], "claude-code created .mcp.json");
  assert.equal(await tree.read("CLAUDE.md"), broken);
});
