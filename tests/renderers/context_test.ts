import assert from "node:assert/strict";
import { renderContext } from "../../src/renderers/all.ts";
import { CONTEXT, EMPTY_CONTEXT, OTHER_RECEIPT, OUTLINED, POINTER, RECEIPT, SLICE } from "./_examples.ts";

Deno.test("context as text shows every fact of a full answer", () => {
  assert.equal(
    renderContext(CONTEXT, "text"),
    `Context for "fix retry delay" (3 term(s), slices):
State: content 0a1b2c3d4e5f, analysis 112233445566, evidence aabbccddeeff

1. src/http.ts  0.9000  source  ~41c/0r tokens  of 210  77aa77aa77aa  stripped  changed since it was indexed
   reasons: fts, symbol:retryFetch
   --- L12-14 retryFetch (part of L3-40 send(request)) receipt: ${RECEIPT}
| function retryFetch() {
| \treturn 1;
| }
   + 1 span not shown
2. src/add.ts  0.5000  source  ~30c/0r tokens  of 61  5c0ffee5c0ff
   reasons: path-match
   L1-9 export class Sums [container]
   L3-5 method add(a: number, b: number): number [match] — Adds two numbers.
   + 2 symbols not shown
3. src/copy_of.ts  0.1235  test  [L1-20]  ~0c/133r tokens  0123456789ab  duplicate-of: src/add.ts
   reasons: imports:src/http.ts, graph:+3
   receipt: ${OTHER_RECEIPT}

Reused, already delivered:
  src/log.ts
  src/http.ts L1-9 log
  + 2 more

Memory:
  note cbd66cf8  1.0000  2026-11-29  ~7 tokens  session: s1  tags: http  files: src/one.ts  STALE: src/one.ts  reasons: term:retries
  | Retries are capped at three.

Instructions: packages/api/AGENTS.md

Stale: 3 files changed since the index was built (commit 0123456789ab); --refresh brings it up to date.

Budget: 3 file(s) · ~310 estimated tokens · 71 content · 133 projected read · 4 reused (claude-calibrated) · 10 omitted (top 1, response_budget 2, projected_read_budget 3, budget_tokens 4, nonpositive_score 5)
Active budgets: charged-work=3000 exact-response=2000 projected-full-read=9000
Representation: 99887766aabb`,
  );
});

Deno.test("context as Markdown shows the same facts, code in fences with a language", () => {
  assert.equal(
    renderContext(CONTEXT, "md"),
    `# Context: \`fix retry delay\`

3 terms · slices · content 0a1b2c3d4e5f · analysis 112233445566 · evidence aabbccddeeff

## 1. \`src/http.ts\`
source · 0.9 · ~41c/0r of 210 tokens · 77aa77aa77aa · stripped · changed since it was indexed · reasons: fts, symbol:retryFetch

L12-14 \`retryFetch\` · part of \`L3-40 send(request)\` · receipt: ${RECEIPT}
\`\`\`ts
function retryFetch() {
\treturn 1;
}
\`\`\`

1 span not shown

## 2. \`src/add.ts\`
source · 0.5 · ~30c/0r of 61 tokens · 5c0ffee5c0ff · reasons: path-match

- L1-9 \`export class Sums\` [container]
- L3-5 method \`add(a: number, b: number): number\` [match] — Adds two numbers.

2 symbols not shown

## 3. \`src/copy_of.ts\` L1-20
test · 0.1235 · ~0c/133r tokens · 0123456789ab · duplicate-of: src/add.ts · reasons: imports:src/http.ts, graph:+3 · receipt: ${OTHER_RECEIPT}

## Reused
- \`src/log.ts\`
- \`src/http.ts\` L1-9 \`log\`
- 2 more

## Memory
- note cbd66cf8 · 1 · 2026-11-29 · ~7 tokens · session: s1 · tags: http · files: src/one.ts · **stale**: src/one.ts · reasons: term:retries
  > Retries are capped at three.

Instructions: \`packages/api/AGENTS.md\`

Stale: 3 files changed since the index was built (commit 0123456789ab); --refresh brings it up to date.

Budget: 3 file(s) · ~310 estimated tokens · 71 content · 133 projected read · 4 reused (claude-calibrated) · 10 omitted (top 1, response_budget 2, projected_read_budget 3, budget_tokens 4, nonpositive_score 5)  
Active budgets: charged-work=3000 exact-response=2000 projected-full-read=9000  
Representation: 99887766aabb`,
  );
});

