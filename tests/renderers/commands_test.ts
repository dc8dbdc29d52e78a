import assert from "node:assert/strict";
import type { SearchResult } from "../../src/model/mod.ts";
import { render, renderIndex, renderSearch, renderStats } from "../../src/renderers/all.ts";
import * as example from "./_examples.ts";

Deno.test("search as text and Markdown", () => {
  assert.equal(
    render(example.SEARCH, "text"),
    `Found 2 result(s) for "retry":
1. src/http.ts                                       1.7312  source  [L12-30]  fts  retryFetch
2. docs/a|b.md                                       0.5000  doc  [L1-4]  fts`,
  );
  assert.equal(
    render(example.SEARCH, "md"),
    `# Search: \`retry\`

2 results

| # | File | Score | Kind | Lines | Reasons |
| --- | --- | --- | --- | --- | --- |
| 1 | \`src/http.ts\` | 1.7312 | source | L12-30 retryFetch | fts |
| 2 | \`docs/a\\|b.md\` | 0.5 | doc | L1-4 | fts |`,
  );
});

Deno.test("search as JSON is the specified line", () => {
  const { results, ...head } = example.SEARCH;
  assert.equal(
    render({ ...head, count: 1, results: results.slice(0, 1) }, "json"),
    `{"schema_version":3,"command":"search","query":"retry","count":1,"results":[{"path":"src/http.ts",` +
      `"kind":"source","score":1.7312,"start_line":12,"end_line":30,"chunk_kind":"symbol",` +
      `"heading":"retryFetch","reasons":["fts"]}]}`,
  );
});

Deno.test("a search without hits says so in every format", () => {
  const none: SearchResult = { ...example.SEARCH, count: 0, results: [] };
  assert.equal(renderSearch(none, "text"), `Found 0 result(s) for "retry".`);
  assert.equal(renderSearch(none, "md"), "# Search: `retry`\n\n0 results");
  assert.match(renderSearch(none, "json"), /"count":0,"results":\[\]\}$/);
  const hint = "dist/a.js: Not indexed because the rule .gitignore:1 leaves it out.";
  assert.equal(renderSearch(example.EMPTY_SEARCH, "text"), `Found 0 result(s) for "retry".\n${hint}`);
  assert.equal(renderSearch(example.EMPTY_SEARCH, "md"), `# Search: \`retry\`\n\n0 results\n\n${hint}`);
});

Deno.test("related names each relation once in text and Markdown", () => {
  assert.equal(
    render(example.RELATED, "text"),
    `src/http.ts (source): 3 related
imports (import-edge):
  src/log.ts
  src/url.ts
tested_by (test-link):
  src/http.test.ts`,
  );
  assert.equal(
    render(example.RELATED, "md"),
    `# Related: \`src/http.ts\`

source · 3 related

## imports (import-edge)
- \`src/log.ts\`
- \`src/url.ts\`

## tested_by (test-link)
- \`src/http.test.ts\``,
  );
});

Deno.test("an outline nests members under their container", () => {
  assert.equal(
    render(example.OUTLINE, "text"),
    `src/add.ts: source · typescript · 9 lines · ~61 tokens · 5c0ffee5c0ff
  L1-9 export class Sums
    L3-5 method add(a: number, b: number): number — Adds two numbers.`,
  );
  assert.equal(
    render(example.OUTLINE, "md"),
    `# Outline: \`src/add.ts\`

source · typescript · 9 lines · ~61 tokens · 5c0ffee5c0ff

- L1-9 \`export class Sums\`
  - L3-5 method \`add(a: number, b: number): number\` — Adds two numbers.`,
  );
});

Deno.test("changed shows statuses, patches and impact", () => {
  assert.equal(
    render(example.CHANGED, "text"),
    `3 changed files · since aabbccddeeff · the index is stale · content 0a1b2c3d4e5f · worktree 5544332211aa
  deleted src/gone.ts (renamed to src/here.ts)
  added src/here.ts (renamed from src/gone.ts)
  modified src/http.ts (patch ~14 tokens, file ~210 tokens)
| @@ -4,3 +4,4 @@
|  a
| +b
|  c
|  d
Impacted:
  src/api.ts  imports:src/http.ts, uses:src/http.ts#retryFetch
Usually changed along:
  src/http.test.ts  co-change:src/http.ts, test-of:src/http.ts  7 of 9 commits, such as 0a1b2c3d4e5f "Fix the delay"
  src/young.test.ts  test-of:src/young.ts
  + 2 more`,
  );
  assert.equal(
    render(example.CHANGED, "md"),
    `# Changed

3 changed files · since aabbccddeeff · the index is stale · content 0a1b2c3d4e5f · worktree 5544332211aa

## deleted \`src/gone.ts\` (renamed to \`src/here.ts\`)

## added \`src/here.ts\` (renamed from \`src/gone.ts\`)

## modified \`src/http.ts\` (patch ~14 tokens, file ~210 tokens)
\`\`\`diff
@@ -4,3 +4,4 @@
 a
+b
 c
 d
\`\`\`

## Impacted
- \`src/api.ts\` · imports:src/http.ts, \`uses:src/http.ts#retryFetch\`

## Usually changed along
- \`src/http.test.ts\` · co-change:src/http.ts, test-of:src/http.ts · 7 of 9 commits, such as 0a1b2c3d4e5f "Fix the delay"
- \`src/young.test.ts\` · test-of:src/young.ts
- 2 more`,
  );
});

