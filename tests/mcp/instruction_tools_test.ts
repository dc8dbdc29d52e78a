import assert from "node:assert/strict";
import { encode } from "gpt-tokenizer";
import type { InstructionServer } from "../../src/mcp/instruction_tools.ts";
import { UsageError } from "../../src/model/mod.ts";
import { Tree } from "../cli/harness.ts";
import { assertValid } from "../schemas.ts";
import { type Line, type Message, startServer } from "./_messages.ts";
import { sampleTree } from "./_sample.ts";

const FILES = {
  "AGENTS.md": "root rules\n",
  "p/AGENTS.md": "nested rules\n",
  ".claude/skills/s/SKILL.md": "",
};

const NAMES = ["get_instructions", "inventory_agent_context", "get_nested_instructions"];

const SERVER: InstructionServer = { symlinkRoot: [], filename: [], assetRoot: [], countsTokens: false };

async function serving(
  tree: Tree,
  server: Partial<InstructionServer> = {},
  more: Parameters<typeof startServer>[1] = {},
  variables: Readonly<Record<string, string>> = {},
): Promise<Line> {
  const options = { ...more, instructions: { ...SERVER, countsTokens: more.structured ?? false, ...server } };
  const line = startServer(tree.root, options, variables);
  await line.initialize();
  return line;
}

/** The names a server lists. */
async function names(line: Line): Promise<string[]> {
  return (await line.ask("list", "tools/list")).result.tools.map(({ name }: { name: string }) => name);
}

function textOf({ result }: Message): string {
  assert.ok(!result.isError, JSON.stringify(result));
  return result.content[0].text;
}

function failureOf({ result }: Message): string {
  assert.equal(result.isError, true, JSON.stringify(result));
  return result.content[0].text;
}

Deno.test("the tools are listed only where whoever starts the server wants them", async () => {
  await using tree = await Tree.write(FILES);
  await using without = startServer(tree.root);
  await without.initialize();
  assert.equal((await names(without)).length, 7);
  assert.equal(
    (await without.call(1, "repoctx_get_instructions", {})).error?.code,
    -32602,
  );
  await using line = await serving(tree);
  assert.deepEqual((await names(line)).slice(7), NAMES.map((name) => `repoctx_${name}`));
  await using dotted = await serving(tree, {}, { toolNames: "dotted" });
  assert.deepEqual((await names(dotted)).slice(7), NAMES.map((name) => `repoctx.${name}`));
});

Deno.test("the three tools cost at most 600 tokens as they go over the wire", async () => {
  await using tree = await Tree.write(FILES);
  await using line = await serving(tree);
  const { tools } = (await line.ask(1, "tools/list")).result;
  const cost = encode(JSON.stringify(tools.slice(7))).length;
  assert.ok(cost <= 600, `${cost} tokens`);
});

Deno.test("they answer without index and config, under either name, with text for a model", async () => {
  await using tree = await Tree.write(FILES);
  await using line = await serving(tree);
  let id = 0;
  for (const prefix of ["repoctx_", "repoctx."]) {
    assert.equal(
      textOf(await line.call(++id, `${prefix}get_instructions`, {})),
      '<context-file path="AGENTS.md">\nroot rules\n</context-file>',
    );
    assert.match(
      textOf(await line.call(++id, `${prefix}inventory_agent_context`, {})),
      /\.claude\/skills\/s\/SKILL\.md/,
    );
  }
  const nested = await line.call(++id, "repoctx_get_nested_instructions", { paths: ["p/x.ts"] });
  assert.match(textOf(nested), /^<system>.*<\/system>\n<context-file path="p\/AGENTS\.md" \/>$/);
});

