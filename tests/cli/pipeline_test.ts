import assert from "node:assert/strict";
import { runCommandLine } from "../../src/cli/mod.ts";
import { fakeSystem } from "./fake_system.ts";
import { Tree } from "./harness.ts";

const FILES = {
  "src/http.ts": `import { log } from "./log.ts";

/** Fetches a page and tries again after a delay. */
export async function retryFetch(url: string, attempts: number): Promise<Response> {
  for (let attempt = 1;; attempt++) {
    try {
      return await fetch(url);
    } catch (error) {
      log(String(error));
      if (attempt === attempts) throw error;
    }
  }
}
`,
  "src/log.ts": `/** Writes a line. */
export function log(message: string): void {
  globalThis.console.log(message);
}
`,
  "src/http.test.ts": `import { retryFetch } from "./http.ts";

Deno.test("it tries again", async () => {
  await retryFetch("http://localhost", 3);
});
`,
  "docs/retry.md": "# Retry\n\nThe delay grows with every attempt.\n",
};

const IGNORED = { ".gitignore": "dist/\n", "dist/a.ts": "export {};\n" };

/** A tree that has been initialized and indexed. */
async function indexedTree(files: Record<string, string>): Promise<Tree> {
  const tree = await Tree.write(files);
  for (const args of [["init", "--no-agents"], ["index"]]) {
    const { code, stderr } = await tree.run(args);
    assert.deepEqual([code, stderr], [0, ""], args.join(" "));
  }
  return tree;
}

let shared: Promise<Tree> | undefined;

/** One tree for all tests that only ask; sessions keep them apart. */
function sharedTree(): Promise<Tree> {
  shared ??= indexedTree({ ...FILES, ...IGNORED });
  return shared;
}

Deno.test.afterAll(async () => await (await shared)?.[Symbol.asyncDispose]());

// deno-lint-ignore no-explicit-any
async function json(tree: Tree, args: string[], cwd = ""): Promise<any> {
  const { code, stdout, stderr } = await tree.run([...args, "--format", "json"], { cwd });
  assert.deepEqual([code, stderr], [0, ""], args.join(" "));
  assert.equal(stdout.split("\n").length, 2, "one line");
  return JSON.parse(stdout);
}

Deno.test("from a fresh folder to answers: init, index, search, outline, related, context", async () => {
  const tree = await sharedTree();

  const found = await json(tree, ["search", "retry fetch", "--top", "2"]);
  assert.equal(found.command, "search");
  assert.equal(found.count, 2);
  assert.equal(found.results[0].path, "src/http.ts");
  assert.deepEqual(found.results[0].reasons, ["fts", "symbol:retryFetch"]);
  const symbols = await json(tree, ["search", "fetch", "--symbols"]);
  assert.ok(symbols.results.length > 0);
  assert.ok(symbols.results.every((hit: { chunk_kind: string }) => hit.chunk_kind === "symbol"));

  const outline = await json(tree, ["outline", "http.ts"], "src");
  assert.equal(outline.path, "src/http.ts");
  assert.equal(outline.symbols[0].name, "retryFetch");
  assert.equal(outline.symbols[0].doc, "Fetches a page and tries again after a delay.");
  assert.match(outline.symbols[0].receipt, /^[\w-]{43}$/);

  const related = await json(tree, ["related", `${tree.root}/src/http.ts`]);
  assert.deepEqual(related.results, [
    { path: "src/log.ts", relation: "imports", reasons: ["import-edge"] },
    { path: "src/http.test.ts", relation: "imported_by", reasons: ["reverse-import-edge"] },
    { path: "src/http.test.ts", relation: "tested_by", reasons: ["test-link"] },
  ]);

  const paths = await json(tree, ["context", "fix retryFetch"]);
  assert.deepEqual([paths.detail, paths.top, paths.results[0].path], ["paths", 8, "src/http.ts"]);
  const slices = await json(tree, ["context", "fix retryFetch", "--detail", "auto"]);
  assert.equal(slices.detail, "slices");
  assert.match(slices.results[0].spans[0].text, /retryFetch/);
  const snippets = await json(tree, ["context", "fix retryFetch", "--snippets"]);
  assert.deepEqual(snippets, slices);
  assert.equal((await json(tree, ["context", "where is retryFetch", "--detail", "auto"])).detail, "outline");
});

