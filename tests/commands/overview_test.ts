import assert from "node:assert/strict";
import { architecture } from "../../src/commands/architecture.ts";
import { prime, rounded } from "../../src/commands/prime.ts";
import { ask, indexed } from "./_repository.ts";

const FILES = {
  "src/main.ts":
    'import { log } from "./log.ts";\nimport { add } from "./deep/er/add.ts";\nlog(add(1, 2));\n',
  "src/log.ts": "/** Writes a line. */\nexport function log(text: unknown): void {\n  print(text);\n}\n",
  "src/deep/er/add.ts": 'import "../../log.ts";\nexport const add = (a: number, b: number) => a + b;\n',
  "src/log.test.ts": 'import { log } from "./log.ts";\nlog(1);\n',
  "docs/a.md": "# Title\n\nText.\n",
  "README": "Hello\n",
};

Deno.test("architecture adds everything up, folder by folder", async () => {
  using tree = await indexed(FILES);
  const all = await ask(architecture, tree);
  assert.deepEqual([all.total_files, all.total_loc, all.depth], [7, 3 + 4 + 2 + 2 + 3 + 1 + 1, 3]);
  assert.deepEqual(all.tree, {
    name: ".",
    path: "",
    loc: 16,
    file_count: 7,
    children: [
      { name: "docs", path: "docs", loc: 3, file_count: 1, children: [] },
      {
        name: "src",
        path: "src",
        loc: 11,
        file_count: 4,
        children: [{
          name: "deep",
          path: "src/deep",
          loc: 2,
          file_count: 1,
          children: [{ name: "er", path: "src/deep/er", loc: 2, file_count: 1, children: [] }],
        }],
      },
    ],
  });
  assert.deepEqual(all.languages, [
    { language: "typescript", files: 4, loc: 11 },
    { language: "markdown", files: 1, loc: 3 },
    { language: "json", files: 1, loc: 1 },
    { language: "none", files: 1, loc: 1 },
  ]);
  assert.deepEqual(all.most_imported, [
    { path: "src/log.ts", dependents: 3 },
    { path: "src/deep/er/add.ts", dependents: 1 },
  ]);
  assert.deepEqual(all.entrypoints, ["src/main.ts"]);
});

Deno.test("what lies below the depth counts where the tree was cut", async () => {
  using tree = await indexed(FILES);
  const shallow = await ask(architecture, tree, { depth: 1 });
  assert.deepEqual(
    shallow.tree.children.map((child: { loc: number; children: unknown[] }) => [child.loc, child.children]),
    [[3, []], [11, []]],
  );
  await assert.rejects(ask(architecture, tree, { depth: 0 }), /depth must be greater than zero/);
});

Deno.test("entry points have a telling name, or import and are not imported", async () => {
  const files = {
    "app/api/route.ts": "export const x = 1;\n",
    "App/Program.cs": "class Program {}\n",
    "app/layout.TSX": "export const y = 1;\n",
    "src/start.ts": 'import "./lonely.ts";\n',
    "src/lonely.ts": "export const z = 1;\n",
    "src/start.test.ts": 'import "./start.ts";\n',
    "src/alone.ts": "export const w = 1;\n",
    "src/top.ts": 'import "./lonely.ts";\n',
  };
  using tree = await indexed(files);
  assert.deepEqual((await ask(architecture, tree)).entrypoints, [
    "App/Program.cs",
    "app/api/route.ts",
    "app/layout.TSX",
    "src/top.ts",
  ]);
});

Deno.test("an index of nothing has a root and nothing else", async () => {
  using tree = await indexed({}, { include: ["nowhere"] });
  const { tree: root, languages, most_imported, entrypoints } = await ask(architecture, tree);
  assert.deepEqual(root, { name: ".", path: "", loc: 0, file_count: 0, children: [] });
  assert.deepEqual([languages, most_imported, entrypoints], [[], [], []]);
  const primer = await ask(prime, tree);
  assert.deepEqual([primer.approx_files, primer.dirs, primer.results], [0, [], []]);
});