Deno.test("structured content is the JSON of the command line", async () => {
  await using tree = await Tree.write(FILES);
  await using line = await serving(tree, {}, { structured: true });
  const cases: [tool: string, args: object, commandLine: string[]][] = [
    ["get_instructions", {}, ["instructions"]],
    ["get_instructions", { directory: "p" }, ["instructions", "p"]],
    ["inventory_agent_context", {}, ["inventory"]],
    ["get_nested_instructions", { paths: ["p/x"], inject: "contents" }, [
      "nested",
      "p/x",
      "--inject",
      "contents",
    ]],
    ["get_nested_instructions", { paths: ["p/x"], session: "s" }, ["nested", "p/x", "--session", "t"]],
  ];
  let id = 0;
  for (const [tool, args, commandLine] of cases) {
    const { result } = await line.call(++id, `repoctx_${tool}`, args);
    assert.ok(!result.isError, JSON.stringify(result));
    const { stdout } = await tree.run([...commandLine, "--format", "json"]);
    const expected = JSON.parse(stdout);
    if (expected.session === "t") expected.session = "s";
    assert.deepEqual(result.structuredContent, expected, tool);
    assertValid(commandLine[0]!, result.structuredContent);
  }
  const { tools } = (await line.ask(++id, "tools/list")).result;
  for (const tool of tools.slice(7)) assert.equal(tool.outputSchema.type, "object", tool.name);
});

Deno.test("a connection remembers its notes, writes nothing down, and the next one begins anew", async () => {
  await using tree = await Tree.write(FILES);
  const call = async (line: Line, id: number, more: object = {}): Promise<string> =>
    textOf(await line.call(id, "repoctx_get_nested_instructions", { paths: ["p/x"], ...more }));
  for (let connection = 0; connection < 2; connection++) {
    await using line = await serving(tree);
    assert.match(await call(line, 1), /p\/AGENTS\.md/);
    assert.equal(await call(line, 2), "No new notes.");
    assert.match(await call(line, 3, { compacted: true }), /p\/AGENTS\.md/);
    assert.deepEqual(tree.list(), [".claude", "AGENTS.md", "p"]);
    if (connection > 0) continue;
    assert.match(await call(line, 4, { session: "shared" }), /p\/AGENTS\.md/);
    await Deno.rename(`${tree.root}/.repoctx`, `${tree.root}/../kept`);
  }
});

Deno.test("a session that is named, by a call or by the environment, outlives the connection", async () => {
  await using tree = await Tree.write(FILES);
  const paths = ["p/x"];
  await using first = await serving(tree, {}, {}, { REPOCTX_SESSION: "mine" });
  assert.match(textOf(await first.call(1, "repoctx_get_nested_instructions", { paths })), /AGENTS/);
  await using second = await serving(tree);
  const args = { paths, session: "mine" };
  assert.equal(textOf(await second.call(1, "repoctx_get_nested_instructions", args)), "No new notes.");
});

Deno.test("what changed since the first call is appended, and the first text stays", async () => {
  await using tree = await Tree.write(FILES);
  await using line = await serving(tree);
  const first = textOf(await line.call(1, "repoctx_get_instructions", {}));
  await tree.put("AGENTS.md", "other rules\n");
  const second = textOf(await line.call(2, "repoctx_get_instructions", {}));
  assert.ok(second.startsWith(`${first}\n\n`));
  assert.match(second, /change="replaced">\nother rules/);
});

Deno.test("rows 106 and 107: a call cannot leave the folder or widen what is read", async () => {
  await using tree = await Tree.write({ "w/AGENTS.md": "inside\n", "AGENTS.md": "outside\n" });
  const line = startServer(`${tree.root}/w`, { instructions: SERVER });
  await using _ = line;
  await line.initialize();
  let id = 0;
  for (const directory of ["..", tree.root, "../w/..", "gone"]) {
    const answer = await line.call(++id, "repoctx_get_instructions", { directory });
    assert.match(failureOf(answer), /not a directory inside/);
  }
  for (const [name, value] of [["homeDir", ".."], ["symlinkRoot", ["/"]], ["filenames", ["x"]]] as const) {
    for (const tool of NAMES) {
      const args = { ...(tool === "get_nested_instructions" ? { paths: [] } : {}), [name]: value };
      assert.match(failureOf(await line.call(++id, `repoctx_${tool}`, args)), /Unknown argument/);
    }
  }
  const nested = await line.call(++id, "repoctx_get_nested_instructions", { paths: ["../AGENTS.md"] });
  assert.equal(textOf(nested), "No new notes.");
});