Deno.test("the same question gives the same bytes, from any folder and in another place", async () => {
  const one = await sharedTree();
  await using other = await indexedTree(
    Object.fromEntries(Object.entries({ ...FILES, ...IGNORED }).reverse()),
  );
  for (const args of [["context", "fix retry", "--detail", "slices"], ["search", "retry"]]) {
    const first = await one.run(args);
    assert.equal(first.code, 0);
    assert.deepEqual(await one.run(args, { cwd: "src" }), first);
    assert.deepEqual(await other.run(args), first);
  }
});

Deno.test("file arguments that lead nowhere are told apart", async () => {
  await using tree = await indexedTree({ ...FILES, ...IGNORED });
  const outside = await tree.run(["outline", "../other.ts"]);
  assert.deepEqual([outside.code, outside.stderr], [3, "Path is outside the repository.\n"]);
  const missing = await tree.run(["related", "src/nope.ts"]);
  assert.deepEqual([missing.code, missing.stderr], [1, "File not found in index: src/nope.ts\n"]);
  const ignored = await tree.run(["related", "dist/a.ts"]);
  assert.equal(ignored.code, 1);
  assert.match(
    ignored.stderr,
    /^File not found in index: dist\/a\.ts\nNot indexed because the rule \.gitignore:1 leaves it out\. To index/,
  );
});

Deno.test("what a client holds is checked before the index is opened", async () => {
  await using tree = await Tree.write();
  const ask = async (args: readonly string[], session?: string): Promise<[number, string]> => {
    const env: Record<string, string> = session === undefined ? {} : { REPOCTX_SESSION: session };
    const system = fakeSystem({ cwd: tree.root, env });
    return [await runCommandLine(["context", "x", ...args], { version: "1", system }), system.errors()];
  };
  for (
    const [args, message] of [
      [["--seen", "short"], /^Invalid --seen "short"/],
      [["--known", "@abc"], /^Invalid --known "@abc"/],
      [["--known", "src/a.ts@"], /^Invalid --known/],
      [["--known", "src/a.ts"], /^Invalid --known/],
      [["--session", "a/b"], /^--session must be/],
      [["--session", ".."], /^--session must be/],
      [["--session", ""], /^--session must be/],
      [["--detail", "all"], /^Invalid --detail "all"/],
      [["--response-budget-tokens", "0"], /^--response-budget-tokens must be greater than zero\./],
    ] as const
  ) {
    const [code, errors] = await ask(args);
    assert.equal(code, 3, args.join(" "));
    assert.match(errors, message);
  }
  const [code, errors] = await ask([], "a b");
  assert.equal(code, 3);
  assert.match(errors, /^REPOCTX_SESSION must be/);
  // Blanks around the name are trimmed, nothing but blanks is no name, and an option wins over the variable.
  for (const [args, session] of [[[], "  a  "], [[], "  "], [["--session", "b"], "a b"]] as const) {
    assert.equal((await ask(args, session))[0], 2, session);
  }
});

Deno.test("receipts, known files and sessions keep delivered evidence from being sent again", async () => {
  const tree = await sharedTree();
  const ask = ["context", "fix retryFetch", "--detail", "slices"];
  const first = await json(tree, [...ask, "--session", "s1"]);
  const receipt = first.results[0].spans[0].receipt;
  const seen = await json(tree, [...ask, "--seen", receipt]);
  assert.ok(seen.reused.some((unit: { receipt: string }) => unit.receipt === receipt));
  const known = await json(tree, [...ask, "--known", `src/http.ts@${first.results[0].hash}`]);
  assert.ok(!known.results.some((item: { path: string }) => item.path === "src/http.ts"));
  const again = await json(tree, [...ask, "--session", "s1"]);
  assert.ok(again.reused_count > 0);
});

