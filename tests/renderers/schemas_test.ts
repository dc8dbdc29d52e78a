import assert from "node:assert/strict";
import type { FileKind, SymbolKind } from "../../src/model/mod.ts";
import { render } from "../../src/renderers/all.ts";
import { assertValid, readSchema, type Schema, schemaCommands } from "../schemas.ts";
import { EXAMPLES, RECEIPT } from "./_examples.ts";

/** Objects of a schema with their place. */
function* objects(schema: Schema, place: string): Generator<[string, Schema & Record<string, unknown>]> {
  if (schema.properties) yield [place, schema as Schema & Record<string, unknown>];
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield* objects(member, `${place}.${name}`);
  }
  for (const [name, member] of Object.entries(schema.$defs ?? {})) yield* objects(member, `${place}#${name}`);
  for (const member of schema.oneOf ?? []) yield* objects(member, place);
  if (schema.items) yield* objects(schema.items, `${place}[]`);
}

/** Every member name that occurs in a value, at its place. */
function memberPlaces(value: unknown, place: string, found: Set<string>): Set<string> {
  if (Array.isArray(value)) { for (const entry of value) memberPlaces(entry, `${place}[]`, found); }
  else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      found.add(`${place}.${name}`);
      memberPlaces(member, `${place}.${name}`, found);
    }
  }
  return found;
}

const COMMANDS = [...new Set(EXAMPLES.map(({ command }) => command))];

Deno.test("every command with JSON has a schema, and every schema compiles", () => {
  assert.deepEqual(COMMANDS.filter((command) => !schemaCommands().includes(command)), []);
  for (const command of schemaCommands()) {
    assert.throws(() => assertValid(command, null), /must be object|must match/);
  }
});

Deno.test("every rendered example is valid and in order, however its members were ordered before", () => {
  const reversed = (_key: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value;
  for (const example of EXAMPLES) {
    const json = render(example, "json");
    assert.doesNotMatch(json, /\n/);
    assertValid(example.command, JSON.parse(json));
    const shuffled = JSON.parse(JSON.stringify(example, reversed));
    assert.equal(render(shuffled, "json"), json);
  }
});

Deno.test("the schemas allow nothing unknown and describe every member", () => {
  for (const command of schemaCommands()) {
    for (const [place, schema] of objects(readSchema(command), command)) {
      assert.equal(schema.additionalProperties, false, `${place} is open`);
      for (const [name, member] of Object.entries(schema.properties ?? {})) {
        assert.ok(member.description ?? member.$ref ?? member.oneOf, `${place}.${name} has no description`);
      }
    }
  }
});

Deno.test("the full examples show every member that a schema names, so the order is checked everywhere", () => {
  const shown = new Set<string>();
  for (const example of EXAMPLES) memberPlaces(JSON.parse(render(example, "json")), example.command, shown);
  const silent = new Set(["context.state", "changed.state"]);
  for (const command of COMMANDS) {
    const root = readSchema(command);
    for (const alternative of root.oneOf ?? [root]) {
      for (const name of Object.keys(alternative.properties ?? {})) {
        const place = `${command}.${name}`;
        assert.ok(shown.has(place) !== silent.has(place), place);
      }
    }
  }
});

Deno.test("kinds in the schemas are the kinds of the program", () => {
  const fileKinds: Record<FileKind, true> = {
    source: true,
    test: true,
    doc: true,
    config: true,
    other: true,
  };
  const symbolKinds: Record<SymbolKind, true> = {
    function: true,
    class: true,
    interface: true,
    typealias: true,
    enum: true,
    enummember: true,
    method: true,
    constructor: true,
    property: true,
    field: true,
    constant: true,
    variable: true,
    struct: true,
    record: true,
    event: true,
    delegate: true,
    indexer: true,
    operator: true,
    namespace: true,
    module: true,
    trait: true,
    impl: true,
    macro: true,
    object: true,
    protocol: true,
    extension: true,
    heading: true,
    route: true,
  };
  let seen = 0;
  for (const command of COMMANDS) {
    for (const [place, schema] of objects(readSchema(command), command)) {
      const { kind, signature, id } = schema.properties ?? {};
      if (!kind || id) continue;
      assert.deepEqual(kind.enum, Object.keys(signature ? symbolKinds : fileKinds), place);
      seen++;
    }
  }
  assert.equal(seen, 7);
});

Deno.test("the specification's own examples are valid once what is said twice is dropped", () => {
  const context = {
    schema_version: 3,
    command: "context",
    query: "fix retry delay",
    terms: ["fix", "retry", "delay"],
    state: "0a1b2c3d4e5f",
    content_state: "0a1b2c3d4e5f",
    analysis_state: "112233445566",
    evidence_id: "aabbccddeeff",
    representation_id: "99887766aabb",
    detail: "slices",
    top: 8,
    budgets: { response_tokens: 2000 },
    count: 1,
    reused_count: 0,
    omitted: 3,
    omitted_by: { response_budget: 3 },
    content_tokens: 41,
    projected_read_tokens: 0,
    estimated_tokens: 97,
    results: [{
      path: "src/http.ts",
      kind: "source",
      score: 0.9,
      start_line: 12,
      end_line: 18,
      content_tokens: 41,
      projected_read_tokens: 0,
      estimated_tokens: 97,
      file_tokens: 210,
      hash: "77aa77aa77aa",
      receipt: RECEIPT,
      reasons: ["fts", "symbol:retryFetch"],
      spans: [{ start_line: 12, end_line: 18, symbol: "retryFetch", text: "…", receipt: RECEIPT }],
    }],
    reused: [],
  };
  assertValid("context", context);
  assertValid("changed", {
    schema_version: 3,
    command: "changed",
    state: "0a1b2c3d4e5f",
    content_state: "0a1b2c3d4e5f",
    worktree_state: "5544332211aa",
    stale: true,
    count: 1,
    changed: [{ path: "src/http.ts", status: "modified", patch_tokens: 14, file_tokens: 210, hunks: [] }],
    impacted: [{ path: "src/api.ts", reasons: ["imports:src/http.ts"] }],
  });
});

Deno.test("an invalid or disordered document is refused", () => {
  const search = JSON.parse(render(EXAMPLES.find(({ command }) => command === "search")!, "json"));
  assert.throws(() => assertValid("search", { ...search, extra: 1 }), /additional properties/);
  assert.throws(() => assertValid("search", { ...search, count: "2" }), /must be integer/);
  const { schema_version, ...rest } = search;
  assert.throws(() => assertValid("search", { ...rest, schema_version }), /out of order/);
});
