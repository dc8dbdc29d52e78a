import assert from "node:assert/strict";
import { runCommandLine } from "../../src/cli/mod.ts";
import { hookPlaces, hostTable } from "../../src/instructions/mod.ts";
import { CLIENTS } from "../../src/integrate/mod.ts";
import { fakeSystem } from "../cli/fake_system.ts";
import { Tree } from "../cli/harness.ts";

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** Runs `integrate` in this process. */
async function integrate(tree: Tree, ...args: string[]): Promise<Outcome> {
  const system = fakeSystem({ cwd: tree.root });
  const code = await runCommandLine(["integrate", ...args], { version: "1", system });
  return { code, out: system.output(), errors: system.errors() };
}

/** The lines about files. */
function rows({ out }: Outcome): string[] {
  return out.match(/(?<=^ {2}).*$/gm) ?? [];
}

const ALL = ["claude-code", "codex", "gemini", "cursor", "copilot"];
const FILES: Readonly<Record<string, string>> = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/hooks.json",
  gemini: ".gemini/settings.json",
  cursor: ".cursor/hooks.json",
  copilot: ".github/hooks/repoctx.json",
};
const NAMED = ALL.flatMap((client) => ["--client", client]);

Deno.test("the hooks of every client are registered, checked and taken back, and nothing else is touched", async () => {
  await using tree = await Tree.write({ "a.ts": "" });
  const done = (change: string) => ALL.map((client) => `[${client}] ${change} ${FILES[client]}`);
  const sorted = (outcome: Outcome) => rows(outcome).sort();

  const missing = await integrate(tree, "--hooks", "--check", ...NAMED);
  assert.deepEqual([missing.code, sorted(missing)], [4, done("would be created").sort()]);
  assert.match(missing.errors, /^Out of date: .*Run 'repoctx integrate --hooks'/);
  assert.deepEqual(tree.list(), ["a.ts"]);

  const written = await integrate(tree, "--hooks", ...NAMED);
  assert.deepEqual([written.code, sorted(written), written.errors], [0, done("created").sort(), ""]);
  assert.match(written.out, /^Note: Codex runs new and changed hooks only after you have trusted them/m);
  assert.deepEqual(tree.list(), [".claude", ".codex", ".cursor", ".gemini", ".github", "a.ts"]);

  const again = await integrate(tree, "--hooks", "--check", ...NAMED);
  assert.deepEqual([again.code, sorted(again)], [0, done("unchanged").sort()]);

  const removed = await integrate(tree, "--hooks", "--remove", ...NAMED);
  assert.deepEqual([removed.code, sorted(removed)], [0, done("removed").sort()]);
  assert.deepEqual(tree.list(), ["a.ts"]);
  assert.deepEqual(sorted(await integrate(tree, "--hooks", "--remove", ...NAMED)), done("absent").sort());
});

Deno.test("every registered command answers the events it is registered for", async () => {
  await using tree = await Tree.write({ "TEAM.md": "team", "p/TEAM.md": "nested" });
  await integrate(tree, "--hooks", ...NAMED);
  for (const place of await hookPlaces()) {
    const { hooks } = JSON.parse((await tree.read(place.file))!);
    assert.deepEqual(Object.keys(hooks), place.events.map(({ event }) => event), place.host);
    for (const [item] of Object.values(hooks) as { hooks?: { command: string }[]; command?: string }[][]) {
      const { command } = (item!.hooks?.[0] ?? item) as { command: string };
      const args = command.split(" ").slice(1);
      assert.deepEqual(args.slice(0, 2), ["hook", place.host]);
      const { code, stdout } = await tree.run([...args, "--self-test"], { input: "{}" });
      assert.equal(code, 0);
      assert.match(stdout, /repoctx-hook-self-test/);
    }
  }
});

Deno.test("clients with hooks are clients, and each has its row in the dated table", async () => {
  const { hosts, verified } = await hostTable();
  assert.match(verified, /^\d{4}-\d\d-\d\d$/);
  for (const { host } of await hookPlaces()) {
    assert.ok(CLIENTS.some(({ id }) => id === host), host);
    assert.ok(hosts.some(({ id }) => id === host), host);
  }
});

Deno.test("detected clients are served; where there is none, and for one without hooks, that is said", async () => {
  await using tree = await Tree.write({ "CLAUDE.md": "", ".windsurf/x": "" });
  assert.deepEqual(rows(await integrate(tree, "--hooks")), ["[claude-code] created .claude/settings.json"]);
  await using empty = await Tree.write({ "a.ts": "" });
  const nobody = await integrate(empty, "--hooks");
  assert.deepEqual([nobody.code, rows(nobody)], [0, []]);
  assert.match(nobody.out, /Note: No agent that runs hooks shows itself here\. Name one with --client/);
  assert.deepEqual(empty.list(), ["a.ts"]);
  const deaf = await integrate(empty, "--hooks", "--client", "Windsurf");
  assert.equal(deaf.code, 3);
  assert.match(
    deaf.errors,
    /^--client Windsurf runs no hooks.*Use claude-code, codex, gemini, cursor or copilot/,
  );
  assert.equal((await integrate(empty, "--hooks", "--inline-playbook")).code, 3);
});

