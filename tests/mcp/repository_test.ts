import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { rootFolders } from "../../src/mcp/client_roots.ts";
import { repositoryAround } from "../../src/commands/mod.ts";
import { Tree } from "../cli/harness.ts";
import { type Line, type Message, startServer } from "./_messages.ts";
import { buildIndex, initialize, sampleTree } from "./_sample.ts";

const SEARCH = "repoctx_search";

/** Answers every question for the roots, and counts them. */
function nameRoots(line: Line, ...folders: string[]): { asked(): number } {
  const answered = new Set<unknown>();
  void (async () => {
    for (;;) {
      const question = await line.until(({ method, id }) => method === "roots/list" && !answered.has(id));
      answered.add(question.id);
      await line.send({ id: question.id, result: { roots: folders.map((uri) => ({ uri })) } });
    }
  })().catch(() => {});
  return { asked: () => answered.size };
}

function pathsOf({ result }: Message): string[] {
  assert.ok(!result.isError, result.content[0].text);
  return JSON.parse(result.content[0].text).results.map(({ path }: { path: string }) => path);
}

/** A second repository, that knows other words. */
async function otherTree(): Promise<Tree> {
  const tree = await Tree.write({ "lib/anchor.ts": "export const anchor = 1;\n" });
  await initialize(tree);
  await buildIndex(tree);
  return tree;
}

Deno.test("paths start from the root of the repository, wherever the server was started", async () => {
  await using tree = await sampleTree();
  await using line = startServer(`${tree.root}/src`);
  await line.initialize();
  assert.deepEqual(pathsOf(await line.call(1, SEARCH, { query: "knot" })), ["src/rope.ts"]);
  const outline = await line.call(2, "repoctx_get_outline", { file: "src/rope.ts" });
  assert.equal(JSON.parse(outline.result.content[0].text).path, "src/rope.ts");
  const absolute = await line.call(3, "repoctx_get_outline", { file: `${tree.root}/src/rope.ts` });
  assert.deepEqual(absolute.result, outline.result);
});

Deno.test("the client's roots decide, and are asked for once", async () => {
  await using tree = await sampleTree();
  await using other = await otherTree();
  await using line = startServer(tree.root);
  const roots = nameRoots(
    line,
    "untitled:1",
    pathToFileURL("/nowhere").href,
    pathToFileURL(`${other.root}/lib`).href,
  );
  await line.initialize({ roots: { listChanged: true } });
  assert.deepEqual(pathsOf(await line.call(1, SEARCH, { query: "anchor" })), ["lib/anchor.ts"]);
  assert.deepEqual(pathsOf(await line.call(2, SEARCH, { query: "rope" })), []);
  assert.equal(roots.asked(), 1);
  await line.send({ method: "notifications/roots/list_changed" });
  await line.call(3, SEARCH, { query: "anchor" });
  assert.equal(roots.asked(), 2);
});

Deno.test("--root decides against the client's roots", async () => {
  await using tree = await sampleTree();
  await using other = await otherTree();
  await using line = startServer("/", { root: `${tree.root}/src` });
  const roots = nameRoots(line, pathToFileURL(other.root).href);
  await line.initialize({ roots: {} });
  assert.deepEqual(pathsOf(await line.call(1, SEARCH, { query: "knot" })), ["src/rope.ts"]);
  assert.equal(roots.asked(), 0);
});

Deno.test("a client that has no roots, or fails to name them, is served from the working directory", async () => {
  await using tree = await sampleTree();
  await using empty = startServer(tree.root);
  nameRoots(empty);
  await empty.initialize({ roots: {} });
  assert.deepEqual(pathsOf(await empty.call(1, SEARCH, { query: "knot" })), ["src/rope.ts"]);

  await using failing = startServer(tree.root);
  await failing.initialize({ roots: {} });
  const answer = failing.call(1, SEARCH, { query: "knot" });
  const { id } = await failing.until(({ method }) => method === "roots/list");
  await failing.send({ id, error: { code: -32603, message: "no" } });
  assert.deepEqual(pathsOf(await answer), ["src/rope.ts"]);
});

Deno.test("roots without a repository are no reason to answer from another one", async () => {
  await using tree = await sampleTree();
  await using elsewhere = await Tree.write({ "a.ts": "" });
  await using line = startServer(tree.root);
  nameRoots(line, pathToFileURL(elsewhere.root).href);
  await line.initialize({ roots: {} });
  const { result } = await line.call(1, SEARCH, { query: "knot" });
  assert.equal(result.isError, true);
  assert.match(result.content[0].text, /^No index found\. Run 'repoctx init' and 'repoctx index' first\./);
  assert.ok(result.content[0].text.includes(elsewhere.root));
});

Deno.test("in the revision of 2026 the roots are asked for in place of the first answer", async () => {
  await using tree = await sampleTree();
  await using line = startServer("/");
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { roots: {} },
  };
  const params = { name: SEARCH, arguments: { query: "knot" }, _meta };
  const { result: question } = await line.ask(1, "tools/call", params);
  assert.equal(question.resultType, "input_required");
  assert.deepEqual(question.inputRequests, { roots: { method: "roots/list" } });
  const roots = { roots: [{ uri: pathToFileURL(tree.root).href }] };
  const second = await line.ask(2, "tools/call", { ...params, inputResponses: { roots } });
  assert.deepEqual(pathsOf(second), ["src/rope.ts"]);
  assert.deepEqual(pathsOf(await line.ask(3, "tools/call", params)), ["src/rope.ts"]);
});

Deno.test("only files of this machine are roots", () => {
  const uris = [
    "https://example.com/",
    "file:///a%20b/%C3%A4",
    "nonsense",
    5,
    undefined,
    "file://host.example/share",
  ];
  const found = rootFolders(uris.map((uri) => ({ uri })));
  if (Deno.build.os === "windows") assert.ok(found.length <= 2);
  else assert.deepEqual(found, ["/a b/ä"]);
});

Deno.test("a linked worktree is a repository of its own, or none, but never the one around it", async () => {
  await using tree = await Tree.write({
    "repoctx.config.json": "{}",
    "src/a.ts": "",
    "trees/one/.git": "gitdir: /somewhere/.git/worktrees/one\n",
    "trees/one/src/a.ts": "",
    "trees/two/.git": "gitdir: ../../.git/worktrees/two\r\n",
    "trees/two/repoctx.config.json": "{}",
    "modules/sub/.git": "gitdir: ../../.git/modules/sub\n",
    "modules/sub/a.ts": "",
  });
  assert.equal(await repositoryAround(`${tree.root}/src`), tree.root);
  assert.equal(await repositoryAround(`${tree.root}/trees/one/src`), undefined);
  assert.equal(await repositoryAround(`${tree.root}/trees/one`), undefined);
  assert.equal(await repositoryAround(`${tree.root}/trees/two`), `${tree.root}/trees/two`);
  assert.equal(await repositoryAround(`${tree.root}/modules/sub`), tree.root);
  assert.equal(await repositoryAround(`${tree.root}/..`), undefined);
});
