/** What the commands print as JSON, against the published schemas. */
import assert from "node:assert/strict";
import { Link, Place, type Tree } from "./_tree.ts";
import { assertValid, readSchema, type Schema } from "../schemas.ts";
import { type Command, completeValues, quietContext } from "../../src/commands/mod.ts";
import { instructions } from "../../src/commands/instructions.ts";
import { inventory } from "../../src/commands/inventory.ts";
import { lint } from "../../src/commands/lint.ts";
import { nested } from "../../src/commands/nested.ts";
import { inventorySchema } from "../../src/instructions/mod.ts";

/** What a command prints, parsed and checked. */
async function json<Values extends object, Result>(
  command: Command<Values, Result>,
  place: Place,
  given: Record<string, unknown>,
): Promise<unknown> {
  const context = quietContext({ cwd: place.path("w"), version: "1.2.3" });
  const values = completeValues(command as Command<Values>, given);
  const text = await command.render(await command.run(context, values, "json"), "json");
  assert.doesNotMatch(text, /\n/);
  const value = JSON.parse(text);
  assertValid(command.name, value);
  return value;
}

/** Names of all members that a schema knows, at their places. */
function* known(schema: Schema, root: Schema, place: string): Generator<string> {
  if (schema.$ref) return yield* known(root.$defs![schema.$ref.replace("#/$defs/", "")]!, root, place);
  for (const alternative of schema.oneOf ?? []) yield* known(alternative, root, place);
  if (schema.items) yield* known(schema.items, root, place);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield `${place}.${name}`;
    yield* known(member, root, `${place}.${name}`);
  }
}

/** Names of all members of a value, at their places. */
function* shown(value: unknown, place: string): Generator<string> {
  if (Array.isArray(value)) { for (const entry of value) yield* shown(entry, place); }
  else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      yield `${place}.${name}`;
      yield* shown(member, `${place}.${name}`);
    }
  }
}

/** The members of a command's schema that none of the values has. */
function missing(command: string, values: readonly unknown[]): string[] {
  const schema = readSchema(command);
  const seen = new Set(values.flatMap((value) => [...shown(value, "")]));
  return [...new Set(known(schema, schema, ""))].filter((place) => !seen.has(place));
}

const tree: Tree = {
  "AGENTS.md": "above",
  "shared.md": "shared",
  "w/.git/HEAD": "",
  "w/repoctx.config.json": JSON.stringify({ instructions: { homeDir: "/" } }),
  "w/AGENTS.md": "root\n@gone.md\n",
  "w/CLAUDE.md": new Link("AGENTS.md"),
  "w/.cursor/rules/a.mdc": "---\nglobs: src/**\n---\nUse tabs.\n",
  "w/.claude/settings.json": "{}",
  "w/.codex/config.toml": "[mcp_servers.docs]\ncommand = 'x'\n",
  "w/.claude/skills/s/SKILL.md": "---\nname: s\ndescription: d\n---\n",
  "w/.mcp.json": '{"mcpServers":{"docs":{}}}',
  "w/p/AGENTS.md": "nested",
  "w/p/CLAUDE.md": new Link("AGENTS.md"),
  "w/p/deep/AGENTS.md": new Link("../../../shared.md"),
  "w/q/AGENTS.md": "x".repeat(40_000),
};

Deno.test("instructions: bundle, update, view of a path and cost", async () => {
  await using place = await Place.of(tree);
  const values = [
    await json(instructions, place, { homeDir: "..", session: "s", nested: true }),
    await json(instructions, place, { homeDir: "..", budgetTokens: 20 }),
    await json(instructions, place, { dir: "p", autoload: false }),
    await json(instructions, place, { for: "src/x.ts" }),
    await json(instructions, place, { for: "q/x.ts" }),
    await json(instructions, place, { dir: "q", for: "x.ts", agent: ["codex"] }),
    await json(instructions, place, { cost: true }),
  ];
  await place.add({ "AGENTS.md": "changed" });
  values.push(await json(instructions, place, { homeDir: "..", session: "s", nested: true }));
  assert.deepEqual(missing("instructions", values), [
    // Only other workspaces than the local one, and callers without a tokenizer, have these.
    ".link_checks",
    ".cost.bytes",
    ".unit",
  ]);
});

Deno.test("nested: notes, repeated and outside paths", async () => {
  await using place = await Place.of(tree);
  const values = [
    await json(nested, place, { paths: ["p/deep/x", "../y"], session: "s" }),
    await json(nested, place, { paths: ["p/x", "q/"], session: "s", inject: "contents" }),
    await json(nested, place, { paths: [], session: "s", compacted: true }),
  ];
  assert.deepEqual(missing("nested", values), []);
});

Deno.test("inventory: roots, and with --extended every entry, as the library's schema says too", async () => {
  await using place = await Place.of(tree);
  const plain = await json(inventory, place, {});
  const extended = await json(inventory, place, { extended: true });
  assert.deepEqual(missing("inventory", [plain, extended]), [".roots.truncated"]);
  const library = await inventorySchema() as unknown as Schema;
  const schema = readSchema("inventory");
  assert.deepEqual([...known(library, library, "")], [...known(schema, schema, "")]);
});

Deno.test("lint: findings", async () => {
  await using place = await Place.of(tree);
  const value = await json(lint, place, {});
  assert.deepEqual(missing("lint", [value]), []);
});