Deno.test("prime shows the hubs by path, with what they declare", async () => {
  using tree = await indexed(FILES);
  const primer = await ask(prime, tree, { files: 1 });
  assert.equal(primer.token_profile, undefined);
  assert.deepEqual([primer.approx_files, primer.approx_loc], [7, 16]);
  assert.deepEqual(primer.dirs, [
    { path: "docs", approx_loc: 3, files: 1 },
    { path: "src", approx_loc: 11, files: 4 },
  ]);
  assert.deepEqual(primer.languages.map(({ language }: { language: string }) => language), [
    "json",
    "markdown",
    "none",
    "typescript",
  ]);
  assert.equal(primer.results.length, 1);
  const [log] = primer.results;
  assert.equal(log.path, "src/log.ts");
  assert.match(log.hash, /^[0-9a-f]{12}$/);
  assert.deepEqual(log.symbols, [{
    name: "log",
    kind: "function",
    start_line: 2,
    end_line: 4,
    signature: "function log(text: unknown): void",
    doc: "Writes a line.",
  }]);
  assert.deepEqual((await ask(prime, tree)).results.map(({ path }: { path: string }) => path), [
    "src/deep/er/add.ts",
    "src/log.ts",
  ]);
});

Deno.test("a primer counts tokens as configured, names no state and stays the same", async () => {
  using tree = await indexed(FILES, { tokens: { profile: "claude" } });
  using raw = await indexed(FILES);
  const [calibrated, plain] = [await ask(prime, tree), await ask(prime, raw)];
  assert.equal(calibrated.token_profile, "claude");
  const tokens = plain.results[0].estimated_tokens;
  assert.equal(calibrated.results[0].estimated_tokens, Math.ceil(tokens * 1.2));
  assert.doesNotMatch(JSON.stringify(calibrated), /state|receipt|time/);
  assert.deepEqual(await ask(prime, tree), calibrated);
});

Deno.test("a primer shows the outer symbols first and counts the rest", async () => {
  const members = Array.from({ length: 9 }, (_, n) => `  member${n}(): void;\n`).join("");
  const outer = Array.from({ length: 10 }, (_, n) => `export function outer${n}(): void {}\n`).join("");
  using tree = await indexed({
    "hub.ts": `export interface Many {\n${members}}\n${outer}`,
    "user.ts": 'import "./hub.ts";\n',
  });
  const { symbols, symbols_omitted } = (await ask(prime, tree)).results[0];
  assert.deepEqual(symbols.map(({ name }: { name: string }) => name), [
    "Many",
    "member0",
    ...Array.from({ length: 10 }, (_, n) => `outer${n}`),
  ]);
  assert.equal(symbols_omitted, 8);
});

Deno.test("a primer names the entry points of the programs before those of their examples", async () => {
  const examples = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`examples/e${n}/main.ts`, 'import "../../src/log.ts";\n']),
  );
  using tree = await indexed({ ...FILES, ...examples, "vite.config.ts": 'import "./src/log.ts";\n' });
  const { entrypoints, entrypoints_omitted } = await ask(prime, tree);
  assert.equal(entrypoints.length, 20);
  assert.equal(entrypoints_omitted, 12);
  assert.ok(entrypoints.includes("src/main.ts"));
  assert.ok(!entrypoints.includes("vite.config.ts"));
  assert.deepEqual(entrypoints, entrypoints.toSorted());
  assert.equal((await ask(architecture, tree)).entrypoints.length, 32);
});

Deno.test("counts of a primer have two significant digits from 100 on", () => {
  const table = [[0, 0], [99, 99], [100, 100], [123, 120], [125, 130], [9950, 10_000], [999_499, 1_000_000]];
  for (const [count, shown] of table) assert.equal(rounded(count!), shown);
});