Deno.test("changed without a difference, without patches and with other line endings", () => {
  const { base: _base, companions: _companions, companions_omitted: _omitted, ...all } = example.CHANGED;
  const clean = { ...all, stale: false, count: 0, changed: [], impacted: [] };
  assert.equal(
    render(clean, "md"),
    "# Changed\n\n0 changed files · the index is up to date · content 0a1b2c3d4e5f · worktree 5544332211aa",
  );
  const plain = { ...clean, stale: true, count: 1, changed: [{ path: "a.ts", status: "added" as const }] };
  assert.match(render(plain, "md"), /\n\n- added `a\.ts`$/);
  const endings = { path: "a.ts", status: "modified" as const, patch_tokens: 0, file_tokens: 9, hunks: [] };
  assert.match(
    render({ ...plain, changed: [endings] }, "text"),
    /modified a\.ts \(patch ~0 tokens, file ~9 tokens, no line differs\)$/,
  );
  assert.match(render({ ...plain, changed: [endings] }, "json"), /"file_tokens":9,"hunks":\[\]\}/);
});

Deno.test("prime as text and Markdown", () => {
  assert.equal(
    render(example.PRIME, "text"),
    `Repository primer
  about 84 files, 5200 lines (tokens claude-calibrated)
  languages: typescript 4900
  folders: src 5000 in 70 files
  entry points: src/main.ts, 4 more
Most imported files
  src/log.ts  ~133 tokens · 0123456789ab
    L1-4 function log(message: string): void — Writes a line.
    + 3 symbols not shown`,
  );
  assert.equal(
    render(example.PRIME, "md"),
    `# Repository primer

- about 84 files, 5200 lines (tokens claude-calibrated)
- languages: typescript 4900
- folders: src 5000 in 70 files
- entry points: src/main.ts, 4 more

## \`src/log.ts\`
~133 tokens · 0123456789ab

- L1-4 \`function log(message: string): void\` — Writes a line.

3 symbols not shown`,
  );
});

Deno.test("architecture shows the tree and the lists", () => {
  assert.equal(
    render(example.ARCHITECTURE, "text"),
    `Architecture: 2 files, 40 lines, depth 1
  .  40 lines in 2 files
    src  40 lines in 2 files
Languages
  typescript: 40 lines in 2 files
Most imported
  src/log.ts: 1 dependent
Entry points
  src/main.ts`,
  );
  assert.match(
    render(example.ARCHITECTURE, "md"),
    /- `\.` 40 lines in 2 files\n {2}- `src` 40 lines in 2 files\n/,
  );
});