Deno.test("a response budget is an exact ceiling, and one that is too small names one that works", async () => {
  const tree = await sharedTree();
  const refused = await tree.run([
    "context",
    "fix retryFetch",
    "--detail",
    "slices",
    "--response-budget-tokens",
    "5",
  ]);
  assert.equal(refused.code, 3);
  assert.equal(refused.stdout, "");
  const retry = /retry_budget_tokens=(\d+)/.exec(refused.stderr)?.[1];
  assert.ok(retry, refused.stderr);
  const { encode } = await import("gpt-tokenizer");
  for (const budget of [retry, "700"]) {
    const args = ["context", "fix retryFetch", "--detail", "slices", "--response-budget-tokens", budget];
    const { code, stdout } = await tree.run(args);
    assert.equal(code, 0);
    assert.ok(encode(stdout).length <= Number(budget), budget);
  }
});

Deno.test("an include list that misses the repository is explained, and is no failure", async () => {
  await using tree = await Tree.write({
    "repoctx.config.json": '{"include":["lib"]}',
    "src/a.ts": "export {};\n",
  });
  const { code, stdout, stderr } = await tree.run(["index"]);
  assert.equal(code, 0);
  assert.match(stdout, /files: 0/);
  assert.match(
    stderr,
    /^Warning: "include" .* lib\.\nOnly these are scanned: lib\.\nTo index the whole repository/,
  );
});

Deno.test("every answer is recorded with its exact cost, and nothing else is", async () => {
  await using tree = await indexedTree(FILES);
  assert.equal(await tree.read(".repoctx/stats.jsonl"), undefined, "init and index are no answers");
  const search = await tree.run(["search", "retry", "--format", "json"]);
  await tree.run(["outline", "src/http.ts"]);
  await tree.run(["context", "fix retryFetch", "--snippets", "--format", "md"]);
  await tree.run(["guide"]);
  await tree.run(["outline", "src/nope.ts"]);
  await tree.run(["related", "src/http.ts"], { env: { REPOCTX_NO_STATS: "1" } });
  const lines = (await tree.read(".repoctx/stats.jsonl"))!.trimEnd().split("\n").map((line) =>
    JSON.parse(line)
  );
  const { encode } = await import("gpt-tokenizer");
  const reading = encode(FILES["src/http.ts"]).length;
  assert.deepEqual(lines.map(({ command, source, replaced }) => [command, source, replaced > 0]), [
    ["search", "cli", false],
    ["outline", "cli", true],
    ["context", "cli", true],
  ]);
  assert.equal(lines[0].served, encode(search.stdout).length);
  assert.equal(lines[1].replaced, reading);
});

Deno.test("a dash stands for a question, a task or a note that is piped in", async () => {
  await using tree = await indexedTree(FILES);
  const direct = await tree.run(["search", "retry delay", "--format", "json"]);
  assert.deepEqual(await tree.run(["search", "-", "--format", "json"], { input: "retry delay\n" }), direct);
  const task = await tree.run(["context", "-"], { input: "fix the retry\ndelay" });
  assert.match(task.stdout, /^Context for "fix the retry\\ndelay"/);
  const note = await tree.run(["memory", "add", "-"], { input: "Retries\nare capped.\n" });
  assert.match(note.stdout, /\| Retries\n {2}\| are capped\.\n/);
  for (const input of [undefined, "", " \n"]) {
    const run = await tree.run(["search", "-"], input === undefined ? {} : { input });
    assert.deepEqual([run.code, run.stderr], [3, "Nothing was piped in for <query>.\n"]);
  }
  assert.equal((await tree.run(["search", "-", "--symbols"], { input: "retryFetch" })).code, 0);
});

Deno.test("a task of nothing is refused, and a file whose name starts with a dash can be named", async () => {
  await using tree = await indexedTree({ "-odd.ts": "export const odd = 1;\n" });
  const blank = await tree.run(["context", " "]);
  assert.deepEqual([blank.code, blank.stderr], [3, "The task is empty. Describe it in your own words.\n"]);
  const wrong = await tree.run(["outline", "-odd.ts"]);
  assert.match(wrong.stderr, /Put -- before an argument that starts with a dash\./);
  assert.match((await tree.run(["outline", "--", "-odd.ts"])).stdout, /^-odd\.ts: /);
});
