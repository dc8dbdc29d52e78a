import assert from "node:assert/strict";
import { addMemory, type MemoryQuery, recallMemories, searchMemories } from "../../src/memory/mod.ts";
import { type MemorySearchResult, UsageError } from "../../src/model/mod.ts";
import { render } from "../../src/renderers/all.ts";
import { assertValid } from "../schemas.ts";
import { hashOf, ONE_HASH, TestRepository, TODAY } from "./_repository.ts";

/** A repository with five entries: two of one day, one decision, one of a session, one without links. */
async function filled(): Promise<TestRepository> {
  const repository = new TestRepository();
  const add = (input: Parameters<typeof addMemory>[1], today = TODAY): Promise<unknown> =>
    addMemory(repository.root, input, { hashOf: () => ONE_HASH, today });
  await add({ text: "Retries are capped at three.", files: ["src/one.ts"], tags: ["http"] });
  await add({
    text: "The cache is per tenant.",
    kind: "decision",
    tags: ["storage"],
    files: ["src/cache.ts"],
  });
  await add({ text: "retryFetch must stay public.", kind: "constraint" }, "2026-12-01");
  await add({ text: "Half way through the retry work.", session: "s1" });
  await add({ text: "Ünïcode wörds and 在庫管理 too." }, "2026-11-01");
  return repository;
}

function search({ root }: TestRepository, query: MemoryQuery): MemorySearchResult {
  const result = searchMemories(root, query, { hashOf, countTokens: (text) => text.length });
  assertValid("memory", JSON.parse(render(result, "json")));
  return result;
}

function found(repository: TestRepository, query: MemoryQuery): string[] {
  return search(repository, query).results.map(({ text }) => text.split(" ")[0]!);
}

Deno.test("a search is the specified document", async () => {
  using repository = new TestRepository();
  const input = { text: "Retries are capped at three.", files: ["src/one.ts"] };
  await addMemory(repository.root, input, { hashOf, today: TODAY });
  const result = searchMemories(repository.root, { query: "retries" }, {
    hashOf: () => undefined,
    countTokens: () => 7,
  });
  assert.equal(
    render(result, "json"),
    `{"schema_version":3,"command":"memory","action":"search","query":"retries","terms":["retries"],"count":1,` +
      `"total_entries":1,"estimated_tokens":7,"results":[{"id":"cbd66cf8","kind":"note",` +
      `"text":"Retries are capped at three.","score":1,"files":{"src/one.ts":"da892e4e82bc"},` +
      `"created":"2026-11-29","stale":true,"stale_files":["src/one.ts"],"estimated_tokens":7,` +
      `"reasons":["term:retries"]}]}`,
  );
});

Deno.test("without a query everything visible is listed, newest first, without scores", async () => {
  using repository = await filled();
  const result = search(repository, {});
  assert.deepEqual(found(repository, {}), ["retryFetch", "The", "Retries", "Ünïcode"]);
  assert.equal(result.total_entries, 4);
  assert.equal(result.query, undefined);
  assert.equal(result.terms, undefined);
  assert.ok(result.results.every(({ score, reasons }) => score === undefined && reasons === undefined));
  assert.deepEqual(found(repository, { query: "  " }), found(repository, {}));
  assert.deepEqual(found(repository, { top: 2 }), ["retryFetch", "The"]);
});

Deno.test("terms count in full in text and tags, and half in a linked path", async () => {
  using repository = await filled();
  const { results, terms } = search(repository, { query: "how are the retries of one http storage" });
  assert.deepEqual(terms, ["retries", "one", "http", "storage"]);
  assert.deepEqual(results.map(({ text, score, reasons }) => [text.split(" ")[0], score, reasons]), [
    ["Retries", 0.625, ["term:retries", "file:src/one.ts", "tag:http"]],
    ["retryFetch", 0.25, ["term:retries"]],
    ["The", 0.25, ["tag:storage"]],
  ]);
});