Deno.test("settings of others keep every byte, and drift in our entries is found and mended", async () => {
  const settings = '{\n  // mine\n  "permissions": {"allow": []}, // keep\n}\n';
  await using tree = await Tree.write({ ".claude/settings.json": settings });
  await integrate(tree, "--hooks");
  const good = (await tree.read(".claude/settings.json"))!;
  assert.ok(good.startsWith('{\n  // mine\n  "permissions": {"allow": []}, // keep\n'));
  await tree.put(".claude/settings.json", good.replace('"timeout": 5', '"timeout": 60'));
  assert.equal((await integrate(tree, "--hooks", "--check")).code, 4);
  assert.deepEqual(rows(await integrate(tree, "--hooks")), ["[claude-code] updated .claude/settings.json"]);
  assert.equal(await tree.read(".claude/settings.json"), good);
  await integrate(tree, "--hooks", "--remove");
  assert.equal(await tree.read(".claude/settings.json"), settings);
});

Deno.test("a file that cannot be changed is left alone with exit code 1, as is a link that leads out", async () => {
  await using tree = await Tree.write({ ".claude/settings.json": "{ not JSON" });
  const broken = await integrate(tree, "--hooks");
  assert.deepEqual([broken.code, rows(broken)], [
    1,
    ["[claude-code] left .claude/settings.json untouched: it is not JSON"],
  ]);
  assert.equal(await tree.read(".claude/settings.json"), "{ not JSON");
  if (Deno.build.os === "windows") return;
  await Deno.remove(`${tree.root}/.claude/settings.json`);
  await Deno.writeTextFile(`${tree.root}/../elsewhere.json`, "{}");
  await Deno.symlink("../../elsewhere.json", `${tree.root}/.claude/settings.json`);
  assert.equal((await integrate(tree, "--hooks")).code, 1);
  assert.equal(await Deno.readTextFile(`${tree.root}/../elsewhere.json`), "{}");
});

Deno.test("a program from a package is started by its path in the project", async () => {
  await using tree = await Tree.write({
    "package.json": '{"devDependencies":{"@repoctx/cli":"1"}}',
    ".claude/x": "",
    ".cursor/x": "",
    ".codex/x": "",
  });
  await integrate(tree, "--hooks");
  const script = "node_modules/@repoctx/cli/bin/repoctx.js";
  const commands = async (file: string) =>
    new Set(
      (await tree.read(file))!.match(/(?<="command": ").*(?=",)/g)?.map((text) => JSON.parse(`"${text}"`)),
    );
  assert.deepEqual(
    await commands(".claude/settings.json"),
    new Set([
      `node "$CLAUDE_PROJECT_DIR/${script}" hook claude-code`,
    ]),
  );
  assert.deepEqual(
    await commands(".cursor/hooks.json"),
    new Set([
      `node "$CURSOR_PROJECT_DIR/${script}" hook cursor`,
    ]),
  );
  assert.deepEqual(await commands(".codex/hooks.json"), new Set([`node ${script} hook codex --shell-paths`]));
  // The package in an archive, a program that a build brings, and neither: the entries follow.
  await tree.put(".pnp.cjs", "");
  await integrate(tree, "--hooks");
  const [archived] = await commands(".claude/settings.json");
  assert.match(archived!, /^node -r "\$CLAUDE_PROJECT_DIR\/\.pnp\.cjs" -e "[^"$`]+" hook claude-code$/);
  assert.match([...await commands(".codex/hooks.json")][0]!, /^node -r \.\/\.pnp\.cjs -e "/);
  await tree.put("package.json", "{}");
  await tree.put(".repoctx/bin/repoctx", "");
  await integrate(tree, "--hooks");
  assert.deepEqual(
    await commands(".claude/settings.json"),
    new Set(['"$CLAUDE_PROJECT_DIR/.repoctx/bin/repoctx" hook claude-code']),
  );
  await Deno.remove(`${tree.root}/.repoctx`, { recursive: true });
  await tree.put("package.json", "{}");
  assert.equal((await integrate(tree, "--hooks", "--check")).code, 4);
  await integrate(tree, "--hooks");
  assert.deepEqual(await commands(".claude/settings.json"), new Set(["repoctx hook claude-code"]));
});

Deno.test("a plain removal takes the hooks out as well, and a plain check does not ask for them", async () => {
  await using tree = await Tree.write({ ".gemini/x": "" });
  await integrate(tree);
  const server = await tree.read(".gemini/settings.json");
  await integrate(tree, "--hooks");
  assert.notEqual(await tree.read(".gemini/settings.json"), server);
  assert.equal((await integrate(tree, "--check")).code, 0);
  const removed = await integrate(tree, "--remove");
  assert.deepEqual(rows(removed), [
    "[gemini] removed .gemini/settings.json",
    "[gemini] removed GEMINI.md",
    "[gemini] removed .gemini/settings.json",
  ]);
  assert.deepEqual(tree.list(), [".gemini"]);
});

Deno.test("hooks in the file of the server's registration are not taken for one", async () => {
  await using tree = await Tree.write({ ".gemini/x": "" });
  await integrate(tree, "--hooks");
  assert.match(
    (await integrate(tree)).out,
    /left \.gemini\/settings\.json untouched: it exists; 'repoctx integrate/,
  );
});