Deno.test("whoever starts the server may widen it", async () => {
  await using tree = await Tree.write({
    "w/AGENTS.md": "inside\n",
    "AGENTS.md": "outside\n",
    "TEAM.md": "t\n",
  });
  const options = { homeDir: "..", filename: ["AGENTS.md", "TEAM.md"] };
  const line = startServer(`${tree.root}/w`, { instructions: { ...SERVER, ...options } });
  await using _ = line;
  await line.initialize();
  const text = textOf(await line.call(1, "repoctx_get_instructions", {}));
  assert.deepEqual([...text.matchAll(/path="([^"]*)"/g)].map(([, path]) => path), [
    "../AGENTS.md",
    "../TEAM.md",
    "AGENTS.md",
  ]);
});

Deno.test("the folder that is served is the working directory", async () => {
  await using tree = await Tree.write({ "w/AGENTS.md": "inside\n", "AGENTS.md": "outside\n" });
  const line = startServer(tree.root, { instructions: SERVER, root: `${tree.root}/w` });
  await using _ = line;
  await line.initialize();
  assert.match(textOf(await line.call(1, "repoctx_get_instructions", {})), /inside/);
});

Deno.test("the inventory tool is called as it was told, unless another tool is called so", async () => {
  await using tree = await Tree.write(FILES);
  await using line = await serving(tree, { inventoryToolName: "assets" });
  assert.ok((await names(line)).includes("repoctx_assets"));
  assert.match(textOf(await line.call(1, "repoctx.assets", {})), /\.claude/);
  for (const inventoryToolName of ["search", "get_instructions", "a b", ""]) {
    const line = startServer(tree.root, { instructions: { ...SERVER, inventoryToolName } });
    await assert.rejects(line.close(), UsageError, inventoryToolName);
  }
});

Deno.test("a tool can be left out, under any of its names", async () => {
  await using tree = await Tree.write(FILES);
  for (const name of ["repoctx_get_instructions", "repoctx.get_instructions", "get_instructions"]) {
    await using line = await serving(tree, {}, { disabled: [name, "memory_add"] });
    const listed = await names(line);
    assert.equal(listed.length, 8);
    assert.ok(!listed.some((one) => /memory_add|get_instructions/.test(one)));
    assert.equal((await line.call(1, "repoctx_get_instructions", {})).error?.code, -32602);
  }
  const line = startServer(tree.root, { disabled: ["nope"] });
  await assert.rejects(line.close(), /Unknown --disable-tool "nope"\. Use repoctx_search/);
});

Deno.test("a broken config is the answer, until it is mended", async () => {
  await using tree = await Tree.write({ ...FILES, "repoctx.config.json": "{" });
  await using line = await serving(tree);
  assert.match(failureOf(await line.call(1, "repoctx_get_instructions", {})), /repoctx\.config\.json/);
  await tree.put("repoctx.config.json", "{}");
  assert.match(textOf(await line.call(2, "repoctx_get_instructions", {})), /root rules/);
});

Deno.test("the command line passes on what the tools need, and refuses it without them", async () => {
  await using tree = await sampleTree("initialized");
  await tree.put("w/AGENTS.md", "inside\n");
  const { Program } = await import("./_messages.ts");
  const line = await Program.start(
    tree,
    ["--instructions", "--filename", "X.md", "--disable-tool", "search"],
    "w",
  );
  await using _ = line;
  await line.initialize();
  await tree.put("w/X.md", "x\n");
  assert.match(textOf(await line.call(1, "repoctx_get_instructions", {})), /path="X\.md"/);
  assert.equal((await names(line)).length, 9);
  for (const args of [["--home-dir", ".."], ["--filename", "X.md"], ["--inventory-tool-name", "x"]]) {
    const { code, stderr } = await tree.run(["mcp", ...args]);
    assert.equal(code, 3);
    assert.match(stderr, new RegExp(`^${args[0]} goes with --instructions\\.`));
  }
  const unknown = await tree.run(["mcp", "--disable-tool", "nope"]);
  assert.equal(unknown.code, 3);
});
