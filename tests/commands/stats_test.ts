import assert from "node:assert/strict";
import { openerFor } from "../../src/commands/_browser.ts";
import { stats } from "../../src/commands/stats.ts";
import { NoIndexError } from "../../src/model/mod.ts";
import { Tree } from "../indexer/_helpers.ts";
import { ask, surroundings } from "./_repository.ts";

const CALL =
  '{"v":1,"ts":"2026-11-29T10:00:00.000Z","command":"context","source":"cli","served":100,"replaced":900}\n';

const noLaunch = { env: (name: string) => name === "REPOCTX_NO_LAUNCH" ? "1" : undefined };

Deno.test("the ledger is added up, with money where there is a price", async () => {
  using tree = new Tree({
    "repoctx.config.json": '{"pricing": {"inputPerMtok": 5000}}',
    ".repoctx/stats.jsonl": CALL + CALL,
  });
  const report = await ask(stats, tree);
  assert.deepEqual([report.calls, report.saved_tokens, report.saved_cost, report.currency], [
    2,
    1600,
    8,
    "USD",
  ]);
});

Deno.test("without a ledger the report is empty, without a config there is none", async () => {
  using tree = new Tree({ "repoctx.config.json": "{}" });
  const report = await ask(stats, tree);
  assert.deepEqual([report.calls, report.commands, report.days], [0, [], []]);
  using nowhere = new Tree();
  await assert.rejects(ask(stats, nowhere), NoIndexError);
});

Deno.test("--open writes the page and prints its path, whatever the format", async () => {
  using tree = new Tree({ "repoctx.config.json": "{}", ".repoctx/stats.jsonl": CALL });
  const context = surroundings(tree, noLaunch);
  for (const format of ["text", "json"] as const) {
    const answer = await stats.run(context, { open: true }, format);
    assert.equal(await stats.render(answer, format), `${tree.root}/.repoctx/stats.html`);
  }
  const page = await Deno.readTextFile(`${tree.root}/.repoctx/stats.html`);
  assert.equal(page, (await stats.render(await stats.run(context, { open: false }, "html"), "html")) + "\n");
  assert.deepEqual([...Deno.readDirSync(`${tree.root}/.repoctx`)].map(({ name }) => name).sort(), [
    "stats.html",
    "stats.jsonl",
  ]);
});

Deno.test("the page is never written through a link", { ignore: Deno.build.os === "windows" }, async () => {
  using tree = new Tree({ "repoctx.config.json": "{}", ".repoctx/x": "" });
  Deno.symlinkSync(`${tree.root}/elsewhere.html`, `${tree.root}/.repoctx/stats.html`);
  await assert.rejects(stats.run(surroundings(tree, noLaunch), { open: true }, "text"), /symbolic link/);
  assert.throws(() => Deno.statSync(`${tree.root}/elsewhere.html`));
});

Deno.test("a page is opened without a shell", () => {
  const path = "/a b/$(x)/stats.html";
  for (const system of ["windows", "darwin", "linux", "freebsd"] as const) {
    assert.equal(openerFor(system, path)[1].at(-1), path);
  }
});

Deno.test(
  "--open starts the browser with the page, and works without one",
  { ignore: Deno.build.os !== "linux" },
  async () => {
    using tree = new Tree({
      "repoctx.config.json": "{}",
      "bin/xdg-open": '#!/bin/sh\nprintf "%s|" "$#" "$1" > "$0.new"\nmv "$0.new" "$0.told"\n',
    });
    const path = Deno.env.get("PATH")!;
    try {
      Deno.env.set("PATH", `${tree.root}/empty`);
      assert.ok("page" in await stats.run(surroundings(tree), { open: true }, "text"));
      Deno.chmodSync(`${tree.root}/bin/xdg-open`, 0o755);
      Deno.env.set("PATH", `${tree.root}/bin:${path}`);
      await stats.run(surroundings(tree), { open: true }, "text");
      assert.equal(await written(`${tree.root}/bin/xdg-open.told`), `1|${tree.root}/.repoctx/stats.html|`);
    } finally {
      Deno.env.set("PATH", path);
    }
  },
);

/** What a file holds once it is there. */
async function written(path: string): Promise<string> {
  for (let attempts = 0; attempts < 200; attempts++) {
    try {
      return Deno.readTextFileSync(path);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  return "nothing";
}