Deno.test("identifiers, plurals and other scripts are found by their parts", async () => {
  using repository = await filled();
  assert.deepEqual(found(repository, { query: "fetch" }), ["retryFetch"]);
  assert.deepEqual(found(repository, { query: "retryFetch" }), ["retryFetch"]);
  assert.deepEqual(found(repository, { query: "tenants" }), ["The"]);
  assert.deepEqual(found(repository, { query: "WÖRDS" }), ["Ünïcode"]);
  assert.deepEqual(found(repository, { query: "在庫" }), ["Ünïcode"]);
  assert.deepEqual(found(repository, { query: "ten" }), []);
});

Deno.test("a query of stop words finds nothing and succeeds", async () => {
  using repository = await filled();
  assert.deepEqual(search(repository, { query: "the of" }).terms, []);
  assert.deepEqual(found(repository, { query: "the of" }), []);
});

Deno.test("handed-in terms replace those of the query", async () => {
  using repository = await filled();
  const result = search(repository, { query: "partitioning", terms: ["partitioning", "tenant"] });
  assert.deepEqual(result.terms, ["partitioning", "tenant"]);
  assert.deepEqual(result.results.map(({ score }) => score), [0.5]);
});

Deno.test("filters narrow the results, and only the session widens them", async () => {
  using repository = await filled();
  assert.deepEqual(found(repository, { kind: "decision" }), ["The"]);
  assert.deepEqual(found(repository, { file: "src/one.ts" }), ["Retries"]);
  assert.deepEqual(found(repository, { stale: "only" }), ["The"]);
  assert.deepEqual(search(repository, { stale: "only" }).results[0]?.stale_files, ["src/cache.ts"]);
  assert.deepEqual(found(repository, { session: "s1", query: "work" }), ["Half"]);
  assert.deepEqual(found(repository, { session: "s2", query: "work" }), []);
  assert.equal(search(repository, { session: "s1" }).total_entries, 5);
  assert.equal(search(repository, { session: "s1", kind: "decision" }).total_entries, 5);
});

Deno.test("a bad kind or session is wrong usage", () => {
  using repository = new TestRepository();
  assert.throws(() => search(repository, { kind: "idea" }), UsageError);
  assert.throws(() => search(repository, { session: "a b" }), UsageError);
});

Deno.test("recall adds the rank of linked files to the matched terms", async () => {
  using repository = await filled();
  const fileScores = new Map([["src/cache.ts", 0.8], ["src/one.ts", 0.4], ["src/other.ts", 0.1]]);
  const recalled = recallMemories(repository.root, { terms: ["retries", "delay"], fileScores }, hashOf);
  assert.deepEqual(
    recalled.map(({ text, score, reasons }) => [text.split(" ")[0], score.toFixed(4), reasons]),
    [
      ["Retries", "0.5000", ["term:retries", "linked:src/one.ts"]],
      ["retryFetch", "0.3500", ["term:retries"]],
      ["The", "0.3000", ["linked:src/cache.ts"]],
    ],
  );
  const inSession = recallMemories(
    repository.root,
    { terms: ["work"], session: "s1", fileScores: new Map() },
    hashOf,
  );
  assert.deepEqual(inSession.map(({ text, score }) => [text.split(" ")[0], score]), [["Half", 0.7]]);
});

Deno.test("recall of an empty memory, or with nothing to go by, is empty", async () => {
  using empty = new TestRepository();
  assert.deepEqual(recallMemories(empty.root, { terms: ["a"], fileScores: new Map() }, hashOf), []);
  using repository = await filled();
  const query = { terms: [], fileScores: new Map([["src/one.ts", 0]]) };
  assert.deepEqual(recallMemories(repository.root, query, hashOf), []);
});

Deno.test("five hundred long entries are searched quickly", () => {
  using repository = new TestRepository();
  let lines = "";
  for (let i = 0; i < 500; i++) {
    const id = (0x10000000 + i).toString(16);
    lines += `${
      JSON.stringify({ id, kind: "note", text: `word${i} `.repeat(200).trim(), created: TODAY })
    }\n`;
  }
  Deno.writeTextFileSync(repository.file, lines);
  const started = performance.now();
  assert.equal(search(repository, { query: "word499" }).count, 1);
  assert.ok(performance.now() - started < 1_500);
});
