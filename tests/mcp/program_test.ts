import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { spawnProgram } from "../cli/harness.ts";
import { Program } from "./_messages.ts";
import { sampleTree } from "./_sample.ts";

Deno.test("the program serves a client until it closes its end, and exits with 0", async () => {
  await using tree = await sampleTree();
  const program = await Program.start(tree);
  const { result } = await program.initialize();
  assert.equal(result.serverInfo.version, manifest.version);
  const answer = await program.call(1, "repoctx_get_outline", { file: "src/rope.ts" });
  assert.equal(JSON.parse(answer.result.content[0].text).symbols[0].name, "tie");
  await program.raw("{ half a mess");
  await program.close();
  assert.equal((await program.child.status).code, 0);
});

Deno.test("dotted names, structured content and a root are asked for on the command line", async () => {
  await using tree = await sampleTree();
  const program = await Program.start(tree, ["--tool-names", "dotted", "--structured", "--root", "src"]);
  await program.initialize();
  const { tools } = (await program.ask(1, "tools/list")).result;
  assert.equal(tools[0].name, "repoctx.search");
  const { result } = await program.call(2, "repoctx_search", { query: "knot" });
  assert.equal(result.structuredContent.results[0].path, "src/rope.ts");
  await program.close();
});

Deno.test({
  name: "a server that is told to end does so with exit code 0",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using tree = await sampleTree("initialized");
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const program = await Program.start(tree);
      await program.initialize();
      program.child.kill(signal);
      assert.equal((await program.child.status).code, 0, signal);
      await program.close();
    }
  },
});

Deno.test("a client that is gone ends the server, also when it only stops reading", async () => {
  await using tree = await sampleTree();
  const child = await spawnProgram(["mcp"], tree.root);
  await child.stdout.cancel();
  const writer = child.stdin.getWriter();
  const ping = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await writer.write(ping);
  const status = await child.status;
  await writer.close().catch(() => {});
  assert.equal(status.code, 0);
  assert.equal(await new Response(child.stderr).text(), "");
});

Deno.test("a root that is no folder is refused at the start", async () => {
  await using tree = await sampleTree("initialized");
  const { code, stdout, stderr } = await tree.run(["mcp", "--root", "nowhere"]);
  assert.deepEqual([code, stdout], [3, ""]);
  assert.match(stderr, /^--root "nowhere" is not a folder\./);
});
