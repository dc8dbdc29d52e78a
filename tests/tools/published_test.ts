/** The package on JSR: what is in it, and that it works from afar. */
import assert from "node:assert/strict";
import { publishedFiles, servePublished, withResolvedImports } from "../../tools/published.ts";
import { cleanEnvironment, Tree } from "../cli/harness.ts";

const files = await publishedFiles();

Deno.test("the package can be published, and holds the program and nothing else", () => {
  const others = files.filter((path) => !/^(?:src\/.*\.ts|docs\/schemas\/.*\.schema\.json)$/.test(path));
  assert.deepEqual(others, ["LICENSE", "NOTICE", "README.md", "deno.json", "main.ts"]);
});

Deno.test("imports that deno.json maps are written out, wherever they stand", () => {
  const text =
    'import a from "ajv";\nexport { b } from "gpt-tokenizer/x";\nawait import("web-tree-sitter");\n' +
    'import type { C } from "./ajv.ts";\nimport "node:path";\nconst d = "ajv";\n';
  assert.match(
    withResolvedImports(text),
    new RegExp(
      '^import a from "npm:ajv@[\\d.]+";\nexport \\{ b \\} from "npm:gpt-tokenizer@[\\d.]+/x";\n' +
        'await import\\("npm:web-tree-sitter@[\\d.]+"\\);\n' +
        'import type \\{ C \\} from "./ajv.ts";\nimport "node:path";\nconst d = "ajv";\n$',
    ),
  );
});

Deno.test("the published program sets up, indexes and answers when it is run from afar", async () => {
  const { server, address } = servePublished(files);
  try {
    await using tree = await Tree.write({
      "src/retry.ts":
        "/** Waits. */\nexport function retryDelay(attempt: number): number {\n  return attempt;\n}\n",
      "src/Retry.cs": "class Retry { int Delay(int attempt) { return attempt; } }\n",
      "src/retry.kt": "fun retryPause(attempt: Int): Int { return attempt }\n",
    });
    const env = await cleanEnvironment(tree.root);
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--quiet", "--no-config", `${address}main.ts`, ...args],
        cwd: tree.root,
        clearEnv: true,
        env,
      }).output();
      return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
    };
    assert.equal((await run("init", "--no-agents")).code, 0);
    const indexed = await run("index");
    assert.deepEqual([indexed.code, indexed.stderr], [0, ""]);
    assert.match(indexed.stdout, /symbols: 4 /);
    const answer = await run(
      "context",
      "fix the retry delay",
      "--response-budget-tokens",
      "900",
      "--format",
      "json",
    );
    assert.equal(JSON.parse(answer.stdout).results[0].path, "src/retry.ts");
  } finally {
    await server.shutdown();
    // The modules were cached under an address that never comes back.
    const { modulesCache } = JSON.parse(
      new TextDecoder().decode(
        (await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output()).stdout,
      ),
    );
    const { port } = new URL(address);
    await Deno.remove(`${modulesCache}/http/127.0.0.1_PORT${port}`, { recursive: true });
  }
});