Deno.test("index shows its work; place and time stay out of the JSON", () => {
  assert.equal(
    renderIndex(example.INDEX, "text"),
    `Indexed /path (incremental)
  files: 42 (+1 ~2 -0 =39)
  chunks: 310  symbols: 205  edges: 88
  work: 81234 bytes read  3 files parsed  40 graph files analyzed  88 edges recomputed  57 ms
  skipped: 3 binary  1 too-large
Left out:
  dist/: ignored (.gitignore:1)
  link.ts: link`,
  );
  assert.match(renderIndex(example.INDEX, "md"), /\n\n## Left out\n- `dist\/`: ignored \(\.gitignore:1\)\n/);
  assert.doesNotMatch(renderIndex(example.INDEX, "json"), /\/path|elapsed|root/);
});

Deno.test("init speaks the same text in every format", () => {
  const text = `Initialized RepoContext in /path
  wrote repoctx.config.json
  scope: the whole repository, 412 file(s) selected
  projects: 2 detected
    apps/web (node, package.json)
    services/api (dotnet, SampleApi.csproj)
  updated .gitignore (.repoctx/)
  created CLAUDE.md
Tip: use --agents
Next: run 'repoctx index'.`;
  for (const format of ["text", "json", "md"] as const) assert.equal(render(example.INIT, format), text);
  assert.match(render({ ...example.INIT, reinitialized: true }, "text"), /^Reinitialized RepoContext in /);
});

Deno.test("memory in every action", () => {
  assert.equal(
    render(example.MEMORY_ADD, "text"),
    `Updated memory cbd66cf8 (1 in total):
  note cbd66cf8  2026-11-29  ~7 tokens  session: s1  tags: http  files: src/one.ts
  | Retries are capped at three.`,
  );
  assert.match(
    render(example.MEMORY_SEARCH, "text"),
    /^Memory for "retries": 1 memory of 1 · ~7 tokens\n {2}note cbd66cf8 {2}1\.0000/,
  );
  assert.match(
    render(example.MEMORY_SEARCH, "md"),
    /^# Memory: `retries`\n\n1 memory of 1 · ~7 tokens\n\n- note cbd66cf8 · 1 · /,
  );
  assert.equal(render(example.MEMORY_REMOVE, "text"), "Removed memory cbd66cf8");
  assert.equal(
    render(example.MEMORY_REMOVE, "json"),
    `{"schema_version":3,"command":"memory","action":"rm","id":"cbd66cf8","removed":true}`,
  );
});

Deno.test("stats as text and Markdown", () => {
  assert.equal(
    renderStats(example.STATS, "text"),
    `Token savings (per-call calibrated counts, 2026-11-28 to 2026-11-29):

  calls                        42
  response tokens          31,208
  reads replaced          104,566
  net saved                73,358  (70 % of replaced reads)
  money saved               $0.37  (at $5.00 per million input tokens)

2 calls with 1,057 tokens of replaced reads were estimated by the rule of another version. The first one counted every file of an answer as read in full.

  command  calls  response  replaced   saved
  context     40    31,000   104,566  73,566
  search       2       208         0    -208

  day         calls  response  replaced   saved
  2026-11-28      2       208         0    -208
  2026-11-29     40    31,000   104,566  73,566`,
  );
  assert.match(renderStats(example.STATS, "md"), /\n\| search \| 2 \| 208 \| 0 \| -208 \|\n/);
});

Deno.test("stats without records, with one day, without replaced reads and with money lost", () => {
  const totals = { calls: 0, served_tokens: 0, replaced_tokens: 0, saved_tokens: 0 };
  const empty = { schema_version: 3, command: "stats" as const, ...totals, commands: [], days: [] };
  assert.equal(renderStats(empty, "text"), "Token savings: nothing recorded yet.");
  assert.equal(renderStats(empty, "md"), "# Token savings\n\nNothing recorded yet.");
  const loss = {
    ...empty,
    calls: 1,
    served_tokens: 200_000,
    saved_tokens: -200_000,
    currency: "EUR",
    saved_cost: -1,
    input_per_mtok: 0.125,
    first_day: "2026-11-29",
    last_day: "2026-11-29",
  };
  const text = renderStats(loss, "text");
  assert.match(text, /counts, 2026-11-29\):/);
  assert.match(text, /net saved {14}-200,000\n/);
  assert.match(text, /money saved {11}EUR -1\.00 {2}\(at EUR 0\.125 per million input tokens\)/);
  assert.match(renderStats({ ...loss, currency: "USD", saved_cost: -0.001 }, "text"), / \$0\.00 /);
});

Deno.test("an answer from an index that is out of date says so, and which parts of it may be wrong", () => {
  const stale =
    "Stale: 3 files changed since the index was built (commit 0123456789ab); --refresh brings it up to date.";
  for (const format of ["text", "md"] as const) {
    const search = render(example.STALE_SEARCH, format);
    assert.ok(search.endsWith(`\n${stale}`), search);
    assert.equal(search.split("changed since it was indexed").length - 1, example.SEARCH.results.length);
    assert.ok(render(example.STALE_ARCHITECTURE, format).endsWith(`\n${stale}`));
    for (const answer of [example.STALE_OUTLINE, example.STALE_RELATED]) {
      assert.ok(render(answer, format).endsWith(`\n${stale} This file is one of them.`));
    }
    assert.match(render(example.STALE_RELATED, format), /src\/url\.ts\W+changed since it was indexed\n/);
    assert.match(render(example.STALE_CHANGED, format), / the index is stale \(commit 0123456789ab\) /);
    assert.match(
      render(example.STALE_MEMORY, format),
      /\nStale: 3 files .*; 'repoctx index' brings it up to date\.$/,
    );
    const primer = render(example.STALE_PRIME, format);
    assert.match(primer, /0123456789ab · changed since it was indexed\n/);
    assert.equal(primer.replace(" · changed since it was indexed", ""), render(example.PRIME, format));
  }
});
