import assert from "node:assert/strict";
import { join } from "node:path";
import { Runner } from "./_runner.ts";

const FILES = {
  "src/retry.ts": "/** Waits between attempts. */\nexport function retryDelay(attempt: number): number {\n" +
    "  return 100 * 2 ** attempt;\n}\n",
  "src/http.ts": 'import { retryDelay } from "./retry.ts";\nexport const send = () => retryDelay(1);\n',
};
const ignore = Deno.build.os === "windows";

async function git(cwd: string, ...args: string[]): Promise<void> {
  const settings = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
  const { success } = await new Deno.Command("git", { args: [...settings, ...args], cwd, stderr: "null" })
    .output();
  assert.ok(success, args.join(" "));
}

Deno.test({
  name: "without gates and reports the index is made, and the summary says what it holds",
  ignore,
  async fn() {
    await using runner = await Runner.make(FILES);
    const { code, log, summary, outputs } = await runner.step("report", {});
    assert.equal(code, 0, log);
    assert.match(summary, /^## repoctx\n\n```text\nIndexed /);
    assert.match(log, /^::notice title=repoctx::There is no repoctx\.config\.json here/m);
    assert.deepEqual(outputs, {});
    assert.ok((await Deno.stat(join(runner.workspace, ".repoctx/index.db"))).isFile);
  },
});

Deno.test({
  name: "a failing gate fails the step, after everything else was reported",
  ignore,
  async fn() {
    await using runner = await Runner.make({ ...FILES, "AGENTS.md": "# Rules\n" });
    const { code, log, summary, outputs } = await runner.step("report", {
      INPUT_INTEGRATE_CHECK: "true",
      INPUT_LINT: "true",
      INPUT_CONTEXT: "true",
      INPUT_TASK: "fix the retry delay",
      INPUT_RESPONSE_BUDGET_TOKENS: "900",
    });
    assert.equal(code, 1, log);
    assert.match(summary, /### Agent wiring \(integrate --check\): failed\n\n```text\n[^]*AGENTS\.md/);
    assert.match(summary, /### Agent instructions \(lint\): passed/);
    assert.match(log, /^::error title=repoctx::Failed: integrate --check$/m);
    assert.equal(JSON.parse(outputs["context"]!).results[0].path, "src/retry.ts");
    assert.match(summary, /retryDelay/);
  },
});

Deno.test({
  name: "the title of a pull request is a task and nothing else, whatever is in it",
  ignore,
  async fn() {
    await using runner = await Runner.make(FILES);
    const title = '--format=xml $(touch hacked) `touch hacked` "; touch hacked; " retry delay';
    const event = join(runner.folder, "event.json");
    await Deno.writeTextFile(event, JSON.stringify({ pull_request: { title } }));
    const { code, log, outputs } = await runner.step("report", {
      INPUT_CONTEXT: "true",
      GITHUB_EVENT_PATH: event,
    });
    assert.equal(code, 0, log);
    assert.equal(JSON.parse(outputs["context"]!).query, title);
    await assert.rejects(Deno.stat(join(runner.workspace, "hacked")));
  },
});

Deno.test({
  name: "changes against the target of a pull request are reported with what they affect",
  ignore,
  async fn() {
    await using runner = await Runner.make(FILES);
    await git(runner.workspace, "init", "--quiet", "--initial-branch=main");
    await git(runner.workspace, "add", ".");
    await git(runner.workspace, "commit", "--quiet", "--message", "first");
    await git(runner.workspace, "update-ref", "refs/remotes/origin/main", "HEAD");
    await Deno.writeTextFile(
      join(runner.workspace, "src/retry.ts"),
      FILES["src/retry.ts"].replace("100", "250"),
    );
    const { code, log, outputs, summary } = await runner.step("report", {
      INPUT_BASE: "auto",
      GITHUB_BASE_REF: "main",
    });
    assert.equal(code, 0, log);
    const { changed, impacted } = JSON.parse(outputs["changed"]!);
    assert.ok(changed.some(({ path }: { path: string }) => path === "src/retry.ts"));
    assert.ok(impacted.some(({ path }: { path: string }) => path === "src/http.ts"));
    assert.match(summary, /src\/retry\.ts/);
    const missing = await runner.step("report", { INPUT_BASE: "nowhere" });
    assert.equal(missing.code, 1);
    assert.match(missing.log, /^::error title=repoctx::repoctx changed failed/m);
  },
});

Deno.test("a flag that is neither true nor false is refused", async () => {
  await using runner = await Runner.make(FILES);
  const { code, log } = await runner.step("report", { INPUT_LINT: "yes", REPOCTX: "true" });
  assert.equal(code, 1);
  assert.match(log, /The input "lint" must be true or false, not "yes"/);
});