Deno.test("context as JSON is one line in the published order", () => {
  const { results: _results, memories: _memories, ...head } = CONTEXT;
  assert.equal(
    renderContext({ ...head, results: [SLICE], reused: [] }, "json"),
    `{"schema_version":3,"command":"context","query":"fix retry delay","terms":["fix","retry","delay"],` +
      `"content_state":"0a1b2c3d4e5f","analysis_state":"112233445566","evidence_id":"aabbccddeeff",` +
      `"representation_id":"99887766aabb","detail":"slices","top":8,"budgets":{"charged_work_tokens":3000,` +
      `"response_tokens":2000,"projected_read_tokens":9000},"token_profile":"claude","stale":{"files":3,"indexed_commit":"0123456789ab"},"count":3,` +
      `"reused_count":4,"reused_omitted":2,"omitted":10,"omitted_by":{"top":1,"response_budget":2,` +
      `"projected_read_budget":3,"budget_tokens":4,"nonpositive_score":5},"content_tokens":71,` +
      `"projected_read_tokens":133,"estimated_tokens":310,"results":[{"path":"src/http.ts","kind":"source",` +
      `"score":0.9,"start_line":12,"end_line":14,"content_tokens":41,"projected_read_tokens":0,` +
      `"estimated_tokens":97,"file_tokens":210,"hash":"77aa77aa77aa","stripped":true,"stale":true,` +
      `"reasons":["fts","symbol:retryFetch"],"spans":[{"start_line":12,"end_line":14,"symbol":"retryFetch","part_of":"L3-40 send(request)",` +
      `"text":"function retryFetch() {\\n\\treturn 1;\\n}","receipt":"${RECEIPT}"}],"spans_omitted":1}],` +
      `"reused":[],"instructions":["packages/api/AGENTS.md"]}`,
  );
});

Deno.test("an empty answer keeps its lists and has no identity line before it has an identity", () => {
  assert.equal(
    renderContext(EMPTY_CONTEXT, "json"),
    `{"schema_version":3,"command":"context","query":"the","terms":[],"content_state":"0a1b2c3d4e5f",` +
      `"analysis_state":"112233445566","evidence_id":"aabbccddeeff","detail":"paths","top":8,"count":0,` +
      `"reused_count":0,"content_tokens":0,"projected_read_tokens":0,"estimated_tokens":0,"results":[],` +
      `"reused":[]}`,
  );
  assert.equal(
    renderContext(EMPTY_CONTEXT, "text"),
    `Context for "the" (0 term(s), paths):
State: content 0a1b2c3d4e5f, analysis 112233445566, evidence aabbccddeeff

No new evidence.

Budget: 0 file(s) · ~0 estimated tokens · 0 content · 0 projected read · 0 reused`,
  );
  assert.equal(
    renderContext(EMPTY_CONTEXT, "md"),
    `# Context: \`the\`

0 terms · paths · content 0a1b2c3d4e5f · analysis 112233445566 · evidence aabbccddeeff

No new evidence.

Budget: 0 file(s) · ~0 estimated tokens · 0 content · 0 projected read · 0 reused`,
  );
});

Deno.test("the identity is the last thing of text and Markdown, so that a body without it is a prefix", () => {
  for (const format of ["text", "md"] as const) {
    const without = renderContext({ ...CONTEXT, representation_id: "" }, format);
    const whole = renderContext(CONTEXT, format);
    assert.ok(whole.startsWith(without));
    assert.match(whole.slice(without.length), /^ *\nRepresentation: 99887766aabb$/);
  }
  const json = renderContext(CONTEXT, "json");
  assert.equal(
    json.replace(`"representation_id":"99887766aabb",`, ""),
    renderContext({ ...CONTEXT, representation_id: "" }, "json"),
  );
});

Deno.test("zero counters and empty groups are left out of the JSON", () => {
  const json = renderContext({
    ...EMPTY_CONTEXT,
    budgets: {},
    reused_omitted: 0,
    omitted: 0,
    omitted_by: { top: 0, response_budget: 0 },
  }, "json");
  assert.equal(json, renderContext(EMPTY_CONTEXT, "json"));
});

Deno.test("the receipt of an item's only unit is written once", () => {
  const receipts = (item: typeof SLICE, format: "json" | "text" | "md"): number =>
    renderContext({ ...EMPTY_CONTEXT, results: [item] }, format).split(item.receipt!).length - 1;
  const single = { ...OUTLINED, receipt: RECEIPT, symbols: [OUTLINED.symbols![1]!] };
  for (const format of ["json", "text", "md"] as const) {
    assert.equal(receipts(SLICE, format), 1, format);
    assert.equal(receipts(POINTER, format), 1, format);
    assert.equal(receipts(single, format), 1, format);
  }
});

Deno.test("a filled state is passed on for callers that ask for it", () => {
  const document = JSON.parse(renderContext({ ...EMPTY_CONTEXT, state: "0a1b2c3d4e5f" }, "json"));
  assert.equal(Object.keys(document)[4], "state");
});

Deno.test("scores have at most four decimals in JSON and exactly four in text", () => {
  const result = { ...EMPTY_CONTEXT, results: [{ ...POINTER, score: 0.123449999 }] };
  assert.match(renderContext(result, "json"), /"score":0\.1234,/);
  assert.match(renderContext(result, "text"), / {2}0\.1234 {2}/);
  assert.match(renderContext({ ...result, results: [{ ...POINTER, score: 1 }] }, "text"), / {2}1\.0000 {2}/);
});

Deno.test("rendering changes neither the result nor a second rendering", () => {
  const before = structuredClone(CONTEXT);
  for (const format of ["json", "text", "md"] as const) {
    assert.equal(renderContext(CONTEXT, format), renderContext(structuredClone(CONTEXT), format));
  }
  assert.deepEqual(CONTEXT, before);
});
